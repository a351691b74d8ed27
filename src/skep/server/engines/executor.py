"""A bounded thread pool for work that would block the event loop."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import partial
from typing import Final, ParamSpec, TypeVar

from skep.server.engines.thread_switches import frequent_thread_switches

__all__ = ["BoundedExecutor", "ExecutorFull", "TooManyJobs", "working_for"]

_THREADS: Final = 2
_MAX_WAITING: Final = 40
_RETRY_SECONDS: Final = 1.0
_MAX_RETRIES: Final = 30
_SHARE: Final = 2
"""One network can have every second place in a queue."""

_Parameters = ParamSpec("_Parameters")
_Result = TypeVar("_Result")


class ExecutorFull(Exception):
    """The maximum number of jobs is already waiting."""


class TooManyJobs(ExecutorFull):
    """The maximum number of jobs of one network is already waiting, although there is room for others."""


_network: ContextVar[str] = ContextVar("skep_network", default="")


@contextmanager
def working_for(network: str) -> Iterator[None]:
    """Count the jobs of the current task, and of those that it starts, as those of a client's network."""
    token = _network.set(network)
    try:
        yield
    finally:
        _network.reset(token)


class BoundedExecutor:
    """A thread pool with a bounded queue. Create it on the event loop that uses it.

    No network can fill the queue: it can have half of the jobs, see :func:`working_for`.
    """

    def __init__(self, threads: int = _THREADS, max_waiting: int | None = None) -> None:
        self._executor = ThreadPoolExecutor(threads, thread_name_prefix="skep-executor")
        self._max_jobs = threads + (_MAX_WAITING if max_waiting is None else max_waiting)
        self._jobs = 0
        self._jobs_of: Counter[str] = Counter()
        """The number of jobs of each network."""

    async def run(
        self, job: Callable[_Parameters, _Result], *arguments: _Parameters.args, **named: _Parameters.kwargs
    ) -> _Result:
        """Run a job on a thread. Raises ExecutorFull if too many are waiting, or TooManyJobs if the client has them.

        If the caller is cancelled, the job still runs to its end.
        """
        if self._jobs >= self._max_jobs:
            raise ExecutorFull
        network = _network.get()
        if network and _SHARE * self._jobs_of[network] >= self._max_jobs:
            raise TooManyJobs
        future = self._executor.submit(_run, partial(job, *arguments, **named))
        self._jobs += 1
        self._jobs_of[network] += 1
        result = asyncio.wrap_future(future)
        result.add_done_callback(partial(self._on_done, network))
        return await asyncio.shield(result)

    async def run_with_retries(
        self, job: Callable[_Parameters, _Result], *arguments: _Parameters.args, **named: _Parameters.kwargs
    ) -> _Result:
        """Run a job on a thread, and try again for half a minute if too many are waiting. Raises ExecutorFull then.

        For responses that have begun, because it is too late to refuse them.
        """
        for _ in range(_MAX_RETRIES):
            with suppress(ExecutorFull):
                return await self.run(job, *arguments, **named)
            await asyncio.sleep(_RETRY_SECONDS)
        return await self.run(job, *arguments, **named)

    def _on_done(self, network: str, result: asyncio.Future[_Result]) -> None:
        self._jobs -= 1
        self._jobs_of[network] -= 1
        if not self._jobs_of[network]:
            del self._jobs_of[network]
        if not result.cancelled():
            result.exception()  # mark it as retrieved, because the caller may have been cancelled

    async def close(self) -> None:
        """Wait for running jobs and cancel waiting ones."""
        await asyncio.to_thread(self._executor.shutdown, cancel_futures=True)


def _run(job: Callable[[], _Result]) -> _Result:
    with frequent_thread_switches():
        return job()
