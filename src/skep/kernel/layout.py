"""How the kernel stores a position: cells, piece numbers, packed moves and the state record.

Cells. The table is a ring of 1024 cells: the hex (q, r) is cell ``(q + 32 r) mod 1024``. Two
different hexes of one cell are at least 32 steps apart; no hive of 28 pieces is that wide, so
no piece meets itself round the ring.

Piece numbers, 5 bits; 0 stands for no piece::

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
from typing import Any, Final

import numba
import numpy as np
from numpy.typing import NDArray

from skep.hexes import Hex
from skep.moves import PASS, Move
from skep.pieces import PIECES, Bug, Color, Piece

__all__ = ["IN_HAND", "MOVES_ROOM", "STATE", "cell_of", "is_listed", "new_state", "pack", "piece_number", "unpack"]

CELLS: Final = 1024
IN_HAND: Final = 1024
"""The cell of a piece that is not in play."""
MOVES_ROOM: Final = 1 << 15
"""Room for the move lists of a whole line: no position has 512 moves, no line 64 plies."""

# unsigned: Numba would look at every signed index for Python's counting from the end
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
        ("covered", np.int64),  # how many pieces lie under others
        # whose turn, and what it may do
        ("ply", np.int64),
        ("hand", np.int64, 2),  # for each colour, bit k set: piece k is in hand
        ("just_moved", np.int64),  # number of the piece nobody may move, 0 for none
        ("key", np.uint64),  # of the pieces in play and the side to move
        # the edition and the game type
        ("queen_not_first", np.int64),
        ("gates_above_ground", np.int64),
        ("has_pillbug", np.int64),
        # scratch of the move generator; means nothing between calls
        ("seen", np.int64, CELLS),  # the stamp with which a cell was last visited
        ("stamp", np.int64),
        ("first_move", np.int64, 32),  # where each piece's moves begin and end in the list
        ("end_move", np.int64, 32),
        ("spaces", np.uint32, 128),  # where the side to move may place
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

State: Any = numba.from_dtype(STATE)
States: Any = State[::1]
Moves: Any = numba.int64[::1]

KINDS: Final = [None] + [piece for piece in PIECES if piece.color is Color.WHITE] + [None]
QUEEN, MOSQUITO, PILLBUG = (
    [None if p is None else p.bug for p in KINDS].index(bug) for bug in (Bug.QUEEN_BEE, Bug.MOSQUITO, Bug.PILLBUG)
)
"""The numbers, without colour, of the pieces that the generator asks for by name."""


def piece_number(piece: Piece) -> int:
    """The kernel's number of a piece."""
    return _NUMBERS[piece]


def piece_of(number: int) -> Piece:
    """The piece with that number."""
    return _PIECES[number]


_PIECES: Final = {
    color << 4 | k: Piece(color, kind.bug, kind.number) for color in Color for k, kind in enumerate(KINDS) if kind
}
_NUMBERS: Final = {piece: number for number, piece in _PIECES.items()}


def cell_of(hex_: Hex) -> int:
    """The cell of a hex."""
    return (hex_.q + 32 * hex_.r) & (CELLS - 1)


@lru_cache(maxsize=8 * CELLS)
def hex_near(cell: int, centre: Hex) -> Hex:
    """The hex of a cell that lies at most 16 columns and rows from a centre."""
    steps = cell - cell_of(centre)
    q = ((steps + 16) & 31) - 16
    r = (((steps - q) // 32 + 16) & 31) - 16
    return centre.moved(q, r)


def pack(move: Move) -> int:
    """The kernel's form of a move."""
    return 0 if move.is_pass else _NUMBERS[move.piece] << 10 | cell_of(move.to)


def is_listed(packed: int, moves: bytes) -> bool:
    """Whether a packed move is in a list of them.

    Looked for as bytes, in half the time of comparing an array. A match that begins inside a move would have to end
    in the next one's piece, which is never 0; a pass stands alone.
    """
    return packed.to_bytes(8, sys.byteorder) in moves


def unpack(packed: int, centre: Hex) -> Move:
    """The move of a packed one, its destination near the given centre."""
    return Move(_PIECES[packed >> 10], hex_near(packed & 1023, centre)) if packed else PASS


def new_state() -> NDArray[Any]:
    """A state with no piece in play and none in hand, as an array of one record."""
    states = np.zeros(1, STATE)
    states["place"] = IN_HAND
    # the Euler count below adds one region a piece and takes away one an arc: the first piece has no arc
    states["holes"] = 1
    return states
