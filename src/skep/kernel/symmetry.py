"""A key shared by the twelve rotated and mirrored images of a position and all their translations."""

from __future__ import annotations

from typing import Any

from skep.kernel.hive import piece_word
from skep.kernel.jit import int64, jit
from skep.kernel.layout import IN_HAND
from skep.kernel.tables import WORD_BLACK_TO_MOVE, WORDS_JUST_MOVED

__all__ = ["symmetric_key"]


@jit
def symmetric_key(state: Any) -> Any:
    """Return the smallest key of the twelve images, each translated to the same corner."""
    count = unroll(state)
    smallest = image_key(state, count)
    for image in range(1, 12):
        turn(state, count, image == 6)
        smallest = min(smallest, image_key(state, count))
    return smallest ^ WORD_BLACK_TO_MOVE if state.ply & 1 else smallest


@jit
def unroll(state: Any) -> int:
    """List the pieces in play in ``state.trail`` and return their number, with the ring of cells cut beside the hive.

    Computes the column, row and height of each. A connected hive occupies adjacent columns and leaves some of the 32
    empty, so it starts after an empty one.
    """
    columns = int64(0)
    count = int64(0)
    for piece in range(32):
        if state.place[piece] != IN_HAND:
            columns |= 1 << (int64(state.place[piece]) & 31)
            state.trail[count] = piece
            count += 1
    first = first_of_run(columns)
    for i in range(count):
        piece = state.trail[i]
        steps = int64(state.place[piece]) - first
        state.column[piece] = steps & 31
        state.row[piece] = ((steps - (steps & 31)) >> 5) & 31
        state.level[piece] = 1
        under = state.below[piece]
        while under != 0:
            state.level[piece] += 1
            under = state.below[under]
    rows = int64(0)
    for i in range(count):
        rows |= 1 << int64(state.row[state.trail[i]])
    first = first_of_run(rows)
    for i in range(count):
        piece = state.trail[i]
        state.row[piece] = (state.row[piece] - first) & 31
    return count


@jit
def turn(state: Any, count: int, mirrored: bool) -> None:
    """Rotate the listed pieces by a sixth of a turn about the origin; then reflect them if ``mirrored``."""
    for i in range(count):
        piece = state.trail[i]
        q = int64(state.column[piece]) + state.row[piece]
        r = -int64(state.column[piece])
        state.column[piece] = r if mirrored else q
        state.row[piece] = q if mirrored else r


@jit
def first_of_run(bits: int) -> int:
    """Return where the only run of set bits starts in a ring of 32."""
    first = int64(0)
    for bit in range(32):
        if bits >> bit & 1 and not bits >> ((bit + 31) & 31) & 1:
            first = int64(bit)
    return first


@jit
def image_key(state: Any, count: int) -> Any:
    """Return the key of the listed pieces, translated so that their smallest column and row are zero."""
    min_q = int64(1000)
    min_r = int64(1000)
    for i in range(count):
        piece = state.trail[i]
        min_q = min(min_q, state.column[piece])
        min_r = min(min_r, state.row[piece])
    key = WORD_BLACK_TO_MOVE ^ WORD_BLACK_TO_MOVE
    for i in range(count):
        piece = state.trail[i]
        cell = int64(state.column[piece]) - min_q + 32 * (int64(state.row[piece]) - min_r)
        key ^= piece_word(piece, state.level[piece], cell)
        if piece == state.just_moved:
            key ^= WORDS_JUST_MOVED[cell & 1023]
    return key
