"""Replay of a whole line of moves in one call, each move checked before it is made.

Only readers of game collections need this module. It is compiled on first use, so that programs that play do not
wait for it.
"""

from __future__ import annotations

from typing import Any

from skep.kernel.hive import make
from skep.kernel.jit import as_pointer, entry, inline, int64
from skep.kernel.layout import CELLS, IN_HAND, Moves, States
from skep.kernel.movegen import generate

__all__ = ["replay"]


@inline
def _is_near(steps: int, reach: int) -> bool:
    """Return whether an offset in cells is at most ``reach`` columns and rows: see layout.hex_near."""
    column = ((steps + 16) & 31) - 16
    row = (((steps - column) // 32 + 16) & 31) - 16
    return -reach <= column <= reach and -reach <= row <= reach


@entry(States, Moves, int64[:, ::1], int64[:, ::1], int64, int64, long=True)
def replay(states: Any, room: Any, line: Any, made: Any, centre: int, reach: int) -> Any:
    """Make the moves of a line as long as they are legal and return how many were made.

    ``line`` has a ``layout.RelativeMove`` per row. Each move made is written to ``made`` in packed form with its undo
    value. Stops after a move to a cell more than ``reach`` columns or rows from the cell ``centre``, because the
    caller then has to recentre its window.
    """
    state = states[0]
    moves = as_pointer(room)
    for turn in range(line.shape[0]):
        packed = int64(0)
        if line[turn, 0]:
            cell = int64(state.place[line[turn, 1]])
            if cell == IN_HAND:
                return turn
            packed = line[turn, 0] | ((cell + line[turn, 2]) % CELLS)
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
    return line.shape[0]
