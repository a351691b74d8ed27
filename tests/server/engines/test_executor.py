"""The bounded executor: its queue, its errors, and the thread switch interval."""

from __future__ import annotations

import asyncio
import sys
import threading

import pytest

from skep.server.engines.executor import BoundedExecutor, ExecutorFull, TooManyJobs, working_for
from skep.server.engines.pool import EnginePool
from tests.server.rooms import in_loop, until


@in_loop
async def test_threads_switch_more_often_during_a_search() -> None:
    pool = EnginePool(1)
    usual = sys.getswitchinterval()
    assert await pool.submit("game", lambda _lease: sys.getswitchinterval()) < usual
    pool.close()
    assert sys.getswitchinterval() == usual


@in_loop
async def test_threads_switch_more_often_while_there_is_work() -> None:
    usual = sys.getswitchinterval()
    one, two = BoundedExecutor(threads=1), BoundedExecutor(threads=1)
    first, second = threading.Event(), threading.Event()
    jobs = [asyncio.create_task(executor.run(gate.wait, 20)) for executor, gate in ((one, first), (two, second))]
    await until(lambda: sys.getswitchinterval() < usual, "a short interval")
    first.set()
    await jobs[0]
    assert sys.getswitchinterval() < usual, "the other executor still has work"
    second.set()
    await asyncio.gather(*jobs)
    await one.close()
    await two.close()
    assert sys.getswitchinterval() == usual


@in_loop
async def test_a_full_queue_is_refused_and_errors_reach_the_caller() -> None:
    executor, gate = BoundedExecutor(threads=1, max_waiting=1), threading.Event()
    jobs = [asyncio.create_task(executor.run(gate.wait, 20)) for _ in range(2)]
    await asyncio.sleep(0)
    with pytest.raises(ExecutorFull):
        await executor.run(lambda: 1)
    gate.set()
    await asyncio.gather(*jobs)
    with pytest.raises(ZeroDivisionError):
        await executor.run(lambda: 1 // 0)
    assert await executor.run(lambda: 3) == 3
    await executor.close()


@in_loop
async def test_no_network_fills_the_queue() -> None:
    executor, gate = BoundedExecutor(threads=1, max_waiting=5), threading.Event()

    async def ask(network: str) -> bool:
        with working_for(network):
            return await asyncio.create_task(executor.run(gate.wait, 20))

    jobs = [asyncio.create_task(ask("192.0.2.1")) for _ in range(3)]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    with pytest.raises(TooManyJobs):
        await ask("192.0.2.1")
    jobs += [asyncio.create_task(ask(network)) for network in ("192.0.2.2", "")]
    gate.set()
    assert await asyncio.gather(*jobs) == [True] * 5
    assert await ask("192.0.2.1")
    assert not executor._jobs_of
    await executor.close()


@in_loop
async def test_the_job_of_a_cancelled_caller_still_counts() -> None:
    executor, gate = BoundedExecutor(threads=1, max_waiting=0), threading.Event()

    def fail() -> None:
        gate.wait(20)
        raise ValueError("the caller is gone")

    cancelled = asyncio.create_task(executor.run(fail))
    await asyncio.sleep(0)
    cancelled.cancel()
    await asyncio.gather(cancelled, return_exceptions=True)
    with pytest.raises(ExecutorFull):
        await executor.run(lambda: 1)
    gate.set()
    await executor.close()
    await asyncio.sleep(0.01)
