"""Random play, for laws that hold in every game and for measuring."""

from __future__ import annotations

from typing import Any

from skep.kernel.hive import make
from skep.kernel.jit import int64, jit, uint64
from skep.kernel.movegen import generate

__all__ = ["playout"]


@jit
def playout(state: Any, moves: Any, seed: Any, plies: int) -> int:
    """Play random legal moves, at most so many; returns how many were played before the game was over."""
    word = seed
    for ply in range(plies):
        end = generate(state, moves, int64(0))
        if end == 0:
            return ply
        # Marsaglia's xorshift: three shifts that visit every word but zero
        word ^= word << uint64(13)
        word ^= word >> uint64(7)
        word ^= word << uint64(17)
        make(state, moves[int64((word >> uint64(33)) % uint64(end))])
    return plies
