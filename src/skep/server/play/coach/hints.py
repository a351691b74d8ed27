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
from skep.server.play.coach.board_queries import open_spaces, winning_moves
from skep.server.play.coach.effects import Effect, find_effects
from skep.server.schemas.coach import HintTheme

__all__ = ["Hint", "find_hint"]

_LIMIT: Final = Limit(nodes=60_000)
"""More than the ninth level searches, in at most half a second. Nodes rather than seconds make hints reproducible."""
_MAX_WINS_IN: Final = 6
"""A longer forced win is not given as a hint, because players cannot follow it."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A good move, where to look for it, and why it is good."""

    theme: HintTheme
    """Its first effect, unless it wins or has none."""
    move: Move
    pieces: tuple[Piece, ...] = ()
    """Pieces to look at."""
    spaces: tuple[Hex, ...] = ()
    """Spaces to look at."""
    effects: tuple[Effect, ...] = ()
    """The effects of the move; the most important first."""
    choices: int = 0
    """The number of legal moves."""
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
    return _explain(board, best.move, None if wins_in is None or wins_in > _MAX_WINS_IN else wins_in, len(moves))


def _explain(board: Board, move: Move, wins_in: int | None, choices: int) -> Hint:
    """Return a hint whose theme is the most important effect of the move."""
    acting, effects = _acting_piece(board, move), find_effects(board, move)
    if wins_in is not None:
        return Hint("force", move, acting, effects=effects, choices=choices, wins_in=wins_in)
    if not effects:
        theme: HintTheme = "place" if board.where(move.piece) is None else "move"
        return Hint(theme, move, acting, choices=choices)
    theme = effects[0].kind
    if theme in ("fill", "cover"):
        target = Piece(board.turn.other, Bug.QUEEN_BEE)
        spaces = tuple(open_spaces(board, target.color)) if theme == "fill" else ()
        return Hint(theme, move, (target,), spaces, effects, choices)
    return Hint(theme, move, acting, effects=effects, choices=choices)


def _acting_piece(board: Board, move: Move) -> tuple[Piece, ...]:
    """Return the piece that moves, or that throws another."""
    path = board.path(move)
    return (path.thrower,) if path.kind is PathKind.THROW and path.thrower is not None else (move.piece,)
