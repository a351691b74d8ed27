"""One thread with one connection writes everything; what queued while a commit ran goes into the next one.

Whoever asked is answered after COMMIT, never before. While much is written, the thread lets a few milliseconds pass
between two commits: the event loop, which has to wait whenever this thread wants the interpreter, is disturbed less
often, and a fifth more is written in the same time. Everything that is written can be written twice without
harm: so, when a connection breaks during COMMIT and nobody knows whether it was done, the batch is written again
on a new connection, and an event that is there already counts as stored.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from functools import partial
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Final, TypeAlias

from sqlalchemy import Connection, Engine, select
from sqlalchemy.exc import DBAPIError

from skep.database.engines import CONNECTION_ERRORS, error_text, redact
from skep.errors import SkepError
from skep.server.store.batches import Entry, store_entries
from skep.server.store.records import StoreOverloaded, StoreUnavailable
from skep.server.store.tables import events

__all__ = ["Job", "Writer"]

_LARGEST_BATCH: Final = 2000
_MANY: Final = 8
"""So many writes in one commit are many: the next are gathered for a while."""
_GATHERING: Final = 0.004
_log = logging.getLogger(__name__)

Job: TypeAlias = Callable[[Connection, bool], Any]
"""Something else to write, in the same commit; the flag says that it may have been written already."""
Outcome: TypeAlias = Any
"""What was asked for, or the exception."""
Wanted: TypeAlias = tuple[Entry | Job, Callable[[Outcome], None]]


class Writer:
    """What waits to be written, and the thread that writes it."""

    def __init__(self, engine: Engine, *, limit: int, patience: float) -> None:
        self._engine = engine
        self._limit = limit
        self._patience = patience
        self._loop = asyncio.get_running_loop()
        self._queue: SimpleQueue[Wanted | None] = SimpleQueue()
        self._connection: Connection | None = None
        self._closed = False
        self._thread = Thread(target=self._run, name="skep-writer", daemon=True)
        self._thread.start()

    def write(self, what: Entry | Job) -> asyncio.Future[Any]:
        """Queue something to be written; the future is done after the commit."""
        future = self._loop.create_future()
        self.write_nowait(what, partial(_settle, future))
        return future

    def write_nowait(self, what: Entry | Job, done: Callable[[Outcome], None]) -> None:
        """Queue something to be written; ``done`` is called on the event loop after the commit."""
        if self._closed:
            raise StoreUnavailable("the store is closed")
        if self._queue.qsize() >= self._limit:
            raise StoreOverloaded(f"{self._limit} writes are waiting already")
        self._queue.put((what, done))

    async def close(self) -> None:
        """Write what is queued, then end the thread."""
        if not self._closed:
            self._closed = True
            self._queue.put(None)
        while self._thread.is_alive():  # futures of the last batch need the loop, so it must not be blocked here
            await asyncio.sleep(0.005)

    def _run(self) -> None:
        more = True
        while more:
            batch, more = self._next()
            if batch:
                outcomes = self._settled([what for what, _ in batch])
                self._tell([done for _, done in batch], outcomes)
                # whoever lost a number to another process has to hurry after it
                if more and len(batch) > _MANY and all(outcome is True for outcome in outcomes):
                    time.sleep(_GATHERING)
        self._forget_connection()

    def _next(self) -> tuple[list[Wanted], bool]:
        """Wait for something to write and take what has queued with it; whether there will be more."""
        batch: list[Wanted] = []
        wanted = self._queue.get()
        try:
            while wanted is not None:
                batch.append(wanted)
                if len(batch) == _LARGEST_BATCH:
                    return batch, True
                wanted = self._queue.get_nowait()
        except Empty:
            return batch, True
        return batch, False

    def _tell(self, asking: Sequence[Callable[[Outcome], None]], outcomes: Sequence[Outcome]) -> None:
        def tell() -> None:
            for done, outcome in zip(asking, outcomes, strict=True):
                try:
                    done(outcome)
                except Exception:  # the others are to be told all the same
                    _log.exception("what was written could not be told")

        try:
            self._loop.call_soon_threadsafe(tell)
        except RuntimeError:
            _log.debug("nobody is left to hear of %d writes: the event loop is closed", len(asking))

    def _settled(self, batch: Sequence[Entry | Job]) -> Sequence[Outcome]:
        """Write a batch, trying again while the database is away, but not for ever."""
        end = time.monotonic() + self._patience
        pause, tried, maybe_done = 0.02, False, False
        while True:
            try:
                connection = self._connected()
                outcomes = self._written(connection, batch, maybe_done)
                maybe_done = True
                connection.commit()
                return outcomes
            except CONNECTION_ERRORS as error:
                self._forget_connection()
                if time.monotonic() + pause > end:
                    _log.error("%s does not answer: %s", redact(self._engine.url), error_text(error))
                    return [StoreUnavailable(f"the database does not answer: {error_text(error)}") for _ in batch]
                _log.log(
                    logging.DEBUG if tried else logging.WARNING,
                    "%s: %s: trying again",
                    redact(self._engine.url),
                    error_text(error),
                )
                tried = True
                time.sleep(pause)
                pause = min(pause * 2, 0.5)
            except Exception as error:  # the thread must outlive whatever one batch brings
                _log.exception("a batch of %d writes failed", len(batch))
                self._forget_connection()
                return [error] * len(batch)

    def _connected(self) -> Connection:
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
        except Exception as error:  # it is broken; that it cannot even be closed is no news
            _log.debug("closing a broken connection: %s", error)

    def _written(self, connection: Connection, batch: Sequence[Entry | Job], maybe_done: bool) -> list[Outcome]:
        """Write a batch in one transaction. What the database refuses fails alone: the others are written."""
        entries = [what for what in batch if isinstance(what, Entry)]
        try:
            stored = _entries_stored(connection, entries, maybe_done)
        except CONNECTION_ERRORS:
            raise
        except DBAPIError:
            connection.rollback()
            stored = [_alone(connection, partial(_entry_stored, entry), maybe_done) for entry in entries]
        if len(entries) == len(batch):
            return stored
        answers = iter(stored)
        return [next(answers) if isinstance(what, Entry) else _alone(connection, what, maybe_done) for what in batch]


def _settle(future: asyncio.Future[Any], outcome: Outcome) -> None:
    if future.done():
        return  # whoever asked has gone
    if isinstance(outcome, Exception):
        future.set_exception(outcome)
    else:
        future.set_result(outcome)


def _entries_stored(connection: Connection, entries: Sequence[Entry], maybe_done: bool) -> list[Outcome]:
    if not entries:
        return []
    stored = store_entries(connection, entries)
    if maybe_done and not all(stored):
        return [went_in or _is_there(connection, entry) for entry, went_in in zip(entries, stored, strict=True)]
    return list(stored)


def _entry_stored(entry: Entry, connection: Connection, maybe_done: bool) -> Outcome:
    return _entries_stored(connection, [entry], maybe_done)[0]


def _alone(connection: Connection, job: Job, maybe_done: bool) -> Outcome:
    """Do one thing that may be refused without harm to the rest of the transaction."""
    try:
        with connection.begin_nested():
            return job(connection, maybe_done)
    except CONNECTION_ERRORS:
        raise
    except DBAPIError as error:
        return SkepError(f"the database refuses it: {error_text(error)}")
    except Exception as error:
        return error


def _is_there(connection: Connection, entry: Entry) -> bool:
    """Whether exactly this event is stored."""
    columns = events.c
    found = connection.execute(
        select(columns.kind, columns.side, columns.text, columns.at).where(
            columns.game == entry.game, columns.seq == entry.seq
        )
    ).one_or_none()
    return found is not None and tuple(found) == (entry.kind, entry.side, entry.text, entry.at)
