"""Error responses of the REST API."""

from __future__ import annotations

from msgspec import Struct

__all__ = ["Problem"]


class Problem(Struct, frozen=True, kw_only=True):
    """An error response."""

    detail: str
    code: str | None = None
    """A word for programs, which the page explains in the visitor's language. Most errors have none."""
    until: float | None = None
    """When a sanction ends that is the reason, in seconds since 1970."""
    reason: str | None = None
    """The reason that a moderator gave for the sanction."""
    error: str | None = None
    """The same as ``detail``, in responses of the bot API."""
