"""Bodies of requests: large ones are read apart from the event loop, and every one is described in OpenAPI."""

from __future__ import annotations

from typing import Any, Final, TypeVar

from fastapi import HTTPException, Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ValidationError
from pydantic.json_schema import models_json_schema

from skep.server.schemas.archive import RecordTree, ReviewRequest
from skep.server.study.executor import BoundedExecutor

__all__ = [
    "BODY_LIMITS",
    "BODY_SCHEMAS",
    "FILE_LIMIT",
    "FILE_PATHS",
    "described",
    "file_described",
    "read_file",
    "read_model",
]

FILE_LIMIT: Final = 8 * 1024 * 1024
_TREE_LIMIT: Final = 1024 * 1024
_LINE_LIMIT: Final = 256 * 1024
"""A thousand moves, also when each of their letters is escaped."""
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
"""How long bodies may be under paths that want longer ones; a path that ends in / stands for those below it."""
FILE_PATHS: Final = ("/api/records", "/api/archive")
"""Where a body is a file, of whatever type a browser says."""

_LONG: Final = 20_000
_MODELS: Final = (RecordTree, ReviewRequest)
_REFERENCE: Final = "#/components/schemas/{model}"
BODY_SCHEMAS: Final[dict[str, Any]] = models_json_schema(
    [(model, "validation") for model in _MODELS], ref_template=_REFERENCE
)[1]["$defs"]
"""The schemas of bodies that FastAPI does not read itself."""

_Body = TypeVar("_Body", bound=BaseModel)


async def read_model(request: Request, model: type[_Body], workroom: BoundedExecutor) -> _Body:
    """The body of a request; a long one is read on another thread."""
    body = await request.body()
    try:
        if len(body) > _LONG:
            return await workroom.do(model.model_validate_json, body)
        return model.model_validate_json(body)
    except ValidationError as error:
        if any(one["type"] == "json_invalid" for one in error.errors(include_input=False, include_url=False)):
            raise HTTPException(400, "The body is not JSON.") from error
        raise RequestValidationError(
            [
                {**one, "loc": ("body", *one["loc"])}
                for one in error.errors(include_input=False, include_url=False, include_context=False)
            ]
        ) from error


async def read_file(request: Request) -> bytes:
    """The body of a request that is a file."""
    body = await request.body()
    if not body:
        raise HTTPException(422, "There is nothing in it.")
    return body


def described(model: type[BaseModel]) -> dict[str, Any]:
    """A body of JSON, for the OpenAPI description."""
    schema = {"$ref": _REFERENCE.format(model=model.__name__)}
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": schema}}}}


def file_described(words: str) -> dict[str, Any]:
    """A body that is a file, for the OpenAPI description."""
    content = {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}
    return {"requestBody": {"required": True, "description": words, "content": content}}
