"""Answers that stay as they are: packed once, with a tag by which a browser knows that it has them already."""

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
    """A body, the same compressed where that helps, its kind and a tag of its content."""

    body: bytes
    zipped: bytes | None
    media_type: str
    tag: str


def cache_body(body: bytes, media_type: str = "application/json") -> CachedBody:
    """A body made ready to be sent often."""
    zipped = gzip.compress(body, mtime=0) if media_type.startswith(_COMPRESSED) else None
    return CachedBody(body, zipped, media_type, f'W/"{hashlib.sha256(body).hexdigest()[:24]}"')


def conditional_response(request: Request, what: CachedBody, caching: str) -> Response:
    """The answer to a request: nothing where the browser has it, compressed where it can read that."""
    headers = {"Cache-Control": caching, "ETag": what.tag, "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == what.tag:
        return Response(status_code=304, headers=headers)
    if what.zipped is not None and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(what.zipped, media_type=what.media_type, headers={**headers, "Content-Encoding": "gzip"})
    return Response(what.body, media_type=what.media_type, headers=headers)
