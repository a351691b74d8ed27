"""The transposition table, shared by all searching threads without locks.

Buckets of four entries of two 64-bit words. The second word::

    bits 0-14   move          bits 15-22  depth        bits 23-24  bound
    bits 25-30  age           bits 31-46  value + 32768
    bits 47-62  static evaluation + 32768

The first is the key xor the second: an entry torn by two threads that write at once matches no key.
"""

from __future__ import annotations

from typing import Any

from skep.kernel.jit import int64, jit, uint64

__all__ = ["EXACT", "LOWER", "UPPER", "depth_of", "estimate_of", "look_up", "move_of", "store", "value_of"]

EXACT = 0
LOWER = 1
UPPER = 2
WAYS = 4
SURE = 29_500  # scores.SURE: beyond it a value counts plies to the end, stored from the node, not the root


@jit
def look_up(table: Any, mask: int, key: Any) -> int:
    """The entry of a position, 0 when there is none; no real entry is 0, since its value is shifted."""
    first = (int64(key >> uint64(1)) & mask) * (2 * WAYS)
    for way in range(WAYS):
        data = table[first + 2 * way + 1]
        if table[first + 2 * way] ^ data == key:
            return int64(data)
    return int64(0)


@jit
def move_of(entry: int) -> int:
    """The best move known."""
    return entry & 0x7FFF


@jit
def depth_of(entry: int) -> int:
    """How deep it was searched."""
    return (entry >> 15) & 255


@jit
def bound_of(entry: int) -> int:
    """Whether the value is exact, at least or at most."""
    return (entry >> 23) & 3


@jit
def value_of(entry: int, ply: int) -> int:
    """The value, seen from so many plies below the root."""
    value = ((entry >> 31) & 0xFFFF) - 32768
    if value > SURE:
        return value - ply
    if value < -SURE:
        return value + ply
    return value


@jit
def estimate_of(entry: int) -> int:
    """The static evaluation."""
    return ((entry >> 47) & 0xFFFF) - 32768


@jit
def store(
    table: Any, mask: int, key: Any, age: int, ply: int, move: int, depth: int, bound: int, value: int, estimate: int
) -> None:
    """Keep what a search found, in place of the shallowest and oldest entry of the bucket."""
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
