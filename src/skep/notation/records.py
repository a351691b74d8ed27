"""Games as written in a file: unchecked tags and moves. Parsers return them, and writers accept them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum

from skep.errors import RecordError
from skep.hexes import Hex
from skep.notation.marks import Mark

__all__ = ["Glyph", "RecordedGame", "RecordedMove"]


class Glyph(Enum):
    """An annotator's judgement of a move, with the symbols and numbers of chess."""

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
    """One turn, as written in the file."""

    text: str
    """A MoveString; empty if the file gives only a destination."""
    line: int = 0
    piece: str = ""
    """The piece that goes to ``to``."""
    to: Hex | None = None
    """The destination if the file has coordinates, which take precedence over the text."""
    implied: bool = False
    """Whether the file omits this turn: it counts as a pass if it has to be one, and not at all otherwise."""
    comment: str = ""
    glyph: Glyph | None = None
    clock: float | None = None
    """The seconds left to the player after the move."""
    spent: float | None = None
    """The seconds that the move took."""
    marks: tuple[Mark, ...] = ()
    """The rings and arrows after the move."""
    variations: Sequence[list[RecordedMove]] = ()
    """Lines that begin with another move in place of this one."""


@dataclass(slots=True)
class RecordedGame:
    """One game of a file, up to the first error."""

    line: int = 1
    """The line where it begins."""
    tags: dict[str, str] = field(default_factory=dict)
    comment: str = ""
    """The comment before the first move."""
    marks: tuple[Mark, ...] = ()
    """The rings and arrows before the first move."""
    moves: list[RecordedMove] = field(default_factory=list)
    result: str = ""
    """The result as written after the moves."""
    error: RecordError | None = None
    """The error that ended reading, or None."""
