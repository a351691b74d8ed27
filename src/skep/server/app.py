"""The application: everything put together, from the door to the store."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.applications import Starlette
from starlette.exceptions import HTTPException as StarletteHTTPException
from starlette.types import ASGIApp

from skep import __version__
from skep.archive import Archive, ArchiveUnavailable
from skep.board import Board
from skep.server.api_page import STYLE, api_page
from skep.server.bus import Bus, open_bus
from skep.server.computer import ComputerPool
from skep.server.help.coach import Coach
from skep.server.keeper import Keeper
from skep.server.limits import AddressLimits
from skep.server.lobby import Lobby
from skep.server.opponent import Opponent
from skep.server.pages import page_routes
from skep.server.records import Busy, Store, StoreDown
from skep.server.rest import GAME_SCHEMAS, Services, allowed_methods, router
from skep.server.rooms import Rooms, UnknownGame
from skep.server.school.models import SCHOOL_SCHEMAS
from skep.server.school.routes import school_router
from skep.server.secrets import Links
from skep.server.security import Door
from skep.server.settings import Settings
from skep.server.socket import Socket
from skep.server.store import SqlStore
from skep.server.study.archive_routes import archive_router
from skep.server.study.bodies import BODY_LIMITS, BODY_SCHEMAS, FILE_PATHS
from skep.server.study.library import Library, TooMuchWork
from skep.server.study.routes import router as study_router
from skep.server.study.study import Desk

__all__ = ["SOCKET_PATH", "api_description", "make_app"]

log = logging.getLogger("skep.server")

SOCKET_PATH: Final = "/api/socket"
_BURST: Final = 60.0
_DESCRIPTION: Final = (
    "Make games of Hive, take seats, list and download games. Live play goes over a WebSocket at /api/socket, "
    "whose messages are JSON.\n\n"
    "A browser is known by a cookie, which GET /api/me gives it. Requests that change something have to come from "
    "the server's own pages or from no browser, with a body of application/json. Errors are a Problem."
)

_ROUTERS: Final = (router, study_router, archive_router, school_router)

OpenStore = Callable[[Settings], Awaitable[Store]]


async def _open_store(settings: Settings) -> Store:
    return await SqlStore.open(settings.database)


def make_app(settings: Settings, *, open_store: OpenStore = _open_store, bus: Bus | None = None) -> ASGIApp:
    """The application for some settings; tests hand it another store."""
    socket = Socket(settings)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        Board()  # the kernel is ready before anybody waits for it
        store = await open_store(settings)
        archive = await asyncio.to_thread(Archive.open, settings.archive_url)
        rooms = Rooms(store, bus if bus is not None else open_bus(settings.redis), Links(await store.key()))
        pool = ComputerPool(settings.engine_threads)
        keeper = Keeper(rooms, store)
        desk = Desk(pool, settings.analysing)
        library = Library(archive, store, pool, settings)
        try:
            coach = Coach(rooms, pool)
            Opponent(rooms, pool, settings, hold=coach.hold)
            await rooms.open()
            await keeper.open()
            app.state.services = Services(
                store=store,
                rooms=rooms,
                lobby=Lobby(rooms),
                settings=settings,
                makers=AddressLimits(rate=settings.games_an_hour / 3600, burst=_BURST),
                library=library,
            )
            library.open()
            socket.rooms, socket.desk, socket.coach = rooms, desk, coach
            yield
        finally:
            socket.rooms = socket.desk = socket.coach = None
            app.state.services = None
            await library.close()
            await desk.close()
            pool.close()
            await keeper.close()
            await rooms.close()
            await store.close()

    api, page = _make_api(lifespan), Starlette(routes=page_routes())
    return Door(
        api,
        page,
        socket,
        socket_path=SOCKET_PATH,
        origins=settings.origins,
        limits=BODY_LIMITS,
        files=FILE_PATHS,
        local=settings.local,
    )


def api_description() -> dict[str, Any]:
    """The OpenAPI description of the REST part."""
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
    for part in _ROUTERS:
        app.include_router(part)
    _describe(app)
    _explain_errors(app)
    _add_docs(app)
    return app


def _describe(app: FastAPI) -> None:
    """Add the schemas of the game to the OpenAPI description."""
    plain = app.openapi

    def openapi() -> dict[str, Any]:
        description = plain()
        description["components"]["schemas"] |= GAME_SCHEMAS | BODY_SCHEMAS | SCHOOL_SCHEMAS
        return description

    app.openapi = openapi  # type: ignore[method-assign]


def _explain_errors(app: FastAPI) -> None:
    """Every error is a Problem with one sentence."""

    @app.exception_handler(StarletteHTTPException)
    async def problem(request: Request, error: StarletteHTTPException) -> Response:
        if error.status_code == 405:
            return _problem(405, "This cannot be done here.", {"Allow": allowed_methods(_ROUTERS, request.url.path)})
        return _problem(error.status_code, str(error.detail), error.headers)

    @app.exception_handler(RequestValidationError)
    async def invalid(_request: Request, error: RequestValidationError) -> Response:
        told = [f"{'.'.join(str(part) for part in one['loc'])}: {one['msg']}" for one in error.errors()[:5]]
        return _problem(422, "; ".join(told)[:500])

    @app.exception_handler(UnknownGame)
    async def unknown(_request: Request, _error: UnknownGame) -> Response:
        return _problem(404, "There is no such game.")

    @app.exception_handler(TooMuchWork)
    async def too_much(_request: Request, _error: TooMuchWork) -> Response:
        return _problem(429, "Too much work from this address: try again in a minute.")

    @app.exception_handler(ArchiveUnavailable)
    @app.exception_handler(StoreDown)
    async def down(_request: Request, error: Exception) -> Response:
        log.warning("the store does not answer: %s", error)
        return _problem(503, "The server cannot reach its database: try again in a moment.")

    @app.exception_handler(Busy)
    async def busy(_request: Request, _error: Busy) -> Response:
        return _problem(503, "The server has too much to do: try again in a moment.")

    @app.exception_handler(Exception)
    async def failed(_request: Request, _error: Exception) -> Response:
        return _problem(500, "Something went wrong here. It was written down in the server's log.")


def _problem(status: int, detail: str, headers: Any = None) -> Response:
    retry = {"Retry-After": "5"} if status in (429, 503) else {}
    return JSONResponse({"detail": detail}, status, headers={**(headers or {}), **retry, "Cache-Control": "no-store"})


def _add_docs(app: FastAPI) -> None:
    @app.get("/api/docs", include_in_schema=False)
    async def docs() -> Response:
        return HTMLResponse(api_page(app.openapi()))

    @app.get("/api/docs.css", include_in_schema=False)
    async def style() -> Response:
        return PlainTextResponse(STYLE, media_type="text/css")
