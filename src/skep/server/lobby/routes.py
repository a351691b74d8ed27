"""The REST API for guests, creating games, taking seats, lists and downloads. Live play uses the socket."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Final

import msgspec
from fastapi import APIRouter, Depends, HTTPException, Path, Query, Request, Response
from fastapi.responses import PlainTextResponse

from skep.pieces import Color
from skep.server.accounts.dependencies import AccountsDep
from skep.server.accounts.names import check_name
from skep.server.accounts.visitor import CurrentVisitor, me_of
from skep.server.http.bodies import JsonBody
from skep.server.http.cached_response import conditional_response
from skep.server.http.openapi import json_body, json_response, send_json
from skep.server.http.problem_error import ProblemError
from skep.server.http.problems import BODY, CHANGES, problems
from skep.server.http.services import provide
from skep.server.lobby.invitations import Invitations
from skep.server.lobby.lobby import Lobby
from skep.server.moderation.services import ModerationDep
from skep.server.play import downloads
from skep.server.play.download_cache import WriteGame
from skep.server.schemas.daily import NextGame
from skep.server.schemas.game import GameState
from skep.server.schemas.lists import Summaries, Tv
from skep.server.schemas.lobby import (
    Created,
    Invitation,
    Link,
    Me,
    NameChoice,
    NewGame,
    PlayerNames,
    Renewed,
    SeatChoice,
)

__all__ = ["GameId", "LobbyDep", "lobby_router"]

LobbyDep = Annotated[Lobby, Depends(provide(Lobby))]
InvitationsDep = Annotated[Invitations, Depends(provide(Invitations))]
GameId = Annotated[str, Path(pattern="^[A-Za-z0-9]{10}$", description="The game's id, ten letters and digits.")]
NewGameBody = Annotated[NewGame, Depends(JsonBody(msgspec.json.Decoder(NewGame)))]
LinkBody = Annotated[Link, Depends(JsonBody(msgspec.json.Decoder(Link)))]
SeatBody = Annotated[SeatChoice, Depends(JsonBody(msgspec.json.Decoder(SeatChoice)))]
NameBody = Annotated[NameChoice, Depends(JsonBody(msgspec.json.Decoder(NameChoice)))]
NamesBody = Annotated[PlayerNames, Depends(JsonBody(msgspec.json.Decoder(PlayerNames)))]

_NO_GAME: Final = {"e404": "Game not found.", "e422": "Not a valid game id."}

lobby_router = APIRouter(prefix="/api")


@lobby_router.get(
    "/me",
    tags=["guests"],
    response_class=Response,
    responses=json_response(Me, "The guest."),
    summary="Get the guest of this browser",
)
async def me(visitor: CurrentVisitor) -> Response:
    """Return the guest's name, empty until one is chosen. Sets the browser's cookie."""
    await visitor.cookie()
    guest = await visitor.guest()
    return visitor.send(me_of(guest))


@lobby_router.put(
    "/me",
    tags=["guests"],
    response_class=Response,
    responses=json_response(Me, "The guest.", **CHANGES, **BODY, e409="The name belongs to an account."),
    openapi_extra=json_body(NameChoice),
    summary="Choose a name",
)
async def rename(
    choice: NameBody, lobby: LobbyDep, accounts: AccountsDep, moderation: ModerationDep, visitor: CurrentVisitor
) -> Response:
    """Change the guest's name, in running games too. Invisible characters are removed.

    A name has at least one letter or digit, does not mix alphabets that look alike within a word, and cannot be
    mistaken for the computer. If it is refused, the field `code` says why: `name-empty`, `name-long`,
    `name-characters`, `name-mixed`, `name-reserved` or `name-forbidden`, or `name-taken` if it belongs to an account.
    """
    name = check_name(choice.name)
    await moderation.words.check_name(name)
    guest = await visitor.acting_guest()
    if guest.registered:
        raise ProblemError(409, "signed-in", "Change the name of an account in its settings.")
    await accounts.check_free(guest, name)
    await lobby.rename(guest, name)
    return visitor.send(Me(name=name))


@lobby_router.post(
    "/games",
    status_code=201,
    tags=["games"],
    response_class=Response,
    responses=json_response(
        Created,
        "The id of the game.",
        201,
        **CHANGES,
        **BODY,
        e401="A rated game takes an account.",
        e409="The guest has too many unfinished games, open invitations or games that wait for the computer.",
    ),
    openapi_extra=json_body(NewGame),
    summary="Create a game",
)
async def create(new_game: NewGameBody, lobby: LobbyDep, visitor: CurrentVisitor) -> Response:
    """Create a game against the computer, for two players at one screen, or for a friend.

    The secret of the invitation link is the field `invite` of the game, which only its creator sees.
    """
    guest = await visitor.acting_guest()
    return visitor.send(Created(game=await lobby.create(guest, new_game)), status=201)


@lobby_router.get(
    "/games/mine",
    tags=["games"],
    response_class=Response,
    responses=json_response(Summaries, "The games."),
    summary="List the guest's games",
)
async def mine(lobby: LobbyDep, visitor: CurrentVisitor) -> Response:
    """List unfinished games first, then the latest. The first games of the list have a preview of the board."""
    guest = await visitor.guest()
    return send_json(Summaries(games=[], more=False) if guest is None else await lobby.lists.mine(guest.id))


@lobby_router.get(
    "/games/mine/all",
    tags=["games"],
    response_class=Response,
    responses=json_response(Summaries, "The games.", e422="Not a page number."),
    summary="List all games of the player in pages",
)
async def all_games(
    lobby: LobbyDep, visitor: CurrentVisitor, page: Annotated[int, Query(ge=0, le=10_000)] = 0
) -> Response:
    """List games with their boards: the player's turn by deadline, other unfinished games, then finished ones."""
    guest = await visitor.guest()
    return send_json(Summaries(games=[], more=False) if guest is None else await lobby.lists.page(guest.id, page))


@lobby_router.get(
    "/games/mine/next",
    tags=["games"],
    response_class=Response,
    responses=json_response(NextGame, "The game.", e422="Not a valid game id."),
    summary="Find the next game in which it is the player's turn",
)
async def next_game(
    lobby: LobbyDep, visitor: CurrentVisitor, after: Annotated[str, Query(pattern="^([A-Za-z0-9]{10})?$")] = ""
) -> Response:
    """Return the daily game whose move is due first, other than the game ``after``."""
    guest = await visitor.guest()
    return send_json(NextGame(game=None, waiting=0) if guest is None else await lobby.lists.next(guest.id, after))


@lobby_router.get(
    "/games/live",
    tags=["games"],
    response_class=Response,
    responses=json_response(Summaries, "The games, latest first."),
    summary="List running games",
)
async def live(request: Request, lobby: LobbyDep) -> Response:
    """List the games that anyone can watch with their boards, latest first. The list is up to a second old."""
    return conditional_response(request, await lobby.lists.live(), "no-cache")


@lobby_router.get(
    "/tv",
    tags=["games"],
    response_class=Response,
    responses=json_response(Tv, "The game."),
    summary="Get the game on TV",
)
async def tv(request: Request, lobby: LobbyDep) -> Response:
    """Return the best running game: of the strongest players, otherwise the one with the most spectators.

    It changes a few seconds after the game has ended. The answer is up to a second old.
    """
    return conditional_response(request, await lobby.lists.tv(), "no-cache")


@lobby_router.get(
    "/games/open",
    tags=["games"],
    response_class=Response,
    responses=json_response(Summaries, "The games, latest first."),
    summary="List open games",
)
async def open_games(request: Request, lobby: LobbyDep) -> Response:
    """List the games that anyone can join, latest first. The list is up to a second old.

    A game with days per move is listed until someone joins, any other game only while its creator is connected.
    """
    return conditional_response(request, await lobby.lists.open(), "no-cache")


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
    "/games/{game}/join",
    tags=["seats"],
    response_class=Response,
    responses=json_response(
        Created,
        "The id of the game.",
        **CHANGES,
        e401="The game is rated, which takes an account.",
        e404="Game not found, or it takes an invitation.",
        e409="The seat has been taken, or the game was aborted.",
    ),
    summary="Join an open game",
)
async def join_open(game: GameId, lobby: LobbyDep, visitor: CurrentVisitor) -> Response:
    """Take the open seat of a game that anyone can join. Only the first guest gets it."""
    guest = await visitor.acting_guest()
    found = await lobby.join_open(guest, game)
    if found == "unknown":
        raise HTTPException(409, "This game is not open: another player was faster, or it takes an invitation.")
    if found == "over":
        raise HTTPException(409, "This game was aborted before it started.")
    return visitor.send(Created(game=found))


@lobby_router.post(
    "/invitations",
    tags=["seats"],
    response_class=Response,
    responses=json_response(
        Created,
        "The id of the game.",
        **CHANGES,
        **BODY,
        e404="The invitation does not exist, was withdrawn or has been accepted.",
        e410="The invitation has expired, or the game was aborted.",
    ),
    openapi_extra=json_body(Link),
    summary="Accept an invitation",
)
async def join(link: LinkBody, lobby: LobbyDep, visitor: CurrentVisitor) -> Response:
    """Take the open seat. Only the first guest to accept an invitation gets the seat.

    The secret follows the `#` of the invitation link. It works for a week after the link was shown to the creator of
    the game, unless the creator makes a new link.
    """
    guest = await visitor.acting_guest()
    found = await lobby.join(guest, link.secret)
    if found == "unknown":
        raise HTTPException(404, "This invitation does not exist, was withdrawn or has already been accepted.")
    if found == "expired":
        raise HTTPException(410, "This invitation has expired. Ask for a new link.")
    if found == "over":
        raise HTTPException(410, "The game of this invitation was aborted before it started.")
    return visitor.send(Created(game=found))


@lobby_router.post(
    "/invitations/lookup",
    tags=["seats"],
    response_class=Response,
    responses=json_response(
        Invitation,
        "The terms of the invitation.",
        **CHANGES,
        **BODY,
        e404="The invitation does not exist or was withdrawn.",
        e410="The invitation has been accepted or has expired, or the game was aborted.",
    ),
    openapi_extra=json_body(Link),
    summary="Look at an invitation",
)
async def look_up_invitation(link: LinkBody, invitations: InvitationsDep, visitor: CurrentVisitor) -> Response:
    """Return who invites, the colour, the clock and the rules, without accepting. Nothing is stored.

    The secret is in the body because addresses are logged. If the invitation cannot be accepted, the field `code` says
    why: `invitation-unknown`, `invitation-used`, `invitation-expired` or `invitation-over`.
    """
    return send_json(await invitations.look_up(link.secret, await visitor.guest()))


@lobby_router.post(
    "/seats",
    tags=["seats"],
    response_class=Response,
    responses=json_response(
        Created,
        "The id of the game.",
        **CHANGES,
        **BODY,
        e404="The link is not valid, or no longer valid.",
        e410="The link has expired.",
    ),
    openapi_extra=json_body(Link),
    summary="Continue a game on another device",
)
async def claim_seat(link: LinkBody, lobby: LobbyDep, visitor: CurrentVisitor) -> Response:
    """Let this browser play the seat, in addition to those that already do.

    The secret is in the field `seat_links` of the game, which only its players see. It works for a week.
    """
    guest = await visitor.acting_guest()
    found = await lobby.claim_seat(guest, link.secret)
    if found == "unknown":
        raise HTTPException(404, "This link to a seat is not valid, or has been replaced by a new one.")
    if found == "expired":
        raise HTTPException(410, "This link to a seat has expired. Make a new one in the game.")
    return visitor.send(Created(game=found))


@lobby_router.post(
    "/games/{game}/links",
    tags=["seats"],
    response_class=Response,
    responses=json_response(
        Renewed,
        "The links are new.",
        **{**CHANGES, "e403": "Only the players can do this."},
        **BODY,
        e404="Game not found.",
    ),
    openapi_extra=json_body(SeatChoice),
    summary="Make new links to a seat",
)
async def renew_links(game: GameId, seat: SeatBody, lobby: LobbyDep, visitor: CurrentVisitor) -> Response:
    """Make all earlier links to a seat invalid: the invitation to an open seat, or the links to your own.

    Other browsers that play your seat lose it, except for the one that created the game or accepted the invitation.
    The new links are in the message `game`, which all players receive.
    """
    guest = await visitor.acting_guest()
    removed = await lobby.renew_links(guest, game, Color[seat.side.upper()])
    if removed is None:
        raise HTTPException(403, "Only the players can do this.")
    return visitor.send(Renewed(removed=removed))


@lobby_router.put(
    "/games/{game}/names",
    tags=["games"],
    response_class=Response,
    responses=json_response(
        PlayerNames,
        "The names.",
        **{**CHANGES, "e403": "Only its players can name them, before the end."},
        **BODY,
        e404="Game not found.",
    ),
    openapi_extra=json_body(PlayerNames),
    summary="Name the players of a game on one screen",
)
async def name_players(
    game: GameId, names: NamesBody, lobby: LobbyDep, moderation: ModerationDep, visitor: CurrentVisitor
) -> Response:
    """Name two people who play on one screen. The rules for names are those of `PUT /api/me`; empty means no name."""
    white, black = (check_name(name) if name else "" for name in (names.white, names.black))
    for name in (white, black):
        await moderation.words.check_name(name)
    guest = await visitor.acting_guest()
    if not await lobby.name_players(guest, game, white, black):
        raise HTTPException(403, "Only the players of an unfinished game on one screen can do this.")
    return visitor.send(PlayerNames(white=white, black=black))


def _file_responses(media_type: str, description: str) -> dict[int | str, dict[str, Any]]:
    content = {media_type: {"schema": {"type": "string"}}}
    return {
        **problems(**_NO_GAME),
        200: {"description": description, "content": content},
    }


def _download(write: WriteGame, media_type: str, name: str) -> Callable[..., Any]:
    async def download(game: GameId, lobby: LobbyDep) -> Response:
        data = await lobby.download(game, write)
        return PlainTextResponse(
            data, media_type=media_type, headers={"Content-Disposition": f'attachment; filename="{name.format(game)}"'}
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
