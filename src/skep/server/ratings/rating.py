"""Ratings and the players who have them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

__all__ = ["FIRST_RATING", "PROVISIONAL_DEVIATION", "Rating", "first_rating", "level_of", "level_player"]

PROVISIONAL_DEVIATION: Final = 110.0
"""A rating with a larger deviation is provisional."""

_LEVEL_PREFIX: Final = "level "
_LEVEL_DEVIATION: Final = 60.0
_LEVEL_VOLATILITY: Final = 0.01


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


FIRST_RATING: Final = Rating(1500.0, 500.0, 0.06)
"""The rating of a person who has played no rated game.

With a deviation of 500, a beginner's and a master's first ten games find their ratings; with 350 they take twenty.
"""


def level_player(level: int) -> str:
    """Return the name under which a level of the computer is rated; no player's id contains a space.

    >>> level_player(3)
    'level 3'
    """
    return f"{_LEVEL_PREFIX}{level}"


def level_of(player: str) -> int | None:
    """Return the level that is rated under a name, or None for a person.

    >>> level_of("level 3"), level_of("x6mZ0pQ3sYv81LrT")
    (3, None)
    """
    return int(player.removeprefix(_LEVEL_PREFIX)) if player.startswith(_LEVEL_PREFIX) else None


def first_rating(player: str) -> Rating:
    """Return the rating of a player before their first rated game in a pool.

    >>> round(first_rating("level 1").rating), round(first_rating("x6mZ0pQ3sYv81LrT").rating)
    (600, 1500)
    """
    level = level_of(player)
    if level is None:
        return FIRST_RATING
    return Rating(float(_level_ratings()[level - 1]), _LEVEL_DEVIATION, _LEVEL_VOLATILITY)


class _LevelRatings(msgspec.Struct, frozen=True):
    explanation: str
    ratings: list[int]


_read_levels: Final = msgspec.json.Decoder(_LevelRatings).decode


@cache
def _level_ratings() -> list[int]:
    return _read_levels((Path(__file__).parent / "levels.json").read_bytes()).ratings
