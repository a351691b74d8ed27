"""The grasshopper: a jump in a straight line over joined pieces."""

from __future__ import annotations

from collections.abc import Iterator

from skep.hexes import Direction, Hex
from skep.rules.freedom import destination_objection
from skep.rules.lifted import Lifted, Way
from skep.rules.objections import Objection, Rule

__all__ = ["objection", "ways"]


def ways(lifted: Lifted) -> Iterator[Way]:
    """The grasshopper jumps over one or more joined pieces to the first space behind (ultimate-2024, Grasshopper)."""
    for direction in Direction:
        way = _jump(lifted, direction)
        if len(way) > 2:
            yield way


def _jump(lifted: Lifted, direction: Direction) -> Way:
    """From the start straight on to the first space."""
    way = [lifted.start, lifted.start.neighbour(direction)]
    while way[-1] in lifted.heights:
        way.append(way[-1].neighbour(direction))
    return tuple(way)


def objection(lifted: Lifted, to: Hex) -> Objection | None:
    """Why the grasshopper cannot jump there (ultimate-2024, Grasshopper)."""
    if misplaced := destination_objection(lifted, to):
        return misplaced
    direction = _straight(lifted.start, to)
    if direction is None:
        return Objection(Rule.NOT_STRAIGHT)
    way = _jump(lifted, direction)
    if len(way) == 2:
        return Objection(Rule.NOTHING_TO_JUMP, spaces=(way[1],))
    if way[-1] != to:
        return Objection(Rule.JUMPS_ACROSS_GAP, spaces=(way[-1],))
    return None


def _straight(start: Hex, to: Hex) -> Direction | None:
    """The direction of a straight row of hexes from one to the other, or None."""
    far = start.distance(to)
    for direction in Direction:
        dq, dr = Hex(0, 0).neighbour(direction)
        if start.moved(dq * far, dr * far) == to:
            return direction
    return None
