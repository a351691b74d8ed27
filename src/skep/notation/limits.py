"""Limits on the length of texts, checked before parsing."""

from __future__ import annotations

from typing import Final

from skep.errors import NotationError

__all__ = [
    "MAX_GAME_LENGTH",
    "MAX_LINE_LENGTH",
    "MAX_PICTURE_LENGTH",
    "MAX_RECORD_LENGTH",
    "MAX_TAGS",
    "MAX_VARIATION_DEPTH",
    "check_length",
]

MAX_LINE_LENGTH: Final = 2_000
"""Characters in a move or a one-line position; the longest real one has about 300."""

MAX_PICTURE_LENGTH: Final = 20_000
"""Characters in a text diagram; the widest hive needs about 8,000."""

MAX_GAME_LENGTH: Final = 200_000
"""Characters in a GameString: about 20,000 turns."""

MAX_RECORD_LENGTH: Final = 1_000_000
"""Characters in one game of a file, comments and variations included."""

MAX_VARIATION_DEPTH: Final = 50
"""The depth to which variations can be nested."""

MAX_TAGS: Final = 200
"""Tags per game."""


def check_length(text: str, limit: int, what: str) -> None:
    """Raise NotationError if a text is longer than ``limit``."""
    if len(text) > limit:
        raise NotationError(what, text, f"longer than {limit} characters")
