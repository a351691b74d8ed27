"""Expiry: ends games that no one will finish, and deletes guests who never played.

One process at a time does this, every few minutes and in small batches. Games are ended in the database without being
loaded; a game that happens to be in memory is refreshed afterwards.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from skep.errors import SkepError
from skep.server.http.background import stop_task
from skep.server.play.rooms import Rooms
from skep.server.store.records import Store, StoreOverloaded, StoreUnavailable

__all__ = ["Expiry"]

log = logging.getLogger("skep.server")

_DAY: Final = 24 * 3600.0
_PERIOD: Final = 600.0
"""Seconds between two runs, in whichever process."""
_PAUSE: Final = 0.1
"""Seconds between two batches, in which moves are stored without waiting."""
_BATCH: Final = 50
"""Games per batch; moves wait for a batch, so it is small."""
_GUEST_DAYS: Final = 90.0
"""Days for which a guest without games is kept."""


class Expiry:
    """The background task of one process."""

    def __init__(
        self,
        rooms: Rooms,
        store: Store,
        *,
        invitation_days: float,
        idle_days: float,
        others: tuple[Callable[[float], Awaitable[None]], ...] = (),
    ) -> None:
        """Games without a move end after the first number of days, idle ones after the second.

        ``others`` are called with the time, to delete what has expired elsewhere.
        """
        self._others = others
        self._rooms = rooms
        self._store = store
        self._invitation_seconds = invitation_days * _DAY
        self._idle_seconds = idle_days * _DAY
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Start the background task."""
        self._task = asyncio.create_task(self._loop())

    async def close(self) -> None:
        """Stop the background task."""
        await stop_task(self._task)

    async def _loop(self) -> None:
        while True:
            try:
                if await self._store.claim("expiry", self._rooms.time.now(), period=_PERIOD):
                    await self.run_once()
            except (StoreUnavailable, StoreOverloaded, SkepError) as error:
                log.warning("cannot end stale games at the moment: %s", error)
            except Exception:
                log.exception("ending stale games failed")
            await asyncio.sleep(_PERIOD)

    async def run_once(self, *, now: float | None = None, pause: float = _PAUSE) -> None:
        """End everything that is stale, in batches with a pause between them."""
        now = self._rooms.time.now() if now is None else now
        await self._end("aborted", self._store.abort_unstarted, now - self._invitation_seconds, now, pause)
        await self._end("abandoned", self._store.abandon_idle, now - self._idle_seconds, now, pause)
        for delete_expired in self._others:
            await delete_expired(now)
        if await self._store.claim("guests", now, period=_DAY):
            await self._delete_guests(now, pause)

    async def _delete_guests(self, now: float, pause: float) -> None:
        after: str | None = ""
        while after is not None:
            after = await self._store.delete_unused_guests(before=now - _GUEST_DAYS * _DAY, after=after)
            await asyncio.sleep(pause)

    async def _end(
        self, how: str, end: Callable[..., Awaitable[list[str]]], before: float, now: float, pause: float
    ) -> None:
        count = 0
        while games := await end(before=before, now=now, limit=_BATCH):
            count += len(games)
            for game in games:
                await self._rooms.refresh(game)
            await asyncio.sleep(pause)
        if count:
            log.info("%d stale games were %s", count, how)
