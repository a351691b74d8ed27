"""Lists of games that many clients request: each is made once a second at most."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

import msgspec
from msgspec import Struct

from skep.server.http.cached_response import CachedBody, cache_body
from skep.server.play.rooms import Rooms
from skep.server.store.records import StoreOverloaded, StoreUnavailable

__all__ = ["SharedList"]

_LIST_SECONDS: Final = 1.0
"""Seconds for which a list is sent to everyone who requests it."""
_encode: Final = msgspec.json.Encoder().encode


class SharedList:
    """A list that is made once a second at most, however many clients request it."""

    def __init__(self, rooms: Rooms, make: Callable[[], Awaitable[Struct]]) -> None:
        self._rooms = rooms
        self._make = make
        self._task: asyncio.Task[CachedBody] | None = None
        self._made = 0.0

    async def get(self) -> CachedBody:
        """Return the list as JSON. Raises StoreUnavailable and StoreOverloaded."""
        now = self._rooms.time.now()
        if self._task is None or abs(now - self._made) >= _LIST_SECONDS:
            self._made = now
            self._task = asyncio.create_task(self._make_body())
        try:
            return await asyncio.shield(self._task)
        except (StoreUnavailable, StoreOverloaded):
            self._task = None
            raise

    async def _make_body(self) -> CachedBody:
        return cache_body(_encode(await self._make()))
