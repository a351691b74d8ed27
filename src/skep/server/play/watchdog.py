"""The keeper: sees to what is due when nobody is there to notice it, and after a restart.

- A clock that ran out ends its game, whether anybody is connected or not.
- A computer whose thinking was lost with its process thinks again.
- Time in which no server was running is given back to the side whose clock ran. Servers note every few seconds that
  they are alive; one that starts and finds the last note older than that credits the difference, once a game.
"""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Final

from skep.server.play.rooms import Rooms, UnknownGame
from skep.server.store.records import Store, StoreOverloaded, StoreUnavailable

__all__ = ["ClockWatchdog"]

log = logging.getLogger("skep.server")

TICK: Final = 2.0
"""Seconds between two rounds; also how often a server notes that it is alive."""
_ABANDONED: Final = 45.0
"""Seconds after which nobody seems to think for a computer that is to move."""
_NOTICED: Final = 3 * TICK
"""A silence of the servers that is shorter than this is no interruption."""
_COMING_BACK: Final = 5.0
"""Seconds that players get on top of it, to reconnect."""
_PRESENCE: Final = 30.0
_AT_ONCE: Final = 100


class ClockWatchdog:
    """One for each process; two that see the same are told apart by the events' numbers."""

    def __init__(self, rooms: Rooms, store: Store) -> None:
        self._rooms = rooms
        self._store = store
        self._told_presence = time.monotonic()
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Make up for the time since a server was last alive, then begin the rounds."""
        now = time.time()
        before = await self._store.heartbeat(now)
        if before is not None and now - before > _NOTICED:
            await self.credit_downtime(now - before + _COMING_BACK, since=before)
        await self._wake(await self._store.computer_to_move(before=now, limit=_AT_ONCE))
        self._task = asyncio.create_task(self._rounds())

    async def close(self) -> None:
        """End the rounds; the last note says until when the clocks ran."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        try:
            await self._store.heartbeat(time.time())
        except (StoreUnavailable, StoreOverloaded):
            log.warning("the store does not answer at the end")

    async def _rounds(self) -> None:
        was_down = False
        while True:
            await asyncio.sleep(TICK)
            try:
                await self.round()
                if was_down:
                    await self._rooms.catch_up_all()
                was_down = False
            except (StoreUnavailable, StoreOverloaded) as error:
                if not was_down:
                    log.warning("the store does not answer: %s", error)
                was_down = True
            except Exception:
                log.exception("a round of the keeper failed")

    async def round(self) -> None:
        """Do what is due now."""
        now = time.time()
        before = await self._store.heartbeat(now)
        if before is not None and now - before > _NOTICED:
            # the database was away, or this machine slept: no move could be stored meanwhile
            await self.credit_downtime(now - before + _COMING_BACK, since=before)
        await self._wake(await self._store.expired_clocks(now, limit=_AT_ONCE))
        await self._wake(await self._store.computer_to_move(before=now - _ABANDONED, limit=_AT_ONCE))
        if any(room.stale for room in self._rooms.loaded()):
            await self._rooms.catch_up_all()
        if time.monotonic() - self._told_presence > _PRESENCE:
            self._told_presence = time.monotonic()
            self._rooms.republish_presence()

    async def _wake(self, games: list[str]) -> None:
        for game in games:
            try:
                await self._rooms.wake(game)
            except (UnknownGame, ValueError):
                log.exception("game %s cannot be woken", game)

    async def credit_downtime(self, seconds: float, *, since: float) -> None:
        """Credit every running clock with the time in which no server was there."""
        log.info("no server was running for %.0f s: running clocks get them back", seconds)
        after = ""
        while games := await self._store.running_clocks(after=after, limit=_AT_ONCE):
            after = games[-1]
            # together, so that they share commits
            await asyncio.gather(*(self._credit(game, seconds, since) for game in games))

    async def _credit(self, game: str, seconds: float, since: float) -> None:
        """A turn that began after the last note gets no more than it lasted; a flag that fell before it, nothing."""
        try:
            async with self._rooms.use(game) as (room, table):
                now = time.time()
                lasted = now - table.clocks.since
                if lasted <= 0 or table.is_overdue(since):
                    return
                event = table.decide_credit(min(seconds, lasted + _COMING_BACK), now)
                if event is not None:
                    await self._rooms.commit(room, event)
        except UnknownGame:
            return
