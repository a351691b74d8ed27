"""Decoding of packed moves."""

from __future__ import annotations

from collections import Counter
from threading import Lock
from typing import Final

import numpy as np
from numpy.typing import NDArray

from skep.hexes import ORIGIN, Hex
from skep.kernel import layout
from skep.moves import PASS, Move
from skep.pieces import PIECES

__all__ = ["Decoder", "decoder"]

MIN_USES: Final = 200
"""The number of uses of a window after which it gets a table. The window of a new game has one from the start."""
MAX_TABLES: Final = 8
_MAX_WINDOWS: Final = 10_000
"""The number of windows whose uses are counted before counting restarts."""


class Decoder:
    """A converter from packed moves to moves, with tables for the windows used most.

    A window is named by its centre. A table holds every move of a window, so decoding a list of moves is one NumPy
    look-up and takes a third of the time of creating the moves. Building a table takes as long as decoding thousands
    of lists, so a rarely used window gets none.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._tables: dict[Hex, NDArray[np.object_]] = {}
        self._uses: Counter[Hex] = Counter({ORIGIN: MIN_USES})

    @property
    def table_centres(self) -> tuple[Hex, ...]:
        """The centres of the windows that have a table, oldest first."""
        return tuple(self._tables)

    def all(self, packed: NDArray[np.int64], centre: Hex) -> list[Move]:
        """Return the moves of an array of packed moves."""
        table = self._tables.get(centre)
        if table is None:
            table = self._count_use(centre)
            if table is None:
                return [layout.unpack(one, centre) for one in packed.tolist()]
        moves: list[Move] = table[packed].tolist()
        return moves

    def one(self, packed: int, centre: Hex) -> Move:
        """Return the move of one packed move."""
        table = self._tables.get(centre)
        if table is None:
            table = self._count_use(centre)
            if table is None:
                return layout.unpack(packed, centre)
        move: Move = table.item(packed)
        return move

    def _count_use(self, centre: Hex) -> NDArray[np.object_] | None:
        """Count a use of a window without a table; return its table if it now gets one."""
        with self._lock:
            if len(self._uses) > _MAX_WINDOWS:
                self._uses = Counter({ORIGIN: MIN_USES})
            self._uses[centre] += 1
            if self._uses[centre] <= MIN_USES:
                return None
            if centre not in self._tables:
                if len(self._tables) == MAX_TABLES:
                    oldest = next(iter(self._tables))
                    del self._tables[oldest], self._uses[oldest]
                self._tables[centre] = _all_moves(centre)
            return self._tables[centre]


def _all_moves(centre: Hex) -> NDArray[np.object_]:
    """Return every move in the window around a centre, at the index of its packed form."""
    hexes = [layout.hex_near(cell, centre) for cell in range(layout.CELLS)]
    table = np.full(32 * layout.CELLS, PASS, np.object_)
    for piece in PIECES:
        first = layout.piece_number(piece) * layout.CELLS
        table[first : first + layout.CELLS] = [Move(piece, hex_) for hex_ in hexes]
    return table


decoder: Final = Decoder()
"""The decoder that all states share."""
