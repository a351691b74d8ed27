"""Security headers, origin checks and limits on request sizes, in one outermost middleware."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping
from types import MappingProxyType
from typing import Final

from fastapi import HTTPException
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["BODY_LIMIT", "CONTENT_POLICY", "SecurityMiddleware", "allows_origin", "content_policy"]

BODY_LIMIT: Final = 16_384
"""Maximum size of a request body in bytes, unless its path allows more."""

_DIRECTIVES: Final = {
    "default-src": "'none'",
    "script-src": "'self'",
    "worker-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "form-action": "'none'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
}


def content_policy(changes: Mapping[str, str] = MappingProxyType({})) -> str:
    """Return the content security policy, with other values for some directives."""
    return "; ".join(f"{name} {value}" for name, value in {**_DIRECTIVES, **changes}.items())


CONTENT_POLICY: Final = content_policy()
_HEADERS: Final = {
    "Content-Security-Policy": CONTENT_POLICY,
    "X-Content-Type-Options": "nosniff",
    # never send links with secrets to another site
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Frame-Options": "DENY",
}
_LOCAL: Final = re.compile(r"(localhost|127\.0\.0\.1|\[::1\])(:\d+)?", re.IGNORECASE)
_SAFE: Final = ("GET", "HEAD", "OPTIONS")


def allows_origin(headers: Headers, known: Iterable[str]) -> bool:
    """Return whether a request comes from our own page, from a known origin, or from outside a browser.

    A browser sends the Origin of a page that opens a socket or changes something; for our own pages it is the Host.
    """
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site", "none") in ("none", "same-origin")
    if origin in known:
        return True
    scheme, _, host = origin.partition("://")
    return scheme in ("http", "https") and host.lower() == headers.get("host", "").lower() != ""


class SecurityMiddleware:
    """Outermost ASGI middleware: adds security headers and rejects cross-origin or oversized requests."""

    def __init__(
        self,
        api: ASGIApp,
        page: ASGIApp,
        socket: ASGIApp,
        *,
        socket_path: str,
        origins: tuple[str, ...],
        limits: Mapping[str, int] = MappingProxyType({}),
        files: Container[str] = (),
        local: bool = False,
    ) -> None:
        """``limits`` are the maximum body sizes of some paths; the paths in ``files`` accept bodies other than JSON.

        A ``local`` server only accepts this machine's own names as Host. Otherwise another site could resolve its
        name to 127.0.0.1 and pass for ours.
        """
        self._api = api
        self._page = page
        self._socket = socket
        self._socket_path = socket_path
        self._origins = origins
        self._limits = limits
        self._files = files
        self._local = local

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check a request and pass it on."""
        if scope["type"] == "websocket":
            await self._open_socket(scope, receive, send)
        elif scope["type"] == "http":
            await self._answer(scope, receive, send)
        else:
            await self._api(scope, receive, send)

    async def _open_socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Open a socket without the application's middleware, which would cost a call per message."""
        headers = Headers(scope=scope)
        misdirected = self._local and not _is_local(headers)
        if misdirected or scope["path"] != self._socket_path or not allows_origin(headers, self._origins):
            await receive()
            await send({"type": "websocket.close", "code": 1008})
            return
        await self._socket(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        secure = scope.get("scheme") == "https"

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
                if secure:
                    headers.setdefault("Strict-Transport-Security", "max-age=31536000")
            await send(message)

        refusal = self._refusal(scope)
        if refusal is not None:
            await refusal(scope, receive, send_with_headers)
            return
        inside = self._api if scope["path"].startswith("/api/") else self._page
        await inside(scope, _bounded(receive, self._limit(scope["path"])), send_with_headers)

    def _limit(self, path: str) -> int:
        """Return the maximum body size of a path."""
        return self._limits.get(path) or self._limits.get(path[: path.rfind("/") + 1], BODY_LIMIT)

    def _refusal(self, scope: Scope) -> JSONResponse | None:
        headers = Headers(scope=scope)
        if self._local and not _is_local(headers):
            return _problem(421, "This server only serves the machine it runs on.")
        length = headers.get("content-length", "0")
        if not length.isascii() or not length.isdigit() or int(length[:20]) > self._limit(scope["path"]):
            return _problem(413, "The request is too large.")
        if scope["method"] in _SAFE:
            return None
        if not allows_origin(headers, self._origins):
            return _problem(403, "Requests from pages of other sites cannot change anything here.")
        has_body = scope["path"] not in self._files and (length != "0" or "transfer-encoding" in headers)
        if has_body and headers.get("content-type", "").split(";")[0].strip().lower() != "application/json":
            return _problem(415, "The request body must be application/json.")
        return None


def _is_local(headers: Headers) -> bool:
    return _LOCAL.fullmatch(headers.get("host", "")) is not None


def _bounded(receive: Receive, limit: int) -> Receive:
    """Bound a body whose length was not declared."""
    received = 0

    async def receive_some() -> Message:
        nonlocal received
        message = await receive()
        received += len(message.get("body", b""))
        if received > limit:
            raise HTTPException(413, "The request is too large.")
        return message

    return receive_some


def _problem(status: int, detail: str) -> JSONResponse:
    return JSONResponse({"detail": detail}, status)
