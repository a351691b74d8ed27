"""Moves as values: a piece and its destination, or a pass."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final, NoReturn

from skep.errors import SkepError
from skep.hexes import Hex
from skep.pieces import Piece

__all__ = ["PASS", "Move"]


@dataclass(frozen=True, slots=True)
class Move:
    """A move of ``piece`` to ``to``: placed from the hand, moved, or thrown by a pillbug.

    Which of the three it is follows from the position, so two notations of the same move are equal.

    >>> Move(Piece.parse("wA1"), Hex(1, 0)) == Move(Piece.parse("wA1"), Hex(1, 0))
    True
    >>> print(Move(Piece.parse("wA1"), Hex(1, 0)))
    wA1 to (1, 0)
    >>> PASS
    PASS
    """

    is_pass: ClassVar[bool] = False

    piece: Piece
    to: Hex

    def __str__(self) -> str:
        return f"{self.piece} to ({self.to.q}, {self.to.r})"

    def __repr__(self) -> str:
        return f"Move({self.piece!r}, {self.to!r})"


class _Pass(Move):
    """The move of a player who can neither place nor move a piece."""

    __slots__ = ()
    is_pass: ClassVar[bool] = True

    def __init__(self) -> None:
        pass

    def _raise(self) -> NoReturn:
        raise SkepError("a pass has no piece and no destination: check is_pass first")

    piece = property(_raise)
    to = property(_raise)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Pass)

    def __hash__(self) -> int:
        return 0

    def __str__(self) -> str:
        return "pass"

    def __repr__(self) -> str:
        return "PASS"

    def __reduce__(self) -> str:
        return "PASS"


PASS: Final[Move] = _Pass()
"""The only move without a piece."""
