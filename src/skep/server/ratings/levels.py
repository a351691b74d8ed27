"""The level of the computer that is as strong as a player, by the levels' current ratings."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Final

from skep.server.ratings.rating import first_rating, level_player
from skep.server.ratings.ratings import Ratings

__all__ = ["FIRST_LEVELS", "Levels", "nearest_level"]

_PLAYERS: Final = tuple(map(level_player, range(1, 11)))
FIRST_LEVELS: Final = tuple(first_rating(player).rating for player in _PLAYERS)
"""The ratings of the levels before they have played."""
_LIFETIME: Final = 60.0
"""Seconds for which ratings are kept, because they change slowly."""


def nearest_level(rating: float, levels: Sequence[float] = FIRST_LEVELS) -> int:
    """Return the level whose rating is nearest to a player's.

    >>> [nearest_level(rating) for rating in (400, 1500, 1700, 2900)]
    [1, 6, 6, 10]
    """
    return min(range(1, 11), key=lambda level: abs(levels[level - 1] - rating))


class Levels:
    """The current ratings of the levels, some seconds old."""

    def __init__(self, ratings: Ratings, *, now: Callable[[], float] = time.monotonic) -> None:
        self._ratings = ratings
        self._now = now
        self._known: dict[str, tuple[float, tuple[float, ...]]] = {}
        """When the ratings of a pool were read, and the ratings."""

    async def nearest(self, rating: float, pool: str) -> int:
        """Return the level whose rating in a pool is nearest to a player's."""
        read_at, levels = self._known.get(pool, (-_LIFETIME, FIRST_LEVELS))
        if self._now() - read_at >= _LIFETIME:
            found = await self._ratings.find_all(_PLAYERS, pool)
            levels = tuple(found[player].rating for player in _PLAYERS)
            self._known[pool] = self._now(), levels
        return nearest_level(rating, levels)
