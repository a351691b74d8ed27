"""The clock watchdog: does what is due even if no client is connected, and catches up after a restart.

- A clock that has run out ends its game.
- A computer player whose search was lost with its process thinks again.
- Time in which no server was running is credited to the side whose clock ran. Servers store a heartbeat every few
  seconds; a server that starts and finds the last one older than that credits the difference, once per game.
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

INTERVAL: Final = 2.0
"""Seconds between two runs, and between two heartbeats."""
_ABANDONED_AFTER: Final = 45.0
"""Seconds after which a computer's turn counts as abandoned by its process."""
_MAX_SILENCE: Final = 3 * INTERVAL
"""Seconds without a heartbeat that do not count as an interruption."""
_RECONNECT_SECONDS: Final = 5.0
"""Seconds that players are credited on top of an interruption, to reconnect."""
_PRESENCE_INTERVAL: Final = 30.0
_GAMES_PER_QUERY: Final = 100


class ClockWatchdog:
    """One per process. If two act on the same game, event numbers resolve the conflict."""

    def __init__(self, rooms: Rooms, store: Store) -> None:
        self._rooms = rooms
        self._store = store
        self._presence_published = time.monotonic()
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Credit the time since the last heartbeat, then start running."""
        await self._heartbeat(time.time())
        await self._wake(await self._store.computer_to_move(before=time.time(), limit=_GAMES_PER_QUERY))
        self._task = asyncio.create_task(self._loop())

    async def close(self) -> None:
        """Stop, with a last heartbeat that says until when the clocks ran."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        try:
            await self._store.heartbeat(time.time())
        except (StoreUnavailable, StoreOverloaded):
            log.warning("the store is unavailable at shutdown")

    async def _loop(self) -> None:
        was_down = False
        while True:
            await asyncio.sleep(INTERVAL)
            try:
                await self.run_once()
                if was_down:
                    await self._rooms.catch_up_all()
                was_down = False
            except (StoreUnavailable, StoreOverloaded) as error:
                if not was_down:
                    log.warning("the store is unavailable: %s", error)
                was_down = True
            except Exception:
                log.exception("the clock watchdog failed")

    async def run_once(self) -> None:
        """Do everything that is due now."""
        now = time.time()
        await self._heartbeat(now)
        await self._wake(await self._store.expired_clocks(now, limit=_GAMES_PER_QUERY))
        await self._wake(await self._store.computer_to_move(before=now - _ABANDONED_AFTER, limit=_GAMES_PER_QUERY))
        if any(room.stale for room in self._rooms.loaded()):
            await self._rooms.catch_up_all()
        if time.monotonic() - self._presence_published > _PRESENCE_INTERVAL:
            self._presence_published = time.monotonic()
            self._rooms.republish_presence()

    async def _heartbeat(self, now: float) -> None:
        """Store a heartbeat. A long gap before it means that no move could be stored, so clocks get the time back."""
        before = await self._store.heartbeat(now)
        if before is not None and now - before > _MAX_SILENCE:
            await self.credit_downtime(now - before + _RECONNECT_SECONDS, since=before)

    async def _wake(self, games: list[str]) -> None:
        for game_id in games:
            try:
                await self._rooms.wake(game_id)
            except (UnknownGame, ValueError):
                log.exception("game %s cannot be loaded", game_id)

    async def credit_downtime(self, seconds: float, *, since: float) -> None:
        """Credit every running clock with the time in which no server was running."""
        log.info("no server was running for %.0f s: crediting the running clocks", seconds)
        after = ""
        while games := await self._store.running_clocks(after=after, limit=_GAMES_PER_QUERY):
            after = games[-1]
            # together, so that they share commits
            await asyncio.gather(*(self._credit(game_id, seconds, since) for game_id in games))

    async def _credit(self, game_id: str, seconds: float, since: float) -> None:
        """Credit one game: no more than its turn has lasted, and nothing if the flag fell before the interruption."""
        try:
            async with self._rooms.use(game_id) as (room, game):
                now = time.time()
                lasted = now - game.clocks.since
                if lasted <= 0 or game.is_overdue(since):
                    return
                event = game.decide_credit(min(seconds, lasted + _RECONNECT_SECONDS), now)
                if event is not None:
                    await self._rooms.commit(room, event)
        except UnknownGame:
            return
