"""The lock that can be acquired without waiting."""

from __future__ import annotations

import asyncio

from skep.server.play.locks import Lock
from tests.server.rooms import in_loop


@in_loop
async def test_the_longest_waiting_task_is_next() -> None:
    lock, order = Lock(), list[int]()
    assert lock.acquire_nowait()
    assert not lock.acquire_nowait()

    async def wait(number: int) -> None:
        await lock.acquire()
        order.append(number)
        lock.release()

    tasks = [asyncio.create_task(wait(number)) for number in range(5)]
    await asyncio.sleep(0)
    assert lock.held
    lock.release()
    assert not lock.acquire_nowait(), "it belongs to the first waiting task, which has not run yet"
    await asyncio.gather(*tasks)
    assert order == [0, 1, 2, 3, 4]
    assert not lock.held


@in_loop
async def test_a_cancelled_task_does_not_keep_the_lock() -> None:
    lock = Lock()
    lock.acquire_nowait()
    first, second = (asyncio.create_task(lock.acquire()) for _ in range(2))
    await asyncio.sleep(0)
    first.cancel()
    await asyncio.sleep(0)
    lock.release()
    await second
    third = asyncio.create_task(lock.acquire())
    await asyncio.sleep(0)
    lock.release()
    third.cancel()  # it has been given the lock but has not run yet
    await asyncio.gather(third, return_exceptions=True)
    assert third.cancelled()
    assert not lock.held
