"""Facts about a board that follow from the rules within one move."""

from __future__ import annotations

from collections.abc import Iterator

from skep import rules
from skep.board import Board
from skep.hexes import Hex
from skep.layers import QueenSurroundings, queen_surroundings
from skep.moves import PASS, Move
from skep.pieces import Bug, Color, Piece
from skep.position import Position

__all__ = ["after_pass", "find_queen", "immobile_pieces", "open_spaces", "winning_moves"]


def after_pass(board: Board) -> Board:
    """Return the board as if the side to move had passed, to see what the other side could do."""
    other = board.copy()
    other.push(PASS)
    return other


def winning_moves(board: Board) -> list[Move]:
    """Return the moves that surround the other queen bee without surrounding the player's own."""
    return list(_winning(board.copy()))


def _winning(board: Board) -> Iterator[Move]:
    side = board.turn
    for move in board.legal_moves.list():
        board.push(move)
        outcome = board.outcome()
        board.pop()
        if outcome is not None and outcome.winner is side:
            yield move


def find_queen(position: Position, color: Color) -> QueenSurroundings | None:
    """Return a side's queen bee and the six hexes around her, or None while she is not in play."""
    return next(
        (queen for queen in queen_surroundings(position) if queen.piece == str(Piece(color, Bug.QUEEN_BEE))), None
    )


def open_spaces(board: Board, color: Color) -> list[Hex]:
    """Return the empty hexes around a side's queen bee, none while she is not in play."""
    hex_ = board.where(Piece(color, Bug.QUEEN_BEE))
    return [] if hex_ is None else [near for near in hex_.neighbours() if not board.stack(near)]


def immobile_pieces(position: Position) -> frozenset[Piece]:
    """Return the pieces that cannot move because of the one hive rule or a piece on top of them."""
    covered = (piece for stack in position.stacks.values() for piece in stack[:-1])
    return rules.pinned(position) | frozenset(covered)
