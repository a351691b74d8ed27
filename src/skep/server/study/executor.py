"""The workroom: what takes longer than the event loop may wait is done on a few threads, a bounded number waiting.

Python runs one thread at a time. The server lets each run for long (see :mod:`skep.server.run`), which suits threads
that wait for a database; beside one that reads a large file the event loop would wait for 20 ms whenever it wants
to go on. So as long as there is such work, threads take turns much more often.
"""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final, ParamSpec, TypeVar

from skep.server.store.records import StoreOverloaded

__all__ = ["BoundedExecutor"]

_THREADS: Final = 2
_MOST_WAITING: Final = 40
_SHORT_TURN: Final = 0.0005

_Parameters = ParamSpec("_Parameters")
_Answer = TypeVar("_Answer")


class _Turns:
    """How long a thread runs before another may: shorter while there is work in any room of the process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._jobs = 0
        self._usual = 0.0

    def shorten(self) -> None:
        """Work begins."""
        with self._lock:
            self._jobs += 1
            if self._jobs == 1:
                self._usual = sys.getswitchinterval()
                sys.setswitchinterval(min(_SHORT_TURN, self._usual))

    def restore(self) -> None:
        """Work has ended."""
        with self._lock:
            self._jobs -= 1
            if self._jobs == 0:
                sys.setswitchinterval(self._usual)


_turns: Final = _Turns()


class BoundedExecutor:
    """Threads for what takes long. Made on the event loop that uses it."""

    def __init__(self, threads: int = _THREADS, most_waiting: int = _MOST_WAITING) -> None:
        self._executor = ThreadPoolExecutor(threads, thread_name_prefix="skep-study")
        self._most = threads + most_waiting
        self._jobs = 0

    async def do(
        self, work: Callable[_Parameters, _Answer], *arguments: _Parameters.args, **named: _Parameters.kwargs
    ) -> _Answer:
        """Do some work; raises Busy when too much is waiting already. What was begun is done, wanted or not."""
        if self._jobs >= self._most:
            raise StoreOverloaded
        future = self._executor.submit(_done, partial(work, *arguments, **named))
        self._jobs += 1
        answer = asyncio.wrap_future(future)
        answer.add_done_callback(self._end)
        return await asyncio.shield(answer)

    def _end(self, answer: asyncio.Future[_Answer]) -> None:
        self._jobs -= 1
        if not answer.cancelled():
            answer.exception()  # whoever asked may have gone: then nobody else hears of it

    async def close(self) -> None:
        """Wait for what was begun, and drop what waits."""
        await asyncio.to_thread(self._executor.shutdown, cancel_futures=True)


def _done(work: Callable[[], _Answer]) -> _Answer:
    _turns.shorten()
    try:
        return work()
    finally:
        _turns.restore()
