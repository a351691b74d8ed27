"""The searches of computer players: choosing a move, and judging a draw offer."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from skep.board import Board
from skep.engine import Limit, find_level
from skep.moves import Move
from skep.server.engines.pool import EngineLease

__all__ = ["choose_move", "estimate_win_probability", "expected_seconds"]

_JUDGING_NODES: Final = 3_000
_NODES_PER_SECOND: Final = 80_000
"""The speed of a slow machine, to estimate how long a search takes."""


def expected_seconds(level: int, limit: Limit) -> float:
    """Return about how long a level searches, in seconds."""
    nodes = find_level(level).nodes
    times = [time for time in (limit.time, None if nodes is None else nodes / _NODES_PER_SECOND) if time is not None]
    return min(times, default=0.0)


def choose_move(board: Board, level: int, limit: Limit) -> Callable[[EngineLease], Move]:
    """Return a task that chooses a move at a level.

    If it is preempted, it continues in what is left of its time, and returns the deepest result of all its slices.
    """
    left, deepest, best = limit.time, -1, None

    def task(lease: EngineLease) -> Move:
        nonlocal left, deepest, best
        if best is not None and left is not None and left <= 0:
            return best
        began = time.monotonic()
        lease.engine.level = level
        result = lease.engine.play(board, limit if best is None else Limit(seconds=left), stop=lease.stop)
        if left is not None:
            left -= time.monotonic() - began
        depth = 0 if result.analysis is None else result.analysis.depth or 0
        if best is None or depth >= deepest:
            deepest, best = depth, result.move
        return best

    return task


def estimate_win_probability(board: Board) -> Callable[[EngineLease], float]:
    """Return a task that estimates the win probability of the side to move."""

    def task(lease: EngineLease) -> float:
        lease.engine.level = None
        *_, last = lease.engine.analyse(board, Limit(nodes=_JUDGING_NODES), stop=lease.stop)
        return last.score.relative.win_probability

    return task
