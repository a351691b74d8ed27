"""What a position is worth to the side to move, without looking ahead."""

from __future__ import annotations

from typing import Any

from skep.kernel.features import COUNT, find_features
from skep.kernel.hive import key_of
from skep.kernel.jit import int64, jit, uint64

__all__ = ["EARLY", "LATE", "evaluate"]

LARGEST = 20_000
EARLY = 10
LATE = 50
"""Up to the one ply the early weights count, from the other on the late ones, in between a mixture."""


@jit
def evaluate(state: Any, worker: Any) -> int:
    """Hundredths of a unit; never as much as a proven win."""
    if worker.hashed_evaluation:
        return int64((key_of(state) * uint64(0x9E3779B97F4A7C15)) >> uint64(53)) - 1024
    find_features(state, worker.features)
    early = int64(0)
    late = int64(0)
    for i in range(COUNT):
        early += worker.features[i] * worker.early[i]
        late += worker.features[i] * worker.late[i]
    progress = min(max(state.ply - EARLY, 0), LATE - EARLY)
    total = (early * (LATE - EARLY - progress) + late * progress) // (LATE - EARLY)
    return min(max(total >> 4, -LARGEST), LARGEST)
