"""The grasshopper: a jump in a straight line over an unbroken row of pieces."""

from __future__ import annotations

from collections.abc import Iterator

from skep.hexes import Direction, Hex
from skep.rules.freedom import destination_violation
from skep.rules.lifted import Lifted, Route
from skep.rules.violations import Rule, Violation

__all__ = ["routes", "violation"]


def routes(lifted: Lifted) -> Iterator[Route]:
    """Yield the jumps: over one or more pieces in a row to the first space behind (ultimate-2024, Grasshopper)."""
    for direction in Direction:
        route = _jump(lifted, direction)
        if len(route) > 2:
            yield route


def _jump(lifted: Lifted, direction: Direction) -> Route:
    """Return the hexes from the start to the first space in a direction."""
    route = [lifted.start, lifted.start.neighbour(direction)]
    while route[-1] in lifted.heights:
        route.append(route[-1].neighbour(direction))
    return tuple(route)


def violation(lifted: Lifted, to: Hex) -> Violation | None:
    """Return what stops the grasshopper from jumping there, or None (ultimate-2024, Grasshopper)."""
    if misplaced := destination_violation(lifted, to):
        return misplaced
    direction = _straight(lifted.start, to)
    if direction is None:
        return Violation(Rule.NOT_STRAIGHT)
    route = _jump(lifted, direction)
    if len(route) == 2:
        return Violation(Rule.NOTHING_TO_JUMP, spaces=(route[1],))
    if route[-1] != to:
        return Violation(Rule.JUMPS_ACROSS_GAP, spaces=(route[-1],))
    return None


def _straight(start: Hex, to: Hex) -> Direction | None:
    """Return the direction of the straight row that links two hexes, or None."""
    distance = start.distance(to)
    for direction in Direction:
        dq, dr = Hex(0, 0).neighbour(direction)
        if start.moved(dq * distance, dr * distance) == to:
            return direction
    return None
