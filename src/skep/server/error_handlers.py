"""Error handlers: every error response of the REST API is a Problem with one sentence."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping

from fastapi import APIRouter, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException as StarletteHTTPException

from skep.archive import ArchiveUnavailable
from skep.server.engines.executor import ExecutorFull
from skep.server.play.rooms import UnknownGame
from skep.server.store.records import StoreOverloaded, StoreUnavailable
from skep.server.study.services import TooMuchWork

__all__ = ["add_error_handlers"]

log = logging.getLogger("skep.server")


def add_error_handlers(app: FastAPI, routers: Iterable[APIRouter]) -> None:
    """Turn exceptions into responses that say what is wrong and what to do."""

    @app.exception_handler(StarletteHTTPException)
    async def http_error(request: Request, error: StarletteHTTPException) -> Response:
        if error.status_code == 405:
            return _problem(405, "Method not allowed.", {"Allow": _allowed_methods(routers, request.url.path)})
        return _problem(error.status_code, str(error.detail), error.headers)

    @app.exception_handler(RequestValidationError)
    async def invalid(_request: Request, error: RequestValidationError) -> Response:
        errors = [f"{'.'.join(str(part) for part in one['loc'])}: {one['msg']}" for one in error.errors()[:5]]
        return _problem(422, "; ".join(errors)[:500])

    @app.exception_handler(UnknownGame)
    async def unknown_game(_request: Request, _error: UnknownGame) -> Response:
        return _problem(404, "Game not found.")

    @app.exception_handler(TooMuchWork)
    async def too_much_work(_request: Request, _error: TooMuchWork) -> Response:
        return _problem(429, "Too much work from this address. Try again in a minute.")

    @app.exception_handler(ArchiveUnavailable)
    @app.exception_handler(StoreUnavailable)
    async def unavailable(_request: Request, error: Exception) -> Response:
        log.warning("the database is unavailable: %s", error)
        return _problem(503, "The server cannot reach its database. Try again in a moment.")

    @app.exception_handler(ExecutorFull)
    @app.exception_handler(StoreOverloaded)
    async def overloaded(_request: Request, _error: Exception) -> Response:
        return _problem(503, "The server is overloaded. Try again in a moment.")

    @app.exception_handler(Exception)
    async def failed(_request: Request, _error: Exception) -> Response:
        return _problem(500, "Something went wrong. The server has logged the error.")


def _problem(status: int, detail: str, headers: Mapping[str, str] | None = None) -> Response:
    retry = {"Retry-After": "5"} if status in (429, 503) else {}
    return JSONResponse({"detail": detail}, status, headers={**(headers or {}), **retry, "Cache-Control": "no-store"})


def _allowed_methods(routers: Iterable[APIRouter], path: str) -> str:
    """Return the methods of a path as the Allow header lists them."""
    routes = [route for router in routers for route in router.routes]
    found = [route for route in routes if isinstance(route, APIRoute) and route.path_regex.match(path)]
    return ", ".join(sorted({method for route in found for method in route.methods or ()})) or "GET"
