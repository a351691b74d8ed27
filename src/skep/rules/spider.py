"""The spider: exactly three slides around the hive, never back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

from skep.hexes import Hex
from skep.rules.freedom import can_slide, destination_violation, first_gate, nearest_gate, slide_routes
from skep.rules.lifted import Lifted, Route, Step, steps_from, touches_hive
from skep.rules.violations import Rule, Violation

__all__ = ["routes", "violation"]

_STEPS = 3


def routes(lifted: Lifted) -> Iterator[Route]:
    """Yield the spider's routes: exactly three slides, never over the same space twice (ultimate-2024, Spider)."""
    return _three_steps(lifted, (lifted.start,), can_slide)


def _three_steps(lifted: Lifted, route: Route, can_step: Callable[[Lifted, Step], bool]) -> Iterator[Route]:
    if len(route) > _STEPS:
        yield route
        return
    for step in steps_from(route[-1]):
        if step.to not in route and can_step(lifted, step):
            yield from _three_steps(lifted, (*route, step.to), can_step)


def violation(lifted: Lifted, to: Hex) -> Violation | None:
    """Return what stops the spider from sliding there in three steps, or None (ultimate-2024, Spider)."""
    if misplaced := destination_violation(lifted, to):
        return misplaced
    if any(route[-1] == to for route in routes(lifted)):
        return None
    shortest = slide_routes(lifted).get(to)
    if shortest is not None and len(shortest) <= _STEPS:
        return Violation(Rule.NOT_FAR_ENOUGH)
    return _forbidden_step(lifted, to) or _gate_or_too_far(lifted, to, shortest)


def _forbidden_step(lifted: Lifted, to: Hex) -> Violation | None:
    """Return what forbids a step of an otherwise valid route, a gate before a loss of contact, or None."""
    for route in _three_steps(lifted, (lifted.start,), _along_the_hive):
        if route[-1] == to and (gate := first_gate(lifted, route)):
            return Violation(Rule.GATE, pieces=gate.pieces, gate=gate)
    for route in _three_steps(lifted, (lifted.start,), _across_a_gap):
        if route[-1] == to:
            apart = next((a, b) for a, b in pairwise(route) if not _is_flanked(lifted, a, b))
            return Violation(Rule.LOSES_CONTACT, spaces=apart)
    return None


def _gate_or_too_far(lifted: Lifted, to: Hex, shortest: Route | None) -> Violation:
    if shortest is not None:
        return Violation(Rule.TOO_FAR)
    gate = nearest_gate(lifted, to)
    if gate is None:
        return Violation(Rule.CLOSED_IN)
    return Violation(Rule.GATE, pieces=gate.pieces, gate=gate)


def _along_the_hive(lifted: Lifted, step: Step) -> bool:
    """Whether a slide would be legal if there were no gates."""
    hive = lifted.heights
    return step.to not in hive and (step.left in hive or step.right in hive)


def _across_a_gap(lifted: Lifted, step: Step) -> bool:
    """Whether a slide would be legal if the piece did not have to keep contact during the step."""
    hive = lifted.heights
    gate = step.left in hive and step.right in hive
    return step.to not in hive and not gate and touches_hive(lifted, step.to)


def _is_flanked(lifted: Lifted, start: Hex, to: Hex) -> bool:
    return any(beside in lifted.heights for beside in start.beside_step_to(to))
