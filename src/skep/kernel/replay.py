"""A line of written moves made at once: read, checked and made without coming back to Python between two turns.

Compiled from the kernel's parts when it is first needed, which only readers of collections do: a program that
plays does not wait for it.
"""

from __future__ import annotations

from typing import Any

from skep.kernel.hive import make
from skep.kernel.jit import as_pointer, entry, inlined, int64
from skep.kernel.layout import CELLS, IN_HAND, Moves, States
from skep.kernel.movegen import generate

__all__ = ["replay"]


@inlined
def _is_near(steps: int, reach: int) -> bool:
    """Whether that many cells round the ring are at most so many columns and rows: see layout.hex_near."""
    column = ((steps + 16) & 31) - 16
    row = (((steps - column) // 32 + 16) & 31) - 16
    return -reach <= column <= reach and -reach <= row <= reach


@entry(States, Moves, int64[:, ::1], int64[:, ::1], int64, int64, long=True)
def replay(states: Any, room: Any, written: Any, made: Any, centre: int, reach: int) -> Any:
    """Make written moves as long as they are legal; returns how many were made.

    A written move is a packed piece, the number of its reference and the cells from there; all zero is a pass.
    ``made`` takes the packed move and its undo. Stops after a move further than ``reach`` columns or rows from
    the cell ``centre``: whoever reads the cells as hexes has to look elsewhere then.
    """
    state = states[0]
    moves = as_pointer(room)
    for turn in range(written.shape[0]):
        packed = int64(0)
        if written[turn, 0]:
            cell = int64(state.place[written[turn, 1]])
            if cell == IN_HAND:
                return turn
            packed = written[turn, 0] | ((cell + written[turn, 2]) % CELLS)
        end = generate(state, moves, int64(0))
        at = int64(0)
        while at < end and moves[at] != packed:
            at += 1
        if at == end:
            return turn
        made[turn, 0] = packed
        made[turn, 1] = make(state, packed)
        if packed and not _is_near((packed % CELLS) - centre, reach):
            return turn + 1
    return written.shape[0]
