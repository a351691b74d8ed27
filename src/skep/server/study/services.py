"""The services that the routes of the study and the school use while the server runs."""

from __future__ import annotations

import time
from typing import Final

from skep.archive import Archive
from skep.server.engines.executor import BoundedExecutor
from skep.server.engines.pool import EnginePool
from skep.server.http.limits import AddressLimits
from skep.server.settings import Settings
from skep.server.store.records import Store
from skep.server.study.archivist import Archivist
from skep.server.study.picture_worker import PictureWorker
from skep.server.study.reviews import Reviews

__all__ = ["StudyServices", "TooMuchWork"]

_BURST: Final = 200.0


class TooMuchWork(Exception):
    """An address has exceeded its rate limit."""


class StudyServices:
    """The game database, the reviews, and threads for work that would block the event loop."""

    def __init__(self, archive: Archive, store: Store, pool: EnginePool, settings: Settings) -> None:
        self.archive = archive
        self.quick = BoundedExecutor()
        """For jobs that take milliseconds."""
        self.slow = BoundedExecutor(threads=1)
        """For files, which can take seconds. They wait only for each other."""
        self.writing = BoundedExecutor(threads=1)
        """For writing to the game database, which can have to wait for a large import."""
        self.pictures = PictureWorker()
        self.reviews = Reviews(pool, archive, self.quick, self.writing, threads=settings.engine_threads)
        self.may_upload = settings.uploads or settings.local
        self._archivist = Archivist(store, archive, self.slow)
        self._limits = None if settings.local else AddressLimits(rate=settings.study_rate, burst=_BURST)

    def open(self) -> None:
        """Start the background tasks."""
        self._archivist.open()
        self.reviews.open()

    async def close(self) -> None:
        """Stop the background tasks and wait for running jobs."""
        await self._archivist.close()
        await self.reviews.close()
        await self.quick.close()
        await self.writing.close()
        await self.slow.close()
        await self.pictures.close()
        self.archive.close()

    def charge(self, address: str, cost: float) -> None:
        """Charge an address for some work. Raises TooMuchWork if it exceeds its limit."""
        if self._limits is not None and not self._limits.take(address, cost, now=time.monotonic()):
            raise TooMuchWork
