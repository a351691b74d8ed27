"""The services that the routes of the study and the school use while the server runs."""

from __future__ import annotations

import time
from typing import Final

from skep.archive import Archive
from skep.server.engines.executor import BoundedExecutor
from skep.server.engines.pool import EnginePool
from skep.server.http.client_limits import ClientLimits
from skep.server.settings import Settings
from skep.server.store.records import Store
from skep.server.study.archivist import Archivist
from skep.server.study.picture_queue import PictureQueue
from skep.server.study.reviews import Reviews

__all__ = ["BYTES_PER_UNIT", "StudyServices", "TooMuchWork", "charge_bytes"]

BYTES_PER_UNIT: Final = 200_000
"""Bytes of a file that cost as much as one small request. Reading them takes about 0.1 s."""


class TooMuchWork(Exception):
    """An address has reached a limit. The message says which one, and when to try again."""

    def __init__(self, message: str, *, retry_after: str) -> None:
        super().__init__(message)
        self.retry_after = retry_after
        """Seconds to wait."""


def charge_bytes(limits: ClientLimits | None, address: str, size: int) -> None:
    """Charge an address for bytes to read, write or send. Raises TooMuchWork if it exceeds its limit."""
    _charge(limits, address, size / BYTES_PER_UNIT)


def _charge(limits: ClientLimits | None, address: str, cost: float) -> None:
    if limits is None:
        return
    exceeded = limits.study.take(cost, address=address, now=time.monotonic())
    if exceeded is not None:
        raise TooMuchWork(f"Too much work from your address. {exceeded.advice}", retry_after=exceeded.retry_after)


class StudyServices:
    """The game database, the reviews, and threads for work that would block the event loop."""

    def __init__(
        self, archive: Archive, store: Store, pool: EnginePool, settings: Settings, limits: ClientLimits | None = None
    ) -> None:
        """Without ``limits`` clients are not limited, as on a server for one person."""
        self.archive = archive
        self.quick = BoundedExecutor()
        """For jobs that take milliseconds."""
        self.slow = BoundedExecutor(threads=1)
        """For files, which can take seconds. They wait only for each other."""
        self.writing = BoundedExecutor(threads=1)
        """For writing to the game database, which can have to wait for a large import."""
        self.pictures = PictureQueue(limited=not settings.local)
        self.storage_limit = None if settings.local else round(settings.study_storage * 1_000_000)
        """Bytes that all studies and reviews may have together, or None."""
        self.reviews = Reviews(
            pool, archive, self.quick, self.writing, threads=settings.engine_threads, storage_limit=self.storage_limit
        )
        self.may_upload = settings.uploads or settings.local
        self._archivist = Archivist(store, archive, self.slow)
        self._limits = limits

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
        _charge(self._limits, address, cost)

    def charge_bytes(self, address: str, size: int) -> None:
        """Charge an address for bytes to read, write or send. Raises TooMuchWork if it exceeds its limit."""
        charge_bytes(self._limits, address, size)

    def charge_storage(self, address: str, size: int) -> None:
        """Charge an address for bytes to be stored. Raises TooMuchWork beyond what it may store per day."""
        if self._limits is None:
            return
        exceeded = self._limits.storage.take(size, address=address, now=time.monotonic())
        if exceeded is not None:
            raise TooMuchWork(
                f"Your address has stored too much in the last 24 hours. {exceeded.advice}",
                retry_after=exceeded.retry_after,
            )
