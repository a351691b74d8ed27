"""The REST API of bots and of the accounts of programs, and the stream of an account's events."""

from __future__ import annotations

from typing import Annotated, Any, Final

import msgspec
from fastapi import APIRouter, Depends, Query, Request, Response

from skep.server.api_access.access import ACCESS, TOKEN, Scoped
from skep.server.bots.dependencies import (
    Address,
    BearerRoute,
    BotsDep,
    ContextDep,
    EventAccess,
    Player,
    Site,
    StreamsDep,
)
from skep.server.bots.event_stream import EventStream
from skep.server.bots.line_streams import NDJSON, stream_response
from skep.server.http.openapi import json_response, send_json
from skep.server.http.problems import CHANGES, problems
from skep.server.schemas.bots import Done, NowPlaying
from skep.server.store.records import Guest
from skep.server.study.dependencies import RateLimited, Services
from skep.server.study.services import StudyServices

__all__ = ["account_router", "bots_router", "lines_response"]

BotPlayer = Annotated[Guest, Depends(Scoped("bot:play"))]

_GAMES_PER_UNIT: Final = 50.0
"""Games that cost as much to list as one small request to the study."""
_BOTS_PER_UNIT: Final = 100.0
_STREAM_COST: Final = 2.0
"""The cost of a new stream of events, which begins with all running games."""
_encode: Final = msgspec.json.Encoder().encode


def lines_response(description: str, *names: str, **why: str) -> dict[int | str, dict[str, Any]]:
    """Describe a response of JSON lines that match one of some schemas, and the error responses of its route."""
    schemas = [{"$ref": f"#/components/schemas/{name}"} for name in names]
    return {**problems(**why), 200: {"description": description, "content": {NDJSON: {"schema": {"anyOf": schemas}}}}}


account_router = APIRouter(prefix="/api", route_class=BearerRoute)
"""Comes before the routes of the page with the same paths."""
bots_router = APIRouter(prefix="/api", tags=["bots"])


@account_router.get("/account", response_class=Response, include_in_schema=False)
async def account(bots: BotsDep, player: Player, site: Site) -> Response:
    """Return the account of the token."""
    return send_json(await bots.account(player, site))


@bots_router.get(
    "/account/playing",
    response_class=Response,
    responses=json_response(NowPlaying, "The games.", **TOKEN, e422="Not a number of games."),
    summary="List the games that the account plays",
)
async def playing(
    bots: BotsDep, player: Player, study: Services, address: Address, nb: Annotated[int, Query(ge=1, le=50)] = 9
) -> Response:
    """List the running games of the token's account, those in which it is its turn first."""
    study.charge(address, nb / _GAMES_PER_UNIT)
    return send_json(NowPlaying(now_playing=await bots.playing(player, nb)))


@bots_router.post(
    "/bot/account/upgrade",
    response_class=Response,
    responses=json_response(
        Done, "The account is a bot's.", **{**CHANGES, **ACCESS, "e400": "The account has already played."}
    ),
    summary="Turn the account into a bot's",
)
async def upgrade(bots: BotsDep, player: BotPlayer) -> Response:
    """Turn the account of the token into that of a bot, for good. It must not have played any game."""
    await bots.upgrade(player)
    return send_json(Done())


@bots_router.get(
    "/bot/online",
    response_class=Response,
    responses=lines_response("The bots, one per line.", "BotUser", e422="Not a number of bots.", e429=CHANGES["e429"]),
    summary="List the bots that are online",
)
async def online(
    bots: BotsDep, site: Site, study: Services, address: Address, nb: Annotated[int, Query(ge=1, le=300)] = 100
) -> Response:
    """List the bots whose programs follow their events, as JSON lines."""
    study.charge(address, nb / _BOTS_PER_UNIT)
    lines = [_encode(user) + b"\n" for user in await bots.online(nb, site)]
    return Response(b"".join(lines), media_type=NDJSON, headers={"Cache-Control": "no-store"})


@bots_router.get(
    "/stream/event",
    response_class=Response,
    responses=lines_response("The events, one per line.", "GameEvent", "ChallengeEvent", **ACCESS),
    summary="Follow the events of the account",
)
async def events(
    request: Request,
    streams: StreamsDep,
    context: ContextDep,
    access: EventAccess,
    site: Site,
    address: Address,
    _study: Annotated[StudyServices, Depends(RateLimited(_STREAM_COST))],
) -> Response:
    """Send the running games and the challenges of the token's account, and then what happens, until either side stops.

    The response is a stream of JSON lines, with an empty line every seven seconds without events. A new stream ends the
    one before. Games that ended while no program followed the events are sent too, some of them twice.
    """
    stream = EventStream(context, access, site, address)
    streams.add(stream)
    return stream_response(stream, request)
