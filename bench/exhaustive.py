"""A second prover of forced wins: the engine's search of every move, without pruning or reductions.

It was the solver before the proof-number search. It shares neither the search nor the table with
:mod:`skep.engine.solver`, so :mod:`bench.proofs` measures that one against it, and compares their results.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from skep.board import Board
from skep.engine.scores import WIN, PovScore, Score
from skep.engine.solver import SearchLimitReached, Solution
from skep.engine.weights import network_for
from skep.errors import SkepError
from skep.kernel import entry
from skep.kernel.worker import MAX_PLY, PARAMETERS, SCORES, new_worker
from skep.moves import Move

__all__ = ["safe_moves", "solve"]

EXHAUSTIVE: Final = {**dict.fromkeys(PARAMETERS, 0), "use_table": 1, "use_history": 1, "exact_depth": 1}
"""Search parameters without pruning, reductions and extensions: every move is searched to the same depth."""
_NEVER: Final = 1 << 40
_NO_NODE_LIMIT: Final = 1 << 62
_TABLE_WORDS: Final = 1 << 21


def solve(board: Board, plies: int, *, nodes: int | None = None) -> Solution | None:
    """Return the forced win or loss of the side to move within ``plies`` plies, or None.

    Raises SkepError if the game is over, and :class:`SearchLimitReached` if ``nodes`` nodes are not enough.
    """
    search = _Search(board, nodes)
    for depth in range(1, _check_plies(plies) + 1):
        for value in (WIN - depth, depth - WIN):
            lines = search.lines_worth(value, depth)
            if lines:
                score = PovScore(Score(value), board.turn)
                return Solution(score, tuple(line[0] for line in lines), _extend(board, lines[0], depth))
    return None


def safe_moves(board: Board, plies: int, *, nodes: int | None = None) -> tuple[Move, ...]:
    """Return the moves after which the side to move has no forced loss within ``plies`` plies, its own included."""
    search = _Search(board, nodes)
    return tuple(line[0] for line in search.lines_above(_check_plies(plies) - WIN, plies))


def _extend(board: Board, line: tuple[Move, ...], plies: int) -> tuple[Move, ...]:
    """Extend a line to the end of the game. The search stops where the transposition table has the rest."""
    if len(line) == plies:
        return line
    replay = board.copy()
    for move in line:
        replay.push(move)
    rest = solve(replay, plies - len(line))
    assert rest is not None
    return line + rest.line


def _check_plies(plies: int) -> int:
    if not 1 <= plies < MAX_PLY:
        raise SkepError(f"the solver looks 1 to {MAX_PLY - 1} plies ahead, not {plies}")
    return plies


class _Search:
    """The kernel's search from one position, with its own table."""

    def __init__(self, board: Board, nodes: int | None) -> None:
        self._legal = board.legal_moves.count()
        if not self._legal:
            raise SkepError(f"the game is over, there is nothing to solve: {board.outcome()}")
        self._state = board.kernel_state
        self._array = board.kernel_state.array.copy()
        self._moves = np.zeros(2 * SCORES, np.int64)
        self._table = np.zeros(_TABLE_WORDS, np.uint64)
        self._stop = np.zeros(1, np.int64)
        self._workers = new_worker(network_for(board.game_type))
        worker = self._workers[0]
        for name, value in EXHAUSTIVE.items():
            worker[name] = value
        worker["hashed_evaluation"] = 1  # estimates do not matter here, so the fastest will do
        worker["reversible_since"][0] = _NEVER
        worker["node_limit"] = _NO_NODE_LIMIT if nodes is None else nodes

    def lines_worth(self, value: int, depth: int) -> list[tuple[Move, ...]]:
        """Return a line for each move of exactly this value, or nothing if another move is better."""
        if self._value(value - 1, value + 1, depth) != value:
            return []
        return list(self._lines(value - 1, value + 1, depth))

    def lines_above(self, value: int, depth: int) -> list[tuple[Move, ...]]:
        """Return a line, as long as its proof, for each move of more than this value."""
        return list(self._lines(value, value + 1, depth))

    def _lines(self, low: int, high: int, depth: int) -> Iterator[tuple[Move, ...]]:
        """Search repeatedly, excluding the moves found so far, until no move is better than ``low``."""
        worker = self._workers[0]
        for count in range(self._legal):
            worker["excluded_count"] = count
            if self._value(low, high, depth) <= low:
                break
            worker["excluded"][count] = worker["root_move"]
            # an immediate win is stored in front of an older line of the next ply, so the line is cut at the depth
            packed = worker["line"][: min(int(worker["line_length"][0]), depth)].tolist()
            yield self._state.decode_line(packed)
        worker["excluded_count"] = 0

    def _value(self, low: int, high: int, depth: int) -> int:
        value = entry.search(self._array, self._workers, self._moves, self._table, self._stop, depth, low, high)
        if self._workers[0]["stopped"]:
            raise SearchLimitReached(f"{self._workers[0]['nodes']} nodes do not suffice to look {depth} plies ahead")
        return value
