"""Rings and arrows that annotate a position, and their form in a comment.

``[%mark green 0,0]`` is a ring around a hex and ``[%mark red 0,0 1,-1]`` an arrow from one hex to another. The
coordinates are those of the game: its first piece is at 0,0, unless it starts from a set-up position.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from typing import Final

from skep.errors import SkepError
from skep.hexes import Hex

__all__ = ["MARK", "MAX_MARKS", "Mark", "MarkColor", "format_mark", "parse_mark"]

MAX_MARKS: Final = 64
"""Rings and arrows per position."""
_MAX_DISTANCE: Final = 99_999
_HEX: Final = r"-?\d{1,5},-?\d{1,5}"
MARK: Final = rf"\[%mark\s+(?P<color>[a-z]{{1,9}})\s+(?P<at>{_HEX})(?:\s+(?P<to>{_HEX}))?\s*\]"
"""The regular expression of a mark in a comment."""


class MarkColor(Enum):
    """A colour of rings and arrows."""

    GREEN = "green"
    RED = "red"
    BLUE = "blue"
    YELLOW = "yellow"


@dataclass(frozen=True, slots=True)
class Mark:
    """A ring around a hex or, with a second hex, an arrow."""

    at: Hex
    to: Hex | None = None
    color: MarkColor = MarkColor.GREEN

    def __post_init__(self) -> None:
        for hex_ in (self.at, self.to or self.at):
            if max(abs(hex_.q), abs(hex_.r)) > _MAX_DISTANCE:
                raise SkepError(f"{hex_.q},{hex_.r} is too far from the origin for a mark")


def format_mark(mark: Mark) -> str:
    """Return a mark as it is written in a comment.

    >>> format_mark(Mark(Hex(0, 0), Hex(1, -1)))
    '[%mark green 0,0 1,-1]'
    """
    places = (f"{hex_.q},{hex_.r}" for hex_ in (mark.at, mark.to) if hex_ is not None)
    return f"[%mark {mark.color.value} {' '.join(places)}]"


def parse_mark(match: re.Match[str]) -> Mark | None:
    """Return the mark of a match of :data:`MARK`, or None if its colour is unknown."""
    if match["color"] not in {color.value for color in MarkColor}:
        return None
    at, to = (None if text is None else Hex(*map(int, text.split(","))) for text in (match["at"], match["to"]))
    assert at is not None
    return Mark(at, to, MarkColor(match["color"]))
