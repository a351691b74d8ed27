"""Ratings and the players who have them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

__all__ = ["FIRST_RATING", "PROVISIONAL_DEVIATION", "Rating"]

PROVISIONAL_DEVIATION: Final = 110.0
"""A rating with a larger deviation is provisional."""


@dataclass(frozen=True, slots=True)
class Rating:
    """An estimate of a player's strength by Glicko-2."""

    rating: float
    deviation: float
    """With a probability of 95 %, the strength is within two deviations of the rating."""
    volatility: float
    games: int = 0
    updated: int = 0
    """When the last rated game ended, in microseconds since 1970; 0 before the first one."""

    @property
    def provisional(self) -> bool:
        """Whether the rating is still uncertain."""
        return self.deviation > PROVISIONAL_DEVIATION


FIRST_RATING: Final = Rating(1500.0, 350.0, 0.06)
"""The rating of a player who has played no rated game."""
