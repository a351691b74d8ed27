"""Planes: a picture of the hive on a torus of 32 columns and rows, with one plane per piece."""

from __future__ import annotations

from typing import Any, Final

from skep.kernel.jit import inline, int64, jit
from skep.kernel.layout import IN_HAND
from skep.lab.kernels.actions import PIECES, number_of

__all__ = ["CELLS", "CENTRE", "PLANES", "anchor", "level_of", "window_cell", "write_planes"]

CELLS: Final = 1024
CENTRE: Final = 16 + 32 * 16
"""The cell of a plane on which the hive is centred."""
JUST_MOVED: Final = PIECES
PLANES: Final = PIECES + 1


@jit
def anchor(state: Any) -> int:
    """Return the cell on which observations are centred.

    It is that of the lowest slot in play, which is the mover's queen bee as soon as she is placed. A piece turns with
    the hive when the hive is rotated, so the images of an observation are exact; the middle of the hive would not.
    """
    mover = state.ply & 1
    for slot in range(PIECES):
        cell = int64(state.place[number_of(slot, mover)])
        if cell != IN_HAND:
            return cell
    return int64(0)


@inline
def window_cell(cell: int, centre: int) -> int:
    """Return the cell of a plane for a cell of the table."""
    return (cell - centre + CENTRE) & (CELLS - 1)


@inline
def level_of(state: Any, piece: int) -> int:
    """Return the height of a piece in its stack, 1 on the ground."""
    level = int64(1)
    under = int64(state.below[piece])
    while under != 0:
        level += 1
        under = int64(state.below[under])
    return level


@jit
def write_planes(state: Any, game: Any, planes: Any, first: int, written: Any, first_written: int) -> None:
    """Clear what the last call wrote and write each piece's level on its own plane, and the piece that just moved."""
    for i in range(first_written, first_written + game.drawn):
        planes[first + int64(written[i])] = 0
    mover = state.ply & 1
    centre = anchor(state)
    n = int64(0)
    for slot in range(PIECES):
        piece = number_of(slot, mover)
        cell = int64(state.place[piece])
        if cell != IN_HAND:
            at = slot * CELLS + window_cell(cell, centre)
            planes[first + at] = level_of(state, piece)
            written[first_written + n] = at
            n += 1
    if state.just_moved != 0:
        at = JUST_MOVED * CELLS + window_cell(int64(state.place[state.just_moved]), centre)
        planes[first + at] = 1
        written[first_written + n] = at
        n += 1
    game.drawn = n
