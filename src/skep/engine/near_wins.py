"""Forced wins that a search has not seen, proven by the solver."""

from __future__ import annotations

from typing import Final

from skep.board import Board
from skep.engine.results import Line
from skep.engine.scores import Score
from skep.engine.solver import SearchLimitReached, Solver
from skep.engine.stop import StopToken
from skep.pieces import Bug, Color, Piece

__all__ = ["filled_sides", "find_near_win"]

_PLIES: Final = 7
"""A win in four moves. Searches rarely miss shorter ones, and longer ones take too long to prove."""
_MIN_VALUE: Final = 100
"""The least value of a search that expects a win."""
_MIN_FILLED: Final = 3
"""The filled sides of the other queen bee needed to look for a win."""
_LINE_FACTOR: Final = 10
"""Once a win is proven, this many times as many nodes may be spent on finding the fastest one."""


def find_near_win(board: Board, score: Score, nodes: int, *, stop: StopToken | None = None) -> tuple[Line, ...]:
    """Return a line for each move that wins fastest, or nothing if the solver finds no win within ``nodes`` nodes.

    ``score`` is the result of a search. The solver looks only where the search expects a win, has not proven it, and
    the other queen bee has enough neighbours.
    """
    if score.plies_to_end is not None or score.value < _MIN_VALUE:
        return ()
    if filled_sides(board, board.turn.other) < _MIN_FILLED:
        return ()
    try:
        with Solver(nodes=nodes, stop=stop) as solver:
            if not solver.wins(board, _PLIES):
                return ()
        with Solver(nodes=_LINE_FACTOR * nodes, stop=stop) as solver:
            solution = solver.solve(board, _PLIES)
    except SearchLimitReached:
        return ()
    assert solution is not None
    others = tuple(Line(solution.score, (move,)) for move in solution.first_moves[1:])
    return Line(solution.score, solution.line), *others


def filled_sides(board: Board, color: Color) -> int:
    """Return the number of filled sides of a queen bee."""
    place = board.where(Piece(color, Bug.QUEEN_BEE))
    return 0 if place is None else sum(bool(board.stack(hex_)) for hex_ in place.neighbours())
