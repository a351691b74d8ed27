"""The soldier ant: any number of slides around the hive."""

from __future__ import annotations

from collections.abc import Iterator

from skep.hexes import Hex
from skep.rules.freedom import destination_violation, nearest_gate, slide_routes
from skep.rules.lifted import Lifted, Route
from skep.rules.violations import Rule, Violation

__all__ = ["routes", "violation"]


def routes(lifted: Lifted) -> Iterator[Route]:
    """Yield the ant's routes: it slides any distance around the hive (ultimate-2024, Soldier Ant)."""
    return (route for route in slide_routes(lifted).values() if len(route) > 1)


def violation(lifted: Lifted, to: Hex) -> Violation | None:
    """Return what stops the ant from sliding there, or None (ultimate-2024, Soldier Ant)."""
    if misplaced := destination_violation(lifted, to):
        return misplaced
    if to in slide_routes(lifted):
        return None
    gate = nearest_gate(lifted, to)
    if gate is None:
        return Violation(Rule.CLOSED_IN)
    return Violation(Rule.GATE, pieces=gate.pieces, gate=gate)
