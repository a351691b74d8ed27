"""Error responses of routes, for the OpenAPI description."""

from __future__ import annotations

from typing import Any, Final

from skep.server.schemas.problems import Problem

__all__ = ["BODY", "CHANGES", "FULL", "json_content", "problems"]

CHANGES: Final = {
    "e403": "The request comes from a page of another site.",
    "e413": "The request is too large.",
    "e422": "The request does not match this description.",
    "e429": "Too many requests from this address.",
}
BODY: Final = {"e400": "The body is not JSON.", "e415": "The body is not application/json."}
FULL: Final = {"e507": "The server has no space left for studies and reviews."}


def problems(**why: str) -> dict[int | str, dict[str, Any]]:
    """Return the error responses of a route by status, given as ``e404="…"``."""
    found = {"e503": "The server is starting, stopping, too busy, or cannot reach its database.", **why}
    return {int(code[1:]): {"description": text, "content": json_content(Problem)} for code, text in found.items()}


def json_content(kind: type) -> dict[str, Any]:
    """Describe JSON that matches a schema."""
    return {"application/json": {"schema": {"$ref": f"#/components/schemas/{kind.__name__}"}}}
