"""The beetle: one step, along the ground, up, over the top of the hive, or down."""

from __future__ import annotations

from collections.abc import Iterator

from skep.hexes import Hex
from skep.rules.freedom import can_climb, can_slide, destination_objection, step_objection
from skep.rules.lifted import Lifted, Way, steps_from
from skep.rules.objections import Objection

__all__ = ["objection", "ways"]


def ways(lifted: Lifted) -> Iterator[Way]:
    """The beetle moves one space, and may climb on to the hive, over it and down (ultimate-2024, Beetle)."""
    for step in steps_from(lifted.start):
        if lifted.height or step.to in lifted.heights:
            free = can_climb(lifted, step, lifted.height)
        else:
            free = can_slide(lifted, step)
        if free:
            yield lifted.start, step.to


def objection(lifted: Lifted, to: Hex) -> Objection | None:
    """Why the beetle cannot step there (ultimate-2024, Beetle)."""
    if to in lifted.heights:
        return step_objection(lifted, to)
    return destination_objection(lifted, to) or step_objection(lifted, to)
