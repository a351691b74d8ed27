"""The REST part: guests, making games and taking seats, lists, downloads. Live play is on the socket."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Annotated, Any, Final

import msgspec
from fastapi import APIRouter, Depends, HTTPException, Path, Request, Response
from fastapi.responses import PlainTextResponse
from fastapi.routing import APIRoute

from skep import __version__
from skep.server.accounts.guests import COOKIE, COOKIE_AGE, LONGEST_NAME, clean_text, find_guest, get_or_create_guest
from skep.server.accounts.secrets import is_token, new_token
from skep.server.http.limits import AddressLimits
from skep.server.http.problems import BODY, CHANGES, problems
from skep.server.lobby.lobby import Lobby
from skep.server.play import downloads
from skep.server.play.live_game import LiveGame
from skep.server.play.rooms import Rooms
from skep.server.schemas.game import GameState
from skep.server.schemas.lobby import Created, Health, Me, NameChoice, NewGame, Summaries
from skep.server.settings import Settings
from skep.server.store.records import Guest, Store
from skep.server.study.services import StudyServices

__all__ = ["GAME_SCHEMAS", "GameId", "Services", "ServicesDep", "allowed_methods", "router"]


class Services(msgspec.Struct, frozen=True, kw_only=True):
    """What the routes work with, while the server runs."""

    store: Store
    rooms: Rooms
    lobby: Lobby
    settings: Settings
    creation_limits: AddressLimits
    library: StudyServices


def _services(request: Request) -> Services:
    services: Services | None = getattr(request.app.state, "services", None)
    if services is None:
        raise HTTPException(503, "The server is starting or stopping: try again in a moment.")
    return services


def _token(request: Request) -> str | None:
    token = request.cookies.get(COOKIE)
    return token if token is not None and is_token(token) else None


class Visitor:
    """Who asks: a browser with or without a cookie."""

    def __init__(self, request: Request, response: Response, services: Annotated[Services, Depends(_services)]) -> None:
        self._request = request
        self._response = response
        self._services = services

    async def guest(self) -> Guest | None:
        """The guest, if this browser has done anything yet."""
        return await find_guest(self._services.store, _token(self._request))

    def cookie(self) -> str:
        """The token of this browser's cookie, which is given one when it has none."""
        token = _token(self._request)
        if token is None:
            token = new_token()
            self._response.set_cookie(
                COOKIE,
                token,
                max_age=COOKIE_AGE,
                httponly=True,
                samesite="lax",
                secure=self._request.url.scheme == "https",
            )
        return token

    async def acting_guest(self) -> Guest:
        """The guest who does something, stored when it is the first thing; a client may not do too many."""
        address = self._request.client.host if self._request.client else ""
        if not self._services.settings.local and not self._services.creation_limits.take(address, now=time.monotonic()):
            raise HTTPException(429, "Too many games and names from this address: try again in a few minutes.")
        return await get_or_create_guest(self._services.store, self.cookie())


ServicesDep = Annotated[Services, Depends(_services)]
CurrentVisitor = Annotated[Visitor, Depends(Visitor)]
GameId = Annotated[str, Path(pattern="^[A-Za-z0-9]{10}$", description="The game's id, ten letters and digits.")]
Secret = Annotated[
    str, Path(pattern="^[A-Za-z0-9_-]{22}$", description="The secret at the end of the link, 22 letters.")
]

_DEFINITIONS: Final = msgspec.json.schema_components([GameState], ref_template="#/components/schemas/{name}")
GAME_SCHEMAS: Final[dict[str, Any]] = _DEFINITIONS[1]
"""The schemas of the ``game`` message, for the OpenAPI description."""


_NO_GAME: Final = {"e404": "There is no such game.", "e422": "This is no id of a game."}

router = APIRouter(prefix="/api")


@router.get("/health", tags=["server"], responses=problems(), summary="Whether the server works")
async def health(services: ServicesDep) -> Health:
    """Asks the database for something small, and says which version runs."""
    await services.store.seqs([])
    return Health(version=__version__)


@router.get("/me", tags=["guests"], responses=problems(), summary="Who this browser is")
async def me(asking: CurrentVisitor) -> Me:
    """The guest's name, empty until one is chosen. Gives a browser its cookie."""
    asking.cookie()
    guest = await asking.guest()
    return Me(name="" if guest is None else guest.name)


@router.put("/me", tags=["guests"], responses=problems(**CHANGES, **BODY), summary="Choose a name")
async def rename(choice: NameChoice, services: ServicesDep, asking: CurrentVisitor) -> Me:
    """Be called otherwise, also in the games that are going on. Signs that cannot be seen are left out."""
    name = clean_text(choice.name, LONGEST_NAME)
    if not name:
        raise HTTPException(422, "A name needs at least one sign that can be seen.")
    guest = await asking.acting_guest()
    await services.lobby.rename(guest, name)
    return Me(name=name)


@router.post(
    "/games",
    status_code=201,
    tags=["games"],
    responses=problems(**CHANGES, **BODY),
    summary="Make a game",
)
async def make(wanted: NewGame, services: ServicesDep, asking: CurrentVisitor) -> Created:
    """Against the computer, for two at one screen, or for a friend, who gets the invitation's link.

    The link's secret is the field `invite` of the game, which only its maker sees.
    """
    guest = await asking.acting_guest()
    return Created(game=await services.lobby.make(guest, wanted))


@router.get("/games/mine", tags=["games"], responses=problems(), summary="The guest's own games")
async def mine(services: ServicesDep, asking: CurrentVisitor) -> Summaries:
    """Those that are not finished first, then the latest."""
    guest = await asking.guest()
    return Summaries(games=[] if guest is None else await services.lobby.mine(guest))


@router.get("/games/live", tags=["games"], responses=problems(), summary="Games that are going on")
async def live(services: ServicesDep) -> Summaries:
    """Games that anybody may watch, the latest first."""
    return Summaries(games=await services.lobby.live())


@router.get(
    "/games/{game}",
    tags=["games"],
    responses={
        **problems(**_NO_GAME),
        200: {
            "description": "The game, as this browser may see it.",
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/GameState"}}},
        },
    },
    summary="A whole game",
)
async def game(game: GameId, services: ServicesDep, asking: CurrentVisitor) -> Response:
    """The same as the message `game` on the socket."""
    text = await services.lobby.snapshot(game, await asking.guest())
    return Response(text, media_type="application/json", headers={"Cache-Control": "no-store"})


@router.post(
    "/invitations/{secret}",
    tags=["seats"],
    responses=problems(
        **CHANGES, e404="There is no such invitation, or somebody has taken it.", e410="The game was aborted."
    ),
    summary="Accept an invitation",
)
async def join(secret: Secret, services: ServicesDep, asking: CurrentVisitor) -> Created:
    """Take the open seat. The first who does has it; the invitation is used up then."""
    guest = await asking.acting_guest()
    found = await services.lobby.join(guest, secret)
    if found == "unknown":
        raise HTTPException(404, "There is no such invitation, or somebody has taken it.")
    if found == "over":
        raise HTTPException(410, "The game of this invitation was ended before it began.")
    return Created(game=found)


@router.post(
    "/seats/{secret}",
    tags=["seats"],
    responses=problems(**CHANGES, e404="There is no such seat."),
    summary="Take one's seat on another device",
)
async def hold(secret: Secret, services: ServicesDep, asking: CurrentVisitor) -> Created:
    """The browser plays that side from now on, and so do those that did before."""
    guest = await asking.acting_guest()
    found = await services.lobby.hold(guest, secret)
    if found is None:
        raise HTTPException(404, "There is no such seat.")
    return Created(game=found)


def _text(media_type: str, description: str) -> dict[int | str, dict[str, Any]]:
    content = {media_type: {"schema": {"type": "string"}}}
    return {**problems(**_NO_GAME), 200: {"description": description, "content": content}}


def _download(write: Callable[[LiveGame], str], media_type: str, name: str) -> Callable[..., Any]:
    async def download(game: GameId, services: ServicesDep) -> Response:
        text = write(await services.lobby.copy_of(game))
        return PlainTextResponse(
            text, media_type=media_type, headers={"Content-Disposition": f'attachment; filename="{name.format(game)}"'}
        )

    return download


router.add_api_route(
    "/games/{game}/record.pgn",
    _download(downloads.pgn, "application/vnd.chess-pgn", "hive-{}.pgn"),
    response_class=Response,
    tags=["downloads"],
    responses=_text("application/vnd.chess-pgn", "The game in PGN."),
    summary="The game as PGN",
    description="Tags, one numbered turn to a line, the result.",
    name="record_pgn",
)
router.add_api_route(
    "/games/{game}/record.uhp",
    _download(downloads.game_string, "text/plain", "hive-{}.uhp"),
    response_class=Response,
    tags=["downloads"],
    responses=_text("text/plain", "The game's GameString."),
    summary="The game as a GameString",
    description="One line of the Universal Hive Protocol, which other Hive programs read.",
    name="record_uhp",
)
router.add_api_route(
    "/games/{game}/picture.svg",
    _download(downloads.picture, "image/svg+xml", "hive-{}.svg"),
    response_class=Response,
    tags=["downloads"],
    responses=_text("image/svg+xml", "The position."),
    summary="The position as a picture",
    description="SVG, with the last move marked.",
    name="picture_svg",
)


def allowed_methods(routers: Iterable[APIRouter], path: str) -> str:
    """The methods that a path knows, as the header Allow lists them."""
    routes = [route for router in routers for route in router.routes]
    found = [route for route in routes if isinstance(route, APIRoute) and route.path_regex.match(path)]
    return ", ".join(sorted({method for route in found for method in route.methods or ()})) or "GET"
