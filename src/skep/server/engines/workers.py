"""The engine workers as the server sees them: how many there are, and the searches that they do for it."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from skep.errors import SkepError
from skep.server.engines.search_jobs import HEARTBEAT, SEARCH, open_queue

if TYPE_CHECKING:
    from saq.job import Job

__all__ = ["EngineWorkers", "Failed", "Finished", "RemoteSearch", "SearchProgress", "Share", "WorkerLost"]

log = logging.getLogger("skep.server")

_COUNT_SECONDS: Final = 1.0
_POLL_SECONDS: Final = 0.03
"""Seconds between two looks at the running searches: all of them with one command, and none without any."""
_LOST_SECONDS: Final = 3.0 * HEARTBEAT
"""Seconds without a change after which the server does a search elsewhere. Another worker should have taken it over."""
_DISTRUST_SECONDS: Final = 5.0
"""Seconds in which no search is sent to workers after one was lost; by then a dead worker is no longer listed."""
_REDIS_SECONDS: Final = 2.0
_CANCEL_SECONDS: Final = 0.5
_MAX_SLOTS: Final = 64
_RETRIES: Final = 3
_TTL: Final = 30
_MAX_JOB_SECONDS: Final = 24 * 3600

Share: TypeAlias = Callable[[], Awaitable[tuple[int, int]]]
"""Returns the place of this process among those that share the workers, and the number of these processes."""


class WorkerLost(Exception):
    """A worker, or the way to it, failed during a search."""


@dataclass(frozen=True, slots=True)
class SearchProgress:
    """The iterations of a search so far; more than those of the message before, or a repetition with fewer."""

    history: list[Any]


@dataclass(frozen=True, slots=True)
class Finished:
    """The result of a search."""

    result: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Failed:
    """Why a search ended without a result."""

    why: str


@dataclass(slots=True, eq=False)
class RemoteSearch:
    """A search that a worker does, or will do."""

    request: dict[str, Any]
    key: str = field(default_factory=lambda: secrets.token_hex(12))
    inbox: SimpleQueue[SearchProgress | Finished | Failed | None] = field(default_factory=SimpleQueue)
    """Messages to the thread that waits for the search; None wakes it up."""
    job: Job | None = None
    seen: tuple[Any, ...] = ()
    """The state of the job at the latest look."""
    changed: float = 0.0
    """When that last changed, on the monotonic clock."""
    is_cancelled: bool = False


class EngineWorkers:
    """The workers that joined through Redis. Belongs to one event loop; searches are started from other threads."""

    def __init__(self, url: str, share: Share, *, on_change: Callable[[], None] = lambda: None) -> None:
        """``on_change`` is called when the number of threads that this process may use has changed."""
        self.process: Final = secrets.token_hex(4)
        self._queue = open_queue(url)
        self._share = share
        self.on_change = on_change
        self._loop = asyncio.get_running_loop()
        self._slots = 0
        self._distrusted_until = 0.0
        self._searches: dict[str, RemoteSearch] = {}
        self._wake = asyncio.Event()
        self._is_closed = False
        """Ends the loops, because a cancellation can get lost in a command to Redis that ends at the same moment."""
        self._tasks: set[asyncio.Task[Any]] = set()

    @property
    def slots(self) -> int:
        """The number of searches that this process may send to workers at a time."""
        return self._slots if self._loop.time() >= self._distrusted_until else 0

    def open(self) -> None:
        """Start to look for workers."""
        for loop in (self._count(), self._poll()):
            self._spawn(loop)

    async def close(self) -> None:
        """Cancel all searches and close the connections."""
        for search in list(self._searches.values()):
            search.inbox.put(Failed("the server stops"))
            await self._abort(search)
        self._is_closed = True
        pending = set(self._tasks)
        while pending:
            for task in pending:
                task.cancel()
            _, pending = await asyncio.wait(pending, timeout=_CANCEL_SECONDS)
        try:
            async with asyncio.timeout(_REDIS_SECONDS):
                await self._queue.disconnect()
        except _failures() as error:
            log.debug("cannot close the connection to the engine workers: %s", error)

    def _spawn(self, work: Any) -> None:
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # from any thread

    def begin(self, request: dict[str, Any]) -> RemoteSearch:
        """Send a search to the workers. Its messages arrive in its inbox."""
        search = RemoteSearch(request)
        self._call(lambda: self._spawn(self._enqueue(search)))
        return search

    def cancel(self, search: RemoteSearch) -> None:
        """Stop a search whose result is no longer needed, wherever it is done."""
        self._call(lambda: self._cancel(search))

    def _call(self, job: Callable[[], None]) -> None:
        try:
            self._loop.call_soon_threadsafe(job)
        except RuntimeError:
            log.debug("the event loop is closed")

    # on the event loop

    async def _enqueue(self, search: RemoteSearch) -> None:
        from saq.job import Job

        search.job = Job(
            SEARCH,
            kwargs={"request": search.request},
            key=search.key,
            timeout=_MAX_JOB_SECONDS,
            heartbeat=HEARTBEAT,
            retries=_RETRIES,
            ttl=_TTL,
        )
        search.changed = time.monotonic()
        if search.is_cancelled:
            return
        self._searches[search.key] = search
        try:
            async with asyncio.timeout(_REDIS_SECONDS):
                await self._queue.enqueue(search.job)
        except _failures() as error:
            self._lose(search, f"cannot reach Redis: {error}")
            return
        self._wake.set()
        if search.is_cancelled:
            await self._abort(search)

    def _cancel(self, search: RemoteSearch) -> None:
        search.is_cancelled = True
        if self._searches.pop(search.key, None) is not None:
            self._spawn(self._abort(search))

    async def _abort(self, search: RemoteSearch) -> None:
        """Take a job back. An update by its worker at the same moment can hide it, so look again."""
        from saq.job import TERMINAL_STATUSES

        self._searches.pop(search.key, None)
        if search.job is None:
            return
        try:
            async with asyncio.timeout(_REDIS_SECONDS):
                while not self._is_closed:
                    await self._queue.abort(search.job, "cancelled")
                    await asyncio.sleep(0.2)
                    job = await self._queue.job(search.key)
                    if job is None or job.status in TERMINAL_STATUSES:
                        return
                    search.job = job
        except TimeoutError:
            # its worker is dead: no one else would remove the job
            await self._finish_abandoned(search.job)
        except _failures() as error:
            log.debug("cannot cancel a search: %s", error)

    async def _finish_abandoned(self, job: Job) -> None:
        try:
            async with asyncio.timeout(_REDIS_SECONDS):
                await self._queue.finish_abort(job)
        except _failures() as error:
            log.debug("cannot remove a search: %s", error)

    async def _poll(self) -> None:
        """Look at the running searches and pass on what has changed."""
        while not self._is_closed:
            if not self._searches:
                self._wake.clear()
                await self._wake.wait()
            keys = list(self._searches)
            try:
                async with asyncio.timeout(_REDIS_SECONDS):
                    jobs = await self._queue.jobs(keys)
                for key, job in zip(keys, jobs, strict=True):
                    if (search := self._searches.get(key)) is not None:
                        self._look(search, job)
            except _failures() as error:
                for search in list(self._searches.values()):
                    self._lose(search, f"cannot reach Redis: {error}")
            except Exception:
                log.exception("looking at the searches of engine workers failed")
            await asyncio.sleep(_POLL_SECONDS)

    def _look(self, search: RemoteSearch, job: Job | None) -> None:
        now = time.monotonic()
        if job is None:
            # not stored yet, or Redis has lost it
            if now - search.changed > _REDIS_SECONDS:
                self._lose(search, "Redis has lost the job")
            return
        search.job = job
        history = job.meta.get("history", [])
        seen = (job.status, job.attempts, job.touched, len(history))
        if seen != search.seen:
            news = seen[1:] != search.seen[1:]
            search.seen, search.changed = seen, now
            if job.status == "complete":
                del self._searches[search.key]
                search.inbox.put(Finished(job.result))
            elif job.status in ("failed", "aborted"):
                self._lose(search, (job.error or job.status).strip().splitlines()[-1])
            elif news and history:
                search.inbox.put(SearchProgress(history))
        elif now - search.changed > _LOST_SECONDS:
            self._lose(search, "no worker responds")

    def _lose(self, search: RemoteSearch, why: str) -> None:
        """Give up a search, which is then done elsewhere."""
        if self._searches.pop(search.key, None) is None and search.is_cancelled:
            return
        log.warning("a search on an engine worker failed and is done again: %s", why)
        self._distrusted_until = self._loop.time() + _DISTRUST_SECONDS
        search.inbox.put(Failed(why))
        self._spawn(self._abort(search))
        self.on_change()

    async def _count(self) -> None:
        """Count the threads of all workers, and divide them among the processes of the server."""
        before = 0
        while not self._is_closed:
            try:
                async with asyncio.timeout(_REDIS_SECONDS):
                    info = await self._queue.info()
                place, processes = await self._share()
                threads = sum(int((one["metadata"] or {}).get("threads", 0)) for one in info["workers"].values())
                self._slots = min(_MAX_SLOTS, len(range(place, threads, max(1, processes))))
            except _failures() as error:
                log.debug("cannot count the engine workers: %s", error)
                self._slots = 0
            except Exception:
                log.exception("counting the engine workers failed")
                self._slots = 0
            if self.slots != before:
                log.info("engine workers: this process can use %d threads", self.slots)
                before = self.slots
                self.on_change()
            await asyncio.sleep(_COUNT_SECONDS)


def _failures() -> tuple[type[Exception], ...]:
    from redis.exceptions import RedisError

    return RedisError, OSError, TimeoutError, SkepError
