"""The queen bee: one slide along the hive. The pillbug moves like it."""

from __future__ import annotations

from collections.abc import Iterator

from skep.hexes import Hex
from skep.rules.freedom import destination_violation, slides, step_violation
from skep.rules.lifted import Lifted, Route
from skep.rules.violations import Violation

__all__ = ["routes", "violation"]


def routes(lifted: Lifted) -> Iterator[Route]:
    """Yield the queen bee's routes: it slides one space (ultimate-2024, Queen Bee)."""
    for to in slides(lifted, lifted.start):
        yield lifted.start, to


def violation(lifted: Lifted, to: Hex) -> Violation | None:
    """Return what stops the queen bee from sliding there, or None (ultimate-2024, Queen Bee)."""
    return destination_violation(lifted, to) or step_violation(lifted, to)
