"""The ladybug: two steps on top of the hive, then one down."""

from __future__ import annotations

from collections.abc import Iterator

from skep.hexes import Hex
from skep.rules.freedom import climbs, destination_objection, first_gate
from skep.rules.lifted import Lifted, Way, steps_from
from skep.rules.objections import Objection, Rule

__all__ = ["objection", "ways"]

_STEPS = 3


def ways(lifted: Lifted) -> Iterator[Way]:
    """The ladybug takes two steps on top of the hive and a third down to a space (ultimate-2024, Ladybug)."""
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


def objection(lifted: Lifted, to: Hex) -> Objection | None:
    """Why the ladybug cannot come down there (ultimate-2024, Ladybug)."""
    if to in lifted.heights:
        return Objection(Rule.ENDS_ON_TOP, pieces=lifted.position.stack(to)[-1:])
    if misplaced := destination_objection(lifted, to):
        return misplaced
    gates = [first_gate(lifted, way) for way in _ways_without_gates(lifted, to)]
    if not gates:
        return Objection(Rule.TOO_FAR if lifted.start.distance(to) > _STEPS else Rule.TWO_ON_TOP)
    gate = gates[0]
    if gate is None or None in gates:
        return None
    return Objection(Rule.GATE_ABOVE, pieces=gate.pieces, gate=gate)


def _ways_without_gates(lifted: Lifted, to: Hex) -> Iterator[Way]:
    """Up, over and down to a space, were there no gates."""
    for first in steps_from(lifted.start):
        for second in steps_from(first.to):
            on_top = first.to in lifted.heights and second.to in lifted.heights
            if on_top and second.to.is_beside(to):
                yield lifted.start, first.to, second.to, to
