"""What a position is worth to the side to move, without looking ahead."""

from __future__ import annotations

from typing import Any

from skep.kernel.features import COUNT, find_features
from skep.kernel.hive import key_of
from skep.kernel.jit import int64, jit, uint64

__all__ = ["evaluate"]

LARGEST = 20_000


@jit
def evaluate(state: Any, worker: Any) -> int:
    """Hundredths of a unit; never as much as a proven win."""
    if worker.hashed_evaluation:
        return int64((key_of(state) * uint64(0x9E3779B97F4A7C15)) >> uint64(53)) - 1024
    find_features(state, worker.features)
    total = int64(0)
    for i in range(COUNT):
        total += worker.features[i] * worker.weights[i]
    return min(max(total >> 4, -LARGEST), LARGEST)
