"""Map a function over many items, in one or more processes."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from typing import TypeVar

__all__ = ["parallel_map"]

Item = TypeVar("Item")
Result = TypeVar("Result")


def parallel_map(function: Callable[[Item], Result], items: Iterable[Item], processes: int) -> Generator[Result]:
    """Yield the results as they become available, in any order. Items are consumed only as needed.

    With one process, the function runs in the calling process. Closing the generator cancels waiting items and lets
    running ones finish.

    >>> sorted(parallel_map(abs, [-1, -2], 1))
    [1, 2]
    """
    if processes == 1:
        yield from map(function, items)
        return
    pool = ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"), _ignore_interrupts)
    running = set[Future[Result]]()
    try:
        for item in items:
            running.add(pool.submit(function, item))
            if len(running) > processes:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                yield from (future.result() for future in done)
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            yield from (future.result() for future in done)
    finally:
        pool.shutdown(cancel_futures=True)


def _ignore_interrupts() -> None:
    """Leave Ctrl-C to the parent process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
