"""The table of the proof-number search, for one thread.

A bucket has four entries of two 64-bit words each. The second word of an entry::

    bits 0-23   reach         bits 24-47  fail
    bits 48-55  effort        bits 56-63  session, never 0

The first word is the key xor the second. An entry of another session counts as empty, so starting a session empties
the table, and a search gives the same result whatever was proved before it.
"""

from __future__ import annotations

from typing import Any

from skep.kernel.jit import inline, int64, jit, uint64

__all__ = ["PROVED", "SESSIONS", "UNDECIDED", "WORDS_PER_BUCKET", "fail_of", "look_up", "pair", "reach_of", "store"]

PROVED = (1 << 24) - 1
"""The proof number of what is impossible to prove, because the opposite is proved."""
SESSIONS = 255
"""The number of sessions after which the table must be cleared."""
UNDECIDED = 1 | 1 << 24
"""The numbers of a position about which nothing is known."""
WAYS = 4
WORDS_PER_BUCKET = 2 * WAYS
NUMBERS = (1 << 48) - 1


@inline
def pair(reach: int, fail: int) -> int:
    """Return two proof numbers packed into one integer."""
    return reach | fail << 24


@inline
def reach_of(numbers: int) -> int:
    """Return the effort of proving that the side to move reaches its goal."""
    return numbers & PROVED


@inline
def fail_of(numbers: int) -> int:
    """Return the effort of proving that the side to move fails to reach its goal."""
    return (numbers >> 24) & PROVED


@jit
def look_up(table: Any, mask: int, key: Any, session: int) -> int:
    """Return the numbers of a node, or 0 if they are not stored."""
    first = (int64(key >> uint64(1)) & mask) * WORDS_PER_BUCKET
    for way in range(WAYS):
        data = table[first + 2 * way + 1]
        if table[first + 2 * way] ^ data == key and int64(data >> uint64(56)) == session:
            return int64(data & uint64(NUMBERS))
    return int64(0)


@jit
def store(table: Any, mask: int, key: Any, session: int, numbers: int, nodes: int) -> None:
    """Store the numbers of a node that took this many nodes, in place of the entry that took the fewest."""
    effort = int64(0)
    while nodes > 0 and effort < 255:
        nodes >>= 1
        effort += 1
    first = (int64(key >> uint64(1)) & mask) * WORDS_PER_BUCKET
    chosen, least = first, int64(1 << 20)
    for way in range(WAYS):
        at = first + 2 * way
        data = table[at + 1]
        is_current = int64(data >> uint64(56)) == session
        if is_current and table[at] ^ data == key:
            chosen = at
            break
        worth = int64((data >> uint64(48)) & uint64(255)) if is_current else int64(-1)
        if worth < least:
            chosen, least = at, worth
    packed = uint64(numbers) | uint64(effort) << uint64(48) | uint64(session) << uint64(56)
    table[chosen] = key ^ packed
    table[chosen + 1] = packed
