"""Hexes of the playing surface, in axial coordinates, independent of the game.

Tiles are drawn with a corner up. The six neighbours of a hex, counter-clockwise from east::

      NW  NE
     W  ..  E        E (1,0)   NE (1,-1)   NW (0,-1)
      SW  SE         W (-1,0)  SW (-1,1)   SE (0,1)
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import Final, NamedTuple

from skep.errors import SkepError

__all__ = ["ORIGIN", "SYMMETRIES", "Direction", "Hex"]


class Direction(IntEnum):
    """One of the six sides of a tile, counter-clockwise from east."""

    E = 0
    NE = 1
    NW = 2
    W = 3
    SW = 4
    SE = 5

    @property
    def opposite(self) -> Direction:
        """The opposite side of the tile."""
        return Direction((self + 3) % 6)

    @property
    def left(self) -> Direction:
        """The next side counter-clockwise."""
        return Direction((self + 1) % 6)

    @property
    def right(self) -> Direction:
        """The next side clockwise."""
        return Direction((self + 5) % 6)


_OFFSETS: Final = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))


class Hex(NamedTuple):
    """A hex on the table: axial column ``q`` and row ``r``.

    >>> Hex(0, 0).neighbour(Direction.NE)
    Hex(q=1, r=-1)
    >>> Hex(0, 0).distance(Hex(2, -1))
    2
    """

    q: int
    r: int

    def neighbour(self, direction: Direction) -> Hex:
        """Return the neighbour on a side."""
        dq, dr = _OFFSETS[direction]
        return Hex(self.q + dq, self.r + dr)

    def neighbours(self) -> tuple[Hex, ...]:
        """Return the six neighbours, counter-clockwise from east."""
        q, r = self
        return (
            Hex(q + 1, r),
            Hex(q + 1, r - 1),
            Hex(q, r - 1),
            Hex(q - 1, r),
            Hex(q - 1, r + 1),
            Hex(q, r + 1),
        )

    def direction_to(self, other: Hex) -> Direction | None:
        """Return the side that ``other`` is on, or None if it is not a neighbour."""
        offset = (other.q - self.q, other.r - self.r)
        return Direction(_OFFSETS.index(offset)) if offset in _OFFSETS else None

    def is_beside(self, other: Hex) -> bool:
        """Whether the two hexes share a side."""
        return (other.q - self.q, other.r - self.r) in _OFFSETS

    def beside_step_to(self, other: Hex) -> tuple[Hex, Hex]:
        """Return the two hexes that touch both this hex and its neighbour ``other``: left, then right."""
        direction = self.direction_to(other)
        if direction is None:
            raise SkepError(f"{self} and {other} are not neighbours")
        return self.neighbour(direction.left), self.neighbour(direction.right)

    def distance(self, other: Hex) -> int:
        """Return the number of steps between two hexes."""
        dq, dr = other.q - self.q, other.r - self.r
        return max(abs(dq), abs(dr), abs(dq + dr))

    def moved(self, dq: int, dr: int) -> Hex:
        """Return the hex ``dq`` columns and ``dr`` rows away."""
        return Hex(self.q + dq, self.r + dr)


ORIGIN: Final = Hex(0, 0)
"""The hex of the first piece of a game."""


def _rotate(hex_: Hex) -> Hex:
    """Rotate by a sixth of a turn counter-clockwise about the origin."""
    return Hex(hex_.q + hex_.r, -hex_.q)


def _reflect(hex_: Hex) -> Hex:
    """Reflect about the line between E and SE, which swaps them."""
    return Hex(hex_.r, hex_.q)


def _symmetry(turns: int, mirrored: bool) -> Callable[[Hex], Hex]:
    def image(hex_: Hex) -> Hex:
        if mirrored:
            hex_ = _reflect(hex_)
        for _ in range(turns):
            hex_ = _rotate(hex_)
        return hex_

    return image


SYMMETRIES: Final = tuple(_symmetry(turns, mirrored) for mirrored in (False, True) for turns in range(6))
"""The twelve rotations and reflections of the table about the origin; the first is the identity."""
