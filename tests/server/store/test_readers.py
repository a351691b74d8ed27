"""The threads that read, on SQLite and on PostgreSQL: what shares a transaction, and what a failure concerns."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from threading import Event

import pytest
from sqlalchemy import Connection, Engine, event, literal, select, text
from sqlalchemy.exc import ProgrammingError

from skep.database.engines import READERS, read_url, reading_engine
from skep.server.store.readers import Readers
from skep.server.store.records import StoreUnavailable
from tests.server.rooms import in_loop, until


def number(value: int, connection: Connection) -> int:
    """Return a number from the database."""
    return int(connection.scalars(select(literal(value))).one())


class Stand:
    """Readers whose transactions are counted, and whose threads can be kept busy."""

    def __init__(self, url: str) -> None:
        self.engine: Engine = reading_engine(read_url(url))
        self.readers = Readers(read_url(url), self.engine)
        self.transactions = 0
        event.listen(self.engine, "begin", self._on_begin)

    def _on_begin(self, _connection: Connection) -> None:
        self.transactions += 1

    @asynccontextmanager
    async def busy(self) -> AsyncIterator[None]:
        """Keep all threads busy during the block."""
        started, finish = [Event() for _ in range(READERS)], Event()

        def hold(number: int, _connection: Connection) -> None:
            started[number].set()
            finish.wait()

        tasks = [asyncio.create_task(self.readers.read(partial(hold, number))) for number in range(READERS)]
        await until(lambda: all(one.is_set() for one in started), "all threads are busy")
        self.transactions = 0
        try:
            yield
        finally:
            finish.set()
        await asyncio.gather(*tasks)


def on_stand(test: Callable[[Stand], Awaitable[None]]) -> Callable[[str], None]:
    """Run a test with readers of a database."""

    @in_loop
    async def run(url: str) -> None:
        stand = Stand(url)
        try:
            await test(stand)
        finally:
            await stand.readers.close()
            stand.engine.dispose()

    return run


def test_small_reads_that_wait_share_transactions(database_url: str) -> None:
    async def test(stand: Stand) -> None:
        async with stand.busy():
            tasks = [asyncio.create_task(stand.readers.read_small(partial(number, n))) for n in range(40)]
            await asyncio.sleep(0)
        assert await asyncio.gather(*tasks) == list(range(40))
        assert 1 <= stand.transactions <= 20

    on_stand(test)(database_url)


def test_long_reads_have_transactions_of_their_own(database_url: str) -> None:
    async def test(stand: Stand) -> None:
        async with stand.busy():
            tasks = [asyncio.create_task(stand.readers.read(partial(number, n))) for n in range(12)]
            await asyncio.sleep(0)
        assert await asyncio.gather(*tasks) == list(range(12))
        assert stand.transactions == 12

    on_stand(test)(database_url)


def test_a_read_that_fails_concerns_no_other_read(database_url: str) -> None:
    def misspelt(connection: Connection) -> int:
        if connection.dialect.name == "sqlite":
            raise LookupError("SQLite reports misspelt tables as it reports files that cannot be read")
        return int(connection.scalars(text("SELECT nothing FROM nowhere")).one())

    def raising(_connection: Connection) -> int:
        raise LookupError("not there")

    async def test(stand: Stand) -> None:
        jobs: list[Callable[[Connection], int]] = [partial(number, n) for n in range(24)]
        jobs[1], jobs[3] = misspelt, raising
        async with stand.busy():
            tasks = [asyncio.create_task(stand.readers.read_small(job)) for job in jobs]
            await asyncio.sleep(0)
        found = await asyncio.gather(*tasks, return_exceptions=True)
        assert isinstance(found[1], ProgrammingError | LookupError)
        assert isinstance(found[3], LookupError)
        assert [each for at, each in enumerate(found) if at not in (1, 3)] == [0, 2, *range(4, 24)]

    on_stand(test)(database_url)


def test_a_cancelled_read_leaves_the_others(database_url: str) -> None:
    async def test(stand: Stand) -> None:
        async with stand.busy():
            tasks = [asyncio.create_task(stand.readers.read_small(partial(number, n))) for n in range(9)]
            await asyncio.sleep(0)
            tasks[4].cancel()
        found = await asyncio.gather(*tasks, return_exceptions=True)
        assert isinstance(found.pop(4), asyncio.CancelledError)
        assert found == [0, 1, 2, 3, 5, 6, 7, 8]

    on_stand(test)(database_url)


def test_reads_that_wait_are_finished_when_the_store_is_closed(database_url: str) -> None:
    async def test(stand: Stand) -> None:
        async with stand.busy():
            tasks = [asyncio.create_task(stand.readers.read_small(partial(number, n))) for n in range(40)]
            await asyncio.sleep(0)
            closing = asyncio.create_task(stand.readers.close())
            await asyncio.sleep(0)
        await closing
        assert await asyncio.gather(*tasks) == list(range(40))
        for read in (stand.readers.read, stand.readers.read_small):
            with pytest.raises(StoreUnavailable, match="closed"):
                await read(partial(number, 1))

    on_stand(test)(database_url)
