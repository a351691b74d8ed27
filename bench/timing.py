"""Timing on a noisy machine: functions run in turns, and the best time of each counts."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

__all__ = ["Row", "best_of"]

Row = tuple[str, float, float, str]
"""A measurement: its name, our speed and theirs per second, and the unit."""


def best_of(
    *functions: Callable[[], object], rounds: int = 7, clock: Callable[[], float] = time.perf_counter
) -> Sequence[float]:
    """Return the minimum seconds of each function. They run in turns, so that noise affects all of them equally.

    ``time.process_time`` as the clock measures functions of one thread on a busy machine.
    """
    best = [float("inf")] * len(functions)
    for _ in range(rounds):
        for i, function in enumerate(functions):
            started = clock()
            function()
            best[i] = min(best[i], clock() - started)
    return best
