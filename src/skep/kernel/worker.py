"""The worker record: the data of one searching thread, apart from its position.

Parameters and weights are fields instead of constants, so that tuning needs no recompilation.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numba
import numpy as np
from numpy.typing import NDArray

from skep.kernel.evaluate import UNITS
from skep.kernel.features import COUNT, ROOM

__all__ = ["MAX_PATH", "MAX_PLY", "PARAMETERS", "SCORES", "WORKER", "new_worker"]

MAX_PLY: Final = 96
"""The number of plies below the root at which a search turns back."""
MAX_PATH: Final = 2048
"""The capacity of the path, for the plies of the game and the search together."""
SCORES: Final = 1 << 15
"""The index in a search's move list at which the scores of the moves start."""

PARAMETERS: Final = {
    "reverse_futility_depth": 6,
    "reverse_futility_margin": 30,
    "null_move": 1,
    "null_reduction": 2,
    "futility_depth": 5,
    "futility_margin": 50,
    "late_prune_depth": 5,
    "late_prune_base": 3,
    "late_prune_factor": 3,
    "reduce": 1,
    "reduction_base": 512,
    "reduction_divisor": 2200,
    "reduce_without_table_move": 1,
    "use_table": 1,
    "exact_depth": 0,  # use only table entries of exactly the same depth, for tests
    "use_history": 1,
    "hashed_evaluation": 0,  # random values instead of the evaluation, for tests of the search
}
"""The parameters of the search with the values used in play."""

WORKER: Final = np.dtype(
    [
        # the path from the start of the game to the current node
        ("path", np.uint64, MAX_PATH),  # key of the position at each ply
        ("reversible_since", np.int64, MAX_PATH),  # ply of the last placement
        ("length", np.int64),
        ("salt", np.uint64),  # a hash of the rules and pieces, mixed into every key of the table
        # the current search
        ("nodes", np.int64),
        ("node_limit", np.int64),
        ("stopped", np.int64),
        ("age", np.int64),
        ("root_move", np.int64),  # the best so far in this iteration, 0 for none
        ("excluded", np.int64, 512),  # root moves that start better lines
        ("excluded_count", np.int64),
        ("line", np.int32, MAX_PLY * MAX_PLY),  # best line from each ply
        ("line_length", np.int64, MAX_PLY),
        # kept between searches
        ("history", np.int64, 1 << 15),  # score of each packed move, for ordering
        # evaluation
        ("rows", np.int16, COUNT * UNITS),  # weights of the network, a row per feature
        ("bias", np.int16, UNITS),
        ("output", np.int32, UNITS),
        ("units", np.int64),  # UNITS; evaluate.py explains why it is a field
        ("features", np.uint16, ROOM),
        ("sums", np.int16, UNITS),
        *((name, np.int64) for name in PARAMETERS),
    ],
    align=True,
)

Workers: Any = numba.from_dtype(WORKER)[::1]


def new_worker(weights: Mapping[str, NDArray[Any]]) -> NDArray[Any]:
    """Return a worker without history, as an array of one record. ``weights`` are the network's, by field name."""
    workers = np.zeros(1, WORKER)
    workers["rows"][0, : weights["rows"].size] = weights["rows"].ravel()
    workers["bias"] = weights["bias"]
    workers["output"] = weights["output"]
    workers["units"] = UNITS
    for name, value in PARAMETERS.items():
        workers[name] = value
    return workers
