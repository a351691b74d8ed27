"""The worker process for pictures: warm, bounded, and restarted after a crash or a timeout."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from skep.errors import SkepError
from skep.server.engines.executor import ExecutorFull
from skep.server.schemas.pictures import PictureRequest
from skep.server.study.lines import InvalidPosition
from skep.server.study.picture_worker import PictureWorker
from tests.server.rooms import in_loop, until
from tests.server.study.test_lines import START, random_line

PNG = PictureRequest(start=START, moves=["wS1"], form="png")


@asynccontextmanager
async def running_worker(timeout: float = 60.0, max_waiting: int = 8) -> AsyncIterator[PictureWorker]:
    worker = PictureWorker(timeout=timeout, max_waiting=max_waiting)
    try:
        yield worker
    finally:
        await worker.close()


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@in_loop
async def test_pictures_share_one_process_which_ends_with_the_server() -> None:
    async with running_worker() as worker:
        assert worker.pid is None, "the process is started with the first picture"
        assert (await worker.draw(PNG)).startswith(b"\x89PNG")
        pid = worker.pid
        assert pid is not None
        assert (await worker.draw(PictureRequest(start=START, moves=["wS1"], form="gif"))).startswith(b"GIF89a")
        assert worker.pid == pid
    await until(lambda: not is_running(pid), "the end of the process")


@in_loop
async def test_errors_reach_the_caller() -> None:
    async with running_worker() as worker:
        with pytest.raises(InvalidPosition):
            await worker.draw(PictureRequest(start=START, moves=["wQ"], form="png"))
        assert worker.pid is None
        with pytest.raises(SkepError):
            await worker.draw(PictureRequest(start=START, moves=random_line(700), form="gif"))


@pytest.mark.slow
@in_loop
async def test_a_worker_that_was_killed_is_restarted() -> None:
    async with running_worker() as worker:
        await worker.draw(PNG)
        pid = worker.pid
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
        await until(lambda: not is_running(pid), "the end of the process")
        with pytest.raises(RuntimeError):
            await worker.draw(PNG)
        assert (await worker.draw(PNG)).startswith(b"\x89PNG")
        assert worker.pid not in (None, pid)


@pytest.mark.slow
@in_loop
async def test_a_picture_that_takes_too_long_is_abandoned() -> None:
    async with running_worker(timeout=20.0) as worker:
        await worker.draw(PNG)
        pid = worker.pid
        assert pid is not None
        os.kill(pid, signal.SIGSTOP)
        worker._timeout = 0.2
        with pytest.raises(SkepError, match="takes longer than"):
            await worker.draw(PNG)
        await until(lambda: not is_running(pid), "the end of the process")
        worker._timeout = 20.0
        assert (await worker.draw(PNG)).startswith(b"\x89PNG")


@pytest.mark.slow
@in_loop
async def test_the_queue_is_bounded_and_closing_does_not_wait_for_pictures() -> None:
    async with running_worker(max_waiting=1) as worker:
        await worker.draw(PNG)
        pid = worker.pid
        assert pid is not None
        os.kill(pid, signal.SIGSTOP)
        jobs = [asyncio.create_task(worker.draw(PNG)) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(ExecutorFull):
            await worker.draw(PNG)
        await worker.close()
        results = await asyncio.gather(*jobs, return_exceptions=True)
        assert all(isinstance(result, bytes | ExecutorFull | asyncio.CancelledError) for result in results), results
