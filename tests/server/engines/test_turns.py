"""The order of jobs: computer players first, analyses in turns, reviews in the remaining time. No time is asserted."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from skep.server.engines.pool import EngineLease, EnginePool, QueueFull
from skep.server.engines.scheduler import Priority
from tests.server.rooms import in_loop, until


class FakeEngine:
    """An engine that searches nothing."""

    def __init__(self) -> None:
        self.level = None


def wait_until_ended(lent: EngineLease) -> None:
    """Wait until the pool revokes an engine."""
    deadline = time.monotonic() + 20
    while not lent.ended and time.monotonic() < deadline:
        time.sleep(0.0005)


class Record:
    """Questions that last until their turn is ended, and the order in which they had turns."""

    def __init__(self) -> None:
        self.turns: list[str] = []
        self.engines: dict[str, set[int]] = {}
        self.lock = threading.Lock()

    def question(self, name: str, most: int = 1000) -> Callable[[EngineLease], str]:
        """Is done in its so manieth turn."""
        had = 0

        def think(lent: EngineLease) -> str:
            nonlocal had
            had += 1
            with self.lock:
                self.turns.append(name)
                self.engines.setdefault(name, set()).add(id(lent.engine))
            if had < most:
                wait_until_ended(lent)
            return name

        return think


@asynccontextmanager
async def a_pool(threads: int = 1, slice_seconds: float = 0.01) -> AsyncIterator[EnginePool]:
    new_engine: Any = FakeEngine
    pool = EnginePool(threads, new_engine=new_engine, slice_seconds=slice_seconds)
    try:
        yield pool
    finally:
        pool.close()


def analyses(pool: EnginePool, record: Record, *names: str) -> list[asyncio.Task[str]]:
    return [
        asyncio.create_task(pool.run_preemptible(name, record.question(name), priority=Priority.ANALYSIS, owner=name))
        for name in names
    ]


async def ended(*tasks: asyncio.Task[Any]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


@in_loop
async def test_analyses_run_preemptible_one_after_the_other() -> None:
    record = Record()
    async with a_pool() as pool:
        tasks = analyses(pool, record, "a", "b", "c")
        await until(lambda: len(record.turns) >= 12, "twelve turns")
        await ended(*tasks)
    assert record.turns[:12] == ["a", "b", "c"] * 4
    assert all(len(engines) == 1 for engines in record.engines.values()), "each finds its engine again"


@in_loop
async def test_an_analysis_that_is_alone_is_not_interrupted() -> None:
    record = Record()
    async with a_pool(slice_seconds=0.001) as pool:
        tasks = analyses(pool, record, "a")
        await until(lambda: record.turns, "thinking")
        await asyncio.sleep(0.05)
        assert record.turns == ["a"]
        tasks += analyses(pool, record, "b")
        await until(lambda: len(record.turns) >= 3, "turns for both")
        await ended(*tasks)
    assert record.turns[:3] == ["a", "b", "a"]


@in_loop
async def test_a_move_makes_an_analysis_make_room_at_once() -> None:
    record = Record()
    async with a_pool(slice_seconds=1000) as pool:
        tasks = analyses(pool, record, "a", "b")
        await until(lambda: record.turns == ["a"], "a thinks")
        assert await pool.submit("move", lambda _lent: 7) == 7
        # "a" had not finished its slice, so it continues, and "b" still waits
        await until(lambda: record.turns == ["a", "a"], "a continues")
        await ended(*tasks)


@in_loop
async def test_moves_wait_for_moves_only_and_nothing_comes_between_them() -> None:
    record = Record()
    async with a_pool(slice_seconds=1000) as pool:
        tasks = analyses(pool, record, "a", "b")
        await until(lambda: record.turns, "thinking")
        gate = threading.Event()

        def move(number: int) -> Callable[[EngineLease], int]:
            def question(_lent: EngineLease) -> int:
                gate.wait(20)
                with record.lock:
                    record.turns.append(f"move {number}")
                return number

            return question

        moves = [asyncio.create_task(pool.submit(f"game {number}", move(number))) for number in range(3)]
        await until(lambda: pool.waiting >= 4, "all wait for the first move")
        gate.set()
        assert await asyncio.gather(*moves) == [0, 1, 2]
        await ended(*tasks)
    first = record.turns.index("move 0")
    assert record.turns[first : first + 3] == ["move 0", "move 1", "move 2"]


@in_loop
async def test_reviews_get_their_share_and_are_never_starved() -> None:
    record = Record()
    async with a_pool() as pool:

        async def review(name: str) -> None:
            while True:
                await pool.run_preemptible(name, record.question(name, most=1), priority=Priority.REVIEW)

        tasks: list[asyncio.Task[Any]] = [*analyses(pool, record, "a", "b")]
        tasks += [asyncio.create_task(review(name)) for name in ("r", "s")]
        await until(lambda: len(record.turns) >= 40, "forty turns")
        await ended(*tasks)
    turns = record.turns[:40]
    shares = {name: turns.count(name) for name in ("a", "b", "r", "s")}
    assert shares["a"] >= 8
    assert shares["b"] >= 8
    # slices that last longer on a busy machine count for more
    assert shares["r"] + shares["s"] >= 8
    assert abs(shares["r"] - shares["s"]) <= 1


@in_loop
async def test_a_review_begun_in_idle_time_makes_room_for_everyone() -> None:
    record = Record()
    async with a_pool(slice_seconds=1000) as pool:
        review = asyncio.create_task(pool.run_preemptible("r", record.question("r", most=4), priority=Priority.REVIEW))
        await until(lambda: record.turns == ["r"], "the review")
        assert await pool.submit("move", lambda _lent: 1) == 1
        await until(lambda: record.turns == ["r", "r"], "the review again")
        tasks = analyses(pool, record, "a")
        await until(lambda: record.turns == ["r", "r", "a"], "the analysis at once")
        await ended(*tasks)
        await until(lambda: record.turns == ["r", "r", "a", "r"], "the review again")
        pool.cancel("r")
        await ended(review)


@in_loop
async def test_a_review_that_is_due_is_finished_whoever_analyses() -> None:
    record = Record()
    async with a_pool() as pool:
        tasks = analyses(pool, record, "a", "b")
        await until(lambda: len(record.turns) >= 4, "analyses")
        gate = threading.Event()

        def search(_lent: EngineLease) -> str:
            record.turns.append("r")
            gate.wait(20)
            return "r"

        review = asyncio.create_task(pool.run_preemptible("r", search, priority=Priority.REVIEW))
        await until(lambda: "r" in record.turns, "the review")
        await asyncio.sleep(0.05)
        assert record.turns[-1] == "r", "no other job has taken its slice"
        gate.set()
        assert await review == "r"
        await until(lambda: record.turns[-1] != "r", "analyses continue")
        await ended(*tasks)


@in_loop
async def test_an_owner_never_has_two_searches_on_one_engine() -> None:
    record = Record()
    async with a_pool(threads=2, slice_seconds=1000) as pool:
        slow, at_work, most = threading.Event(), set[int](), 0

        def stubborn(lent: EngineLease) -> None:
            nonlocal most
            with record.lock:
                at_work.add(id(lent.engine))
                most = max(most, len(at_work))
                record.turns.append("x")
            slow.wait(20)
            with record.lock:
                at_work.discard(id(lent.engine))

        tasks = []
        for _ in range(5):
            task = asyncio.create_task(
                pool.run_preemptible("one client", stubborn, priority=Priority.ANALYSIS, owner="client")
            )
            tasks.append(task)
            await until(lambda: record.turns, "the first thinks")
            await asyncio.sleep(0)  # and the task has asked
        slow.set()
        await tasks[-1]
        assert most == 1
        for task in tasks[:-1]:
            with pytest.raises(asyncio.CancelledError):
                await task


@in_loop
async def test_engines_are_few_and_reused() -> None:
    record = Record()
    async with a_pool() as pool:
        names = [f"client {number}" for number in range(30)]
        for name in names:
            await pool.run_preemptible(name, record.question(name, most=1), priority=Priority.ANALYSIS, owner=name)
            if name.endswith("5"):
                pool.release(name)
    assert len(set.union(*record.engines.values())) <= 7


@in_loop
async def test_the_number_of_waiting_jobs_is_bounded() -> None:
    record = Record()
    async with a_pool(slice_seconds=1000) as pool:
        tasks = analyses(pool, record, *(f"client {number}" for number in range(257)))
        await until(lambda: pool.waiting == 256, "all wait")
        with pytest.raises(QueueFull):
            await pool.run_preemptible("late", record.question("late"), priority=Priority.ANALYSIS)
        assert await pool.submit("move", lambda _lent: 1) == 1
        await ended(*tasks)
        assert pool.waiting == 0
