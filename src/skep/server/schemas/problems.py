"""Error responses of the REST API."""

from __future__ import annotations

from msgspec import Struct

__all__ = ["Problem"]


class Problem(Struct, frozen=True, kw_only=True):
    """An error response."""

    detail: str
    code: str | None = None
    """A word for programs, which the page explains in the visitor's language. Most errors have none."""
