"""Services: the objects that routes work with, provided as FastAPI dependencies while the server runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

from fastapi import HTTPException, Request

__all__ = ["client_address", "provided"]

_Service = TypeVar("_Service")


def provided(kind: type[_Service]) -> Callable[[Request], _Service]:
    """Return a dependency that finds the service of this class.

    The application sets ``app.state.services``, a mapping from classes to objects, while it runs.
    """

    def find(request: Request) -> _Service:
        services: dict[type, object] | None = getattr(request.app.state, "services", None)
        if services is None:
            raise HTTPException(503, "The server is starting or stopping. Try again in a moment.")
        return cast("_Service", services[kind])

    return find


def client_address(request: Request) -> str:
    """Return the address of the client, for rate limits."""
    return request.client.host if request.client else ""
