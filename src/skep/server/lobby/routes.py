"""The REST API for guests, creating games, taking seats, lists and downloads. Live play uses the socket."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, HTTPException, Path, Response
from fastapi.responses import PlainTextResponse

from skep.server.accounts.guests import MAX_NAME_LENGTH, clean_text
from skep.server.accounts.visitor import CurrentVisitor
from skep.server.http.openapi import json_response
from skep.server.http.problems import BODY, CHANGES, problems
from skep.server.http.services import provided
from skep.server.lobby.lobby import Lobby
from skep.server.play import downloads
from skep.server.play.live_game import LiveGame
from skep.server.schemas.game import GameState
from skep.server.schemas.lobby import Created, Me, NameChoice, NewGame, Summaries

__all__ = ["GameId", "LobbyDep", "lobby_router"]

LobbyDep = Annotated[Lobby, Depends(provided(Lobby))]
GameId = Annotated[str, Path(pattern="^[A-Za-z0-9]{10}$", description="The game's id, ten letters and digits.")]
Secret = Annotated[
    str, Path(pattern="^[A-Za-z0-9_-]{22}$", description="The secret at the end of the link, 22 characters.")
]

_NO_GAME: Final = {"e404": "Game not found.", "e422": "Not a valid game id."}

lobby_router = APIRouter(prefix="/api")


@lobby_router.get("/me", tags=["guests"], responses=problems(), summary="Get the guest of this browser")
async def me(visitor: CurrentVisitor) -> Me:
    """Return the guest's name, empty until one is chosen. Sets the browser's cookie."""
    visitor.cookie()
    guest = await visitor.guest()
    return Me(name="" if guest is None else guest.name)


@lobby_router.put("/me", tags=["guests"], responses=problems(**CHANGES, **BODY), summary="Choose a name")
async def rename(choice: NameChoice, lobby: LobbyDep, visitor: CurrentVisitor) -> Me:
    """Change the guest's name, in running games too. Invisible characters are removed."""
    name = clean_text(choice.name, MAX_NAME_LENGTH)
    if not name:
        raise HTTPException(422, "A name needs at least one visible character.")
    guest = await visitor.acting_guest()
    await lobby.rename(guest, name)
    return Me(name=name)


@lobby_router.post(
    "/games", status_code=201, tags=["games"], responses=problems(**CHANGES, **BODY), summary="Create a game"
)
async def create(new_game: NewGame, lobby: LobbyDep, visitor: CurrentVisitor) -> Created:
    """Create a game against the computer, for two players at one screen, or for a friend.

    The secret of the invitation link is the field `invite` of the game, which only its creator sees.
    """
    guest = await visitor.acting_guest()
    return Created(game=await lobby.create(guest, new_game))


@lobby_router.get("/games/mine", tags=["games"], responses=problems(), summary="List the guest's games")
async def mine(lobby: LobbyDep, visitor: CurrentVisitor) -> Summaries:
    """List unfinished games first, then the latest."""
    guest = await visitor.guest()
    return Summaries(games=[] if guest is None else await lobby.mine(guest))


@lobby_router.get("/games/live", tags=["games"], responses=problems(), summary="List running games")
async def live(lobby: LobbyDep) -> Summaries:
    """List the games that anyone can watch, latest first."""
    return Summaries(games=await lobby.live())


@lobby_router.get(
    "/games/{game}",
    tags=["games"],
    response_class=Response,
    responses=json_response(GameState, "The game, as this browser may see it.", **_NO_GAME),
    summary="Get a game",
)
async def game(game: GameId, lobby: LobbyDep, visitor: CurrentVisitor) -> Response:
    """Return the same as the message `game` on the socket."""
    text = await lobby.snapshot(game, await visitor.guest())
    return Response(text, media_type="application/json", headers={"Cache-Control": "no-store"})


@lobby_router.post(
    "/invitations/{secret}",
    tags=["seats"],
    responses=problems(
        **CHANGES, e404="The invitation does not exist or has been accepted.", e410="The game was aborted."
    ),
    summary="Accept an invitation",
)
async def join(secret: Secret, lobby: LobbyDep, visitor: CurrentVisitor) -> Created:
    """Take the open seat. Only the first guest to accept an invitation gets the seat."""
    guest = await visitor.acting_guest()
    found = await lobby.join(guest, secret)
    if found == "unknown":
        raise HTTPException(404, "This invitation does not exist or has already been accepted.")
    if found == "over":
        raise HTTPException(410, "The game of this invitation was aborted before it started.")
    return Created(game=found)


@lobby_router.post(
    "/seats/{secret}",
    tags=["seats"],
    responses=problems(**CHANGES, e404="Seat not found."),
    summary="Continue a game on another device",
)
async def claim_seat(secret: Secret, lobby: LobbyDep, visitor: CurrentVisitor) -> Created:
    """Let this browser play the seat, in addition to those that already do."""
    guest = await visitor.acting_guest()
    found = await lobby.claim_seat(guest, secret)
    if found is None:
        raise HTTPException(404, "Seat not found.")
    return Created(game=found)


def _file_responses(media_type: str, description: str) -> dict[int | str, dict[str, Any]]:
    content = {media_type: {"schema": {"type": "string"}}}
    return {**problems(**_NO_GAME), 200: {"description": description, "content": content}}


def _download(write: Callable[[LiveGame], str], media_type: str, name: str) -> Callable[..., Any]:
    async def download(game: GameId, lobby: LobbyDep) -> Response:
        text = write(await lobby.copy_of(game))
        return PlainTextResponse(
            text, media_type=media_type, headers={"Content-Disposition": f'attachment; filename="{name.format(game)}"'}
        )

    return download


lobby_router.add_api_route(
    "/games/{game}/record.pgn",
    _download(downloads.pgn, "application/vnd.chess-pgn", "hive-{}.pgn"),
    response_class=Response,
    tags=["downloads"],
    responses=_file_responses("application/vnd.chess-pgn", "The game as PGN."),
    summary="Download a game as PGN",
    description="Tags, one numbered turn per line, and the result.",
    name="record_pgn",
)
lobby_router.add_api_route(
    "/games/{game}/record.uhp",
    _download(downloads.game_string, "text/plain", "hive-{}.uhp"),
    response_class=Response,
    tags=["downloads"],
    responses=_file_responses("text/plain", "The game's GameString."),
    summary="Download a game as a GameString",
    description="One line of the Universal Hive Protocol, which other Hive programs read.",
    name="record_uhp",
)
lobby_router.add_api_route(
    "/games/{game}/picture.svg",
    _download(downloads.picture, "image/svg+xml", "hive-{}.svg"),
    response_class=Response,
    tags=["downloads"],
    responses=_file_responses("image/svg+xml", "The position."),
    summary="Download the position as a picture",
    description="SVG, with the last move marked.",
    name="picture_svg",
)
