"""The ratings of a server's players."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial

from skep.server.ratings import queries
from skep.server.ratings.rating import Rating, first_rating
from skep.server.ratings.results import aged_to
from skep.server.store.records import Store
from skep.server.store.values import micros

__all__ = ["Rating", "Ratings"]


class Ratings:
    """Looks ratings up."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def find(self, player: str, pool: str) -> Rating:
        """Return the rating of a player, by id, in a pool."""
        return (await self.find_all([player], pool))[player]

    async def find_all(self, players: Sequence[str], pool: str) -> dict[str, Rating]:
        """Return the current ratings of several players in a pool. Without games, a rating grows less certain."""
        found = await self._store.read(partial(queries.ratings_of, tuple(players), pool))
        now = micros(time.time())
        return {player: aged_to(player, found.get(player) or first_rating(player), now) for player in players}
