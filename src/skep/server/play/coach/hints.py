"""Hints: a move of the engine, and its purpose as far as the rules show it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from skep.board import Board
from skep.engine import Limit
from skep.hexes import Hex
from skep.moves import PASS, Move
from skep.pieces import Bug, Piece
from skep.rules import PathKind
from skep.server.engines.pool import EngineLease
from skep.server.play.coach.board_queries import after_pass, immobile_pieces, open_spaces, winning_moves
from skep.server.schemas.coach import HintTheme

__all__ = ["Hint", "find_hint"]

_LIMIT: Final = Limit(nodes=60_000)
"""More than the ninth level searches, in at most half a second. Nodes rather than seconds make hints reproducible."""
_MAX_WINS_IN: Final = 6
"""A longer forced win is not given as a hint, because players cannot follow it."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A good move, and where to look for it."""

    theme: HintTheme
    move: Move
    pieces: tuple[Piece, ...] = ()
    """Pieces to look at."""
    spaces: tuple[Hex, ...] = ()
    """Spaces to look at."""
    immobilised: tuple[Piece, ...] = ()
    """The opponent's pieces that can no longer move afterwards."""
    wins_in: int | None = None


def find_hint(board: Board, lease: EngineLease) -> Hint | None:
    """Return a hint for the side to move, or None if the lease is revoked during the search."""
    moves = board.legal_moves.list()
    if moves[0].is_pass:
        return Hint("pass", PASS)
    if wins := winning_moves(board):
        return Hint("win", wins[0], spaces=tuple(open_spaces(board, board.turn.other)))
    iterations = list(lease.analyse(board, _LIMIT))
    if lease.ended or not iterations:
        return None
    best = iterations[-1]
    wins_in = best.score.relative.wins_in
    return _with_theme(board, best.move, None if wins_in is None or wins_in > _MAX_WINS_IN else wins_in)


def _with_theme(board: Board, move: Move, wins_in: int | None) -> Hint:
    """Return a hint with the first theme that fits the move."""
    acting = _acting_piece(board, move)
    if wins_in is not None:
        return Hint("force", move, acting, wins_in=wins_in)
    if _saves_queen(board, move):
        return Hint("save", move, acting)
    if move.piece == Piece(board.turn, Bug.QUEEN_BEE) and board.where(move.piece) is not None:
        return Hint("flee", move, acting)
    target = Piece(board.turn.other, Bug.QUEEN_BEE)
    spaces = open_spaces(board, target.color)
    if move.to in spaces:
        return Hint("fill", move, (target,), tuple(spaces))
    if immobilised := _immobilised_pieces(board, move):
        return Hint("pin", move, acting, immobilised=immobilised)
    return Hint("place" if board.where(move.piece) is None else "move", move, acting)


def _acting_piece(board: Board, move: Move) -> tuple[Piece, ...]:
    """Return the piece that moves, or that throws another."""
    path = board.path(move)
    return (path.thrower,) if path.kind is PathKind.THROW and path.thrower is not None else (move.piece,)


def _saves_queen(board: Board, move: Move) -> bool:
    """Return whether a move prevents the other side from winning with its next move."""
    if not winning_moves(after_pass(board)):
        return False
    after = board.copy()
    after.push(move)
    return not winning_moves(after)


def _immobilised_pieces(board: Board, move: Move) -> tuple[Piece, ...]:
    """Return the opponent's pieces that can move before a move but not after it."""
    before = immobile_pieces(board.position())
    after = board.copy()
    after.push(move)
    added = immobile_pieces(after.position()) - before
    return tuple(sorted(piece for piece in added if piece.color is not board.turn))
