"""The application: the REST API, the page and the socket, behind the checks and limits of every request."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import Any, Final

from fastapi import Depends, FastAPI
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from skep import __version__
from skep.i18n import find_language
from skep.server.accounts.account_routes import account_router
from skep.server.accounts.adoption_routes import adoption_router
from skep.server.accounts.player_data import DATA_LIMITS
from skep.server.accounts.routes import accounts_router
from skep.server.accounts.security_routes import security_router
from skep.server.admin.drain import Drain
from skep.server.admin.reach import reach_router
from skep.server.admin.routes import admin_router
from skep.server.api_access.access import find_access
from skep.server.api_access.metadata import metadata_routes
from skep.server.api_access.oauth_routes import OAUTH_BODIES, oauth_router
from skep.server.api_access.token_routes import TOKEN_BODIES, token_router
from skep.server.bots.challenge_routes import bot_challenges_router
from skep.server.bots.errors import LichessErrors
from skep.server.bots.game_routes import bot_games_router
from skep.server.bots.routes import account_router as bot_account_router
from skep.server.bots.routes import bots_router
from skep.server.engines.executor import working_for
from skep.server.engines.kernel_gate import KernelGate
from skep.server.error_handlers import add_error_handlers
from skep.server.http.api_examples import add_examples
from skep.server.http.api_page import add_api_page
from skep.server.http.buckets import network_of
from skep.server.http.client_limits import ClientLimits
from skep.server.http.disconnects import IgnoreDisconnects
from skep.server.http.docs_site import docs_routes
from skep.server.http.lan import LanSwitch
from skep.server.http.origins import is_loopback
from skep.server.http.pages import page_routes
from skep.server.http.preview_tags import LinkPreview
from skep.server.http.proxies import TrustedProxies
from skep.server.http.request_ids import RequestIds
from skep.server.http.request_limits import RequestLimits
from skep.server.http.security import SecurityMiddleware
from skep.server.http.services import Services, WithServices
from skep.server.lobby.challenge_routes import challenges_router
from skep.server.lobby.routes import lobby_router
from skep.server.lobby.seek_routes import seeks_router
from skep.server.metrics import NO_METRICS, Metrics
from skep.server.metrics.prometheus import PrometheusMetrics
from skep.server.moderation.moderator_routes import moderator_router
from skep.server.moderation.routes import moderation_router
from skep.server.notifications.routes import notifications_router
from skep.server.parts import Environment, OpenStore, Parts
from skep.server.play.daily_routes import daily_router
from skep.server.previews.previews import LinkPreviews
from skep.server.previews.routes import preview_router
from skep.server.profiles.routes import profile_router
from skep.server.public_data.dump_routes import dump_page_routes, dump_router
from skep.server.public_data.embed import embed_routes
from skep.server.public_data.picture_routes import picture_router
from skep.server.public_data.routes import public_data_router
from skep.server.realtime.bus import Bus
from skep.server.realtime.connection import SocketEndpoint
from skep.server.schemas.openapi import openapi_schemas
from skep.server.school.routes import school_router
from skep.server.sessions import COSTS, PATIENT
from skep.server.settings import Settings
from skep.server.shared_studies.routes import shared_studies_router
from skep.server.study.archive_routes import archive_router
from skep.server.study.bodies import BODY_LIMITS, FILE_PATHS
from skep.server.study.review_routes import review_router
from skep.server.study.routes import router as study_router
from skep.server.study.signal_routes import signal_router
from skep.server.teams.member_routes import team_members_router
from skep.server.teams.routes import teams_router
from skep.server.tournaments.organiser_routes import organisers_router
from skep.server.tournaments.routes import tournaments_router

__all__ = ["SOCKET_PATH", "api_description", "make_app"]

log = logging.getLogger("skep.server")

SOCKET_PATH: Final = "/api/socket"
_DESCRIPTION: Final = (
    "Create games of Hive, take seats, list and download games. Live play uses a WebSocket at /api/socket, whose "
    "messages are JSON.\n\n"
    "A browser is identified by a cookie that GET /api/me sets. Requests that change something must come from the "
    "server's own pages or from outside a browser, with a body of type application/json. A program sends a "
    "token in the header Authorization: Bearer instead. Errors are a Problem."
)

_ROUTERS: Final = (
    public_data_router,  # first, because its paths are more specific than those of games and puzzles
    admin_router,
    reach_router,
    accounts_router,
    profile_router,
    moderation_router,
    moderator_router,
    signal_router,
    bot_account_router,
    bots_router,
    bot_games_router,
    bot_challenges_router,
    account_router,
    adoption_router,
    security_router,
    token_router,
    oauth_router,
    lobby_router,
    challenges_router,
    seeks_router,
    study_router,
    shared_studies_router,
    archive_router,
    review_router,
    school_router,
    preview_router,
    notifications_router,
    daily_router,
    tournaments_router,
    organisers_router,
    teams_router,
    team_members_router,
    dump_router,
    picture_router,
)

_PATHS_WITHOUT_KERNEL: Final = frozenset(
    {"/api/health", "/api/health/live", "/api/me", "/api/reach", "/api/openapi.json", "/api/docs", "/api/docs.css"}
)
"""Paths that are served while the kernel is being compiled."""

_OPEN_BODIES: Final = {**TOKEN_BODIES, **OAUTH_BODIES}
"""The paths that use no cookies and take bodies other than JSON, and the maximum sizes of these."""


def make_app(
    settings: Settings,
    *,
    open_store: OpenStore | None = None,
    bus: Bus | None = None,
    gate: KernelGate | None = None,
    lan: LanSwitch | None = None,
    metrics: Metrics | None = None,
) -> ASGIApp:
    """Return the application for some settings. Tests pass another store; a local server passes ``lan``."""
    if metrics is None:
        metrics = PrometheusMetrics() if settings.metrics else NO_METRICS
    given = Environment(
        settings=settings,
        gate=KernelGate() if gate is None else gate,
        drain=Drain(settings.drain_seconds),
        metrics=metrics,
        limits=_limits(settings),
        lan=lan,
        bus=bus,
        open_store=open_store,
    )
    limit = None if given.limits is None else given.limits.messages
    socket = SocketEndpoint(limit, COSTS, patient=PATIENT, metrics=metrics)
    previews: LinkPreviews | None = None

    async def find_preview(request: Request) -> LinkPreview | None:
        language = find_language(request.headers.get("accept-language", "")[:2].lower())
        return None if previews is None else await previews.find(request.url.path, language)

    @asynccontextmanager
    async def run() -> AsyncIterator[Services]:
        nonlocal previews
        given.drain.open()
        parts = await Parts.make(given)
        try:
            await parts.open()
            socket.open_session = parts.handlers.open_session
            previews = parts.previews
            yield parts.services()
        finally:
            previews = socket.open_session = None
            await parts.close()

    folder = None if settings.dumps is None else Path(settings.dumps)
    own_pages = (*docs_routes(), *metadata_routes(), *dump_page_routes(folder), *embed_routes())
    page = Starlette(routes=[*own_pages, *page_routes(find_preview=find_preview)])
    return _protect(WithServices(_shared_api(), run), page, socket, given)


def _protect(api: ASGIApp, page: ASGIApp, socket: ASGIApp, given: Environment) -> ASGIApp:
    """Return the whole site behind its checks and limits."""
    settings, gate = given.settings, given.gate
    site = SecurityMiddleware(
        gate.guard(api, exempt=_PATHS_WITHOUT_KERNEL),
        page,
        gate.guard(socket),
        socket_path=SOCKET_PATH,
        origins=settings.origins,
        hosts=settings.hosts,
        limits={**BODY_LIMITS, **DATA_LIMITS, **_OPEN_BODIES},
        files={*FILE_PATHS, *_OPEN_BODIES},
        open_paths=_OPEN_BODIES,
        local=settings.local,
        lan=() if given.lan is None else given.lan.hosts,
    )
    limited = RequestLimits(
        _sharing_threads(site, local=settings.local),
        per_address=settings.connections_per_address,
        rate=settings.request_rate,
        exempts_loopback=settings.local,
    )
    return _behind_proxy(IgnoreDisconnects(LichessErrors(limited)), settings.proxy, given.metrics)


def _sharing_threads(app: ASGIApp, *, local: bool) -> ASGIApp:
    """Return an application whose threads no network can occupy alone, except for the machine of a local server."""

    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        client = scope.get("client")
        is_exempt = client is None or (local and is_loopback(client[0]))
        with working_for("" if client is None or is_exempt else network_of(client[0])):
            await app(scope, receive, send)

    return serve


def _behind_proxy(app: ASGIApp, proxy: str | None, metrics: Metrics) -> ASGIApp:
    """Return an application that gives requests an id, and takes addresses from the headers of trusted proxies."""
    if proxy is not None:
        # inside of the ids, which need the address of the proxy
        app = ProxyHeadersMiddleware(app, trusted_hosts=proxy)  # type: ignore[arg-type, assignment]
    return RequestIds(app, proxies=TrustedProxies(proxy), metrics=metrics)


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
    return _shared_api().openapi()


@cache
def _shared_api() -> FastAPI:
    """Return the REST API of all applications of this process; FastAPI needs 0.5 s to prepare its routes."""
    return _make_api()


def _make_api() -> FastAPI:
    app = FastAPI(
        title="skep",
        version=__version__,
        description=_DESCRIPTION,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        license_info={"name": "MIT"},
        # a request that shows a token has to show a valid one, whether or not its route needs it
        dependencies=[Depends(find_access)],
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
        description.setdefault("components", {}).setdefault("schemas", {}).update(openapi_schemas())
        add_examples(description)
        return description

    app.openapi = with_schemas  # type: ignore[method-assign]
