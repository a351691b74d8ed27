"""The ladybug: up onto the hive, across to a second piece, and down."""

from __future__ import annotations

from collections.abc import Iterator

from skep.hexes import Hex
from skep.rules.freedom import climbs, destination_violation, first_gate
from skep.rules.lifted import Lifted, Route, steps_from
from skep.rules.violations import Rule, Violation

__all__ = ["routes", "violation"]

_STEPS = 3


def routes(lifted: Lifted) -> Iterator[Route]:
    """Yield the ladybug's routes: onto a piece, across to a second, and down to a space (ultimate-2024, Ladybug)."""
    hive, start = lifted.heights, lifted.start
    for up in climbs(lifted, start, 0):
        if up not in hive:
            continue
        for over in climbs(lifted, up, hive[up]):
            if over not in hive:
                continue
            for down in climbs(lifted, over, hive[over]):
                if down not in hive and down != start:
                    yield start, up, over, down


def violation(lifted: Lifted, to: Hex) -> Violation | None:
    """Return what stops the ladybug from coming down there, or None (ultimate-2024, Ladybug)."""
    if to in lifted.heights:
        return Violation(Rule.ENDS_ON_TOP, pieces=lifted.position.stack(to)[-1:])
    if misplaced := destination_violation(lifted, to):
        return misplaced
    gates = [first_gate(lifted, route) for route in _routes_without_gates(lifted, to)]
    if not gates:
        return Violation(Rule.TOO_FAR if lifted.start.distance(to) > _STEPS else Rule.TWO_ON_TOP)
    gate = gates[0]
    if gate is None or None in gates:
        return None
    return Violation(Rule.GATE_ABOVE, pieces=gate.pieces, gate=gate)


def _routes_without_gates(lifted: Lifted, to: Hex) -> Iterator[Route]:
    """Yield the routes up, over and down to a space, as if there were no gates."""
    for first in steps_from(lifted.start):
        for second in steps_from(first.to):
            on_top = first.to in lifted.heights and second.to in lifted.heights
            if on_top and second.to.is_beside(to):
                yield lifted.start, first.to, second.to, to
