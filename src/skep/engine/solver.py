"""The solver: proves forced wins and losses by looking at every move, and is slow.

It is the kernel's search without pruning or reductions, in windows that ask for nothing but the end of the
game. What the engine proves with everything on is checked against it.

A position stands here for itself, without its history, and repetitions are not looked for: the shortest
forced win comes nearer with every move, so that no position in it can come back. So the value of a position
to a depth depends on nothing else, and the table may stand for a search without changing the answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from skep.board import Board
from skep.engine.scores import WIN, Score
from skep.engine.weights import network_for
from skep.errors import SkepError
from skep.kernel import entry
from skep.kernel.worker import MAX_PLY, PARAMETERS, SCORES, new_worker
from skep.moves import Move

__all__ = ["EXHAUSTIVE", "Solution", "Undecided", "safe_moves", "solve"]

EXHAUSTIVE: Final = {**dict.fromkeys(PARAMETERS, 0), "use_table": 1, "use_history": 1, "exact_depth": 1}
"""The search's parameters with all off that prunes, reduces or extends: every move to the same depth."""
_NEVER: Final = 1 << 40
_ENDLESS: Final = 1 << 62
_TABLE_WORDS: Final = 1 << 21


class Undecided(SkepError):
    """The nodes that the solver was allowed did not suffice."""


@dataclass(frozen=True, slots=True)
class Solution:
    """A forced end of the game, as quick as the winner can make it and as slow as the loser can."""

    score: Score
    """``wins_in`` and ``loses_in`` count the moves of the side to move."""
    first_moves: tuple[Move, ...]
    """All best moves: those that win in so many plies, or that hold out so long."""
    line: tuple[Move, ...]
    """One way to the end."""

    @property
    def is_win(self) -> bool:
        """Whether the side to move wins."""
        return self.score.wins_in is not None

    @property
    def plies(self) -> int:
        """How many plies the end is away."""
        plies = self.score.plies_to_end
        assert plies is not None
        return plies


def solve(board: Board, plies: int, *, nodes: int | None = None) -> Solution | None:
    """The end that the side to move can force, or is forced to, within so many plies; None if there is none.

    Raises ValueError when the game is over, and :class:`Undecided` when more than ``nodes`` are needed.

    >>> board = Board.from_position_string(
    ...     "pocket-2012 Base+MLP Black[14] -2,-3:.wG2wS1/..wMwG1bB1bS1/.bP.bMbA1/wA2bQwQ/.bA2wB1wA1bA3/..wP"
    ... )
    >>> solution = solve(board, 3)
    >>> print(solution.score, [board.uhp(move) for move in solution.first_moves], solution.plies)
    wins in 2 ['wA2 -bM'] 3
    """
    search = _Search(board, nodes)
    for depth in range(1, _checked(plies) + 1):
        for value in (WIN - depth, depth - WIN):
            found = search.lines_worth(value, depth)
            if found:
                return Solution(Score(value), tuple(line[0] for line in found), _completed(board, found[0], depth))
    return None


def safe_moves(board: Board, plies: int, *, nodes: int | None = None) -> tuple[Move, ...]:
    """The moves after which the side to move has not lost by force within so many plies, its own counted."""
    search = _Search(board, nodes)
    return tuple(line[0] for line in search.lines_above(_checked(plies) - WIN, plies))


def _completed(board: Board, line: tuple[Move, ...], plies: int) -> tuple[Move, ...]:
    """A line to its end: the search leaves off where the table knows the rest."""
    replay = board.copy()
    for move in line:
        replay.push(move)
    if len(line) == plies:
        return line
    rest = solve(replay, plies - len(line))
    assert rest is not None
    return line + rest.line


def _checked(plies: int) -> int:
    if not 1 <= plies < MAX_PLY:
        raise ValueError(f"the solver looks 1 to {MAX_PLY - 1} plies ahead, not {plies}")
    return plies


class _Search:
    """The kernel's search from one position, with a table that knows nothing else."""

    def __init__(self, board: Board, nodes: int | None) -> None:
        self._legal = board.legal_moves.count()
        if not self._legal:
            raise ValueError(f"the game is over, there is nothing to solve: {board.outcome()}")
        self._state = board.kernel_state
        self._array = board.kernel_state.array.copy()
        self._moves = np.zeros(2 * SCORES, np.int64)
        self._table = np.zeros(_TABLE_WORDS, np.uint64)
        self._stop = np.zeros(1, np.int64)
        self._workers = new_worker(network_for(board.game_type))
        worker = self._workers[0]
        for name, value in EXHAUSTIVE.items():
            worker[name] = value
        worker["hashed_evaluation"] = 1  # what is not proven has no value here, so the quickest will do
        worker["reversible_since"][0] = _NEVER
        worker["node_limit"] = _ENDLESS if nodes is None else nodes

    def lines_worth(self, value: int, depth: int) -> list[tuple[Move, ...]]:
        """A line from each move of exactly this value; none where some move is worth more."""
        if self._value(value - 1, value + 1, depth) != value:
            return []
        return list(self._lines(value - 1, value + 1, depth))

    def lines_above(self, value: int, depth: int) -> list[tuple[Move, ...]]:
        """A line, no longer than the proof needs, from each move that is worth more than a value."""
        return list(self._lines(value, value + 1, depth))

    def _lines(self, low: int, high: int, depth: int) -> Iterator[tuple[Move, ...]]:
        """Search again and again, each time without the moves found before, until none is worth more than ``low``."""
        worker = self._workers[0]
        for count in range(self._legal):
            worker["excluded_count"] = count
            if self._value(low, high, depth) <= low:
                break
            worker["excluded"][count] = worker["root_move"]
            # a win at once is kept in front of what the search last saw at the next ply: the end is at the depth
            yield self._state.decode_line(worker["line"][: min(int(worker["line_length"][0]), depth)].tolist())
        worker["excluded_count"] = 0

    def _value(self, low: int, high: int, depth: int) -> int:
        value = entry.search(self._array, self._workers, self._moves, self._table, self._stop, depth, low, high)
        if self._workers[0]["stopped"]:
            raise Undecided(f"{self._workers[0]['nodes']} nodes do not suffice to look {depth} plies ahead")
        return int(value)
