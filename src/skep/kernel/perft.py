"""Perft: the number of leaves of the tree of legal moves."""

from __future__ import annotations

from typing import Any

from skep.kernel.hive import make, unmake
from skep.kernel.jit import int64, jit
from skep.kernel.movegen import count, generate

__all__ = ["perft"]


@jit
def perft(state: Any, moves: Any, start: int, depth: int, bulk: int) -> int:
    """Return the number of lines of ``depth`` plies; with ``bulk`` the last ply is counted without making moves."""
    if depth == 0:
        return int64(1)
    if depth == 1 and bulk:
        return count(state, moves, start)
    end = generate(state, moves, start)
    nodes = int64(0)
    for i in range(start, end):
        move = moves[i]
        undo = make(state, move)
        nodes += perft(state, moves, end, int64(depth - 1), bulk)
        unmake(state, move, undo)
    return nodes
