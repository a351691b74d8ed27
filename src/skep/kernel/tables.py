"""Look-up tables over the six neighbours of a cell, and the random words of the keys.

A mask has one bit per direction: bit 0 is east, the others follow counter-clockwise (see :mod:`skep.hexes`).
"""

from __future__ import annotations

from itertools import islice
from typing import Final

import numpy as np

from skep.hexes import ORIGIN, Direction
from skep.kernel.jit import table
from skep.kernel.layout import CELLS, KINDS, cell_of, hex_near
from skep.kernel.words import random_words
from skep.pieces import Bug

__all__ = [
    "ARCS",
    "BESIDE",
    "BITS",
    "BUG",
    "DISTANCE",
    "FIRST_EXIT",
    "LOWEST_OPPOSITE",
    "LOWEST_STEP",
    "NEXT_EXIT",
    "SAME_BUG_BEFORE",
    "SECOND_EXIT",
    "SIDES",
    "SLIDES",
    "WORDS",
    "WORD_BLACK_TO_MOVE",
]

STEPS: Final = [cell_of(ORIGIN.neighbour(direction)) for direction in Direction]
"""The number to add to a cell, modulo 1024, for a step in each direction."""


SIDES: Final = table([0, *STEPS])
"""The places of a MoveString's reference piece, as steps from the destination: below it, then around it."""


def _directions(mask: int) -> list[Direction]:
    return [direction for direction in Direction if mask >> direction & 1]


def _slides(mask: int) -> int:
    """Return where a piece on the ground can slide: one side of the step is occupied, the other free."""
    free = [d for d in Direction if not mask >> d & 1]
    return sum(1 << d for d in free if (mask >> d.left & 1) != (mask >> d.right & 1))


def _arcs(mask: int) -> int:
    """Return the number of runs that the occupied neighbours form."""
    return sum(1 for d in _directions(mask) if not mask >> d.right & 1)


def _lowest(mask: int) -> Direction:
    return _directions(mask)[0] if mask else Direction.E


def _exit(direction: Direction) -> int:
    """Return an exit of a cell: the step in bits 0-9, the direction back above them."""
    return direction.opposite << 10 | STEPS[direction]


def _exits(mask: int) -> list[Direction]:
    """Return the two slides of a cell of a simple perimeter, or nothing for another cell."""
    slides = _directions(_slides(mask))
    return slides if len(slides) == 2 else []


def _next_exit(back: int, mask: int) -> int:
    """Return the next exit after arriving from direction ``back``, or 0 at a junction or dead end."""
    onward = [direction for direction in _exits(mask) if direction != back]
    return _exit(onward[0]) if len(onward) == 1 else 0


MASKS: Final = range(64)
SLIDES: Final = table([_slides(mask) for mask in MASKS])
BITS: Final = table([mask.bit_count() for mask in MASKS])
BESIDE: Final = table([int(difference in STEPS) for difference in range(CELLS)])
"""1 if two cells are neighbours, indexed by their difference modulo 1024."""
DISTANCE: Final = table([min(ORIGIN.distance(hex_near(difference, ORIGIN)), 6) for difference in range(CELLS)])
"""The distance of two cells, at most 6, indexed by their difference modulo 1024."""
ARCS: Final = table([_arcs(mask) for mask in MASKS])
LOWEST_STEP: Final = table([STEPS[_lowest(mask)] for mask in MASKS])
LOWEST_OPPOSITE: Final = table([1 << _lowest(mask).opposite for mask in MASKS])
FIRST_EXIT: Final = table([_exit(_exits(mask)[0]) if _exits(mask) else 0 for mask in MASKS])
SECOND_EXIT: Final = table([_exit(_exits(mask)[1]) if _exits(mask) else 0 for mask in MASKS])
NEXT_EXIT: Final = table([_next_exit(back, mask) for back in range(8) for mask in MASKS])
"""Indexed by ``back << 6 | mask``."""

BUG: Final = table([0 if kind is None else kind.bug for _color in range(2) for kind in KINDS])
"""The bug, indexed by piece number."""

SAME_BUG_BEFORE: Final = sum(1 << k for k, kind in enumerate(KINDS) if kind is not None and kind.number > 1)
"""The kinds, as bits, whose predecessor in the list is the same bug with a lower number."""

_words = np.array(list(islice(random_words(), 2048 + 1 + 1025)), np.uint64)
WORDS: Final = table(_words[:2048], np.uint64)
"""A random word per colour and cell. The key of a piece is its word rotated by height and bug."""
WORD_BLACK_TO_MOVE: Final = _words[2048]
WORDS_JUST_MOVED: Final = table(_words[2049:], np.uint64)
"""A random word for each cell of the piece that may not move. The last word is unused."""

QUEEN_BEE, SPIDER, BEETLE, GRASSHOPPER, SOLDIER_ANT, MOSQUITO, LADYBUG, PILLBUG = (int(bug) for bug in Bug)
