"""Reading the bodies of requests. Long ones are decoded on another thread."""

from __future__ import annotations

import re
from typing import Final, TypeVar

import msgspec
from fastapi import HTTPException, Request

from skep.server.engines.executor import BoundedExecutor

__all__ = ["BODY_LIMITS", "FILE_LIMIT", "FILE_PATHS", "read_file", "read_json"]

FILE_LIMIT: Final = 8 * 1024 * 1024
_TREE_LIMIT: Final = 1024 * 1024
_LINE_LIMIT: Final = 256 * 1024
"""Enough for a thousand moves, even if every character is escaped."""
BODY_LIMITS: Final = {
    "/api/records": FILE_LIMIT,
    "/api/archive": FILE_LIMIT,
    "/api/records/": _TREE_LIMIT,
    "/api/studies": _TREE_LIMIT,
    "/api/reviews": _TREE_LIMIT,
    "/api/explore": _LINE_LIMIT,
    "/api/pictures": _LINE_LIMIT,
    "/api/positions": _LINE_LIMIT,
}
"""Maximum body sizes in bytes, for paths that need more than the default. A path ending in / is a prefix."""
FILE_PATHS: Final = ("/api/records", "/api/archive")
"""The paths whose bodies are files, of any content type."""

_MAX_INLINE: Final = 20_000
"""Bodies up to this many bytes are decoded on the event loop."""
_LOCATED: Final = re.compile(r"(?P<what>.*) - at `\$(?P<where>.*)`", re.DOTALL)

_Body = TypeVar("_Body")


async def read_json(request: Request, decoder: msgspec.json.Decoder[_Body], executor: BoundedExecutor) -> _Body:
    """Return the decoded body of a request. An invalid body is a 422 response that names the field.

    Decoders are created when a module is imported, because msgspec can crash if two threads create one for the same
    type simultaneously.
    """
    body = await request.body()
    try:
        if len(body) > _MAX_INLINE:
            return await executor.run(decoder.decode, body)
        return decoder.decode(body)
    except msgspec.ValidationError as error:
        raise HTTPException(422, _describe(error)[:500]) from error
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise HTTPException(400, "The body is not JSON.") from error


def _describe(error: msgspec.ValidationError) -> str:
    """Return what is wrong and where.

    >>> _describe(msgspec.ValidationError("Expected `str`, got `int` - at `$.nodes[0].uhp`"))
    'body.nodes[0].uhp: Expected `str`, got `int`'
    """
    located = _LOCATED.fullmatch(str(error))
    return f"body: {error}" if located is None else f"body{located['where']}: {located['what']}"


async def read_file(request: Request) -> bytes:
    """Return the body of a request that is a file. An empty one is a 422 response."""
    body = await request.body()
    if not body:
        raise HTTPException(422, "The file is empty.")
    return body
