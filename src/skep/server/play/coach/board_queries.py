"""What can be seen on a board within one move, by the rules alone."""

from __future__ import annotations

from collections.abc import Iterator

from skep import rules
from skep.board import Board
from skep.hexes import Hex
from skep.layers import QueenSeen, queens_seen
from skep.moves import PASS, Move
from skep.pieces import Bug, Color, Piece
from skep.position import Position

__all__ = ["held", "open_spaces", "queen_of", "turned", "winning_moves"]


def turned(board: Board) -> Board:
    """The board as it would be after a pass: what the other side could do were it its turn."""
    other = board.copy()
    other.push(PASS)
    return other


def winning_moves(board: Board) -> list[Move]:
    """The moves with which the side to move surrounds the other queen bee, and not its own."""
    return list(_winning(board.copy()))


def _winning(board: Board) -> Iterator[Move]:
    side = board.to_move
    for move in board.legal_moves.list():
        board.push(move)
        outcome = board.outcome()
        board.pop()
        if outcome is not None and outcome.winner is side:
            yield move


def queen_of(position: Position, color: Color) -> QueenSeen | None:
    """A side's queen bee and the six hexes round her; None while she is not in play."""
    return next((queen for queen in queens_seen(position) if queen.piece == str(Piece(color, Bug.QUEEN_BEE))), None)


def open_spaces(board: Board, color: Color) -> list[Hex]:
    """The hexes beside a side's queen bee that nobody has filled; none while she is not in play."""
    place = board.where(Piece(color, Bug.QUEEN_BEE))
    return [] if place is None else [near for near in place.neighbours() if not board.stack(near)]


def held(position: Position) -> frozenset[Piece]:
    """The pieces that the one hive rule, or a piece upon them, holds in place."""
    covered = (piece for stack in position.stacks.values() for piece in stack[:-1])
    return rules.pinned(position) | frozenset(covered)
