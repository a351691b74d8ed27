"""The archivist: every finished game of the table goes to the game database by itself.

What is still to be done stands in the store, so nothing is lost with a process. Two processes may both take a game
there: the database knows it by its id, and has it once.
"""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Final

from skep.archive import Archive, ArchiveUnavailable
from skep.server.play.downloads import to_record
from skep.server.play.live_game import LiveGame
from skep.server.store.records import Store, StoredGame, StoreOverloaded, StoreUnavailable
from skep.server.study.executor import BoundedExecutor

__all__ = ["SOURCE", "Archivist", "archive_table"]

log = logging.getLogger("skep.server")

SOURCE: Final = "table"
"""Where the games come from, as lists show it."""
_PAUSE: Final = 2.0
_AT_ONCE: Final = 20
_SHARE: Final = 0.05
"""Of its time that it works: games that are being played go before those that were."""


class Archivist:
    """One for each process."""

    def __init__(self, store: Store, archive: Archive, workroom: BoundedExecutor) -> None:
        self._store = store
        self._archive = archive
        self._workroom = workroom
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Begin the rounds."""
        self._task = asyncio.get_running_loop().create_task(self._rounds())

    async def close(self) -> None:
        """End them; the rest is done after the next start."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _rounds(self) -> None:
        was_down = False
        while True:
            try:
                while await self.round() == _AT_ONCE:
                    pass
                was_down = False
            except (StoreUnavailable, ArchiveUnavailable, StoreOverloaded) as error:
                if not was_down:
                    log.warning("games cannot be archived now: %s", str(error) or type(error).__name__)
                was_down = True
            except Exception:
                log.exception("a round of the archivist failed")
            await asyncio.sleep(_PAUSE)

    async def round(self) -> int:
        """Archive some games; how many there were."""
        games = await self._store.unarchived(limit=_AT_ONCE)
        done = list[str]()
        try:
            for game in games:
                begun = time.monotonic()
                await self._archive_one(game)
                done.append(game)
                await asyncio.sleep((time.monotonic() - begun) * (1 / _SHARE - 1))
        finally:
            if done:
                await self._store.mark_archived(done)
        return len(games)

    async def _archive_one(self, game: str) -> None:
        stored = await self._store.load(game)
        try:
            if stored is not None:
                await self._workroom.do(_archive_stored, self._archive, stored)
        except (ArchiveUnavailable, StoreOverloaded):
            raise
        except Exception:
            # a game that cannot be replayed must not keep the others waiting for ever
            log.exception("game %s cannot be archived", game)


def _archive_stored(archive: Archive, stored: StoredGame) -> None:
    archive_table(archive, LiveGame.restored(stored))


def archive_table(archive: Archive, table: LiveGame) -> int:
    """Add a finished game of the table, or find it; its number in the game database."""
    return archive.add(to_record(table), source=SOURCE, source_key=table.row.id).id
