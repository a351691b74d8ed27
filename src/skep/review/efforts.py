"""How hard the engine looks at a game that is reviewed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from skep.errors import SkepError

__all__ = ["EFFORTS", "Effort", "EffortName", "find_effort"]

EffortName = Literal["quick", "normal", "deep"]


@dataclass(frozen=True, slots=True)
class Effort:
    """What each search of a review is given. Nodes, not seconds: a slow machine comes to the same review."""

    name: EffortName
    nodes: int
    """Positions looked at for each position of the game."""
    table_mb: int
    """The size of the engine's table, which has its say in what a search finds."""


EFFORTS: Final[dict[EffortName, Effort]] = {
    "quick": Effort("quick", 100_000, 16),
    "normal": Effort("normal", 400_000, 16),
    "deep": Effort("deep", 2_500_000, 64),
}


def find_effort(name: str) -> Effort:
    """The effort of that name.

    >>> find_effort("quick").nodes
    100000
    """
    for effort in EFFORTS.values():
        if effort.name == name.strip().lower():
            return effort
    raise SkepError(f"no effort is called {name!r}: there are {', '.join(EFFORTS)}")
