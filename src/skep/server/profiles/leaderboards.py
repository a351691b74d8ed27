"""Leaderboards: the best players of each pool."""

from __future__ import annotations

import time
from functools import partial
from typing import Final

from msgspec.structs import replace

from skep.server.profiles import queries
from skep.server.ratings.pools import POOLS
from skep.server.ratings.results import aged_to
from skep.server.schemas.profiles import AllLeaderboards, Leader, Leaderboard
from skep.server.store.records import Store
from skep.server.store.values import micros

__all__ = ["ACTIVE_DAYS", "Leaderboards"]

ACTIVE_DAYS: Final = 90
"""Players who have not played a rated game in the pool for this many days are left out."""
_MAX_PLAYERS: Final = 100
_MAX_AGED: Final = 50
"""Players whose ratings may have become provisional since their last game."""
_LIFETIME: Final = 20.0
"""Seconds for which a leaderboard is sent to everyone who requests it."""


class Leaderboards:
    """The leaderboards of all pools."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, tuple[float, Leaderboard]] = {}

    async def find(self, pool: str) -> Leaderboard:
        """Return the leaderboard of a pool, which can be some seconds old."""
        made, board = self._known.get(pool, (0.0, None))
        if board is None or time.monotonic() - made > _LIFETIME:
            board = await self._make(pool)
            self._known[pool] = time.monotonic(), board
        return board

    async def all(self, count: int) -> AllLeaderboards:
        """Return the first players of every pool."""
        boards = [await self.find(pool) for pool in POOLS]
        return AllLeaderboards(pools=[replace(board, players=board.players[:count]) for board in boards])

    async def _make(self, pool: str) -> Leaderboard:
        now = time.time()
        since = micros(now - ACTIVE_DAYS * 24 * 3600)
        best = await self._store.read(partial(queries.best_ratings, pool, since, _MAX_PLAYERS + _MAX_AGED))
        aged = [(name, aged_to(id_, rating, micros(now))) for id_, name, rating in best]
        leaders = [
            Leader(name=name, rating=round(rating.rating), deviation=round(rating.deviation), games=rating.games)
            for name, rating in aged
            if not rating.provisional
        ]
        return Leaderboard(pool=pool, players=leaders[:_MAX_PLAYERS])
