"""Bodies and responses of routes, for the OpenAPI description. Schemas are defined in skep.server.schemas."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from fastapi import Response

from skep.server.http.problems import json_content, problems

__all__ = ["file_body", "file_response", "json_body", "json_response", "send_json"]

Responses = dict[int | str, dict[str, Any]]

_encoder: Final = msgspec.json.Encoder()


def send_json(value: object, status: int = 200) -> Response:
    """Return a value as a JSON response."""
    return Response(_encoder.encode(value), status, media_type="application/json")


def json_body(kind: type) -> dict[str, Any]:
    """Describe a JSON body, for ``openapi_extra``."""
    return {"requestBody": {"required": True, "content": json_content(kind)}}


def json_response(kind: type, description: str, status: int = 200, /, **why: str) -> Responses:
    """Describe a JSON response and the error responses of its route."""
    return {**problems(**why), status: {"description": description, "content": json_content(kind)}}


def file_body(description: str) -> dict[str, Any]:
    """Describe a body that is a file, for ``openapi_extra``."""
    content = {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}
    return {"requestBody": {"required": True, "description": description, "content": content}}


def file_response(media_types: tuple[str, ...], description: str, **why: str) -> Responses:
    """Describe a response that is a file, and the error responses of its route."""
    content = {
        media_type: {"schema": {"type": "object" if media_type == "application/json" else "string"}}
        for media_type in media_types
    }
    return {**problems(**why), 200: {"description": description, "content": content}}
