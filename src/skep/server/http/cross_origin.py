"""Requests from programs on pages of other sites (CORS): with a token, and never with cookies.

A browser asks before it sends a token from a page of another site. The answer allows every site, but no cookies, so
that a request carries only what its page knows.
"""

from __future__ import annotations

from collections.abc import Container
from typing import Final

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import Scope

from skep.server.http.origins import bearer_of

__all__ = ["CROSS_ORIGIN_HEADERS", "is_open", "preflight_response"]

CROSS_ORIGIN_HEADERS: Final = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "Retry-After, WWW-Authenticate",
}
"""The headers by which the page of another site may read a response."""
_PREFLIGHT_HEADERS: Final = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Methods": "GET, POST, PUT, PATCH, DELETE",
    "Access-Control-Allow-Headers": "Authorization, Content-Type",
    "Access-Control-Max-Age": "7200",
}


def is_open(scope: Scope, headers: Headers, open_paths: Container[str]) -> bool:
    """Return whether a request may come from any site: it shows a token, or its path uses no cookies."""
    return scope["path"].startswith("/api/") and (bearer_of(headers) is not None or scope["path"] in open_paths)


def preflight_response(scope: Scope, headers: Headers, open_paths: Container[str]) -> Response | None:
    """Return the answer to a browser that asks whether a page may send a request, or None for other requests."""
    if scope["method"] != "OPTIONS" or "access-control-request-method" not in headers:
        return None
    asked = headers.get("access-control-request-headers", "").lower().replace(" ", "").split(",")
    if not scope["path"].startswith("/api/") or not ("authorization" in asked or scope["path"] in open_paths):
        return None
    return Response(status_code=204, headers=_PREFLIGHT_HEADERS)
