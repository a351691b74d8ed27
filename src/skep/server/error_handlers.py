"""Error handlers: every error response of the REST API is a Problem with one sentence."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping

from fastapi import APIRouter, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException as StarletteHTTPException

from skep.archive import ArchiveFull, ArchiveUnavailable
from skep.notation.characters import replace_unsafe
from skep.server.accounts.quotas import TooManyGames
from skep.server.engines.executor import ExecutorFull, TooManyJobs
from skep.server.http.abuse_log import abuse_log
from skep.server.http.problem_error import ProblemError
from skep.server.http.services import client_address
from skep.server.play.rooms import UnknownGame
from skep.server.store.records import StoreNotWritable, StoreOverloaded, StoreUnavailable
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

    @app.exception_handler(ProblemError)
    async def problem(_request: Request, error: ProblemError) -> Response:
        return _problem(error.status, str(error), error.headers, code=error.code, fields=error.fields)

    @app.exception_handler(UnknownGame)
    async def unknown_game(_request: Request, _error: UnknownGame) -> Response:
        return _problem(404, "Game not found.")

    @app.exception_handler(ArchiveUnavailable)
    @app.exception_handler(StoreUnavailable)
    async def unavailable(_request: Request, error: Exception) -> Response:
        log.warning("the database is unavailable: %s", error)
        return _problem(503, "The server cannot reach its database. Try again in a moment.")

    @app.exception_handler(ExecutorFull)
    @app.exception_handler(StoreOverloaded)
    async def overload(_request: Request, _error: Exception) -> Response:
        return _problem(503, "The server is overloaded. Try again in a moment.")

    @app.exception_handler(StoreNotWritable)
    async def not_writable(_request: Request, _error: Exception) -> Response:
        return _problem(503, "The server cannot store anything at the moment, so nothing was changed. Try again later.")

    @app.exception_handler(Exception)
    async def unexpected_error(_request: Request, _error: Exception) -> Response:
        return _problem(500, "Something went wrong. The server has logged the error.")

    _add_handlers_of_limits(app)


def _add_handlers_of_limits(app: FastAPI) -> None:
    """Say which limit was reached, and when to try again."""

    @app.exception_handler(TooMuchWork)
    async def too_much_work(_request: Request, error: TooMuchWork) -> Response:
        return _problem(429, str(error), {"Retry-After": error.retry_after})

    @app.exception_handler(TooManyJobs)
    async def too_many_jobs(request: Request, _error: TooManyJobs) -> Response:
        abuse_log.warn(client_address(request), "too many simultaneous requests for long work")
        return _problem(429, "Too many simultaneous requests from your address. Try again in a moment.")

    @app.exception_handler(TooManyGames)
    async def too_many_games(request: Request, error: TooManyGames) -> Response:
        if error.retry_after is None:
            abuse_log.warn(client_address(request), f"409 {error.code}")
            return _problem(409, str(error), code=error.code)
        return _problem(429, str(error), {"Retry-After": error.retry_after})

    @app.exception_handler(ArchiveFull)
    async def archive_full(_request: Request, error: ArchiveFull) -> Response:
        log.warning("%s", error)
        return _problem(507, "The server has no space left for studies and reviews.")


def _problem(
    status: int,
    detail: str,
    headers: Mapping[str, str] | None = None,
    *,
    code: str | None = None,
    fields: Mapping[str, str | float] | None = None,
) -> Response:
    retry = {"Retry-After": "5"} if status in (429, 503) else {}
    safe = replace_unsafe(detail)
    content = {"detail": safe} if code is None else {"detail": safe, "code": code, **(fields or {})}
    return JSONResponse(content, status, headers={**retry, **(headers or {}), "Cache-Control": "no-store"})


def _allowed_methods(routers: Iterable[APIRouter], path: str) -> str:
    """Return the methods of a path as the Allow header lists them."""
    routes = [route for router in routers for route in router.routes]
    found = [route for route in routes if isinstance(route, APIRoute) and route.path_regex.match(path)]
    return ", ".join(sorted({method for route in found for method in route.methods or ()})) or "GET"
