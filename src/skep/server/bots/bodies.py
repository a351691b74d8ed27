"""Request bodies of programs: JSON, or forms as curl and other clients of Lichess send them."""

from __future__ import annotations

from typing import Any, Final, Generic, TypeVar
from urllib.parse import parse_qsl

import msgspec
from fastapi import HTTPException, Request

from skep.server.http.bodies import refuse_invalid_body

__all__ = ["Fields"]

_Body = TypeVar("_Body")
_FORM: Final = "application/x-www-form-urlencoded"
_MAX_FIELDS: Final = 20
_read_object: Final = msgspec.json.Decoder(dict[str, Any]).decode


class Fields(Generic[_Body]):
    """A dependency that provides the fields of a body. Without a body every field has its default."""

    def __init__(self, kind: type[_Body]) -> None:
        self._decoder = msgspec.json.Decoder(kind, strict=False)

    async def __call__(self, request: Request) -> _Body:
        """Return the body. An invalid one is a 422 response that names the field."""
        body = await request.body()
        is_form = request.headers.get("content-type", "").partition(";")[0].strip().lower() == _FORM
        with refuse_invalid_body():
            fields = _form_fields(body) if is_form else _read_object(body or b"{}")
            # the texts of a form, and fields that a client sends although they have no value
            given = {name: value for name, value in fields.items() if value is not None and value != ""}
            return self._decoder.decode(msgspec.json.encode(given))


def _form_fields(body: bytes) -> dict[str, Any]:
    try:
        return dict(parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=_MAX_FIELDS))
    except ValueError as error:
        raise HTTPException(400, "The body is not a form.") from error
