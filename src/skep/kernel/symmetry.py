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
    unroll(state)
    smallest = image_key(state, int64(0))
    for image in range(1, 12):
        smallest = min(smallest, image_key(state, int64(image)))
    return smallest ^ WORD_BLACK_TO_MOVE if state.ply & 1 else smallest


@jit
def unroll(state: Any) -> None:
    """Compute the column, row and height of every piece in play, with the ring of cells cut open beside the hive.

    A connected hive occupies adjacent columns and leaves some of the 32 empty, so it starts after an empty one.
    """
    columns = int64(0)
    for piece in range(32):
        if state.place[piece] != IN_HAND:
            columns |= 1 << (int64(state.place[piece]) & 31)
    first = first_of_run(columns)
    rows = int64(0)
    for piece in range(32):
        if state.place[piece] != IN_HAND:
            cell = int64(state.place[piece])
            state.column[piece] = (cell - first) & 31
            state.row[piece] = ((cell - first - state.column[piece]) >> 5) & 31
            rows |= 1 << state.row[piece]
            state.level[piece] = 1
            under = state.below[piece]
            while under != 0:
                state.level[piece] += 1
                under = state.below[under]
    first = first_of_run(rows)
    for piece in range(32):
        state.row[piece] = (state.row[piece] - first) & 31


@jit
def first_of_run(bits: int) -> int:
    """Return where the only run of set bits starts in a ring of 32."""
    first = int64(0)
    for bit in range(32):
        if bits >> bit & 1 and not bits >> ((bit + 31) & 31) & 1:
            first = int64(bit)
    return first


@jit
def image_key(state: Any, image: int) -> Any:
    """Return the key of one image, translated so that its smallest column and row are zero."""
    min_q = int64(1000)
    min_r = int64(1000)
    for piece in range(32):
        if state.place[piece] != IN_HAND:
            q, r = transform(state.column[piece], state.row[piece], image)
            min_q = min(min_q, q)
            min_r = min(min_r, r)
    key = WORD_BLACK_TO_MOVE ^ WORD_BLACK_TO_MOVE
    for piece in range(32):
        if state.place[piece] != IN_HAND:
            q, r = transform(state.column[piece], state.row[piece], image)
            cell = (q - min_q) + 32 * (r - min_r)
            key ^= piece_word(piece, state.level[piece], cell)
            if piece == state.just_moved:
                key ^= WORDS_JUST_MOVED[cell & 1023]
    return key


@jit
def transform(q: int, r: int, image: int) -> Any:
    """Return the coordinates of a hex in an image: mirrored if it is 6 to 11, then rotated by sixths of a turn."""
    if image >= 6:
        q, r = r, q
        image -= 6
    for _ in range(image):
        q, r = q + r, -q
    return q, r
