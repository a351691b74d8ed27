"""The soldier ant: any number of slides round the hive."""

from __future__ import annotations

from collections.abc import Iterator

from skep.hexes import Hex
from skep.rules.freedom import destination_objection, nearest_gate, slide_ways
from skep.rules.lifted import Lifted, Way
from skep.rules.objections import Objection, Rule

__all__ = ["objection", "ways"]


def ways(lifted: Lifted) -> Iterator[Way]:
    """The soldier ant slides as far as it likes round the hive (ultimate-2024, Soldier Ant)."""
    return (way for way in slide_ways(lifted).values() if len(way) > 1)


def objection(lifted: Lifted, to: Hex) -> Objection | None:
    """Why the soldier ant cannot slide there (ultimate-2024, Soldier Ant)."""
    if misplaced := destination_objection(lifted, to):
        return misplaced
    if to in slide_ways(lifted):
        return None
    gate = nearest_gate(lifted, to)
    if gate is None:
        return Objection(Rule.CLOSED_IN)
    return Objection(Rule.GATE, pieces=gate.pieces, gate=gate)
