"""Legal moves and paths as JSON, for programs that send them. A server does so with every move."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from skep.kernel.jit import inline, int64, jit
from skep.kernel.layout import piece_number
from skep.kernel.paths import MAX_PATH_LENGTH
from skep.pieces import PIECES

__all__ = ["MAX_LENGTH", "MAX_PATH_JSON", "write_destinations", "write_path"]

MAX_LENGTH: Final = 1024 * 2 * 21 + 1024
"""The capacity for 1024 moves: two numbers of at most twenty characters with a comma each, and the names."""
MAX_PATH_JSON: Final = MAX_PATH_LENGTH * (2 * 21 + 2) + 2
"""The capacity for the cells of a path, each with its brackets."""

_COMMA, _COLON, _QUOTE, _MINUS, _ZERO = b',:"-0'
_OPENED, _CLOSED, _LIST, _LIST_END = b"{}[]"

_NAMES: Final = np.zeros((32, 3), np.uint8)
for _piece in PIECES:
    _name = str(_piece).encode()
    _NAMES[piece_number(_piece), : len(_name)] = list(_name)


@inline
def _write_number(text: Any, at: int, number: int) -> int:
    """Write a number and return the index after it."""
    if number < 0:
        text[at] = _MINUS
        at += 1
        number = -number
    size = int64(1)
    while size * 10 <= number:
        size *= 10
    while size > 0:
        text[at] = _ZERO + number // size % 10
        at += 1
        size //= 10
    return at


@inline
def _write_hex(text: Any, at: int, cell: int, column: int, row: int) -> int:
    """Write the two numbers of a cell's hex and return the index after them.

    ``column`` and ``row`` are the centre of the window in which cells are read, as in layout.hex_near.
    """
    steps = cell - ((column + 32 * row) & 1023)
    q = ((steps + 16) & 31) - 16
    r = (((steps - q) // 32 + 16) & 31) - 16
    at = _write_number(text, at, column + q)
    text[at] = _COMMA
    return _write_number(text, at + 1, row + r)


@jit
def write_path(path: Any, count: int, text: Any, column: int, row: int) -> int:
    """Write the hexes of a path as ``[[q,r],[q,r],…]`` and return the length."""
    text[0] = _LIST
    at = int64(1)
    for index in range(count):
        if index:
            text[at] = _COMMA
            at += 1
        text[at] = _LIST
        at = _write_hex(text, at + 1, path[index], column, row)
        text[at] = _LIST_END
        at += 1
    text[at] = _LIST_END
    return at + 1


@jit
def write_destinations(moves: Any, count: int, text: Any, column: int, row: int) -> int:
    """Write ``{"wS1":[q,r,q,r],…}`` and return its length. A pass is ``{}``.

    A piece's moves and its throws are separate ranges of the list.
    """
    text[0] = _OPENED
    at = int64(1)
    done = int64(0)
    for first in range(count):
        piece = moves[first] >> 10
        if moves[first] == 0 or done >> piece & 1:
            continue
        done |= int64(1) << piece
        if at > 1:
            text[at] = _COMMA
            at += 1
        text[at] = _QUOTE
        at += 1
        for letter in range(3):
            if _NAMES[piece, letter]:
                text[at] = _NAMES[piece, letter]
                at += 1
        text[at] = _QUOTE
        text[at + 1] = _COLON
        text[at + 2] = _LIST
        at += 3
        for other in range(first, count):
            if moves[other] >> 10 != piece:
                continue
            at = _write_hex(text, at, moves[other] & 1023, column, row)
            text[at] = _COMMA
            at += 1
        text[at - 1] = _LIST_END
    text[at] = _CLOSED
    return at + 1
