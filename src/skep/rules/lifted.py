"""A piece lifted off the table, and the hive as it stands without it: where every motion begins."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from skep.hexes import Hex
from skep.pieces import Piece
from skep.position import Position

__all__ = ["Lifted", "Step", "Way", "lift", "steps_from", "touches_hive"]

Way: TypeAlias = tuple[Hex, ...]
"""The hexes a piece passes, from where it stands to where it ends, both included."""


class Step(NamedTuple):
    """From a hex to its neighbour ``to``, between the two hexes that touch both."""

    to: Hex
    left: Hex
    right: Hex


@lru_cache(maxsize=4096)
def steps_from(hex_: Hex) -> tuple[Step, ...]:
    """The six steps from a hex, counter-clockwise from east."""
    ring = hex_.neighbours()
    return tuple(Step(ring[i], ring[(i + 1) % 6], ring[i - 1]) for i in range(6))


@dataclass(frozen=True, slots=True)
class Lifted:
    """One piece in the air, and what is left on the table."""

    position: Position
    piece: Piece
    start: Hex
    """Where the piece stood."""
    height: int
    """How many pieces it stood on: 0 when it stood on the ground."""
    heights: dict[Hex, int]
    """How many pieces stand on each hex without it; a space is not listed."""


def lift(position: Position, piece: Piece) -> Lifted:
    """Take a piece that is in play off the table."""
    start = position.where(piece)
    assert start is not None, f"{piece} is not in play"
    heights = {hex_: len(stack) for hex_, stack in position.stacks.items()}
    height = heights[start] - 1
    if height:
        heights[start] = height
    else:
        del heights[start]
    return Lifted(position, piece, start, height, heights)


def touches_hive(lifted: Lifted, hex_: Hex) -> bool:
    """Whether a hex has a neighbour in the hive as it stands without the piece."""
    return any(step.to in lifted.heights for step in steps_from(hex_))
