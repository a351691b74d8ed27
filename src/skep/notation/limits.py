"""Limits on the length of texts, checked before parsing."""

from __future__ import annotations

from typing import Final

from skep.errors import NotationError

__all__ = [
    "DEEPEST_VARIATION",
    "LONGEST_GAME",
    "LONGEST_LINE",
    "LONGEST_PICTURE",
    "LONGEST_RECORD",
    "MOST_TAGS",
    "check_length",
]

LONGEST_LINE: Final = 2_000
"""Characters in a move or a one-line position; the longest real one has about 300."""

LONGEST_PICTURE: Final = 20_000
"""Characters in a text diagram; the widest hive needs about 8,000."""

LONGEST_GAME: Final = 200_000
"""Characters in a GameString: about 20,000 turns."""

LONGEST_RECORD: Final = 1_000_000
"""Characters in one game of a file, comments and variations included."""

DEEPEST_VARIATION: Final = 50
"""The depth to which variations can be nested."""

MOST_TAGS: Final = 200
"""Tags per game."""


def check_length(text: str, limit: int, what: str) -> None:
    """Raise NotationError if a text is longer than ``limit``."""
    if len(text) > limit:
        raise NotationError(what, text, f"longer than {limit} characters")
