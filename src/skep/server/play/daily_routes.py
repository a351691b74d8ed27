"""The REST API of daily games: conditional moves and vacations."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from fastapi import APIRouter, Depends, Path, Response

from skep.pieces import Color
from skep.server.accounts.visitor import CurrentVisitor
from skep.server.http.bodies import JsonBody
from skep.server.http.openapi import json_body, json_response, send_json
from skep.server.http.problems import BODY, CHANGES
from skep.server.http.services import provide
from skep.server.play.conditional_moves import ConditionalMoves
from skep.server.play.daily_turns import DailyTurns
from skep.server.play.vacations import Vacations
from skep.server.schemas.daily import ConditionalLines, DailyGame, VacationChoice, VacationStatus

__all__ = ["daily_router"]

ConditionalDep = Annotated[ConditionalMoves, Depends(provide(ConditionalMoves))]
VacationsDep = Annotated[Vacations, Depends(provide(Vacations))]
TurnsDep = Annotated[DailyTurns, Depends(provide(DailyTurns))]
LinesBody = Annotated[ConditionalLines, Depends(JsonBody(msgspec.json.Decoder(ConditionalLines)))]
VacationBody = Annotated[VacationChoice, Depends(JsonBody(msgspec.json.Decoder(VacationChoice)))]
GameId = Annotated[str, Path(pattern="^[A-Za-z0-9]{10}$", description="The game's id, ten letters and digits.")]

_NO_GAME: Final = {"e404": "Game not found."}
_NO_ACCOUNT: Final = {"e401": "The player is not signed in to an account."}

daily_router = APIRouter(prefix="/api", tags=["daily games"])


@daily_router.get(
    "/games/{game}/daily",
    response_class=Response,
    responses=json_response(DailyGame, "The vacations and the player's lines.", **_NO_GAME, e422="Not a game id."),
    summary="Get what a player of a daily game sees besides the game",
)
async def daily(game: GameId, conditional: ConditionalDep, turns: TurnsDep, visitor: CurrentVisitor) -> Response:
    """Return the lines that the player has prepared, and until when each player is on vacation."""
    player = await visitor.guest()
    lines = await conditional.of_player(game, None if player is None else player.id)
    white, black = [await turns.vacation_in(game, side) for side in Color]
    return send_json(DailyGame(conditional=lines, white_vacation=white, black_vacation=black))


@daily_router.put(
    "/games/{game}/conditional",
    response_class=Response,
    responses=json_response(
        ConditionalLines,
        "The lines.",
        **{**CHANGES, "e422": "A move of a line is illegal, or the request does not match this description."},
        **BODY,
        **_NO_GAME,
        e409="A move was made or taken back in the meantime, or this is not a daily game that waits for the opponent.",
    ),
    openapi_extra=json_body(ConditionalLines),
    summary="Prepare conditional moves",
)
async def prepare(game: GameId, lines: LinesBody, conditional: ConditionalDep, visitor: CurrentVisitor) -> Response:
    """Replace the player's lines while it is the opponent's turn.

    When the opponent plays the first move of a line, the reply is played at once, and the rest of the line waits. Only
    the player sees the lines.
    """
    player = await visitor.changing_guest()
    return send_json(await conditional.replace(game, "" if player is None else player.id, lines))


@daily_router.get(
    "/vacation",
    response_class=Response,
    responses=json_response(VacationStatus, "The vacation.", **_NO_ACCOUNT),
    summary="Get the account's vacation",
)
async def vacation(vacations: VacationsDep, visitor: CurrentVisitor) -> Response:
    """Return until when the account is on vacation, and how much of its allowance is left."""
    return send_json(await vacations.status((await visitor.account()).id))


@daily_router.put(
    "/vacation",
    response_class=Response,
    responses=json_response(
        VacationStatus,
        "The vacation.",
        **CHANGES,
        **BODY,
        **_NO_ACCOUNT,
        e409="The account is on vacation already, was until recently, or has too little vacation left.",
    ),
    openapi_extra=json_body(VacationChoice),
    summary="Start a vacation",
)
async def start(choice: VacationBody, vacations: VacationsDep, turns: TurnsDep, visitor: CurrentVisitor) -> Response:
    """Stop the clocks of the account's daily games, on its turns, for some hours from now on."""
    account = (await visitor.account()).id
    status = await vacations.start(account, choice.hours)
    await turns.apply_vacations(account)
    return send_json(status)


@daily_router.delete(
    "/vacation",
    response_class=Response,
    responses=json_response(VacationStatus, "The vacation.", **CHANGES, **_NO_ACCOUNT),
    summary="Return from a vacation",
)
async def end(vacations: VacationsDep, turns: TurnsDep, visitor: CurrentVisitor) -> Response:
    """Let the clocks run again. The vacation counts in whole hours, at least 24."""
    account = (await visitor.account()).id
    status = await vacations.end(account)
    await turns.apply_vacations(account)
    return send_json(status)
