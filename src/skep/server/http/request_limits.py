"""Limits per address: requests per second, and simultaneous requests, sockets and uploads."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from skep.server.http.abuse_log import abuse_log
from skep.server.http.address_counter import AddressCounter
from skep.server.http.bodies import declared_length
from skep.server.http.buckets import AddressBuckets
from skep.server.http.origins import is_loopback
from skep.server.http.security import security_headers

__all__ = ["RequestLimits"]

_BURST_SECONDS: Final = 2.0
"""Seconds of the allowance of requests that an address can use in one burst."""
_FILES_PER_REQUEST: Final = 2.0
_FILE_BURST_SECONDS: Final = 10.0
"""The allowance for files of the page, of which a visitor loads dozens at once, relative to that for requests."""
_LARGE: Final = 65_536
"""Bytes from which a request's body counts as an upload."""
_UNKNOWN: Final = 8 * 1024 * 1024
"""The size that is assumed for a body without a declared length: the longest that is accepted."""
_UPLOADS_PER_ADDRESS: Final = 4
_UPLOADED_BYTES: Final = 128 * 1024 * 1024
"""The declared bytes of all uploads together, because they are kept in memory until they are complete."""


_REFUSAL_HEADERS: Final = {"Retry-After": "5", "Connection": "close"}
"""A client that is refused has to connect again, which has a limit of its own."""


class RequestLimits:
    """ASGI middleware that bounds what is being served for each address.

    Behind a trusted proxy the address is the forwarded one, so this also limits the connections that a client has to
    the proxy.
    """

    def __init__(
        self,
        app: ASGIApp,
        *,
        per_address: int,
        rate: float = 0.0,
        exempts_loopback: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """``per_address`` is the maximum number of simultaneous requests and sockets of an address; 0 for no limit.

        ``rate`` is the maximum number of requests per second, in the long run; 0 for no limit. The machine itself has
        no limits if ``exempts_loopback`` is true.
        """
        self._app = app
        self._per_address = per_address
        self._rate = rate
        self._exempts_loopback = exempts_loopback
        self._clock = clock
        self._requests = AddressBuckets(rate=rate, burst=rate * _BURST_SECONDS)
        self._files = AddressBuckets(rate=rate * _FILES_PER_REQUEST, burst=rate * _FILE_BURST_SECONDS)
        self._open = AddressCounter()
        self._uploads = AddressCounter()
        self._uploaded_bytes = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request unless the address has too many."""
        client = scope.get("client")
        is_exempt = client is None or (self._exempts_loopback and is_loopback(client[0]))
        if scope["type"] not in ("http", "websocket") or client is None or is_exempt:
            await self._app(scope, receive, send)
            return
        address: str = client[0]
        if self._per_address and self._open.has(address, self._per_address):
            await _refuse(scope, receive, send, address, "too many simultaneous requests")
            return
        if self._rate and scope["type"] == "http":
            buckets = self._requests if scope["path"].startswith("/api/") else self._files
            if not buckets.take_of_address(address, now=self._clock()):
                await _refuse(scope, receive, send, address, "too many requests")
                return
        self._open.add(address)
        try:
            size = 0 if scope["type"] == "websocket" else _body_size(Headers(scope=scope))
            if size < _LARGE:
                await self._app(scope, receive, send)
            else:
                await self._upload(scope, receive, send, address=address, size=size)
        finally:
            self._open.remove(address)

    async def _upload(self, scope: Scope, receive: Receive, send: Send, *, address: str, size: int) -> None:
        size = min(size, _UNKNOWN)
        too_many = self._uploads.has(address, _UPLOADS_PER_ADDRESS)
        if too_many or self._uploaded_bytes + size > _UPLOADED_BYTES:
            await _refuse(scope, receive, send, address, "too many simultaneous uploads", 429 if too_many else 503)
            return
        self._uploads.add(address)
        self._uploaded_bytes += size
        try:
            await self._app(scope, receive, send)
        finally:
            self._uploaded_bytes -= size
            self._uploads.remove(address)

    def __len__(self) -> int:
        return len(self._open)


def _body_size(headers: Headers) -> int:
    """Return the declared size of a body. The application rejects an invalid length."""
    if "transfer-encoding" in headers:
        return _UNKNOWN
    return declared_length(headers) or 0


async def _refuse(scope: Scope, receive: Receive, send: Send, address: str, why: str, status: int = 429) -> None:
    abuse_log.warn(address, why)
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1013})
        return
    detail = f"{why[0].upper()}{why[1:]}. Try again later."
    response = JSONResponse({"detail": detail}, status, {**security_headers(scope), **_REFUSAL_HEADERS})
    await response(scope, receive, send)
