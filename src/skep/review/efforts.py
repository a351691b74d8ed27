"""Efforts: how much the engine searches in a review."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from skep.errors import SkepError

__all__ = ["EFFORTS", "Effort", "EffortName", "find_effort"]

EffortName = Literal["quick", "normal", "deep"]
"""The name of an effort."""


@dataclass(frozen=True, slots=True)
class Effort:
    """The limits of each search in a review. They are in nodes, so that slow machines produce the same review."""

    name: EffortName
    nodes: int
    """Maximum number of nodes per position of the game."""
    table_mb: int
    """The size of the transposition table, which affects the results of a search."""


EFFORTS: Final[dict[EffortName, Effort]] = {
    "quick": Effort("quick", 100_000, 16),
    "normal": Effort("normal", 400_000, 16),
    "deep": Effort("deep", 2_500_000, 64),
}
"""The efforts by name."""


def find_effort(name: str) -> Effort:
    """Return the effort with that name. Raises SkepError if it does not exist.

    >>> find_effort("quick").nodes
    100000
    """
    for effort in EFFORTS.values():
        if effort.name == name.strip().lower():
            return effort
    raise SkepError(f"unknown effort: {name!r}: expected {', '.join(EFFORTS)}")
