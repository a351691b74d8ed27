"""The data of a batch of games, apart from the kernel's state records."""

from __future__ import annotations

from typing import Any, Final

import numba
import numpy as np

from skep.kernel.evaluate import UNITS
from skep.kernel.features import COUNT
from skep.kernel.features import ROOM as FEATURES
from skep.kernel.jit import LANES, Part

__all__ = [
    "BLACK_WINS",
    "DRAW",
    "GAME",
    "LAB",
    "LIST",
    "MAX_MOVES",
    "NETWORK",
    "PLAY",
    "PLY_LIMIT",
    "REFRESH",
    "RESET",
    "ROOM",
    "STEP",
    "WHITE_WINS",
]

LAB: Final = Part("lab", 30, "lab/kernels")
"""The entry points of the lab, which are compiled when the lab is first used."""

MAX_MOVES: Final = 512
"""The capacity of a game's list of legal moves. No position has as many."""

STEP, PLAY, RESET, REFRESH, LIST = range(5)
"""What ``entries.advance`` does with a game: make a move, make random moves, start again, continue from a new position,
or only list the legal moves."""

WHITE_WINS, BLACK_WINS, DRAW, PLY_LIMIT = range(1, 5)
"""The results of games."""

GAME: Final = np.dtype(
    [
        # the options
        ("kinds", np.int64),  # the pieces of each player, as in the state's hand
        ("network", np.int64),  # index of the record with the weights for this game type
        ("threefold", np.int64),
        ("ply_limit", np.int64),
        ("autoreset", np.int64),
        # the game in progress
        ("word", np.uint64),  # of the random numbers, never zero
        ("moves", np.int64),  # number of legal moves
        ("recorded", np.int64),  # number of keys since the last placement
        ("repetitions", np.int64),  # how often the present position has occurred
        ("over", np.int64),  # 1 if the game has ended and is not reset automatically
        # finished games
        ("finished", np.int64),  # number of games that have ended
        ("length", np.int64),  # plies of the last game that ended
        ("result", np.int64),  # of the last game that ended, 0 before the first
        # what was written to the arrays of masks and planes, to be cleared by the next call
        ("masked", np.int64),
        ("paired", np.int64),
        ("drawn", np.int64),
    ],
    align=True,
)

SUMS: Final = np.int16 if LANES == 1 else np.int64
"""The type of the sums of the network's units."""

NETWORK: Final = np.dtype(
    [
        ("rows", SUMS, COUNT * UNITS // LANES),
        ("bias", SUMS, UNITS // LANES),
        ("output", np.int32, UNITS),
        ("units", np.int64),
    ],
    align=True,
)
"""The weights of the evaluation for a game type: see kernel/worker.py."""

ROOM: Final = np.dtype([("features", np.uint16, FEATURES), ("sums", np.int16, UNITS)], align=True)
"""The working space of an evaluation."""

Games: Any = numba.from_dtype(GAME)[::1]
Networks: Any = numba.from_dtype(NETWORK)[::1]
Rooms: Any = numba.from_dtype(ROOM)[::1]
