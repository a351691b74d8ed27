"""The application: every part of the server, put together explicitly."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, Final

from fastapi import FastAPI
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.types import ASGIApp

from skep import __version__
from skep.archive import Archive
from skep.i18n import find_language
from skep.server.accounts.account_routes import account_router
from skep.server.accounts.networks import GuestNetworks
from skep.server.accounts.player_data import DATA_LIMITS
from skep.server.accounts.quotas import GameQuota
from skep.server.accounts.routes import accounts_router
from skep.server.accounts.secrets import Links, Tokens
from skep.server.accounts.security_routes import security_router
from skep.server.accounts.services import AccountHooks, AccountServices
from skep.server.accounts.visitor import Guests
from skep.server.admin.reach import ReachService, reach_router
from skep.server.admin.routes import HealthCheck, admin_router
from skep.server.engines.kernel_gate import KernelGate
from skep.server.engines.pool import EnginePool
from skep.server.error_handlers import add_error_handlers
from skep.server.http.api_page import add_api_page
from skep.server.http.client_limits import ClientLimits
from skep.server.http.disconnects import IgnoreDisconnects
from skep.server.http.docs_site import docs_routes
from skep.server.http.lan import LanSwitch
from skep.server.http.pages import page_routes
from skep.server.http.preview_tags import LinkPreview
from skep.server.http.request_limits import RequestLimits
from skep.server.http.security import SecurityMiddleware
from skep.server.lobby.invitations import Invitations
from skep.server.lobby.lobby import Lobby
from skep.server.lobby.routes import lobby_router
from skep.server.play.chat import Chat
from skep.server.play.clients import Clients
from skep.server.play.coach.coach import Coach
from skep.server.play.commands import Commands
from skep.server.play.computer_player import ComputerPlayer
from skep.server.play.departures import leave_games
from skep.server.play.expiry import Expiry
from skep.server.play.fair_play import FairPlay
from skep.server.play.rooms import Rooms
from skep.server.play.watchdog import ClockWatchdog
from skep.server.previews.previews import LinkPreviews
from skep.server.previews.routes import preview_router
from skep.server.realtime.bus import Bus, open_bus
from skep.server.realtime.connection import SocketEndpoint
from skep.server.realtime.limit_exchange import LimitExchange
from skep.server.realtime.player_channels import PlayerChannels
from skep.server.realtime.session_sockets import SessionSockets
from skep.server.schemas.openapi import OPENAPI_SCHEMAS
from skep.server.school.routes import school_router
from skep.server.sessions import COSTS, Handlers
from skep.server.settings import Settings
from skep.server.store import SqlStore
from skep.server.store.records import Store
from skep.server.study.analysis_limits import AnalysisLimits
from skep.server.study.archive_routes import archive_router
from skep.server.study.bodies import BODY_LIMITS, FILE_PATHS
from skep.server.study.review_routes import review_router
from skep.server.study.routes import router as study_router
from skep.server.study.services import StudyServices
from skep.server.study.study import StudyContext

__all__ = ["SOCKET_PATH", "api_description", "make_app"]

log = logging.getLogger("skep.server")

SOCKET_PATH: Final = "/api/socket"
_DESCRIPTION: Final = (
    "Create games of Hive, take seats, list and download games. Live play uses a WebSocket at /api/socket, whose "
    "messages are JSON.\n\n"
    "A browser is identified by a cookie that GET /api/me sets. Requests that change something must come from the "
    "server's own pages or from outside a browser, with a body of type application/json. Errors are a Problem."
)

_ROUTERS: Final = (
    admin_router,
    reach_router,
    accounts_router,
    account_router,
    security_router,
    lobby_router,
    study_router,
    archive_router,
    review_router,
    school_router,
    preview_router,
)

_PATHS_WITHOUT_KERNEL: Final = frozenset(
    {"/api/health", "/api/health/live", "/api/me", "/api/reach", "/api/openapi.json", "/api/docs", "/api/docs.css"}
)
"""Paths that are served while the kernel is being compiled."""

OpenStore = Callable[[Settings], Awaitable[Store]]


async def _open_store(settings: Settings) -> Store:
    return await SqlStore.open(settings.database)


def make_app(
    settings: Settings,
    *,
    open_store: OpenStore = _open_store,
    bus: Bus | None = None,
    gate: KernelGate | None = None,
    lan: LanSwitch | None = None,
) -> ASGIApp:
    """Return the application for some settings. Tests pass another store; a local server passes ``lan``."""
    limits = _limits(settings)
    socket = SocketEndpoint(None if limits is None else limits.messages, COSTS)
    gate = KernelGate() if gate is None else gate
    previews: LinkPreviews | None = None

    async def find_preview(request: Request) -> LinkPreview | None:
        language = find_language(request.headers.get("accept-language", "")[:2].lower())
        return None if previews is None else await previews.find(request.url.path, language)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        nonlocal previews
        store = await open_store(settings)
        archive = await asyncio.to_thread(Archive.open, settings.archive_url)
        rooms = Rooms(store, bus if bus is not None else open_bus(settings.redis), Links(await store.key()))
        pool = EnginePool(settings.engine_threads)
        networks = GuestNetworks()
        clients = Clients(networks)
        coach = Coach(rooms, pool, clients)
        computer = ComputerPlayer(rooms, pool, settings, before_reply=coach.wait_for_player, clients=clients)
        rooms.hooks += (coach.on_event, computer.on_event)
        watchdog = ClockWatchdog(rooms, store)
        health = HealthCheck(store, gate)
        fair_play = FairPlay(rooms, enabled=not settings.local)
        rooms.clock_hooks.append(fair_play.on_event)
        analysis_limits = None if settings.local else AnalysisLimits()
        analysis = StudyContext(pool, settings.analysis_seconds, limits=analysis_limits, fair_play=fair_play)
        study = StudyServices(archive, store, pool, settings, limits)
        quota = GameQuota(store, None if limits is None else limits.games)
        exchange = LimitExchange(limits or (), rooms.bus)
        channels = PlayerChannels(rooms.bus)
        lobby = Lobby(rooms, quota, computer)
        sockets = SessionSockets(rooms.bus)
        hooks = AccountHooks(
            on_rename=(lobby.show_name,),
            before_deletion=(partial(leave_games, rooms),),
            after_deletion=(lobby.show_name,),
        )
        accounts = AccountServices(store, sockets, limits, origins=settings.origins, hooks=hooks)
        expiry = Expiry(
            rooms,
            store,
            invitation_days=settings.keep_invitations,
            idle_days=settings.keep_idle_games,
            others=(accounts.sessions.delete_expired,),
        )

        async def resume_games() -> None:
            await watchdog.open()
            study.open()
            if not settings.local:
                expiry.open()

        try:
            await rooms.open()
            await exchange.open()
            await channels.open()
            await sockets.open()
            accounts.sessions.open()
            await gate.open(resume_games)
            app.state.services = {
                HealthCheck: health,
                ReachService: ReachService(lan, local=settings.local),
                Guests: Guests(store, quota, Tokens(rooms.links.key), networks, on_use=accounts.sessions.note_use),
                **accounts.by_class(),
                Lobby: lobby,
                Invitations: Invitations(rooms),
                StudyServices: study,
                FairPlay: fair_play,
            }
            commands, chat = Commands(rooms, quota), Chat(rooms)
            handlers = Handlers(rooms, commands, chat, coach, analysis, limits, networks, channels, sockets)
            socket.open_session = handlers.open_session
            previews = LinkPreviews(store, study)
            yield
        finally:
            previews = socket.open_session = None
            app.state.services = None
            resumed = await gate.close()
            await expiry.close()
            await accounts.sessions.close()
            await exchange.close()
            await study.close()
            await analysis.close()
            pool.close()
            if resumed:
                await watchdog.close()
            await rooms.close()
            await health.close()
            await store.close()

    api, page = _make_api(lifespan), Starlette(routes=[*docs_routes(), *page_routes(find_preview=find_preview)])
    site = SecurityMiddleware(
        gate.guard(api, exempt=_PATHS_WITHOUT_KERNEL),
        page,
        gate.guard(socket),
        socket_path=SOCKET_PATH,
        origins=settings.origins,
        hosts=settings.hosts,
        limits={**BODY_LIMITS, **DATA_LIMITS},
        files=FILE_PATHS,
        local=settings.local,
        lan=() if lan is None else lan.hosts,
    )
    limited = RequestLimits(
        site, per_address=settings.connections_per_address, rate=settings.request_rate, exempts_loopback=settings.local
    )
    return IgnoreDisconnects(limited)


def _limits(settings: Settings) -> ClientLimits | None:
    """Return the limits of clients; a local server has none."""
    if settings.local:
        return None
    return ClientLimits(
        message_rate=settings.message_rate,
        games_per_hour=settings.games_per_hour,
        study_rate=settings.study_rate,
        sign_ins_per_hour=settings.sign_ins_per_hour,
    )


def api_description() -> dict[str, Any]:
    """Return the OpenAPI description of the REST API."""
    return _make_api(None).openapi()


def _make_api(lifespan: Any) -> FastAPI:
    app = FastAPI(
        title="skep",
        version=__version__,
        description=_DESCRIPTION,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        license_info={"name": "MIT"},
    )
    for router in _ROUTERS:
        app.include_router(router)
    _add_schemas(app)
    add_error_handlers(app, _ROUTERS)
    add_api_page(app)
    return app


def _add_schemas(app: FastAPI) -> None:
    """Add the schemas to the description; FastAPI knows only pydantic's models."""
    openapi = app.openapi

    def with_schemas() -> dict[str, Any]:
        description = openapi()
        description.setdefault("components", {}).setdefault("schemas", {}).update(OPENAPI_SCHEMAS)
        return description

    app.openapi = with_schemas  # type: ignore[method-assign]
