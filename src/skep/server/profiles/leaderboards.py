"""Leaderboards: the best players of each pool."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from skep.server.http.cached_response import CachedBody, cache_body
from skep.server.profiles import queries
from skep.server.ratings.pools import POOLS
from skep.server.ratings.results import age_rating
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
_encode: Final = msgspec.json.Encoder().encode


class Leaderboards:
    """The leaderboards of all pools."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, tuple[float, Leaderboard]] = {}
        self._sent: dict[tuple[str, int], tuple[Sequence[Leaderboard], CachedBody]] = {}
        """The latest responses, with the leaderboards in them, because compressing one takes some milliseconds."""

    async def of_pool(self, pool: str) -> CachedBody:
        """Return the leaderboard of a pool as JSON."""
        board = await self._find(pool)
        return self._body((pool, _MAX_PLAYERS), [board], lambda: board)

    async def of_all_pools(self, count: int) -> CachedBody:
        """Return the first players of every pool as JSON."""
        boards = [await self._find(pool) for pool in POOLS]
        return self._body(
            ("", count),
            boards,
            lambda: AllLeaderboards(pools=[replace(board, players=board.players[:count]) for board in boards]),
        )

    def _body(self, key: tuple[str, int], boards: Sequence[Leaderboard], make: Callable[[], Struct]) -> CachedBody:
        known, body = self._sent.get(key, ((), None))
        if body is None or any(board is not before for board, before in zip(boards, known, strict=True)):
            body = cache_body(_encode(make()))
            self._sent[key] = boards, body
        return body

    async def _find(self, pool: str) -> Leaderboard:
        """Return the leaderboard of a pool, which can be some seconds old."""
        made, board = self._known.get(pool, (0.0, None))
        if board is None or time.monotonic() - made > _LIFETIME:
            board = await self._make(pool)
            self._known[pool] = time.monotonic(), board
        return board

    async def _make(self, pool: str) -> Leaderboard:
        now = time.time()
        since = micros(now - ACTIVE_DAYS * 24 * 3600)
        best = await self._store.read(partial(queries.best_ratings, pool, since, _MAX_PLAYERS + _MAX_AGED))
        aged = [(name, age_rating(id_, rating, micros(now))) for id_, name, rating in best]
        leaders = [
            Leader(name=name, rating=round(rating.rating), deviation=round(rating.deviation), games=rating.games)
            for name, rating in aged
            if not rating.provisional
        ]
        return Leaderboard(pool=pool, players=leaders[:_MAX_PLAYERS])
