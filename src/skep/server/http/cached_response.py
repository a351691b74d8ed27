"""Responses that do not change: compressed once, with an ETag for conditional requests."""

from __future__ import annotations

import gzip
import hashlib
from dataclasses import dataclass
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

__all__ = ["CachedBody", "cache_body", "conditional_response"]

_COMPRESSED: Final = (
    "text/",
    "application/javascript",
    "application/json",
    "image/svg+xml",
    "application/manifest+json",
)


@dataclass(frozen=True, slots=True)
class CachedBody:
    """A response body, also compressed if that helps, with its media type and ETag."""

    body: bytes
    compressed: bytes | None
    media_type: str
    tag: str


def cache_body(body: bytes, media_type: str = "application/json") -> CachedBody:
    """Compress a body once, to be sent often."""
    compressed = gzip.compress(body, mtime=0) if media_type.startswith(_COMPRESSED) else None
    return CachedBody(body, compressed, media_type, f'W/"{hashlib.sha256(body).hexdigest()[:24]}"')


def conditional_response(request: Request, cached: CachedBody, caching: str) -> Response:
    """Return a response: 304 if the browser has the body, compressed if it accepts that."""
    headers = {"Cache-Control": caching, "ETag": cached.tag, "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == cached.tag:
        return Response(status_code=304, headers=headers)
    if cached.compressed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(
            cached.compressed, media_type=cached.media_type, headers={**headers, "Content-Encoding": "gzip"}
        )
    return Response(cached.body, media_type=cached.media_type, headers=headers)
