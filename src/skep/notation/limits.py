"""How long a text may be before it is refused unread."""

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
    "refuse_longer",
]

LONGEST_LINE: Final = 2_000
"""Characters of a move or of a one-line position; the longest real one has about 300."""

LONGEST_PICTURE: Final = 20_000
"""Characters of a text diagram; the widest hive needs about 8,000."""

LONGEST_GAME: Final = 200_000
"""Characters of a GameString: some 20,000 turns."""

LONGEST_RECORD: Final = 1_000_000
"""Characters of one game in a file, comments and variations included."""

DEEPEST_VARIATION: Final = 50
"""How many variations may lie within each other."""

MOST_TAGS: Final = 200
"""Tags of one game."""


def refuse_longer(text: str, limit: int, what: str) -> None:
    """Raise NotationError when a text is longer than any real one."""
    if len(text) > limit:
        raise NotationError(what, text, f"longer than {limit} characters")
