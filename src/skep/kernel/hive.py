"""Changes to a position: putting and lifting pieces, making moves and taking them back."""

from __future__ import annotations

from typing import Any

from skep.kernel.jit import inline, int64, jit, uint64
from skep.kernel.layout import IN_HAND
from skep.kernel.tables import ARCS, BUG, WORD_BLACK_TO_MOVE, WORDS, WORDS_JUST_MOVED

__all__ = ["key_of", "lift", "make", "put", "surrounded", "toggle_around", "unmake"]

TAKEN = 0x001
WHITE_TOP = 0x100


@inline
def toggle_around(state: Any, cell: int, bits: int) -> None:
    """Flip the bits of this cell in the masks of its six neighbours."""
    around = state.around
    around[(cell + 1) & 1023] ^= bits << 3
    around[(cell - 31) & 1023] ^= bits << 4
    around[(cell - 32) & 1023] ^= bits << 5
    around[(cell - 1) & 1023] ^= bits
    around[(cell + 31) & 1023] ^= bits << 1
    around[(cell + 32) & 1023] ^= bits << 2


@inline
def piece_word(piece: int, height: int, cell: int) -> Any:
    """Return the key word of a piece at a height on a cell. Pieces of one kind share it."""
    word = WORDS[((cell << 1) | (piece >> 4)) & 2047]
    turns = uint64(((height << 3) | BUG[piece & 31]) & 63)
    return (word << turns) | (word >> ((uint64(64) - turns) & uint64(63)))


@inline
def put(state: Any, piece: int, cell: int) -> None:
    """Put a piece on a space or on top of a stack."""
    under = state.top[cell]
    state.top[cell] = piece
    state.height[cell] += 1
    state.below[piece] = under
    state.place[piece] = cell
    state.key ^= piece_word(piece, state.height[cell], cell)
    if under == 0:
        toggle_around(state, cell, TAKEN if piece >= 16 else TAKEN | WHITE_TOP)
        # Euler's formula: each arc of neighbours after the first closes off a region; filling a hole removes one
        state.holes += ARCS[state.around[cell] & 63] - 1
    else:
        state.covered += 1
        if (under ^ piece) & 16:
            toggle_around(state, cell, WHITE_TOP)


@inline
def lift(state: Any, piece: int, cell: int) -> None:
    """Lift the uppermost piece off its cell."""
    under = state.below[piece]
    state.key ^= piece_word(piece, state.height[cell], cell)
    state.top[cell] = under
    state.height[cell] -= 1
    if under == 0:
        toggle_around(state, cell, TAKEN if piece >= 16 else TAKEN | WHITE_TOP)
        state.holes -= ARCS[state.around[cell] & 63] - 1
    else:
        state.covered -= 1
        if (under ^ piece) & 16:
            toggle_around(state, cell, WHITE_TOP)


@jit
def make(state: Any, move: int) -> int:
    """Make a move and return what :func:`unmake` needs: the cell it left in bits 0-10, ``just_moved`` above them."""
    undo = IN_HAND | (state.just_moved << 11)
    state.just_moved = 0
    if move != 0:
        piece = move >> 10
        start = int64(state.place[piece])
        if start != IN_HAND:
            lift(state, piece, start)
            state.just_moved = piece * state.has_pillbug
            undo += start - IN_HAND
        else:
            state.hand[piece >> 4] ^= 1 << (piece & 15)
        put(state, piece, move & 1023)
    state.key ^= WORD_BLACK_TO_MOVE
    state.ply += 1
    return undo


@jit
def unmake(state: Any, move: int, undo: int) -> None:
    """Take back the move for which :func:`make` returned ``undo``."""
    state.ply -= 1
    state.key ^= WORD_BLACK_TO_MOVE
    state.just_moved = undo >> 11
    if move != 0:
        piece = move >> 10
        lift(state, piece, move & 1023)
        start = undo & 2047
        if start != IN_HAND:
            put(state, piece, start)
        else:
            state.place[piece] = IN_HAND
            state.hand[piece >> 4] ^= 1 << (piece & 15)


@jit
def key_of(state: Any) -> Any:
    """Return the key of the pieces by kind, the side to move and the piece that may not move."""
    if state.just_moved == 0:
        return state.key
    return state.key ^ WORDS_JUST_MOVED[state.place[state.just_moved]]


@inline
def surrounded(state: Any) -> int:
    """Return whose queen bees are surrounded: bit 0 White's, bit 1 Black's."""
    result = int64(0)
    for color in range(2):
        cell = state.place[color << 4 | 1]
        if cell != IN_HAND and state.around[cell] & 63 == 63:
            result |= 1 << color
    return result
