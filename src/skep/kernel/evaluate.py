"""The static evaluation: a small network over the features of a position.

Each feature has a row of weights, one per unit. The rows of the features present are added up. Each unit clips its
sum to the range 0 to ``FULL`` and multiplies it by its output weight. All arithmetic is exact in integers, so every
machine gets the same value.
"""

from __future__ import annotations

from typing import Any

from skep.kernel.features import find_features
from skep.kernel.hive import key_of
from skep.kernel.jit import LANES, inline, int64, jit, lane, new_features, new_sums, uint64

__all__ = ["FINENESS", "FULL", "UNITS", "evaluate", "evaluate_with"]

MAX_VALUE = 20_000
UNITS = 32
ROW = UNITS // LANES
FULL = 127
"""The largest output of a unit."""
FINENESS = 1 << 14
"""The network's output for one hundredth of a unit of value."""


@jit
def evaluate(state: Any, worker: Any) -> int:
    """Return the value for the side to move in hundredths of a unit, always below a proven win."""
    if worker.hashed_evaluation:
        return int64((key_of(state) * uint64(0x9E3779B97F4A7C15)) >> uint64(53)) - 1024
    return evaluate_with(state, worker, worker)


@inline
def evaluate_with(state: Any, weights: Any, room: Any) -> int:
    """Do the same with the network of one record and the working space of another, so that threads share weights."""
    features = new_features(room)
    found = find_features(state, features)
    total = network(weights, features, new_sums(room), found)
    return min(max(total // FINENESS, -MAX_VALUE), MAX_VALUE)


@inline
def network(weights: Any, features: Any, sums: Any, found: int) -> int:
    """Return the output of the network.

    The number of units is read from the record because the compiler unrolls a loop of known length and then does not
    vectorise it, which is eight times slower. Adding four rows at a time loads and stores the sums less often.
    """
    width = int64(weights.units) if LANES == 1 else UNITS // LANES
    for j in range(width):
        sums[j] = weights.bias[j]
    for i in range(0, found, 4):
        a = int64(features[i]) * ROW
        b = int64(features[i + 1]) * ROW
        c = int64(features[i + 2]) * ROW
        d = int64(features[i + 3]) * ROW
        for j in range(width):
            sums[j] += weights.rows[a + j] + weights.rows[b + j] + weights.rows[c + j] + weights.rows[d + j]
    total = int64(0)
    for j in range(width * LANES):
        total += min(max(lane(sums, j), 0), FULL) * weights.output[j]
    return total
