"""The sources of games that have a meaning of their own. Every other source is the name of an imported file."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

__all__ = ["PLAYED_SOURCE", "STARTER_SOURCE", "Origin"]

PLAYED_SOURCE: Final = "table"
"""The source of games that were played on this server."""
STARTER_SOURCE: Final = "skep starter set"
"""The source of the games of :mod:`skep.archive.starter`."""


class Origin(StrEnum):
    """The origin of games."""

    PLAYED = "played"
    IMPORTED = "imported"
    STARTER = "starter"
