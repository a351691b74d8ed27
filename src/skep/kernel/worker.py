"""What one searching thread holds besides its position: the path, what it has learnt, parameters and weights.

Parameters and weights are fields, not constants, so that tuning needs no recompilation.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numba
import numpy as np
from numpy.typing import NDArray

from skep.kernel.evaluate import UNITS
from skep.kernel.features import COUNT, ROOM

__all__ = ["DEEPEST", "PARAMETERS", "SCORES", "WORKER", "new_worker"]

DEEPEST: Final = 96
"""Plies from the root at which a search turns back."""
LONGEST_PATH: Final = 2048
"""Plies of a game and a search together; older ones of a longer game are forgotten."""
SCORES: Final = 1 << 15
"""In a search's move list, where the scores of the moves begin."""

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
    "exact_depth": 0,  # take from the table only what was searched exactly as deep, for tests
    "use_history": 1,
    "hashed_evaluation": 0,  # random values instead of the evaluation, for tests of the search
}
"""The search's parameters as they are played with."""

WORKER: Final = np.dtype(
    [
        # the path from the start of the game to the present node
        ("path", np.uint64, LONGEST_PATH),  # key of the position at each ply
        ("reversible_since", np.int64, LONGEST_PATH),  # ply of the last placement
        ("length", np.int64),
        ("salt", np.uint64),  # of the game: rules and all pieces, mixed into every key of the table
        # the search going on
        ("nodes", np.int64),
        ("node_limit", np.int64),
        ("stopped", np.int64),
        ("age", np.int64),
        ("root_move", np.int64),  # the best so far in this iteration, 0 for none
        ("excluded", np.int64, 512),  # root moves that better lines begin with
        ("excluded_count", np.int64),
        ("line", np.int32, DEEPEST * DEEPEST),  # best line from each ply
        ("line_length", np.int64, DEEPEST),
        # what was learnt
        ("history", np.int64, 1 << 15),  # how often a move was good or bad
        # evaluation
        ("rows", np.int16, COUNT * UNITS),  # of the network, a row a feature
        ("bias", np.int16, UNITS),
        ("output", np.int32, UNITS),
        ("units", np.int64),  # their number; why it is a field says evaluate.py
        ("features", np.uint16, ROOM),
        ("sums", np.int16, UNITS),
        *((name, np.int64) for name in PARAMETERS),
    ],
    align=True,
)

Workers: Any = numba.from_dtype(WORKER)[::1]


def new_worker(weights: Mapping[str, NDArray[Any]]) -> NDArray[Any]:
    """A worker that has learnt nothing, as an array of one record. Weights are the network's, by field."""
    workers = np.zeros(1, WORKER)
    workers["rows"][0, : weights["rows"].size] = weights["rows"].ravel()
    workers["bias"] = weights["bias"]
    workers["output"] = weights["output"]
    workers["units"] = UNITS
    for name, value in PARAMETERS.items():
        workers[name] = value
    return workers
