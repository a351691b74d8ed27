"""The writer: one thread with one connection, which writes everything.

Writes that are queued during one commit share the next. Callers get their result after COMMIT, never before. Under
load the thread waits a few milliseconds between two commits, which interrupts the event loop less often (the two
compete for the interpreter) and increases the throughput by a fifth.

Every write is safe to repeat. If a connection breaks during COMMIT and the outcome is unknown, the batch is written
again on a new connection, and an event that already exists counts as stored.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from functools import partial
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Final, TypeAlias

from sqlalchemy import Connection, Engine, select
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from skep.database.damage import damage_of
from skep.database.engines import CONNECTION_ERRORS, error_text, find_not_writable, redact
from skep.errors import SkepError
from skep.server.metrics import NO_METRICS, Metrics
from skep.server.store.batches import EventRow, store_events
from skep.server.store.records import StoreNotWritable, StoreOverloaded, StoreUnavailable
from skep.server.store.tables import events

__all__ = ["Job", "OnEnded", "Writer"]

_MAX_BATCH: Final = 2000
_BUSY_BATCH: Final = 8
"""After a commit of more writes than this, the thread waits so that the next batch grows."""
_GATHERING_SECONDS: Final = 0.004
_log = logging.getLogger(__name__)

Job: TypeAlias = Callable[[Connection, bool], Any]
"""A write other than an event, in the same commit. The flag is true if it may already have been committed."""
OnEnded: TypeAlias = Callable[[Connection, Sequence[str]], None]
"""Called in the transaction that stores the last moves or the ends of some games, after that."""
Outcome: TypeAlias = Any
"""The result of a write, or its exception."""
Write: TypeAlias = EventRow | Job
QueuedWrite: TypeAlias = tuple[Write, Callable[[Outcome], None], float]
"""A write, its callback, and when it was queued."""


class _EndFailed(Exception):
    """An error while the consequences of a game's end were stored, so that it has not ended."""


class Writer:
    """The queue of writes, and the thread that writes them."""

    def __init__(
        self,
        engine: Engine,
        *,
        limit: int,
        timeout: float,
        metrics: Metrics = NO_METRICS,
        on_ended: OnEnded | None = None,
    ) -> None:
        self._engine = engine
        self._metrics = metrics
        self._on_ended = on_ended
        self._limit = limit
        self._timeout = timeout
        self._loop = asyncio.get_running_loop()
        self._queue: SimpleQueue[QueuedWrite | None] = SimpleQueue()
        self._connection: Connection | None = None
        self._closed = False
        self._is_refusing = False
        """Whether the database refuses all writes, because its disk is full."""
        self._thread = Thread(target=self._run, name="skep-writer", daemon=True)
        self._thread.start()

    @property
    def waiting(self) -> int:
        """The number of queued writes."""
        return self._queue.qsize()

    def write(self, write: Write) -> asyncio.Future[Any]:
        """Queue a write. The future is done after the commit."""
        future = self._loop.create_future()
        self.write_nowait(write, partial(_settle, future))
        return future

    def write_nowait(self, write: Write, done: Callable[[Outcome], None]) -> None:
        """Queue a write. ``done`` is called on the event loop after the commit."""
        if self._closed:
            raise StoreUnavailable("the store is closed")
        if self._queue.qsize() >= self._limit:
            raise StoreOverloaded(f"{self._limit} writes are already queued")
        self._queue.put((write, done, time.monotonic()))

    async def close(self) -> None:
        """Finish the queued writes and stop the thread."""
        if not self._closed:
            self._closed = True
            self._queue.put(None)
        # The callbacks of the last batch run on the event loop, so joining the thread would block them.
        while self._thread.is_alive():
            await asyncio.sleep(0.005)

    def _run(self) -> None:
        more = True
        while more:
            batch, more = self._next()
            if batch:
                outcomes = self._write_with_retries([write for write, _, _ in batch])
                self._metrics.store_batch(len(batch), time.monotonic() - batch[0][2])
                self._notify([done for _, done, _ in batch], outcomes)
                # A caller that lost a sequence number to another process retries, so it does not wait longer.
                if more and len(batch) > _BUSY_BATCH and not any(outcome is False for outcome in outcomes):
                    time.sleep(_GATHERING_SECONDS)
        self._forget_connection()

    def _next(self) -> tuple[list[QueuedWrite], bool]:
        """Wait for writes; return all that are queued, and whether more can follow."""
        batch: list[QueuedWrite] = []
        queued = self._queue.get()
        try:
            while queued is not None:
                batch.append(queued)
                if len(batch) == _MAX_BATCH:
                    return batch, True
                queued = self._queue.get_nowait()
        except Empty:
            return batch, True
        return batch, False

    def _notify(self, callbacks: Sequence[Callable[[Outcome], None]], outcomes: Sequence[Outcome]) -> None:
        def notify() -> None:
            for done, outcome in zip(callbacks, outcomes, strict=True):
                try:
                    done(outcome)
                except Exception:  # one failing callback must not stop the others
                    _log.exception("the callback of a write failed")

        try:
            self._loop.call_soon_threadsafe(notify)
        except RuntimeError:
            _log.debug("the event loop is closed: %d writes finished without their callbacks", len(callbacks))

    def _write_with_retries(self, batch: Sequence[Write]) -> Sequence[Outcome]:
        """Write a batch and return its outcomes; retry until the timeout while the database is unreachable."""
        end = time.monotonic() + self._timeout
        pause, has_failed, maybe_done = 0.02, False, False
        while True:
            try:
                connection = self._connect()
                outcomes = self._write_batch(connection, batch, maybe_done)
                maybe_done = True
                connection.commit()
                self._is_refusing = False
                return outcomes
            except CONNECTION_ERRORS as error:
                self._forget_connection()
                cause = find_not_writable(error)
                if cause is not None and not (has_failed and maybe_done):
                    return self._refuse(batch, cause)
                if time.monotonic() + pause > end:
                    _log.error("%s does not respond: %s", redact(self._engine.url), error_text(error))
                    return [StoreUnavailable(f"the database does not respond: {error_text(error)}") for _ in batch]
                _log.log(
                    logging.DEBUG if has_failed else logging.WARNING,
                    "%s: %s; retrying",
                    redact(self._engine.url),
                    error_text(error),
                )
                has_failed = True
                time.sleep(pause)
                pause = min(pause * 2, 0.5)
            except Exception as error:  # the thread must survive any failing batch
                if (cause := find_not_writable(error)) is not None:
                    self._forget_connection()
                    return self._refuse(batch, cause)
                self._forget_connection()
                if (damage := damage_of(self._engine.url, error)) is not None:
                    _log.error("%s", damage)
                    return [StoreUnavailable(str(damage)) for _ in batch]
                _log.exception("a batch of %d writes failed", len(batch))
                return [error] * len(batch)

    def _refuse(self, batch: Sequence[Write], error: Exception) -> Sequence[Outcome]:
        """Refuse a batch that the database did not write, and log it once until it writes again."""
        if not self._is_refusing:
            _log.error("nothing can be stored in %s: %s", redact(self._engine.url), error_text(error))
        self._is_refusing = True
        return [StoreNotWritable(f"nothing can be stored: {error_text(error)}") for _ in batch]

    def _connect(self) -> Connection:
        if self._connection is None:
            self._connection = self._engine.connect()
        return self._connection

    def _forget_connection(self) -> None:
        connection, self._connection = self._connection, None
        if connection is None:
            return
        try:
            connection.invalidate()
            connection.close()
        except Exception as error:  # a broken connection often cannot be closed
            _log.debug("cannot close a broken connection: %s", error)

    def _write_batch(self, connection: Connection, batch: Sequence[Write], maybe_done: bool) -> list[Outcome]:
        """Write a batch in one transaction. A write that the database rejects does not affect the others."""
        if len(batch) == 1 and not isinstance(batch[0], EventRow):
            return [_run_job(connection, batch[0], maybe_done, alone=True)]
        rows = [write for write in batch if isinstance(write, EventRow)]
        try:
            stored = self._store_rows(rows, connection, maybe_done)
        except CONNECTION_ERRORS:
            raise
        except (DBAPIError, _EndFailed) as error:
            if isinstance(error, DBAPIError) and _concerns_all(connection, error):
                raise
            connection.rollback()
            stored = [_run_job(connection, partial(self._store_row, row), maybe_done, alone=False) for row in rows]
        if len(rows) == len(batch):
            return stored
        outcomes = iter(stored)
        return [
            next(outcomes) if isinstance(write, EventRow) else _run_job(connection, write, maybe_done, alone=False)
            for write in batch
        ]

    def _store_rows(self, rows: Sequence[EventRow], connection: Connection, maybe_done: bool) -> list[Outcome]:
        """Store events, and what depends on the ends of games among them."""
        if not rows:
            return []
        stored = store_events(connection, rows)
        ended = [row.game for row, is_stored in zip(rows, stored, strict=True) if is_stored and row.ends_game]
        if ended and self._on_ended is not None:
            try:
                self._on_ended(connection, ended)
            except SQLAlchemyError:
                raise
            except Exception as error:
                raise _EndFailed(f"cannot end some of the games {', '.join(ended)}: {error}") from error
        if maybe_done and not all(stored):
            return [is_stored or _exists(connection, row) for row, is_stored in zip(rows, stored, strict=True)]
        return list(stored)

    def _store_row(self, row: EventRow, connection: Connection, maybe_done: bool) -> Outcome:
        return self._store_rows([row], connection, maybe_done)[0]


def _settle(future: asyncio.Future[Any], outcome: Outcome) -> None:
    if future.done():
        return  # the caller was cancelled
    if isinstance(outcome, Exception):
        future.set_exception(outcome)
    else:
        future.set_result(outcome)


def _run_job(connection: Connection, job: Job, maybe_done: bool, *, alone: bool) -> Outcome:
    """Run a job. With others in its transaction it has a savepoint, so that its failure leaves them intact."""
    failure: Exception
    try:
        with nullcontext() if alone else connection.begin_nested():
            return job(connection, maybe_done)
    except CONNECTION_ERRORS:
        raise
    except DBAPIError as error:
        if _concerns_all(connection, error):
            raise
        failure = SkepError(f"the database rejected the write: {error_text(error)}")
    except Exception as error:
        failure = error
    if alone:
        connection.rollback()
    return failure


def _concerns_all(connection: Connection, error: DBAPIError) -> bool:
    """Return whether no write can succeed, because the disk is full or the file is damaged."""
    return find_not_writable(error) is not None or damage_of(connection.engine.url, error) is not None


def _exists(connection: Connection, row: EventRow) -> bool:
    """Return whether exactly this event is stored."""
    columns = events.c
    found = connection.execute(
        select(columns.kind, columns.side, columns.text, columns.at).where(
            columns.game == row.game, columns.seq == row.seq
        )
    ).one_or_none()
    return found is not None and tuple(found) == (row.kind, row.side, row.text, row.at)
