"""What the engine thinks of a position."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from skep.kernel.scores import SURE, WIN

__all__ = ["SCALE", "SURE", "WIN", "Score"]

SCALE: Final = 90.0
"""Centi-units at which the side to move wins e times as often as it loses, fitted on games."""


@dataclass(frozen=True, slots=True, order=True)
class Score:
    """A value from the side to move's point of view, in hundredths of a unit.

    >>> print(Score(120), Score(WIN - 3), Score(-WIN + 2))
    +1.20 wins in 2 loses in 1
    """

    value: int

    @property
    def plies_to_end(self) -> int | None:
        """How many plies the proven end is away, or None where nothing is proven."""
        return WIN - abs(self.value) if abs(self.value) >= SURE else None

    @property
    def wins_in(self) -> int | None:
        """In how many of its own moves the side to move wins, if that is proven."""
        plies = self.plies_to_end
        return (plies + 1) // 2 if plies is not None and self.value > 0 else None

    @property
    def loses_in(self) -> int | None:
        """After how many of its own moves the side to move has lost, if that is proven."""
        plies = self.plies_to_end
        return (plies + 1) // 2 if plies is not None and self.value < 0 else None

    @property
    def win_probability(self) -> float:
        """How often the side to move wins from here, draws counted half.

        >>> Score(0).win_probability
        0.5
        """
        if self.plies_to_end is not None:
            return float(self.value > 0)
        return 1 / (1 + math.exp(-self.value / SCALE))

    def __neg__(self) -> Score:
        return Score(-self.value)

    def __str__(self) -> str:
        if self.wins_in is not None:
            return f"wins in {self.wins_in}"
        if self.loses_in is not None:
            return f"loses in {self.loses_in}"
        return f"{self.value / 100:+.2f}"
