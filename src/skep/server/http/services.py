"""Services: the objects that routes work with, provided as FastAPI dependencies while the server runs."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any, Final, TypeVar, cast

from fastapi import HTTPException, Request
from starlette.routing import Router
from starlette.types import ASGIApp, Receive, Scope, Send

__all__ = ["Services", "WithServices", "client_address", "provide"]

Services = dict[type, object]
"""The objects that routes work with, by their class."""

_KEY: Final = "skep.services"
_Service = TypeVar("_Service")


class WithServices:
    """Pass services to the routes of an API while a server runs.

    Several servers of a process can share one API, whose routes FastAPI prepares when they are first requested.
    """

    def __init__(self, api: ASGIApp, run: Callable[[], AbstractAsyncContextManager[Services]]) -> None:
        """``run`` opens and closes the services, for the lifespan of the server."""
        self._api = api
        self._run = run
        self._services: Services | None = None
        self._lifespan = Router(lifespan=self._provide)

    @asynccontextmanager
    async def _provide(self, _: Any) -> AsyncIterator[None]:
        async with self._run() as services:
            self._services = services
            try:
                yield
            finally:
                self._services = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._lifespan(scope, receive, send)
        else:
            # in place, because logs and metrics read the route that the API adds
            scope[_KEY] = self._services
            await self._api(scope, receive, send)


def provide(kind: type[_Service]) -> Callable[[Request], _Service]:
    """Return a dependency that finds the service of this class."""

    def find(request: Request) -> _Service:
        services: Services | None = request.scope.get(_KEY)
        if services is None:
            raise HTTPException(503, "The server is starting or stopping. Try again in a moment.")
        return cast("_Service", services[kind])

    return find


def client_address(request: Request) -> str:
    """Return the address of the client, for rate limits."""
    return request.client.host if request.client else ""
