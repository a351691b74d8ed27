"""The REST API of those who organise tournaments."""

from __future__ import annotations

from typing import Annotated

import msgspec
from fastapi import APIRouter, Depends, Response

from skep.server.accounts.visitor import CurrentVisitor
from skep.server.http.bodies import JsonBody
from skep.server.http.openapi import json_body, json_response, send_json
from skep.server.http.problems import BODY
from skep.server.schemas.tournaments import (
    Adjudication,
    NewTournament,
    TournamentForfeit,
    TournamentRemoval,
    TournamentView,
)
from skep.server.tournaments.routes import ACTION, NewTournamentBody, OrganisersDep, TournamentId, TournamentsDep

__all__ = ["organisers_router"]

AdjudicationBody = Annotated[Adjudication, Depends(JsonBody(msgspec.json.Decoder(Adjudication)))]
ForfeitBody = Annotated[TournamentForfeit, Depends(JsonBody(msgspec.json.Decoder(TournamentForfeit)))]
RemovalBody = Annotated[TournamentRemoval, Depends(JsonBody(msgspec.json.Decoder(TournamentRemoval)))]

organisers_router = APIRouter(prefix="/api/tournament", tags=["tournaments"])


@organisers_router.put(
    "/{tournament_id}",
    response_class=Response,
    responses=json_response(TournamentView, "The tournament.", **{**ACTION, **BODY}),
    openapi_extra=json_body(NewTournament),
    summary="Change a tournament",
)
async def edit(
    tournament_id: TournamentId,
    body: NewTournamentBody,
    organisers: OrganisersDep,
    tournaments: TournamentsDep,
    visitor: CurrentVisitor,
) -> Response:
    """Replace the settings before the start."""
    player = await visitor.account()
    await organisers.edit(player, tournament_id, body)
    return send_json(await tournaments.view(tournament_id, player))


@organisers_router.post(
    "/{tournament_id}/start",
    response_class=Response,
    responses=json_response(TournamentView, "The tournament.", **ACTION),
    summary="Start a tournament",
)
async def start(
    tournament_id: TournamentId, organisers: OrganisersDep, tournaments: TournamentsDep, visitor: CurrentVisitor
) -> Response:
    """Start a tournament now, whenever it was to start."""
    player = await visitor.account()
    await organisers.start(player, tournament_id)
    return send_json(await tournaments.view(tournament_id, player))


@organisers_router.post(
    "/{tournament_id}/suspend",
    response_class=Response,
    responses=json_response(TournamentView, "The tournament.", **ACTION),
    summary="Pause a tournament",
)
async def suspend(
    tournament_id: TournamentId, organisers: OrganisersDep, tournaments: TournamentsDep, visitor: CurrentVisitor
) -> Response:
    """Pause a tournament: games in progress continue, and no new ones begin. The end of an arena stays the same."""
    player = await visitor.account()
    await organisers.suspend(player, tournament_id, suspended=True)
    return send_json(await tournaments.view(tournament_id, player))


@organisers_router.post(
    "/{tournament_id}/resume",
    response_class=Response,
    responses=json_response(TournamentView, "The tournament.", **ACTION),
    summary="Resume a tournament",
)
async def resume(
    tournament_id: TournamentId, organisers: OrganisersDep, tournaments: TournamentsDep, visitor: CurrentVisitor
) -> Response:
    """Continue a tournament that was paused."""
    player = await visitor.account()
    await organisers.suspend(player, tournament_id, suspended=False)
    return send_json(await tournaments.view(tournament_id, player))


@organisers_router.post(
    "/{tournament_id}/cancel",
    response_class=Response,
    responses=json_response(TournamentView, "The tournament.", **ACTION),
    summary="Cancel a tournament",
)
async def cancel(
    tournament_id: TournamentId, organisers: OrganisersDep, tournaments: TournamentsDep, visitor: CurrentVisitor
) -> Response:
    """Cancel a tournament. Games in progress continue, and count for ratings."""
    player = await visitor.account()
    await organisers.cancel(player, tournament_id)
    return send_json(await tournaments.view(tournament_id, player))


@organisers_router.post(
    "/{tournament_id}/adjudicate",
    response_class=Response,
    responses=json_response(
        TournamentView, "The tournament.", **{**ACTION, **BODY, "e404": "There is no such tournament or game."}
    ),
    openapi_extra=json_body(Adjudication),
    summary="Decide the result of a game",
)
async def adjudicate(
    tournament_id: TournamentId,
    body: AdjudicationBody,
    organisers: OrganisersDep,
    tournaments: TournamentsDep,
    visitor: CurrentVisitor,
) -> Response:
    """Decide the result of a game, which ends if it still runs. In a knockout, until the next round begins."""
    player = await visitor.account()
    await organisers.adjudicate(player, tournament_id, body.game, body.result)
    return send_json(await tournaments.view(tournament_id, player))


@organisers_router.post(
    "/{tournament_id}/forfeit",
    response_class=Response,
    responses=json_response(
        TournamentView, "The tournament.", **{**ACTION, **BODY, "e404": "There is no such tournament or player."}
    ),
    openapi_extra=json_body(TournamentForfeit),
    summary="Let a player lose the game in progress",
)
async def forfeit(
    tournament_id: TournamentId,
    body: ForfeitBody,
    organisers: OrganisersDep,
    tournaments: TournamentsDep,
    visitor: CurrentVisitor,
) -> Response:
    """Let a player lose the game in progress."""
    player = await visitor.account()
    await organisers.forfeit(player, tournament_id, body.name)
    return send_json(await tournaments.view(tournament_id, player))


@organisers_router.post(
    "/{tournament_id}/remove",
    response_class=Response,
    responses=json_response(
        TournamentView, "The tournament.", **{**ACTION, **BODY, "e404": "There is no such tournament or player."}
    ),
    openapi_extra=json_body(TournamentRemoval),
    summary="Remove a player",
)
async def remove(
    tournament_id: TournamentId,
    body: RemovalBody,
    organisers: OrganisersDep,
    tournaments: TournamentsDep,
    visitor: CurrentVisitor,
) -> Response:
    """Remove a player, who loses the game in progress and cannot return."""
    player = await visitor.account()
    await organisers.remove(player, tournament_id, body.name, body.reason)
    return send_json(await tournaments.view(tournament_id, player))
