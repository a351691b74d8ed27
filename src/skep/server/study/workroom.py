"""The workroom: what takes longer than the event loop may wait is done on a few threads, a bounded number waiting.

Python runs one thread at a time. The server lets each run for long (see :mod:`skep.server.run`), which suits threads
that wait for a database; beside one that reads a large file the event loop would wait for 20 ms whenever it wants
to go on. So as long as there is such work, threads take turns much more often.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, ParamSpec, TypeVar

from skep.server.records import Busy

__all__ = ["Workroom"]

_THREADS: Final = 2
_MOST_WAITING: Final = 40
_SHORT_TURN: Final = 0.0005

_Parameters = ParamSpec("_Parameters")
_Answer = TypeVar("_Answer")


class Workroom:
    """Threads for what takes long. Made on the event loop that uses it."""

    def __init__(self, threads: int = _THREADS, most_waiting: int = _MOST_WAITING) -> None:
        self._executor = ThreadPoolExecutor(threads, thread_name_prefix="skep-study")
        self._most = threads + most_waiting
        self._jobs = 0
        self._long_turn = sys.getswitchinterval()

    async def do(
        self, work: Callable[_Parameters, _Answer], *arguments: _Parameters.args, **named: _Parameters.kwargs
    ) -> _Answer:
        """Do some work; raises Busy when too much is waiting already. What was begun is done, wanted or not."""
        if self._jobs >= self._most:
            raise Busy
        loop = asyncio.get_running_loop()
        self._begin()
        future = loop.run_in_executor(self._executor, lambda: work(*arguments, **named))
        future.add_done_callback(lambda _done: self._end())
        return await asyncio.shield(future)

    def _begin(self) -> None:
        self._jobs += 1
        if self._jobs == 1:
            self._long_turn = sys.getswitchinterval()
            sys.setswitchinterval(min(_SHORT_TURN, self._long_turn))

    def _end(self) -> None:
        self._jobs -= 1
        if self._jobs == 0:
            sys.setswitchinterval(self._long_turn)

    async def close(self) -> None:
        """Wait for what was begun, and drop what waits."""
        await asyncio.to_thread(self._executor.shutdown, cancel_futures=True)
