"""Extracting the features of every position of many games."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np

from skep import GAME_TYPES, Board
from skep.kernel.features import ROOM, find_features
from skep.kernel.hive import make
from tuning.games import UNKNOWN, Array, Games


@numba.njit(nogil=True, error_model="numpy")
def _replay(states: Any, moves: Any, values: Any, room: Any, listed: Any, counts: Any, listed_length: int) -> int:
    """Append the features of the positions that have a value, and write their number to ``counts``."""
    state = states[0]
    for ply in range(moves.size):
        counts[ply] = 0
        if values[ply] != UNKNOWN:
            found = find_features(state, room)
            for i in range(found):
                listed[listed_length + i] = room[i]
            counts[ply] = found
            listed_length += found
        make(state, moves[ply])
    return listed_length


def extract_features(games: Games) -> tuple[Array, Array]:
    """Return the features of all positions in one array, and their number per position (0 if it was not searched)."""
    listed = np.zeros(len(games.moves) * 80, np.int16)
    counts = np.zeros(len(games.moves), np.int16)
    room = np.zeros(ROOM, np.int16)
    moves = games.moves.astype(np.int64)
    begin, length = 0, 0
    starts = [Board(game_type).kernel_state.array for game_type in GAME_TYPES]
    for number, turns in zip(games.game_type, games.length, strict=True):
        part = slice(begin, begin + int(turns))
        length = _replay(starts[number].copy(), moves[part], games.values[part], room, listed, counts[part], length)
        begin += int(turns)
    return listed[:length], counts
