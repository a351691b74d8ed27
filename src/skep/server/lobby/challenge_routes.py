"""The REST API of challenges."""

from __future__ import annotations

from typing import Annotated

import msgspec
from fastapi import APIRouter, Depends, Path, Response

from skep.server.accounts.visitor import CurrentVisitor
from skep.server.http.bodies import JsonBody
from skep.server.http.openapi import json_body, json_response, send_json
from skep.server.http.problems import BODY, CHANGES
from skep.server.http.services import provide
from skep.server.lobby.challenges import ChallengeBoard
from skep.server.schemas.challenges import Challenges, ChallengeView, Declined, NewChallenge
from skep.server.schemas.lobby import Created

__all__ = ["challenges_router"]

BoardDep = Annotated[ChallengeBoard, Depends(provide(ChallengeBoard))]
ChallengeId = Annotated[str, Path(pattern="^([A-Za-z0-9]{10}|[A-Za-z0-9]{16})$", description="The challenge's id.")]
NewChallengeBody = Annotated[NewChallenge, Depends(JsonBody(msgspec.json.Decoder(NewChallenge)))]
DeclinedBody = Annotated[Declined, Depends(JsonBody(msgspec.json.Decoder(Declined)))]

_ANSWER = {
    **CHANGES,
    "e401": "The visitor is not signed in.",
    "e404": "The challenge does not exist, or it has expired or been answered.",
    "e422": "Not a valid id.",
}

challenges_router = APIRouter(prefix="/api/challenges", tags=["challenges"])


@challenges_router.get(
    "",
    response_class=Response,
    responses=json_response(Challenges, "The challenges, the latest first."),
    summary="List the player's challenges",
)
async def challenges(board: BoardDep, visitor: CurrentVisitor) -> Response:
    """List the challenges to and from the player. Guests have none."""
    return send_json(await board.list(await visitor.guest()))


@challenges_router.post(
    "",
    status_code=201,
    response_class=Response,
    responses=json_response(
        ChallengeView,
        "The challenge.",
        201,
        **{**CHANGES, "e403": "The player does not accept challenges from the visitor."},
        **BODY,
        e401="The visitor is not signed in.",
        e404="There is no player with this name.",
        e409="Too many challenges wait for an answer, or the player challenges themselves.",
    ),
    openapi_extra=json_body(NewChallenge),
    summary="Challenge a player",
)
async def challenge(body: NewChallengeBody, board: BoardDep, visitor: CurrentVisitor) -> Response:
    """Challenge a player by name, instead of an earlier challenge to the same player.

    Both players receive the message `challenge` on the socket. A challenge to a game with minutes on the clock expires
    after ten minutes, one with days per move after a week, and one without a clock after a day.
    """
    await visitor.account()
    return visitor.send(await board.send(await visitor.acting_guest(), body), 201)


@challenges_router.post(
    "/{challenge_id}/accept",
    response_class=Response,
    responses=json_response(
        Created, "The id of the game.", **_ANSWER, e409="The player has too many unfinished games."
    ),
    summary="Accept a challenge",
)
async def accept(challenge_id: ChallengeId, board: BoardDep, visitor: CurrentVisitor) -> Response:
    """Accept a challenge, which creates the game. Both players receive the message `challenge-ended`."""
    await visitor.account()
    return visitor.send(Created(game=await board.accept(await visitor.acting_guest(), challenge_id)))


@challenges_router.post(
    "/{challenge_id}/decline",
    response_class=Response,
    responses=json_response(Challenges, "The challenges that are left.", **{**_ANSWER, **BODY}),
    openapi_extra=json_body(Declined),
    summary="Decline a challenge",
)
async def decline(challenge_id: ChallengeId, body: DeclinedBody, board: BoardDep, visitor: CurrentVisitor) -> Response:
    """Decline a challenge, with a reason that the challenger sees."""
    player = await visitor.account()
    await board.decline(player, challenge_id, body.reason)
    return send_json(await board.list(player))


@challenges_router.delete(
    "/{challenge_id}",
    response_class=Response,
    responses=json_response(Challenges, "The challenges that are left.", **_ANSWER),
    summary="Withdraw a challenge",
)
async def cancel(challenge_id: ChallengeId, board: BoardDep, visitor: CurrentVisitor) -> Response:
    """Withdraw a challenge that has not been answered."""
    player = await visitor.account()
    await board.cancel(player, challenge_id)
    return send_json(await board.list(player))
