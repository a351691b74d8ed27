"""The nightly run that writes the monthly files, in whichever process claims it."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, TypeVar

from sqlalchemy import Connection

from skep.errors import SkepError
from skep.server.http.background import stop_task
from skep.server.public_data.dumps import DumpInterrupted, DumpWriter
from skep.server.store.records import Store, StoreOverloaded, StoreUnavailable

__all__ = ["NightlyDumps"]

log = logging.getLogger("skep.server")

_HOUR: Final = 3
"""The hour of the day, in UTC, in which the files are written."""
_LOOK_SECONDS: Final = 600.0
_CLAIM_SECONDS: Final = 2 * 3600.0
"""The time for which a night belongs to the process that has claimed it."""
_MISSED_SECONDS: Final = 36 * 3600.0
"""The time after which the files are written at any hour, because no server was running at night."""
_MAX_LOAD: Final = 0.1
"""Maximum share of the time spent writing, so that running games are not slowed down."""

_Answer = TypeVar("_Answer")


class NightlyDumps:
    """The background task of one process."""

    def __init__(self, store: Store, folder: Path | None, *, keep: int = 0) -> None:
        """Without a folder nothing is written. ``keep`` is how many months are kept, 0 for all."""
        self.folder = folder
        self._store = store
        self._keep = keep
        self._task: asyncio.Task[None] | None = None
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="skep-dumps")
        self._stopped = threading.Event()

    def open(self) -> None:
        """Start the background task."""
        if self.folder is not None:
            self._task = asyncio.create_task(self._loop())

    async def close(self) -> None:
        """Stop the background task. A file that is being written is written again the next night."""
        self._stopped.set()
        await stop_task(self._task)
        # the thread asks the event loop to read, so it has to end before the loop does
        await asyncio.to_thread(self._thread.shutdown, cancel_futures=True)

    async def _loop(self) -> None:
        while True:
            try:
                await self.look(time.time())
            except (StoreUnavailable, StoreOverloaded, SkepError) as error:
                log.warning("cannot write the files of rated games: %s", error)
            except DumpInterrupted:
                return
            except Exception:
                log.exception("writing the files of rated games failed")
            await asyncio.sleep(_LOOK_SECONDS)

    async def look(self, now: float) -> bool:
        """Write the files if it is night or one was missed, unless another process does; return whether it was done."""
        period = _CLAIM_SECONDS if time.gmtime(now).tm_hour == _HOUR else _MISSED_SECONDS
        if not await self._store.claim("dumps", now, period=period):
            return False
        await self.write(now)
        return True

    async def write(self, now: float) -> None:
        """Write the months that have changed, on a thread that rests between games."""
        assert self.folder is not None
        loop = asyncio.get_running_loop()

        def read(job: Callable[[Connection], _Answer]) -> _Answer:
            if self._stopped.is_set():
                raise DumpInterrupted
            return asyncio.run_coroutine_threadsafe(self._store.read(job), loop).result()

        writer = DumpWriter(self.folder, read, pause=self._rest)
        written = await loop.run_in_executor(self._thread, lambda: writer.write_all(now=now, keep=self._keep))
        for dump in written:
            log.info("wrote %s: %d games, %d bytes", dump.file, dump.games, dump.bytes)

    def _rest(self, seconds: float) -> None:
        if self._stopped.wait(seconds * (1 / _MAX_LOAD - 1)):
            raise DumpInterrupted
