"""The ratings of a server's players."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from functools import partial

from skep.server.ratings import queries
from skep.server.ratings.rating import Rating, first_rating
from skep.server.ratings.results import age_rating
from skep.server.store.records import SeatRating, Store
from skep.server.store.values import micros

__all__ = ["Rating", "Ratings"]


class Ratings:
    """Looks ratings up."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def find(self, player: str, pool: str) -> Rating:
        """Return the rating of a player, by id, in a pool."""
        found = await self._store.read_small(partial(queries.ratings_of, (player,), pool))
        return _current(found, player)

    async def find_stored(self, player: str, pool: str) -> SeatRating | None:
        """Return the rating of a player as a seat has it, or None before the first rated game."""
        found = (await self._store.read_small(partial(queries.ratings_of, (player,), pool))).get(player)
        return None if found is None else SeatRating(found.rating, found.deviation, found.volatility, found.updated)

    async def find_all(self, players: Sequence[str], pool: str) -> dict[str, Rating]:
        """Return the current ratings of several players in a pool. Without games, a rating grows less certain."""
        found = await self._store.read(partial(queries.ratings_of, tuple(players), pool))
        return {player: _current(found, player) for player in players}


def _current(found: Mapping[str, Rating], player: str) -> Rating:
    return age_rating(player, found.get(player) or first_rating(player), micros(time.time()))
