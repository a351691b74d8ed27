"""What a position is worth to the side to move, without looking ahead: a small network over the features.

Each feature has a row of weights, one a unit. The rows of the features that hold are added up; a unit counts what
it sums to, between 0 and ``FULL``, times its output weight. All is exact in integers, so every machine finds the
same.
"""

from __future__ import annotations

from typing import Any

from skep.kernel.features import find_features
from skep.kernel.hive import key_of
from skep.kernel.jit import as_pointer, inlined, int64, jit, uint64

__all__ = ["FINENESS", "FULL", "UNITS", "evaluate"]

LARGEST = 20_000
UNITS = 32
FULL = 127
"""The most a unit counts."""
FINENESS = 1 << 14
"""What a hundredth of a unit of value is in the network's sums."""


@jit
def evaluate(state: Any, worker: Any) -> int:
    """Hundredths of a unit; never as much as a proven win."""
    if worker.hashed_evaluation:
        return int64((key_of(state) * uint64(0x9E3779B97F4A7C15)) >> uint64(53)) - 1024
    found = find_features(state, as_pointer(worker.features))
    total = network(worker, found)
    return min(max(total // FINENESS, -LARGEST), LARGEST)


@inlined
def network(worker: Any, found: int) -> int:
    """What the units count.

    The number of units is read from the worker: the compiler unrolls a loop whose length it knows, and then does
    not vectorise it, which is a factor of eight. Four rows at a time, the sums go through memory less often.
    """
    units = int64(worker.units)
    for j in range(units):
        worker.sums[j] = worker.bias[j]
    for i in range(0, found, 4):
        a = int64(worker.features[i]) * UNITS
        b = int64(worker.features[i + 1]) * UNITS
        c = int64(worker.features[i + 2]) * UNITS
        d = int64(worker.features[i + 3]) * UNITS
        for j in range(units):
            worker.sums[j] += worker.rows[a + j] + worker.rows[b + j] + worker.rows[c + j] + worker.rows[d + j]
    total = int64(0)
    for j in range(units):
        total += min(max(int64(worker.sums[j]), 0), FULL) * worker.output[j]
    return total
