"""The readers: a few threads, each of which reads in transactions of its own.

Small reads that wait for a thread share transactions. After a server has gone, all its players connect to another one,
and each needs several small reads; to begin and end a transaction, and to wake a thread for it, takes longer than such
a read itself. A read that may take long gets a transaction for itself, so that no other one waits behind it.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from threading import Lock
from typing import Any, Final, TypeAlias, TypeVar

from sqlalchemy import URL, Connection, Engine
from sqlalchemy.exc import DBAPIError

from skep.database.damage import damage_of
from skep.database.engines import CONNECTION_ERRORS, READERS, error_text, read_in_transaction
from skep.server.store.records import StoreUnavailable

__all__ = ["Readers"]

log = logging.getLogger("skep.server")

Read = TypeVar("Read")
_Job: TypeAlias = Callable[[Connection], Any]
_Waiting: TypeAlias = tuple[_Job, asyncio.Future[Any]]
_Outcome: TypeAlias = Any
"""The result of a read, or its exception."""

_MAX_SHARED: Final = 16
"""Small reads that share a transaction."""


class Readers:
    """The threads that read. Created on the event loop that uses them."""

    def __init__(self, url: URL, engine: Engine) -> None:
        self._url = url
        self._engine = engine
        self._loop = asyncio.get_running_loop()
        self._threads = ThreadPoolExecutor(READERS, thread_name_prefix="skep-reader")
        self._closed = False
        self._lock = Lock()
        self._small: deque[_Waiting] = deque()
        self._busy = 0
        """Threads that work on small reads, or are about to."""
        self._waking = False
        """Whether one of them has not started yet."""

    async def close(self) -> None:
        """Finish the reads that wait, and stop the threads."""
        self._closed = True
        await asyncio.to_thread(self._threads.shutdown)

    async def read(self, job: Callable[[Connection], Read]) -> Read:
        """Run a query in a transaction of its own. Raises StoreUnavailable."""
        self._check_open()
        return await self._loop.run_in_executor(self._threads, self._read_now, job)

    async def read_small(self, job: Callable[[Connection], Read]) -> Read:
        """Run a query of about a millisecond, in a transaction that it may share. Raises StoreUnavailable.

        As in a transaction of its own, the query sees everything that was committed before this call.
        """
        self._check_open()
        future: asyncio.Future[Read] = self._loop.create_future()
        with self._lock:
            self._small.append((job, future))
            self._wake_one()
        return await future

    def _check_open(self) -> None:
        if self._closed:
            raise StoreUnavailable("the store is closed")

    def _wake_one(self) -> None:
        """Wake one more thread for small reads, unless one is waking or all are busy. The lock is held."""
        if self._small and not self._waking and self._busy < READERS:
            self._threads.submit(self._work)
            self._waking = True
            self._busy += 1

    def _work(self) -> None:
        """Read a share of what waits. Then let a long read have the thread, if one waits."""
        with self._lock:
            self._waking = False
            batch = self._take()
            with suppress(RuntimeError):  # the threads are stopping, and this one reads the rest
                self._wake_one()
        while batch:
            outcomes = self._read_batch([job for job, _ in batch])
            with suppress(RuntimeError):  # the event loop is closed
                self._loop.call_soon_threadsafe(_settle, batch, outcomes)
            with self._lock:
                batch = self._take() if self._closed else []
        with self._lock:
            self._busy -= 1
            with suppress(RuntimeError):
                self._wake_one()

    def _take(self) -> list[_Waiting]:
        """Take a thread's share of the reads that wait. The lock is held."""
        share = min(_MAX_SHARED, -(-len(self._small) // READERS))
        return [self._small.popleft() for _ in range(share)]

    def _read_batch(self, jobs: Sequence[_Job]) -> list[_Outcome]:
        """Run reads in one transaction, or one by one if any of them fails."""
        if len(jobs) > 1:
            try:
                return self._read_now(partial(_run_all, jobs))
            except StoreUnavailable as error:
                return [error] * len(jobs)
            except Exception as error:
                log.debug("reading one by one, because one of %d reads failed: %s", len(jobs), error)
        return [self._try(job) for job in jobs]

    def _try(self, job: _Job) -> _Outcome:
        try:
            return self._read_now(job)
        except Exception as error:
            return error

    def _read_now(self, job: Callable[[Connection], Read]) -> Read:
        try:
            return read_in_transaction(self._engine, job)
        except CONNECTION_ERRORS as error:
            raise StoreUnavailable(f"the database does not respond: {error_text(error)}") from error
        except DBAPIError as error:
            if (damage := damage_of(self._url, error)) is not None:
                raise StoreUnavailable(str(damage)) from error
            raise


def _run_all(jobs: Sequence[_Job], connection: Connection) -> list[_Outcome]:
    return [job(connection) for job in jobs]


def _settle(batch: Sequence[_Waiting], outcomes: Sequence[_Outcome]) -> None:
    for (_, future), outcome in zip(batch, outcomes, strict=True):
        if future.done():
            continue  # the caller was cancelled
        if isinstance(outcome, Exception):
            future.set_exception(outcome)
        else:
            future.set_result(outcome)
