"""Stopping background tasks."""

from __future__ import annotations

import asyncio

import pytest

from skep.server.http.background import stop_task
from tests.server.rooms import in_loop


@in_loop
async def test_a_task_has_ended_once_it_is_stopped() -> None:
    started, ended = asyncio.Event(), asyncio.Event()

    async def loop() -> None:
        try:
            started.set()
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0)
            ended.set()

    task = asyncio.create_task(loop())
    await started.wait()
    await stop_task(task)
    assert task.cancelled()
    assert ended.is_set()


@in_loop
async def test_the_error_of_a_task_is_not_raised_again() -> None:
    async def fail() -> None:
        raise RuntimeError("the task failed")

    task = asyncio.create_task(fail())
    await asyncio.wait([task])
    await stop_task(task)
    with pytest.raises(RuntimeError):
        task.result()


@in_loop
async def test_a_task_that_was_never_started_needs_no_stop() -> None:
    await stop_task(None)
