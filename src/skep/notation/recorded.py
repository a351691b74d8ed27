"""A game as a file has it: tags and move texts, nothing checked. What parsers give and writers take."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum

from skep.errors import RecordError
from skep.hexes import Hex
from skep.notation.drawings import Mark

__all__ = ["Glyph", "RecordedGame", "RecordedMove"]


class Glyph(Enum):
    """What an annotator thinks of a move, by the signs and numbers of chess."""

    GOOD = "!"
    MISTAKE = "?"
    BRILLIANT = "!!"
    BLUNDER = "??"
    INTERESTING = "!?"
    DUBIOUS = "?!"

    @property
    def number(self) -> int:
        """The number that PGN writes after a dollar sign.

        >>> Glyph("??").number
        4
        """
        return list(Glyph).index(self) + 1

    def __str__(self) -> str:
        return self.value


@dataclass(slots=True)
class RecordedMove:
    """One turn, as it is written."""

    text: str
    """A MoveString; empty where the file gives only a destination."""
    line: int = 0
    piece: str = ""
    """With ``to``: what goes there."""
    to: Hex | None = None
    """The destination, where the file has coordinates: trusted more than the text."""
    implied: bool = False
    """Whether the file says nothing of this turn: a pass if it has to be one, else nothing."""
    comment: str = ""
    glyph: Glyph | None = None
    clock: float | None = None
    """Seconds left to the player after the move."""
    spent: float | None = None
    """Seconds the move took."""
    marks: tuple[Mark, ...] = ()
    """Rings and arrows drawn beside it."""
    variations: Sequence[list[RecordedMove]] = ()
    """Lines that begin with another move instead of this one."""


@dataclass(slots=True)
class RecordedGame:
    """One game of a file, as far as it could be read."""

    line: int = 1
    """Where it begins."""
    tags: dict[str, str] = field(default_factory=dict)
    comment: str = ""
    """What stands before the first move."""
    marks: tuple[Mark, ...] = ()
    """Rings and arrows drawn there."""
    moves: list[RecordedMove] = field(default_factory=list)
    result: str = ""
    """The result as it stands after the moves."""
    error: RecordError | None = None
    """Why the rest could not be read."""
