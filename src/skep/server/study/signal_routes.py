"""Routes for signals of fair play, which only moderators see."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Depends, Response

from skep.server.http.openapi import json_response, send_json
from skep.server.http.problems import CHANGES
from skep.server.http.services import provide
from skep.server.moderation.moderator_routes import PlayerId
from skep.server.moderation.services import CurrentModerator
from skep.server.schemas.moderation import Signals
from skep.server.study.signals import SignalService

__all__ = ["signal_router"]

SignalsDep = Annotated[SignalService, Depends(provide(SignalService))]

_ROLE: Final = {"e401": "Nobody is signed in.", "e403": "Only moderators can do this."}

signal_router = APIRouter(prefix="/api/moderation", tags=["moderation"])


@signal_router.get(
    "/players/{player}/signals",
    response_class=Response,
    responses=json_response(Signals, "The signals.", **_ROLE, e422="Not a valid player id."),
    summary="Get signals of fair play",
)
async def signals(player: PlayerId, service: SignalsDep, _moderator: CurrentModerator) -> Response:
    """Return numbers from a player's latest games, next to those of the opponents. They are evidence, not proof."""
    return send_json(await service.view(player))


@signal_router.post(
    "/players/{player}/signals",
    response_class=Response,
    responses=json_response(Signals, "The signals so far.", **{**CHANGES, **_ROLE}),
    summary="Review games for the signals",
)
async def start(player: PlayerId, service: SignalsDep, _moderator: CurrentModerator) -> Response:
    """Start some of the reviews that are missing, in the background. Request the signals again later."""
    return send_json(await service.view(player, start=True))
