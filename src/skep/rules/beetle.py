"""The beetle: one step, along the ground, up, over the top of the hive, or down."""

from __future__ import annotations

from collections.abc import Iterator

from skep.hexes import Hex
from skep.rules.freedom import can_climb, can_slide, destination_violation, step_violation
from skep.rules.lifted import Lifted, Route, steps_from
from skep.rules.violations import Violation

__all__ = ["routes", "violation"]


def routes(lifted: Lifted) -> Iterator[Route]:
    """Yield the beetle's routes: one space, on the ground, up, over the hive or down (ultimate-2024, Beetle)."""
    for step in steps_from(lifted.start):
        if lifted.height or step.to in lifted.heights:
            free = can_climb(lifted, step, lifted.height)
        else:
            free = can_slide(lifted, step)
        if free:
            yield lifted.start, step.to


def violation(lifted: Lifted, to: Hex) -> Violation | None:
    """Return what stops the beetle from stepping there, or None (ultimate-2024, Beetle)."""
    if to in lifted.heights:
        return step_violation(lifted, to)
    return destination_violation(lifted, to) or step_violation(lifted, to)
