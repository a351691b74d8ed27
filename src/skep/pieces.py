"""Pieces: two colours, eight kinds of bug, fourteen pieces per side."""

from __future__ import annotations

import re
from enum import Enum, IntEnum
from typing import Final, NamedTuple

from skep.errors import NotationError

__all__ = ["PIECES", "Bug", "Color", "Piece"]


class Color(Enum):
    """A player's colour. White starts.

    A colour can be used as an index, but it is not a number: ``Color.BLACK == 1`` is false.

    >>> ("ivory", "black")[Color.WHITE], Color.WHITE < Color.BLACK
    ('ivory', True)
    """

    WHITE = 0
    BLACK = 1

    # `_value_` is looked up in half the time of `value`, and every piece in a dictionary is hashed with its colour

    def __index__(self) -> int:
        return self._value_

    def __lt__(self, other: Color) -> bool:
        return self.value < other.value

    def __hash__(self) -> int:
        # the order of pieces in sets then does not change from run to run
        return self._value_

    @property
    def other(self) -> Color:
        """The opponent's colour."""
        return Color.BLACK if self is Color.WHITE else Color.WHITE

    @property
    def letter(self) -> str:
        """The letter in the notation of pieces, ``w`` or ``b``."""
        return "wb"[self]

    def __str__(self) -> str:
        return self.name.title()

    def __repr__(self) -> str:
        return f"Color.{self.name}"


class Bug(IntEnum):
    """A kind of piece."""

    QUEEN_BEE = 0
    SPIDER = 1
    BEETLE = 2
    GRASSHOPPER = 3
    SOLDIER_ANT = 4
    MOSQUITO = 5
    LADYBUG = 6
    PILLBUG = 7

    @property
    def letter(self) -> str:
        """The letter in the Universal Hive Protocol."""
        return "QSBGAMLP"[self]

    @property
    def count(self) -> int:
        """The number of tiles that each player has."""
        return (1, 2, 2, 3, 3, 1, 1, 1)[self]

    def __str__(self) -> str:
        return self.name.lower().replace("_", " ")

    def __repr__(self) -> str:
        return f"Bug.{self.name}"


_PIECE = re.compile(r"([wb])([QSBGAMLP])([1-3]?)", re.IGNORECASE | re.ASCII)


class Piece(NamedTuple):
    """One tile. The number is omitted from the notation if each player has only one tile of the bug.

    >>> Piece.parse("wA2")
    Piece.parse('wA2')
    >>> print(Piece(Color.BLACK, Bug.QUEEN_BEE))
    bQ
    """

    color: Color
    bug: Bug
    number: int = 1

    @classmethod
    def parse(cls, text: str) -> Piece:
        """Parse the notation of a piece, in any letter case; ``wM1`` means ``wM``."""
        match = _PIECE.fullmatch(text)
        if match is None:
            raise NotationError("piece", text, "a piece is w or b, one of Q S B G A M L P, and a number, as in wA1")
        color = Color("wb".index(match[1].lower()))
        bug = Bug("QSBGAMLP".index(match[2].upper()))
        if not match[3] and bug.count > 1:
            raise NotationError("piece", text, f"each player has {bug.count} of this bug: add a number, as in {text}1")
        number = int(match[3] or 1)
        if number > bug.count:
            raise NotationError("piece", text, f"each player has only {bug.count} of this bug")
        return cls(color, bug, number)

    def __str__(self) -> str:
        name = self.color.letter + self.bug.letter
        return f"{name}{self.number}" if self.bug.count > 1 else name

    def __repr__(self) -> str:
        return f"Piece.parse({str(self)!r})"


PIECES: Final = tuple(Piece(color, bug, number) for color in Color for bug in Bug for number in range(1, bug.count + 1))
"""All 28 pieces, White's first, in the order of :class:`Bug`."""
