"""JSON bodies of requests, decoded by msgspec."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, Generic, TypeVar

import msgspec
from fastapi import HTTPException, Request
from starlette.datastructures import Headers

__all__ = ["JsonBody", "declared_length", "refuse_invalid_body"]

_LOCATED: Final = re.compile(r"(?P<what>.*) - at `\$(?P<where>.*)`", re.DOTALL)

_Body = TypeVar("_Body")


class JsonBody(Generic[_Body]):
    """A dependency that provides the decoded body of a request.

    Decoders are created when a module is imported, because msgspec can crash if two threads create one for the same
    type simultaneously.
    """

    def __init__(self, decoder: msgspec.json.Decoder[_Body]) -> None:
        self._decoder = decoder

    async def __call__(self, request: Request) -> _Body:
        """Return the body. An invalid one is a 422 response that names the field."""
        body = await request.body()
        with refuse_invalid_body():
            return self._decoder.decode(body)


def declared_length(headers: Headers) -> int | None:
    """Return the Content-Length of a request, 0 without one, or None if it is not a number.

    >>> [declared_length(Headers({"Content-Length": text})) for text in ("0" * 5000 + "16", "-1")]
    [16, None]
    """
    text = headers.get("content-length", "0")
    if not text.isascii() or not text.isdigit():
        return None
    # Python refuses to read numbers with thousands of digits
    return int(text.lstrip("0")[:20] or "0")


@contextmanager
def refuse_invalid_body() -> Iterator[None]:
    """Turn the errors of a decoder into a response: 400 without JSON, 422 with the field that is invalid."""
    try:
        yield
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
