"""The kernel's representation of a position: cells, piece numbers, packed moves and the state record.

Cells. The table is a ring of 1024 cells. The hex (q, r) is cell ``(q + 32 r) mod 1024``. Two different hexes of one
cell are at least 32 steps apart, and no hive of 28 pieces is that wide, so two pieces never share a cell by accident.

Piece numbers, 5 bits; 0 means no piece::

    bit 4      colour: 0 White, 1 Black
    bits 3-0   kind and number:  1 Q   2 S1  3 S2   4 B1  5 B2   6 G1  7 G2  8 G3
                                 9 A1 10 A2 11 A3  12 M  13 L   14 P

Packed moves, 15 bits; 0 is a pass::

    bits 14-10  piece
    bits 9-0    destination cell
"""

from __future__ import annotations

import sys
from functools import lru_cache
from typing import Any, Final, TypeAlias

import numba
import numpy as np
from numpy.typing import NDArray

from skep.hexes import Hex
from skep.moves import PASS, Move
from skep.pieces import PIECES, Bug, Color, Piece

__all__ = [
    "CELLS",
    "COMPACT_STATE",
    "IN_HAND",
    "MAX_MOVES",
    "MOVES_ROOM",
    "STATE",
    "RelativeMove",
    "cell_of",
    "copy_states",
    "hex_near",
    "is_listed",
    "is_near",
    "lists_move",
    "new_state",
    "pack",
    "piece_number",
    "piece_of",
    "unpack",
]

CELLS: Final = 1024
IN_HAND: Final = 1024
"""The cell of a piece that is not in play."""
MAX_MOVES: Final = 1024
"""The capacity of a list for the moves of one position. The largest known number of legal moves is below 300."""
MOVES_ROOM: Final = 1 << 15
"""The capacity of a list for the moves of a whole line: no position has 512 moves, and no line has 64 plies."""

RelativeMove: TypeAlias = tuple[int, int, int]
"""A destination relative to another piece: the moving piece in packed form, the number of the reference piece, and
the offset from its cell. All zero is a pass."""

# unsigned because Numba checks every signed index for counting from the end
Cells: Final = (np.uint32, CELLS)

STATE: Final = np.dtype(
    [
        # the pieces in play
        ("top", *Cells),  # number of the uppermost piece, 0 on a space
        ("height", *Cells),
        ("around", *Cells),  # bits 0-5: occupied neighbours by direction; bits 8-13: those with a white top
        ("place", np.uint32, 32),  # cell of each piece, IN_HAND when not in play
        ("below", np.uint32, 32),  # number of the piece under each piece
        ("holes", np.int64),  # empty regions that the hive encloses
        ("covered", np.int64),  # number of pieces under others
        # the side to move and what it can do
        ("ply", np.int64),
        ("hand", np.int64, 2),  # for each colour, bit k set: piece k is in hand
        ("just_moved", np.int64),  # number of the piece that may not be moved, 0 for none
        ("key", np.uint64),  # of the pieces in play and the side to move
        # the edition and the game type
        ("queen_not_first", np.int64),
        ("gates_above_ground", np.int64),
        ("has_pillbug", np.int64),
        # scratch space of the move generator, undefined between calls
        ("seen", np.int64, CELLS),  # the stamp with which a cell was last visited
        ("stamp", np.int64),
        ("first_move", np.int64, 32),  # the range of each piece's moves in the list
        ("end_move", np.int64, 32),
        ("spaces", np.uint32, 128),  # where the side to move can place
        ("order", *Cells),  # of the depth-first search for pinned pieces
        ("low", *Cells),
        ("pinned", *Cells),
        ("pinned_known", np.int64),
        ("column", np.int64, 32),  # of each piece, cut from the ring
        ("row", np.int64, 32),
        ("level", np.int64, 32),  # height of each piece in its stack, 1 on the ground
        ("trail", np.uint32, 32),
        ("trail_left", np.uint32, 32),
    ],
    align=True,
)

COMPACT_STATE: Final = np.dtype(
    [
        ("top", np.uint8, CELLS),
        ("height", np.uint8, CELLS),
        ("around", np.uint16, CELLS),
        ("place", np.uint16, 32),
        ("below", np.uint8, 32),
        ("holes", np.int32),
        ("covered", np.int32),
        ("ply", np.int32),
        ("hand", np.int32, 2),
        ("just_moved", np.int32),
        ("key", np.uint64),
        ("queen_not_first", np.int8),
        ("gates_above_ground", np.int8),
        ("has_pillbug", np.int8),
        ("seen", np.uint16, CELLS),
        ("stamp", np.uint16),
        ("first_move", np.int32, 32),
        ("end_move", np.int32, 32),
        ("spaces", np.uint16, 128),
        ("order", np.uint8, CELLS),
        ("low", np.uint8, CELLS),
        ("pinned", np.uint8, CELLS),
        ("pinned_known", np.int32),
        ("column", np.int8, 32),
        ("row", np.int8, 32),
        ("level", np.int8, 32),
        ("trail", np.uint16, 32),
        ("trail_left", np.uint8, 32),
    ],
    align=True,
)
"""The same fields in a third of the memory, for GPUs: a row of the table is then as wide as an access to memory."""

State: Any = numba.from_dtype(STATE)
States: Any = State[::1]
Moves: Any = numba.int64[::1]

KINDS: Final = [None] + [piece for piece in PIECES if piece.color is Color.WHITE] + [None]
QUEEN, MOSQUITO, PILLBUG = (
    [None if p is None else p.bug for p in KINDS].index(bug) for bug in (Bug.QUEEN_BEE, Bug.MOSQUITO, Bug.PILLBUG)
)
"""The numbers, without colour, of the pieces that the generator treats specially."""


def piece_number(piece: Piece) -> int:
    """Return the number of a piece."""
    return _NUMBERS[piece]


def piece_of(number: int) -> Piece:
    """Return the piece with a number."""
    return _PIECES[number]


_PIECES: Final = {
    color.value << 4 | k: Piece(color, kind.bug, kind.number) for color in Color for k, kind in enumerate(KINDS) if kind
}
_NUMBERS: Final = {piece: number for number, piece in _PIECES.items()}


def cell_of(hex_: Hex) -> int:
    """Return the cell of a hex."""
    return (hex_.q + 32 * hex_.r) & (CELLS - 1)


@lru_cache(maxsize=8 * CELLS)
def hex_near(cell: int, centre: Hex) -> Hex:
    """Return the hex of a cell that is at most 16 columns and rows away from a centre."""
    steps = cell - cell_of(centre)
    q = ((steps + 16) & 31) - 16
    r = (((steps - q) // 32 + 16) & 31) - 16
    return centre.moved(q, r)


def is_near(hex_: Hex, centre: Hex) -> bool:
    """Return whether :func:`hex_near` returns a hex for its cell."""
    q, r = hex_
    column, row = centre
    return -16 <= q - column < 16 and -16 <= r - row < 16


def pack(move: Move) -> int:
    """Return the packed form of a move."""
    if move.is_pass:
        return 0
    q, r = move.to
    return _NUMBERS[move.piece] << 10 | (q + 32 * r) & (CELLS - 1)


def is_listed(packed: int, moves: bytes) -> bool:
    """Return whether a packed move is in a list of packed moves.

    Searching bytes takes half the time of comparing arrays. No match starts inside a move: it would have to end in
    the bytes of the next move's piece, which is never 0, and a pass is never listed with other moves.
    """
    return packed.to_bytes(8, sys.byteorder) in moves


def lists_move(move: Move, moves: bytes, centre: Hex) -> bool:
    """Return whether a move is in a list of packed moves of the window around a centre."""
    packed = pack(move)
    in_window = move.is_pass or is_near(move.to, centre)
    return in_window and is_listed(packed, moves)


def unpack(packed: int, centre: Hex) -> Move:
    """Return the move of a packed move, with its destination in the window around a centre."""
    return Move(_PIECES[packed >> 10], hex_near(packed & 1023, centre)) if packed else PASS


def new_state() -> NDArray[Any]:
    """Return a state with no piece in play and none in hand, as an array of one record."""
    states = np.zeros(1, STATE)
    states["place"] = IN_HAND
    # putting a piece adds its number of arcs minus one, and the first piece has no arcs
    states["holes"] = 1
    return states


def copy_states(states: NDArray[Any]) -> NDArray[Any]:
    """Return a copy of an array of states. NumPy copies records field by field, which takes ten times as long."""
    copy: NDArray[Any] = states.view(np.uint8).copy().view(STATE)
    return copy
