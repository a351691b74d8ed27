"""A hint: the engine's move, and what it is for, as far as the rules can tell."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from skep.board import Board
from skep.engine import Limit
from skep.hexes import Hex
from skep.moves import PASS, Move
from skep.pieces import Bug, Piece
from skep.rules import PathKind
from skep.server.engines.pool import EngineLease
from skep.server.play.coach.board_queries import held, open_spaces, turned, winning_moves
from skep.server.schemas.coach import HintTheme

__all__ = ["Hint", "find_hint"]

_LIMIT: Final = Limit(nodes=60_000)
"""Above what the ninth level looks at, and still no more than half a second. Nodes: who asks again hears the same."""
_FEW_MOVES: Final = 6
"""A forced win further away than this is no hint: nobody sees it coming."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A good move, and where to look for it."""

    theme: HintTheme
    move: Move
    pieces: tuple[Piece, ...] = ()
    """To look at."""
    spaces: tuple[Hex, ...] = ()
    """To look at."""
    held: tuple[Piece, ...] = field(default=())
    """The enemy's pieces that the move pins."""
    wins_in: int | None = None


def find_hint(board: Board, lent: EngineLease) -> Hint | None:
    """A hint for the side to move; None when the search was ended early."""
    moves = board.legal_moves.list()
    if moves[0].is_pass:
        return Hint("pass", PASS)
    if wins := winning_moves(board):
        return Hint("win", wins[0], spaces=tuple(open_spaces(board, board.to_move.other)))
    found = list(lent.analyse(board, _LIMIT))
    if lent.ended or not found:
        return None
    wins_in = found[-1].score.wins_in
    return _themed(board, found[-1].move, None if wins_in is None or wins_in > _FEW_MOVES else wins_in)


def _themed(board: Board, move: Move, wins_in: int | None) -> Hint:
    """What a move is for: the first of these that it does."""
    looked_at = _looked_at(board, move)
    if wins_in is not None:
        return Hint("force", move, looked_at, wins_in=wins_in)
    if _saves(board, move):
        return Hint("save", move, looked_at)
    if move.piece == Piece(board.to_move, Bug.QUEEN_BEE) and board.where(move.piece) is not None:
        return Hint("flee", move, looked_at)
    target = Piece(board.to_move.other, Bug.QUEEN_BEE)
    spaces = open_spaces(board, target.color)
    if move.to in spaces:
        return Hint("fill", move, (target,), tuple(spaces))
    if caught := _caught(board, move):
        return Hint("pin", move, looked_at, held=caught)
    return Hint("place" if board.where(move.piece) is None else "move", move, looked_at)


def _looked_at(board: Board, move: Move) -> tuple[Piece, ...]:
    """The piece that acts: it moves, or throws another."""
    path = board.path(move)
    return (path.thrower,) if path.kind is PathKind.THROW and path.thrower is not None else (move.piece,)


def _saves(board: Board, move: Move) -> bool:
    """Whether the other side could win at once if nothing were done, and cannot after the move."""
    if not winning_moves(turned(board)):
        return False
    after = board.copy()
    after.push(move)
    return not winning_moves(after)


def _caught(board: Board, move: Move) -> tuple[Piece, ...]:
    """The enemy's pieces that a move newly holds in place."""
    before = held(board.position())
    after = board.copy()
    after.push(move)
    return tuple(sorted(piece for piece in held(after.position()) - before if piece.color is not board.to_move))
