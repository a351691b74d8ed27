"""The archivist copies every finished game from the store to the game database.

The store records which games are still to be copied, so no game is lost when a process ends. If two processes copy the
same game, the game database recognises it by its id and stores it once. A game is copied again when a player deletes
their account, so that the game database forgets the name.
"""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Final

from skep.archive import Archive, ArchiveUnavailable
from skep.archive.sources import PLAYED_SOURCE
from skep.server.engines.executor import BoundedExecutor, ExecutorFull
from skep.server.http.background import stop_task
from skep.server.play.downloads import to_record
from skep.server.play.live_game import LiveGame
from skep.server.store.records import Store, StoredGame, StoreOverloaded, StoreUnavailable

__all__ = ["Archivist", "archive_game"]

log = logging.getLogger("skep.server")

_PAUSE: Final = 2.0
"""Seconds between two runs."""
_BATCH_GAMES: Final = 20
_MAX_LOAD: Final = 0.05
"""Maximum share of the time spent archiving, so that running games are not slowed down."""


class Archivist:
    """The background task that archives games. One per process."""

    def __init__(self, store: Store, archive: Archive, executor: BoundedExecutor) -> None:
        self._store = store
        self._archive = archive
        self._executor = executor
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Start the background task."""
        self._task = asyncio.get_running_loop().create_task(self._run())

    async def close(self) -> None:
        """Stop the background task. The remaining games are archived after the next start."""
        await stop_task(self._task)

    async def _run(self) -> None:
        was_down = False
        while True:
            try:
                while await self.run_once() == _BATCH_GAMES:
                    pass
                was_down = False
            except (StoreUnavailable, ArchiveUnavailable, StoreOverloaded, ExecutorFull) as error:
                if not was_down:
                    log.warning("cannot archive games at the moment: %s", str(error) or type(error).__name__)
                was_down = True
            except Exception:
                log.exception("archiving failed")
            await asyncio.sleep(_PAUSE)

    async def run_once(self) -> int:
        """Archive a batch of games and return its size."""
        games = await self._store.find_unarchived(limit=_BATCH_GAMES)
        done = dict[str, tuple[str, str]]()
        try:
            for game in games:
                started = time.monotonic()
                done[game] = await self._archive_one(game)
                await asyncio.sleep((time.monotonic() - started) * (1 / _MAX_LOAD - 1))
        finally:
            if done:
                await self._store.mark_archived(done)
        return len(games)

    async def _archive_one(self, game: str) -> tuple[str, str]:
        """Archive a game and return the names of its players."""
        stored = await self._store.load(game)
        if stored is None:
            return "", ""
        try:
            await self._executor.run(_archive_stored, self._archive, stored)
        except (ArchiveUnavailable, ExecutorFull):
            raise
        except Exception:
            # A game that cannot be replayed must not keep the others waiting.
            log.exception("cannot archive game %s", game)
        white, black = stored.row.seats
        return white.name, black.name


def _archive_stored(archive: Archive, stored: StoredGame) -> None:
    game = LiveGame.restore(stored)
    archive.add_or_rename(to_record(game), source=PLAYED_SOURCE, source_key=game.row.id)


def archive_game(archive: Archive, game: LiveGame) -> int:
    """Add a finished game to the game database, unless it is there, and return its id there."""
    return archive.add(to_record(game), source=PLAYED_SOURCE, source_key=game.row.id).id
