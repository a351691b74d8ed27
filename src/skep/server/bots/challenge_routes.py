"""The REST API of challenges for programs."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from fastapi import APIRouter, Depends, Path, Query, Response

from skep.pieces import Color
from skep.server.api_access.access import ACCESS, Scoped
from skep.server.bots.bodies import Fields
from skep.server.bots.dependencies import (
    ActionsDep,
    Address,
    BoardDep,
    GuestsDep,
    LobbyDep,
    OpenChallengesDep,
    RoomsDep,
    Site,
    StreamsDep,
)
from skep.server.bots.terms import DECLINE_REASONS, ai_game, challenge_to, open_game
from skep.server.bots.views import game_info, opened_challenge, sent_challenge, sent_challenges
from skep.server.http.openapi import json_body, json_response, send_json
from skep.server.http.problem_error import ProblemError
from skep.server.http.problems import BODY, CHANGES
from skep.server.schemas.bots import (
    ChallengeDecline,
    ChallengeLists,
    ChallengeTerms,
    ChallengeToAi,
    Done,
    GameInfo,
    OpenChallenge,
    OpenedChallenge,
    SentChallenge,
)
from skep.server.schemas.game import Abort
from skep.server.store.records import Guest

__all__ = ["bot_challenges_router"]

Reader = Annotated[Guest, Depends(Scoped("challenge:read", "bot:play", "board:play"))]
Writer = Annotated[Guest, Depends(Scoped("challenge:write", "bot:play", "board:play"))]
ChallengeId = Annotated[
    str, Path(pattern="^[A-Za-z0-9]{10,16}$", description="The id of a challenge, which is also that of its game.")
]
Name = Annotated[str, Path(min_length=1, max_length=24, description="The name of an account.")]
TermsBody = Annotated[ChallengeTerms, Depends(Fields(ChallengeTerms))]
AiBody = Annotated[ChallengeToAi, Depends(Fields(ChallengeToAi))]
OpenBody = Annotated[OpenChallenge, Depends(Fields(OpenChallenge))]
DeclineBody = Annotated[ChallengeDecline, Depends(Fields(ChallengeDecline))]

_NEW: Final = {
    **CHANGES,
    **BODY,
    **ACCESS,
    "e400": "The body cannot be read, or its fields contradict each other.",
    "e409": "The account has too many challenges or unfinished games.",
}
_ANSWER: Final = {**CHANGES, **ACCESS, "e404": "The challenge does not exist, or it has expired or been answered."}

bot_challenges_router = APIRouter(prefix="/api/challenge", tags=["challenges of programs"])


@bot_challenges_router.get(
    "",
    response_class=Response,
    responses=json_response(ChallengeLists, "The challenges, the latest first.", **ACCESS),
    summary="List the challenges of the account",
)
async def challenges(board: BoardDep, player: Reader, site: Site) -> Response:
    """List the challenges to and from the token's account."""
    return send_json(sent_challenges(await board.list(player), site))


@bot_challenges_router.post(
    "/ai",
    status_code=201,
    response_class=Response,
    responses=json_response(GameInfo, "The game.", 201, **_NEW),
    openapi_extra=json_body(ChallengeToAi),
    summary="Play the computer",
)
async def challenge_ai(
    terms: AiBody,
    lobby: LobbyDep,
    rooms: RoomsDep,
    guests: GuestsDep,
    streams: StreamsDep,
    player: Writer,
    address: Address,
) -> Response:
    """Start a game against the computer."""
    new_game = ai_game(terms)
    game_id = await lobby.create(guests.charge(player, address), new_game)
    streams.game_changed(game_id, [player.id])
    async with rooms.use(game_id) as (_, game):
        side = next(side for side in Color if game.row.seats[side].guest == player.id)
        return send_json(game_info(game, side, rooms.time.now()), 201)


@bot_challenges_router.post(
    "/open",
    response_class=Response,
    responses=json_response(OpenedChallenge, "The game.", **_NEW),
    openapi_extra=json_body(OpenChallenge),
    summary="Open a game for the first two who have its link",
)
async def open_challenge(
    terms: OpenBody, opened: OpenChallengesDep, guests: GuestsDep, player: Writer, site: Site, address: Address
) -> Response:
    """Create a game that the first two players who open its link play. The account can be one of them."""
    row = await opened.create(guests.charge(player, address), open_game(terms))
    links = [f"{site}/join#{opened.link(row, side)}" for side in (None, *Color)]
    return send_json(opened_challenge(row, *links))


@bot_challenges_router.post(
    "/{username}",
    response_class=Response,
    responses=json_response(
        SentChallenge,
        "The challenge.",
        **{**_NEW, "e403": "The token lacks the scope, or the player accepts no challenges from the account."},
        e404="There is no player with this name.",
    ),
    openapi_extra=json_body(ChallengeTerms),
    summary="Challenge a player",
)
async def challenge(
    username: Name, terms: TermsBody, board: BoardDep, guests: GuestsDep, player: Writer, site: Site, address: Address
) -> Response:
    """Challenge a player by name, instead of an earlier challenge to the same player."""
    options = challenge_to(username, terms)
    return send_json(sent_challenge(await board.send(guests.charge(player, address), options), "out", site))


@bot_challenges_router.post(
    "/{challenge_id}/accept",
    response_class=Response,
    responses=json_response(Done, "The game has begun.", **_ANSWER, e409="The account has too many unfinished games."),
    summary="Accept a challenge",
)
async def accept(
    challenge_id: ChallengeId,
    board: BoardDep,
    opened: OpenChallengesDep,
    guests: GuestsDep,
    player: Writer,
    address: Address,
    color: Annotated[Literal["white", "black"] | None, Query(description="The colour, for an open challenge.")] = None,
) -> Response:
    """Accept a challenge, or take a seat of an open one. The event `gameStart` follows once both seats are taken."""
    guests.charge(player, address)
    try:
        await board.accept(player, challenge_id)
    except ProblemError as error:
        if error.code != "unknown-challenge":
            raise
        await opened.accept(player, challenge_id, None if color is None else Color[color.upper()])
    return send_json(Done())


@bot_challenges_router.post(
    "/{challenge_id}/decline",
    response_class=Response,
    responses=json_response(Done, "The challenge is declined.", **{**_ANSWER, **BODY}),
    openapi_extra=json_body(ChallengeDecline),
    summary="Decline a challenge",
)
async def decline(challenge_id: ChallengeId, body: DeclineBody, board: BoardDep, player: Writer) -> Response:
    """Decline a challenge, with a reason that the challenger sees."""
    await board.decline(player, challenge_id, DECLINE_REASONS[body.reason])
    return send_json(Done())


@bot_challenges_router.post(
    "/{challenge_id}/cancel",
    response_class=Response,
    responses=json_response(Done, "The challenge is withdrawn, or its game aborted.", **_ANSWER, e400="Too late."),
    summary="Withdraw a challenge",
)
async def cancel(
    challenge_id: ChallengeId,
    board: BoardDep,
    opened: OpenChallengesDep,
    actions: ActionsDep,
    player: Writer,
    address: Address,
) -> Response:
    """Withdraw a challenge. If it has been accepted in the meantime, abort its game, unless both players have moved."""
    for withdraw in (board.cancel, opened.cancel):
        try:
            await withdraw(player, challenge_id)
            return send_json(Done())
        except ProblemError as error:
            if error.code != "unknown-challenge":
                raise
    await actions.execute(player, address, Abort(id=0, game=challenge_id))
    return send_json(Done())
