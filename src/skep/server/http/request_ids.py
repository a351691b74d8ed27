"""The id of each request and socket, which is in every line of the log that is written while it is handled."""

from __future__ import annotations

import logging
import re
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from skep.server.http.proxies import TrustedProxies
from skep.server.metrics import NO_METRICS, Metrics

__all__ = ["HEADER", "RequestIds", "current_request", "request_context"]

log = logging.getLogger("skep.server")

HEADER: Final = "X-Request-ID"
_VALID: Final = re.compile(r"[A-Za-z0-9._-]{8,64}")
_METHODS: Final = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))
_NO_RESPONSE: Final = 499
"""The status that is counted if a client leaves before its response, as in nginx."""

_current: ContextVar[str | None] = ContextVar("skep_request", default=None)


def current_request() -> str | None:
    """Return the id of the request or socket that is being handled, or None."""
    return _current.get()


@contextmanager
def request_context(id_: str | None) -> Iterator[None]:
    """Use an id for the log, in code that runs outside of the request's task."""
    token = _current.set(id_)
    try:
        yield
    finally:
        _current.reset(token)


class RequestIds:
    """Outermost ASGI middleware: gives each request an id, returns it as a header, and measures the request.

    The id of a trusted proxy is used, so that its log and ours agree. Any other client would choose what is in the log.
    """

    def __init__(self, app: ASGIApp, *, proxies: TrustedProxies, metrics: Metrics = NO_METRICS) -> None:
        self._app = app
        self._proxies = proxies
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request or a socket."""
        if scope["type"] == "http":
            with request_context(self._id_of(scope)):
                await self._answer(scope, receive, send)
        elif scope["type"] == "websocket":
            with request_context(f"socket-{self._id_of(scope)}"):
                await self._app(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    def _id_of(self, scope: Scope) -> str:
        client = scope.get("client")
        if client is not None and client[0] in self._proxies:
            given = Headers(scope=scope).get(HEADER)
            if given is not None and _VALID.fullmatch(given):
                return given
        return secrets.token_hex(8)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        id_, status, began = current_request() or "", _NO_RESPONSE, time.monotonic()

        async def send_with_id(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)[HEADER] = id_
            await send(message)

        try:
            await self._app(scope, receive, send_with_id)
        except Exception:
            if status == _NO_RESPONSE:
                raise
            # uvicorn would log it without the id
            log.exception("%s %s failed", scope["method"], _route_of(scope))
        finally:
            method = scope["method"] if scope["method"] in _METHODS else "other"
            self._metrics.request(_route_of(scope), method, status, time.monotonic() - began)


def _route_of(scope: Scope) -> str:
    """Return the pattern of a path, so that the number of different values is small."""
    if not scope["path"].startswith("/api/"):
        return "page"
    pattern = getattr(scope.get("route"), "path", None)
    return pattern if isinstance(pattern, str) else "unknown"
