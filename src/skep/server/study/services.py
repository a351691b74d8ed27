"""The services that the study's routes use while the server runs."""

from __future__ import annotations

import time
from typing import Final

from skep.archive import Archive
from skep.server.engines.pool import EnginePool
from skep.server.http.limits import AddressLimits
from skep.server.settings import Settings
from skep.server.store.records import Store
from skep.server.study.archiving import Archivist
from skep.server.study.executor import BoundedExecutor
from skep.server.study.reviews import Reviews

__all__ = ["StudyServices", "TooMuchWork"]

_BURST: Final = 200.0


class TooMuchWork(Exception):
    """More work than one address may ask for."""


class StudyServices:
    """The game database, the reviews, and threads for what takes long."""

    def __init__(self, archive: Archive, store: Store, pool: EnginePool, settings: Settings) -> None:
        self.archive = archive
        self.quick = BoundedExecutor()
        """For what takes milliseconds."""
        self.slow = BoundedExecutor(threads=1)
        """For files, which may take seconds: they wait for each other, and nobody else for them."""
        self.writing = BoundedExecutor(threads=1)
        """For what is written to the game database: it may have to wait for a large import."""
        self.darkroom = BoundedExecutor(threads=1, most_waiting=8)
        """For pictures made of pixels, one process at a time."""
        self.reviews = Reviews(pool, archive, self.quick, self.writing, threads=settings.engine_threads)
        self.may_upload = settings.uploads or settings.local
        self._archivist = Archivist(store, archive, self.slow)
        self._limits = None if settings.local else AddressLimits(rate=settings.study_rate, burst=_BURST)

    def open(self) -> None:
        """Begin what goes on by itself."""
        self._archivist.open()

    async def close(self) -> None:
        """Finish what was begun."""
        await self._archivist.close()
        await self.reviews.close()
        await self.quick.close()
        await self.writing.close()
        await self.slow.close()
        await self.darkroom.close()
        self.archive.close()

    def charge(self, address: str, cost: float) -> None:
        """Count some work; raises TooMuchWork when an address wants too much of it."""
        if self._limits is not None and not self._limits.take(address, cost, now=time.monotonic()):
            raise TooMuchWork
