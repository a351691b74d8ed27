"""The clock watchdog: does what is due even if no client is connected, and catches up after a restart.

- A clock that has run out ends its game.
- A computer player whose search was lost with its process thinks again.
- Events that another process stored, but did not live to announce, are found and broadcast.
- Time in which no server was running is credited to the side whose clock ran. Every process stores a heartbeat every
  two seconds; a process that finds the last one much older credits the difference, once per game.
- A process that has fallen silent may still be serving players. Until it is forgotten, the others do not end games
  that they have not loaded, and credit the silence to its players in those that they have.
"""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Final

from skep.server.http.background import stop_task
from skep.server.play.absences import PRESENCE_INTERVAL
from skep.server.play.rooms import Rooms, UnknownGame
from skep.server.play.server_time import MAX_SILENCE
from skep.server.store.records import Heartbeat, Store, StoreOverloaded, StoreUnavailable

__all__ = ["ClockWatchdog"]

log = logging.getLogger("skep.server")

INTERVAL: Final = 2.0
"""Seconds between two runs, and between two heartbeats."""
_ABANDONED_AFTER: Final = 45.0
"""Seconds after which a computer's turn counts as abandoned by its process."""
_RECONNECT_SECONDS: Final = 5.0
"""Seconds that players are credited on top of a restart, to reconnect."""
_MAX_DIFFERENCE: Final = 2.0
"""Seconds by which the times of two processes may differ."""
_MAX_STEP: Final = 24 * 3600.0
"""Seconds by which a machine's clock can be set back without effect on the time of games."""
_MIN_DOWNTIME: Final = 1.0
"""Seconds of a turn that are worth a credit."""
_LONG_DOWNTIME: Final = 60.0
"""Seconds of an interruption that are worth a credit even if the next move is due in days."""
_FAR_DEADLINE: Final = 12 * 3600.0
"""Seconds. A deadline that is further ahead belongs to a game with days per move."""
_GRACE: Final = 9.0
"""Seconds for which clocks that have run out are left to the processes that serve their players."""
_GAMES_PER_QUERY: Final = 100


class ClockWatchdog:
    """One per process. If two act on the same game, event numbers resolve the conflict."""

    def __init__(self, rooms: Rooms, store: Store) -> None:
        self._rooms = rooms
        self._store = store
        self._time = rooms.time
        self._presence_published = time.monotonic()
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Credit the time since the last heartbeat, then start running.

        If the database does not respond, this waits: a server that starts while the database restarts must not stop.
        """
        while True:
            try:
                await self._catch_up()
                break
            except (StoreUnavailable, StoreOverloaded) as error:
                log.warning("waiting for the store: %s", error)
                await asyncio.sleep(INTERVAL)
        self._task = asyncio.create_task(self._loop())

    async def _catch_up(self) -> None:
        await self._adopt_time()
        await self._heartbeat(reconnect=_RECONNECT_SECONDS)
        await self._wake(await self._store.computer_to_move(before=self._time.now(), limit=_GAMES_PER_QUERY))

    async def close(self) -> None:
        """Stop, with a last heartbeat that says until when the clocks ran."""
        await stop_task(self._task)
        try:
            await self._store.heartbeat(self._beat(), last=True)
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
        await self._heartbeat()
        await self._find_silent_processes()
        alone, now = self._rooms.bus.alone, self._time.now()
        if not self._time.silent:
            expired = await self._store.expired_clocks(now if alone else now - _GRACE, limit=_GAMES_PER_QUERY)
            await self._wake(expired)
        await self._wake(await self._store.computer_to_move(before=now - _ABANDONED_AFTER, limit=_GAMES_PER_QUERY))
        if not alone or any(room.stale for room in self._rooms.list_loaded()):
            await self._rooms.catch_up_all()
        if time.monotonic() - self._presence_published > PRESENCE_INTERVAL:
            self._presence_published = time.monotonic()
            self._rooms.republish_presence()

    def _beat(self) -> Heartbeat:
        return Heartbeat(self._rooms.process, self._time.now(), self._time.wall())

    async def _heartbeat(self, *, reconnect: float = 0.0) -> None:
        """Store a heartbeat. A long gap before it means that no move could be stored, so clocks get the time back."""
        beat = self._beat()
        before = await self._store.heartbeat(beat)
        self._time.heartbeat_stored()
        if before is not None and beat.at - before > MAX_SILENCE:
            await self.credit_downtime(since=before, reconnect=reconnect)

    async def _adopt_time(self) -> None:
        """Take over the time of the processes that are running, which differs if the machine's clock was set.

        The time of a stopped process is taken over if it is later, because the time of a game never goes back.
        """
        wall = self._time.wall()
        for beat in await self._store.heartbeats():
            if abs(wall - beat.wall) <= MAX_SILENCE:
                self._time.set(beat.at + wall - beat.wall)
        before = await self._store.last_heartbeat()
        if before is not None and 0 < before - self._time.now() < _MAX_STEP:
            self._time.set(before)

    async def _find_silent_processes(self) -> None:
        """Find the processes that have fallen silent, and catch up with the time of the others."""
        if self._rooms.bus.alone:
            await self._resynchronise()
            return
        beats = [beat for beat in await self._store.heartbeats() if beat.process != self._rooms.process]
        latest = max((beat.at for beat in beats), default=0.0)
        if latest > self._time.now() + _MAX_DIFFERENCE:
            self._time.follow(latest)
        self._time.silent = {beat.process: beat.at for beat in beats if self._time.now() - beat.at > MAX_SILENCE}

    async def _resynchronise(self) -> None:
        """Follow the machine's clock if it is ahead, as after a suspension, and no game would be affected."""
        wall = self._time.wall()
        if wall > self._time.now() + _MAX_DIFFERENCE and not await self._store.running_clocks(limit=1):
            self._time.follow(wall)

    async def _wake(self, games: list[str]) -> None:
        for game_id in games:
            try:
                await self._rooms.wake(game_id)
            except (UnknownGame, ValueError):
                log.exception("game %s cannot be loaded", game_id)

    async def credit_downtime(self, *, since: float, reconnect: float = 0.0) -> None:
        """Credit every running clock with the time in which no server was running.

        After a short interruption, games with days per move that have half a day left are not loaded for it.
        """
        down = self._time.now() - since
        log.info("no server was running for %.0f s: crediting the running clocks", down)
        before = None if down >= _LONG_DOWNTIME else self._time.now() + _FAR_DEADLINE
        after = ""
        while games := await self._store.running_clocks(after=after, limit=_GAMES_PER_QUERY, before=before):
            after = games[-1]
            # together, so that they share commits
            await asyncio.gather(*(self._credit(game_id, since, reconnect) for game_id in games))

    async def _credit(self, game_id: str, since: float, reconnect: float) -> None:
        """Credit one game: no more than its turn has lasted, and nothing if the flag fell before the interruption."""
        try:
            async with self._rooms.use(game_id) as (room, game):
                now = self._time.now()
                lost = now - max(since, game.uncredited_since)
                if lost < _MIN_DOWNTIME or game.is_overdue(since):
                    return
                event = game.decide_credit(lost + reconnect, now)
                if event is not None:
                    await self._rooms.commit(room, event)
        except UnknownGame:
            return
