"""The ratings of a server's players."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from skep.server.ratings import queries
from skep.server.ratings.rating import FIRST_RATING, Rating
from skep.server.store.records import Store

__all__ = ["Rating", "Ratings"]


class Ratings:
    """Looks ratings up."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def find(self, player: str, pool: str) -> Rating:
        """Return the rating of a player, by id, in a pool."""
        return (await self.find_all([player], pool))[player]

    async def find_all(self, players: Sequence[str], pool: str) -> dict[str, Rating]:
        """Return the ratings of several players in a pool."""
        found = await self._store.read(partial(queries.ratings_of, tuple(players), pool))
        return {player: found.get(player, FIRST_RATING) for player in players}
