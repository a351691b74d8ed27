"""Packed moves as moves, for Python."""

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

__all__ = ["decoder"]

_WORTH_A_TABLE: Final = 200
"""So many questions about one window are worth a table; the one that every game begins in has it at once."""
_MOST_TABLES: Final = 8
_MOST_WINDOWS: Final = 10_000


class Decoder:
    """Packed moves as moves, near a centre.

    Where moves are asked for again and again there is a table of all of them: a list of legal moves is then one
    look-up by NumPy, a third of the time of making them anew. A table takes as long as thousands of such lists, so a
    window that is looked through now and then gets none.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._tables: dict[Hex, NDArray[np.object_]] = {}
        self._asked: Counter[Hex] = Counter({ORIGIN: _WORTH_A_TABLE})

    def all(self, packed: NDArray[np.int64], centre: Hex) -> list[Move]:
        """Several moves."""
        table = self._tables.get(centre)
        if table is None:
            table = self._table_if_worth(centre)
            if table is None:
                return [layout.unpack(one, centre) for one in packed.tolist()]
        moves: list[Move] = table[packed].tolist()
        return moves

    def one(self, packed: int, centre: Hex) -> Move:
        """A single move."""
        table = self._tables.get(centre)
        if table is None:
            table = self._table_if_worth(centre)
            if table is None:
                return layout.unpack(packed, centre)
        move: Move = table.item(packed)
        return move

    def _table_if_worth(self, centre: Hex) -> NDArray[np.object_] | None:
        with self._lock:
            if len(self._asked) > _MOST_WINDOWS:
                self._asked = Counter({ORIGIN: _WORTH_A_TABLE})
            self._asked[centre] += 1
            if self._asked[centre] <= _WORTH_A_TABLE:
                return None
            if centre not in self._tables:
                if len(self._tables) == _MOST_TABLES:
                    oldest = next(iter(self._tables))
                    del self._tables[oldest], self._asked[oldest]
                self._tables[centre] = _all_moves(centre)
            return self._tables[centre]


def _all_moves(centre: Hex) -> NDArray[np.object_]:
    """Every move near a centre, at the index of its packed form."""
    hexes = [layout.hex_near(cell, centre) for cell in range(layout.CELLS)]
    table = np.full(32 * layout.CELLS, PASS, np.object_)
    for piece in PIECES:
        first = layout.piece_number(piece) * layout.CELLS
        table[first : first + layout.CELLS] = [Move(piece, hex_) for hex_ in hexes]
    return table


decoder: Final = Decoder()
