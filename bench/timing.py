"""Timing on a noisy machine: two things measured in turns, the best of each."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

__all__ = ["best_of"]


def best_of(*things: Callable[[], object], rounds: int = 7) -> Sequence[float]:
    """The least seconds each thing took, all of them run in turns so that noise meets them alike."""
    best = [float("inf")] * len(things)
    for _ in range(rounds):
        for i, thing in enumerate(things):
            begun = time.perf_counter()
            thing()
            best[i] = min(best[i], time.perf_counter() - begun)
    return best
