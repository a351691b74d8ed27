"""MoveStrings read and written in the kernel's cells, several times as fast as through hexes."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Final

from skep.errors import NotationError
from skep.hexes import ORIGIN, Direction
from skep.kernel import layout
from skep.kernel.layout import RelativeMove
from skep.kernel.state import KernelState
from skep.kernel.tables import SIDES
from skep.moves import Move
from skep.notation.uhp import WRITTEN, format_move, split_move
from skep.pieces import PIECES

__all__ = ["format_line", "format_made", "format_on", "relative_line", "relative_move"]

_NAMES: Final = {layout.piece_number(piece): str(piece) for piece in PIECES}

_OFFSETS: Final[dict[Direction | None, int]] = {
    None: 0,
    **{side: layout.cell_of(ORIGIN.neighbour(side)) for side in Direction},
}
"""The offset in cells of each side of a piece, and of the place on top of it."""
_REFERENCES: Final = list(zip(SIDES.tolist(), ("%s", *(WRITTEN[side.opposite] for side in Direction)), strict=True))
"""The places of a reference piece, as an offset from the destination, and how it is then written. The order is that
of :func:`skep.notation.uhp.format_move`: below the destination first, then around it."""

_PASS: Final[RelativeMove] = (0, 0, 0)


@lru_cache(maxsize=8192)
def relative_move(text: str) -> RelativeMove | None:
    """Parse a MoveString; return None for the first piece of a game, which has no reference piece."""
    piece, reference, side = split_move(text)
    if piece is None:
        return _PASS
    if reference is None:
        return None
    return layout.piece_number(piece) << 10, layout.piece_number(reference), _OFFSETS[side]


def relative_line(texts: Iterable[str]) -> list[RelativeMove]:
    """Parse MoveStrings up to the first that is malformed or has no reference piece."""
    line = list[RelativeMove]()
    for text in texts:
        try:
            move = relative_move(text)
        except NotationError:
            break
        if move is None:
            break
        line.append(move)
    return line


def format_on(state: KernelState, move: Move) -> str:
    """Return the canonical MoveString of a move in a position."""
    if move.is_pass:
        return "pass"
    if layout.is_near(move.to, state.centre):
        cell = layout.cell_of(move.to)
        number = layout.piece_number(move.piece)
        top, below = state.top.item, state.below.item(number)
        for offset, pattern in _REFERENCES:
            reference = top((cell + offset) & (layout.CELLS - 1))
            if reference == number:
                reference = below
            if reference:
                return f"{_NAMES[number]} {pattern % _NAMES[reference]}"
    return format_move(move, state)


def format_made(state: KernelState) -> list[str]:
    """Return the canonical MoveString of each move made on a state."""
    texts = list[str]()
    for (piece, reference, side), move in zip(state.references(), state.moves, strict=True):
        if reference:
            texts.append(_reference_text(piece, reference, side))
        elif piece and move.to == ORIGIN:
            texts.append(_NAMES[piece])
        elif not piece:
            texts.append("pass")
        else:
            raise NotationError("move", repr(move), "no piece next to the destination can be the reference")
    return texts


@cache
def _reference_text(piece: int, reference: int, side: int) -> str:
    return f"{_NAMES[piece]} {_REFERENCES[side][1] % _NAMES[reference]}"


def format_line(state: KernelState, moves: Iterable[Move]) -> list[str]:
    """Make moves one after the other and return the MoveString of each."""
    texts = list[str]()
    for move in moves:
        texts.append(format_on(state, move))
        state.make(move)
    return texts
