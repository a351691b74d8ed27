"""Security headers, checks of host and origin, and limits on request sizes, in one outermost middleware."""

from __future__ import annotations

from collections.abc import Container, Mapping
from types import MappingProxyType
from typing import Final

from fastapi import HTTPException
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from skep.server.http.bodies import declared_length
from skep.server.http.cross_origin import CROSS_ORIGIN_HEADERS, is_open, preflight_response
from skep.server.http.origins import SAFE_METHODS, allows_host, allows_origin, bearer_of, has_other_scheme, scheme_of

__all__ = ["BODY_LIMIT", "CONTENT_POLICY", "SecurityMiddleware", "content_policy", "security_headers"]

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
_SECURE_HEADERS: Final = {**_HEADERS, "Strict-Transport-Security": "max-age=31536000"}
_OTHER_SITE: Final = "Requests from pages of other sites cannot change anything here."
_OTHER_SCHEME: Final = (
    "The page and the request disagree about https. If there is a proxy in front of the server, start the server with "
    "--proxy and the proxy's address, and let the proxy send X-Forwarded-Proto."
)
_EMBEDDED: Final = "/embed/"
"""The pages that other sites may show in a frame, which their own content policy says."""
_PUBLIC: Final = (
    *("/api/dumps", "/api/game/", "/api/games/export/", "/api/games/live", "/api/games/user/", "/api/leaderboard"),
    *("/api/players/", "/api/position.svg", "/api/puzzles", "/api/study/", "/api/teams"),
    *("/api/tournament", "/api/tv"),
)
"""The beginnings of paths that scripts of other sites may read. Browsers send no cookies with such requests."""


def security_headers(scope: Scope) -> Mapping[str, str]:
    """Return the headers that every response to a request has, unless it sets another value."""
    return _SECURE_HEADERS if scope.get("scheme") == "https" else _HEADERS


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
        hosts: tuple[str, ...] = (),
        limits: Mapping[str, int] = MappingProxyType({}),
        files: Container[str] = (),
        open_paths: Container[str] = (),
        local: bool = False,
        lan: Container[str] = (),
    ) -> None:
        """``limits`` are the maximum body sizes of some paths; the paths in ``files`` accept bodies other than JSON.

        In ``limits``, a path that ends in / stands for all paths with one more part, and ``*`` as the last part but one
        stands for any part.

        Those in ``open_paths`` use no cookies, so that pages of other sites may send requests to them. ``hosts``
        are the names under which the server can be reached, besides IP addresses and localhost. A ``local`` server only
        accepts localhost, the loopback addresses, and those that are in ``lan`` at the time.
        """
        self._api = api
        self._page = page
        self._socket = socket
        self._socket_path = socket_path
        self._origins = origins
        self._hosts: Container[str] = lan if local else frozenset(name.lower() for name in hosts)
        self._limits = limits
        self._files = files
        self._open_paths = open_paths
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
        if (
            not allows_host(headers, self._hosts, local=self._local)
            or scope["path"] != self._socket_path
            or not allows_origin(headers, scheme_of(scope), self._origins)
        ):
            await receive()
            await send({"type": "websocket.close", "code": 1008})
            return
        await self._socket(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers, defaults = Headers(scope=scope), security_headers(scope)
        is_shared = is_open(scope, headers, self._open_paths)
        if is_shared:
            defaults = {**defaults, **CROSS_ORIGIN_HEADERS}

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                sent = MutableHeaders(scope=message)
                for name, value in defaults.items():
                    sent.setdefault(name, value)
                if scope["path"].startswith(_EMBEDDED):
                    del sent["X-Frame-Options"]
                if scope["method"] in SAFE_METHODS and scope["path"].startswith(_PUBLIC):
                    sent["Access-Control-Allow-Origin"] = "*"
            await send(message)

        answer = self._refusal(scope, headers, is_shared=is_shared)
        if answer is None:
            answer = preflight_response(scope, headers, self._open_paths)
        if answer is not None:
            await answer(scope, receive, send_with_headers)
            return
        inside = self._api if scope["path"].startswith("/api/") else self._page
        await inside(scope, _limit_body(receive, self._limit(scope["path"])), send_with_headers)

    def _limit(self, path: str) -> int:
        """Return the maximum body size of a path."""
        parent, _, last = path.rpartition("/")
        above = parent.rpartition("/")[0]
        known = (self._limits.get(key) for key in (path, f"{parent}/", f"{above}/*/{last}"))
        return next((limit for limit in known if limit is not None), BODY_LIMIT)

    def _unknown_host_error(self, host: str) -> str:
        if self._local:
            return "This server only serves the machine it runs on."
        return (
            f"This server does not know the name {host[:100]!r}. Its operator can add it with skep serve --host-name "
            "or in SKEP_HOST_NAMES."
        )

    def _refusal(self, scope: Scope, headers: Headers, *, is_shared: bool) -> Response | None:
        if not allows_host(headers, self._hosts, local=self._local):
            return _problem(421, self._unknown_host_error(headers.get("host", "")))
        length = declared_length(headers)
        if length is None or length > self._limit(scope["path"]):
            return _problem(413, "The request is too large.")
        if scope["method"] in SAFE_METHODS:
            return None
        scheme = scheme_of(scope)
        # no cookies come with a shared request from another site, and the application checks its token
        if not is_shared and not allows_origin(headers, scheme, self._origins):
            return _problem(403, _OTHER_SCHEME if has_other_scheme(headers, scheme) else _OTHER_SITE)
        # programs with a token can also send forms
        takes_json = scope["path"] not in self._files and bearer_of(headers) is None
        has_body = length > 0 or "transfer-encoding" in headers
        kind = headers.get("content-type", "").split(";")[0].strip().lower()
        if takes_json and has_body and kind != "application/json":
            return _problem(415, "The request body must be application/json.")
        return None


def _limit_body(receive: Receive, limit: int) -> Receive:
    """Bound a body whose length was not declared, and end the request if the client leaves before its end."""
    received, complete = 0, False

    async def receive_some() -> Message:
        nonlocal received, complete
        message = await receive()
        if message["type"] == "http.disconnect" and not complete:
            raise HTTPException(408, "The request is incomplete.")
        complete = not message.get("more_body", False)
        received += len(message.get("body", b""))
        if received > limit:
            raise HTTPException(413, "The request is too large.")
        return message

    return receive_some


def _problem(status: int, detail: str) -> JSONResponse:
    return JSONResponse({"detail": detail}, status)
