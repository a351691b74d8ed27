"""The spider: exactly three slides round the hive, never back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

from skep.hexes import Hex
from skep.rules.freedom import can_slide, destination_objection, first_gate, nearest_gate, slide_ways
from skep.rules.lifted import Lifted, Step, Way, steps_from, touches_hive
from skep.rules.objections import Objection, Rule

__all__ = ["objection", "ways"]

_STEPS = 3


def ways(lifted: Lifted) -> Iterator[Way]:
    """The spider slides three spaces, no more, no less, and never touches one twice (ultimate-2024, Spider)."""
    return _three_steps(lifted, (lifted.start,), can_slide)


def _three_steps(lifted: Lifted, way: Way, may_step: Callable[[Lifted, Step], bool]) -> Iterator[Way]:
    if len(way) > _STEPS:
        yield way
        return
    for step in steps_from(way[-1]):
        if step.to not in way and may_step(lifted, step):
            yield from _three_steps(lifted, (*way, step.to), may_step)


def objection(lifted: Lifted, to: Hex) -> Objection | None:
    """Why the spider cannot slide there in three (ultimate-2024, Spider)."""
    if misplaced := destination_objection(lifted, to):
        return misplaced
    if any(way[-1] == to for way in ways(lifted)):
        return None
    shortest = slide_ways(lifted).get(to)
    if shortest is not None and len(shortest) <= _STEPS:
        return Objection(Rule.NOT_FAR_ENOUGH)
    return _forbidden_step(lifted, to) or _gate_or_too_far(lifted, to, shortest)


def _forbidden_step(lifted: Lifted, to: Hex) -> Objection | None:
    """Three steps would do if one of them were not forbidden: a gate first, then a loss of contact."""
    for way in _three_steps(lifted, (lifted.start,), _along_the_hive):
        if way[-1] == to and (gate := first_gate(lifted, way)):
            return Objection(Rule.GATE, pieces=gate.pieces, gate=gate)
    for way in _three_steps(lifted, (lifted.start,), _across_a_gap):
        if way[-1] == to:
            apart = next((a, b) for a, b in pairwise(way) if not _flanked(lifted, a, b))
            return Objection(Rule.LOSES_CONTACT, spaces=apart)
    return None


def _gate_or_too_far(lifted: Lifted, to: Hex, shortest: Way | None) -> Objection:
    if shortest is not None:
        return Objection(Rule.TOO_FAR)
    gate = nearest_gate(lifted, to)
    if gate is None:
        return Objection(Rule.CLOSED_IN)
    return Objection(Rule.GATE, pieces=gate.pieces, gate=gate)


def _along_the_hive(lifted: Lifted, step: Step) -> bool:
    """A slide that would be legal if there were no gates."""
    taken = lifted.heights
    return step.to not in taken and (step.left in taken or step.right in taken)


def _across_a_gap(lifted: Lifted, step: Step) -> bool:
    """A slide that would be legal if contact need not be kept on the way."""
    taken = lifted.heights
    gate = step.left in taken and step.right in taken
    return step.to not in taken and not gate and touches_hive(lifted, step.to)


def _flanked(lifted: Lifted, start: Hex, to: Hex) -> bool:
    return any(beside in lifted.heights for beside in start.beside_step_to(to))
