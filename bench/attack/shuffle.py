"""A game without an end: two ants walk to and fro, so that its moves are known in advance."""

from __future__ import annotations

from typing import Final

from skep import Board
from skep.hexes import Hex
from skep.moves import Move
from skep.pieces import Piece

__all__ = ["move_at", "move_strings"]

_OPENING: Final = (
    ("wG1", (0, 0)),
    ("bG1", (1, 0)),
    ("wQ", (-1, 0)),
    ("bQ", (2, 0)),
    ("wA1", (-2, 0)),
    ("bA1", (3, 0)),
)
_CYCLE: Final = (("wA1", (-2, 1)), ("bA1", (3, -1)), ("wA1", (-2, 0)), ("bA1", (3, 0)))


def move_at(ply: int) -> tuple[str, tuple[int, int]]:
    """Return the piece and the destination of the move after ``ply`` turns.

    >>> move_at(0), move_at(6), move_at(1000)
    (('wG1', (0, 0)), ('wA1', (-2, 1)), ('wA1', (-2, 0)))
    """
    return _OPENING[ply] if ply < len(_OPENING) else _CYCLE[(ply - len(_OPENING)) % len(_CYCLE)]


def move_strings(plies: int) -> list[str]:
    """Return the first moves as MoveStrings.

    >>> move_strings(3)
    ['wG1', 'bG1 wG1-', 'wQ -wG1']
    """
    board, texts = Board("Base"), []
    for ply in range(plies):
        piece, to = move_at(ply)
        move = Move(Piece.parse(piece), Hex(*to))
        texts.append(board.uhp(move))
        board.push(move)
    return texts
