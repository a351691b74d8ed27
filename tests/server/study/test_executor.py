"""The workroom: a bounded number of jobs, and turns of threads that are as long as before when it is done."""

from __future__ import annotations

import asyncio
import sys
import threading

import pytest

from skep.server.store.records import StoreOverloaded
from skep.server.study.executor import BoundedExecutor
from tests.server.rooms import in_loop, until


@in_loop
async def test_threads_take_turns_more_often_while_there_is_work() -> None:
    usual = sys.getswitchinterval()
    one, two = BoundedExecutor(threads=1), BoundedExecutor(threads=1)
    first, second = threading.Event(), threading.Event()
    begun = [asyncio.create_task(room.do(gate.wait, 20)) for room, gate in ((one, first), (two, second))]
    await until(lambda: sys.getswitchinterval() < usual, "short turns")
    first.set()
    await begun[0]
    assert sys.getswitchinterval() < usual, "there is work in the other room"
    second.set()
    await asyncio.gather(*begun)
    await one.close()
    await two.close()
    assert sys.getswitchinterval() == usual


@in_loop
async def test_too_much_is_refused_and_errors_are_the_askers() -> None:
    room, gate = BoundedExecutor(threads=1, most_waiting=1), threading.Event()
    begun = [asyncio.create_task(room.do(gate.wait, 20)) for _ in range(2)]
    await asyncio.sleep(0)
    with pytest.raises(StoreOverloaded):
        await room.do(lambda: 1)
    gate.set()
    await asyncio.gather(*begun)
    with pytest.raises(ZeroDivisionError):
        await room.do(lambda: 1 // 0)
    assert await room.do(lambda: 3) == 3
    await room.close()


@in_loop
async def test_whoever_goes_leaves_the_room_as_it_was() -> None:
    room, gate = BoundedExecutor(threads=1, most_waiting=0), threading.Event()

    def fails() -> None:
        gate.wait(20)
        raise ValueError("nobody hears of it")

    gone = asyncio.create_task(room.do(fails))
    await asyncio.sleep(0)
    gone.cancel()
    await asyncio.gather(gone, return_exceptions=True)
    with pytest.raises(StoreOverloaded):
        await room.do(lambda: 1)
    gate.set()
    await room.close()
    await asyncio.sleep(0.01)
