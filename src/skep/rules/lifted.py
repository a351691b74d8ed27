"""A piece lifted off the table and the hive that remains: the starting point of every motion."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from skep.hexes import Hex
from skep.pieces import Piece
from skep.position import Position

__all__ = ["Lifted", "Route", "Step", "lift", "steps_from", "touches_hive"]

Route: TypeAlias = tuple[Hex, ...]
"""The hexes that a piece passes over, with its start and its destination."""


class Step(NamedTuple):
    """A step from a hex to its neighbour ``to``. ``left`` and ``right`` touch both hexes."""

    to: Hex
    left: Hex
    right: Hex


@lru_cache(maxsize=4096)
def steps_from(hex_: Hex) -> tuple[Step, ...]:
    """Return the six steps from a hex, counter-clockwise from east."""
    ring = hex_.neighbours()
    return tuple(Step(ring[i], ring[(i + 1) % 6], ring[i - 1]) for i in range(6))


@dataclass(frozen=True, slots=True)
class Lifted:
    """One piece in the air, and the rest of the hive on the table."""

    position: Position
    piece: Piece
    start: Hex
    """The hex that the piece was lifted from."""
    height: int
    """The number of pieces that were under it: 0 on the ground."""
    heights: dict[Hex, int]
    """The number of pieces left on each occupied hex."""


def lift(position: Position, piece: Piece) -> Lifted:
    """Lift a piece in play off the table."""
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
    """Whether a hex has a neighbour in the hive without the lifted piece."""
    return any(step.to in lifted.heights for step in steps_from(hex_))
