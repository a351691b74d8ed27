"""Ways on a board and the language of an answer, as the socket asks for them; why not is told by skep.telling."""

from __future__ import annotations

from skep import rules
from skep.board import Board
from skep.moves import Move
from skep.pieces import Piece
from skep.rules import Language
from skep.telling import Way, told_way

__all__ = ["language_of", "way_of", "ways_of"]


def language_of(code: str) -> Language:
    """The language with that code, or English."""
    try:
        return Language(code)
    except ValueError:
        return Language.EN


def ways_of(board: Board, piece: Piece) -> list[Way]:
    """The ways by which a piece gets where it may go."""
    position = board.position()
    return [told_way(rules.path(position, Move(piece, to))) for to in sorted(board.reachable(piece))]


def way_of(board: Board, move: Move) -> Way:
    """The way that a legal move takes on the board before it."""
    return told_way(board.path(move))
