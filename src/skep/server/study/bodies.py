"""Reading the bodies of requests. Long ones are decoded on another thread."""

from __future__ import annotations

from typing import Final, TypeVar

import msgspec
from fastapi import HTTPException, Request

from skep.server.engines.executor import BoundedExecutor
from skep.server.http.bodies import declared_length, refuse_invalid_body

__all__ = ["BODY_LIMITS", "FILE_LIMIT", "FILE_PATHS", "declared_size", "read_file", "read_json"]

FILE_LIMIT: Final = 8 * 1024 * 1024
_TREE_LIMIT: Final = 1024 * 1024
_LINE_LIMIT: Final = 256 * 1024
"""Enough for a thousand moves, even if every character is escaped."""
BODY_LIMITS: Final = {
    "/api/records": FILE_LIMIT,
    "/api/archive": FILE_LIMIT,
    "/api/records/": _TREE_LIMIT,
    "/api/studies": _TREE_LIMIT,
    "/api/shared-studies": _TREE_LIMIT,
    "/api/shared-studies/*/chapters": _TREE_LIMIT,
    "/api/reviews": _TREE_LIMIT,
    "/api/explore": _LINE_LIMIT,
    "/api/pictures": _LINE_LIMIT,
    "/api/positions": _LINE_LIMIT,
}
"""Maximum body sizes in bytes, for paths that need more than the default, as
:class:`~skep.server.http.security.SecurityMiddleware` reads them."""
FILE_PATHS: Final = ("/api/records", "/api/archive")
"""The paths whose bodies are files, of any content type."""

_MAX_INLINE: Final = 20_000
"""Bodies up to this many bytes are decoded on the event loop."""

_Body = TypeVar("_Body")


async def read_json(request: Request, decoder: msgspec.json.Decoder[_Body], executor: BoundedExecutor) -> _Body:
    """Return the decoded body of a request. An invalid body is a 422 response that names the field."""
    body = await request.body()
    with refuse_invalid_body():
        if len(body) > _MAX_INLINE:
            return await executor.run(decoder.decode, body)
        return decoder.decode(body)


def declared_size(request: Request) -> int:
    """Return the size of a file before it is read. A file without a declared size counts as the largest."""
    length = declared_length(request.headers) if "content-length" in request.headers else None
    return FILE_LIMIT if length is None else length


async def read_file(request: Request) -> bytes:
    """Return the body of a request that is a file. An empty one is a 422 response."""
    body = await request.body()
    if not body:
        raise HTTPException(422, "The file is empty.")
    return body
