"""The number of each move: see docs/lab.md for the encoding."""

from __future__ import annotations

from typing import Any, Final

from skep.kernel.jit import inline, int64, jit
from skep.kernel.layout import IN_HAND
from skep.kernel.tables import SIDES

__all__ = ["ACTIONS", "KINDS", "PASS", "PIECES", "decode", "encode", "number_of", "slot_of"]

KINDS: Final = 14
PIECES: Final = 28
ACTIONS: Final = PIECES * PIECES * 7 + 1
"""The number of actions."""
PASS: Final = ACTIONS - 1


@inline
def slot_of(piece: int, mover: int) -> int:
    """Return the slot of a piece: 0 to 13 for the pieces of the side to move, 14 to 27 for the enemy's."""
    return (int64(piece) & 15) - 1 + KINDS * ((int64(piece) >> 4) ^ mover)


@inline
def number_of(slot: int, mover: int) -> int:
    """Return the kernel's number of the piece in a slot."""
    enemy = int64(slot >= KINDS)
    return (enemy ^ mover) << 4 | (slot - KINDS * enemy + 1)


@jit
def encode(state: Any, packed: int) -> int:
    """Return the action of a packed move: the slots of the piece and its reference piece, and the side of the latter.

    The reference is the piece under the destination or, on a space, the piece beside it with the lowest slot. Unlike
    the first neighbour by direction, it stays the same when the hive is rotated or mirrored.
    """
    if packed == 0:
        return int64(PASS)
    mover = state.ply & 1
    piece = int64(packed) >> 10
    cell = int64(packed) & 1023
    slot = slot_of(piece, mover)
    reference = int64(PIECES)
    side = int64(0)
    if state.top[cell] != 0:
        reference = slot_of(state.top[cell], mover)
    else:
        around = int64(state.around[cell]) & 63
        for direction in range(6):
            if around >> direction & 1:
                near = int64(state.top[(cell + SIDES[direction + 1]) & 1023])
                if near == piece:
                    near = int64(state.below[piece])
                if near != 0 and slot_of(near, mover) < reference:
                    reference = slot_of(near, mover)
                    side = int64(direction + 4 if direction < 3 else direction - 2)
    if reference == PIECES:  # the first piece of a game
        reference = slot
    return (slot * PIECES + reference) * 7 + side


@jit
def decode(state: Any, action: int) -> int:
    """Return the packed move of an action, or -1 if it has none here. The move may be illegal."""
    if action == PASS:
        return int64(0)
    if action < 0 or action > PASS:
        return int64(-1)
    mover = state.ply & 1
    side = int64(action) % 7
    pair = int64(action) // 7
    piece = number_of(pair // PIECES, mover)
    reference = number_of(pair % PIECES, mover)
    if piece == reference:
        return piece << 10
    cell = int64(state.place[reference])
    if cell == IN_HAND:
        return int64(-1)
    return piece << 10 | ((cell + SIDES[side]) & 1023)
