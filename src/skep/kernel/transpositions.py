"""The transposition table, which all searching threads share without locks.

A bucket has four entries of two 64-bit words each. The second word of an entry::

    bits 0-14   move          bits 15-22  depth        bits 23-24  bound
    bits 25-30  age           bits 31-46  value + 32768
    bits 47-62  static evaluation + 32768

The first word is the key xor the second, so an entry torn by two concurrent writes matches no key.
"""

from __future__ import annotations

from typing import Any

from skep.kernel.jit import int64, jit, uint64
from skep.kernel.scores import SURE

__all__ = ["EXACT", "LOWER", "UPPER", "depth_of", "estimate_of", "look_up", "move_of", "store", "value_of"]

EXACT = 0
LOWER = 1
UPPER = 2
WAYS = 4


@jit
def look_up(table: Any, mask: int, key: Any) -> int:
    """Return the entry of a position, or 0. A stored entry is never 0 because its value is shifted."""
    first = (int64(key >> uint64(1)) & mask) * (2 * WAYS)
    for way in range(WAYS):
        data = table[first + 2 * way + 1]
        if table[first + 2 * way] ^ data == key:
            return int64(data)
    return int64(0)


@jit
def move_of(entry: int) -> int:
    """Return the best move of an entry."""
    return entry & 0x7FFF


@jit
def depth_of(entry: int) -> int:
    """Return the depth of the search that an entry stores."""
    return (entry >> 15) & 255


@jit
def bound_of(entry: int) -> int:
    """Return whether the value of an entry is exact, a lower bound or an upper bound."""
    return (entry >> 23) & 3


@jit
def value_of(entry: int, ply: int) -> int:
    """Return the value of an entry at a node ``ply`` plies below the root.

    A proven win counts plies to the end of the game: from the node in the table, from the root in the search.
    """
    value = ((entry >> 31) & 0xFFFF) - 32768
    if value > SURE:
        return value - ply
    if value < -SURE:
        return value + ply
    return value


@jit
def estimate_of(entry: int) -> int:
    """Return the static evaluation of an entry."""
    return ((entry >> 47) & 0xFFFF) - 32768


@jit
def store(
    table: Any, mask: int, key: Any, age: int, ply: int, move: int, depth: int, bound: int, value: int, estimate: int
) -> None:
    """Store the result of a search in place of the shallowest and oldest entry of its bucket."""
    if value > SURE:
        value += ply
    elif value < -SURE:
        value -= ply
    first = (int64(key >> uint64(1)) & mask) * (2 * WAYS)
    chosen = first
    worst = int64(1 << 40)
    for way in range(WAYS):
        data = table[first + 2 * way + 1]
        if table[first + 2 * way] ^ data == key:
            chosen = first + 2 * way
            if move == 0:
                move = move_of(int64(data))
            break
        worth = depth_of(int64(data)) - 8 * ((age - (int64(data) >> 25)) & 63) if data != 0 else int64(-10_000)
        if worth < worst:
            worst = worth
            chosen = first + 2 * way
    packed = uint64(
        move | depth << 15 | bound << 23 | (age & 63) << 25 | (value + 32768) << 31 | (estimate + 32768) << 47
    )
    table[chosen] = key ^ packed
    table[chosen + 1] = packed
