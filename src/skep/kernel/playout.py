"""Random play, for tests and measurements."""

from __future__ import annotations

from typing import Any

from skep.kernel.hive import make
from skep.kernel.jit import int64, jit, uint64
from skep.kernel.movegen import generate

__all__ = ["playout"]


@jit
def playout(state: Any, moves: Any, seed: Any, plies: int) -> int:
    """Play at most ``plies`` random legal moves and return how many were played before the game ended."""
    word = seed
    for ply in range(plies):
        end = generate(state, moves, int64(0))
        if end == 0:
            return ply
        # Marsaglia's xorshift, whose cycle contains every word except zero
        word ^= word << uint64(13)
        word ^= word >> uint64(7)
        word ^= word << uint64(17)
        make(state, moves[int64((word >> uint64(33)) % uint64(end))])
    return plies
