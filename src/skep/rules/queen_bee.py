"""The queen bee: one slide along the hive. The pillbug moves the same way."""

from __future__ import annotations

from collections.abc import Iterator

from skep.hexes import Hex
from skep.rules.freedom import destination_objection, slides, step_objection
from skep.rules.lifted import Lifted, Way
from skep.rules.objections import Objection

__all__ = ["objection", "ways"]


def ways(lifted: Lifted) -> Iterator[Way]:
    """The queen bee slides one space (ultimate-2024, Queen Bee)."""
    for to in slides(lifted, lifted.start):
        yield lifted.start, to


def objection(lifted: Lifted, to: Hex) -> Objection | None:
    """Why the queen bee cannot slide there (ultimate-2024, Queen Bee)."""
    return destination_objection(lifted, to) or step_objection(lifted, to)
