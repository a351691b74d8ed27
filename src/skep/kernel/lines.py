"""The keys of many positions in one call: along a line of moves, and one move ahead.

Only the game database needs this module. It is compiled on first use, so that programs that play do not wait for it.
"""

from __future__ import annotations

from typing import Any

from skep.kernel.hive import make, unmake
from skep.kernel.jit import entry, int64, uint64
from skep.kernel.layout import IN_HAND, Moves, States
from skep.kernel.symmetry import symmetric_key

__all__ = ["keys_ahead", "keys_along"]


@entry(States, Moves, uint64[::1], int64[::1], long=True)
def keys_along(states: Any, moves: Any, keys: Any, pieces: Any) -> None:
    """Make packed moves and write the key of each position and the number of pieces in play.

    There is one more position than moves.
    """
    state = states[0]
    for at in range(moves.shape[0] + 1):
        if at > 0:
            make(state, moves[at - 1])
        keys[at] = symmetric_key(state)
        count = int64(0)
        for piece in range(32):
            if state.place[piece] != IN_HAND:
                count += 1
        pieces[at] = count


@entry(States, Moves, uint64[::1], long=True)
def keys_ahead(states: Any, moves: Any, keys: Any) -> None:
    """Write the key of the position after each packed move, taking each move back."""
    state = states[0]
    for at in range(moves.shape[0]):
        undo = make(state, moves[at])
        keys[at] = symmetric_key(state)
        unmake(state, moves[at], undo)
