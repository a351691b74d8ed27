"""The same work on many things, on several processes if there are any to spare."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from typing import TypeVar

__all__ = ["parallel_map"]

Item = TypeVar("Item")
Result = TypeVar("Result")


def parallel_map(work: Callable[[Item], Result], items: Iterable[Item], processes: int) -> Generator[Result]:
    """The results as they come, in any order; items are taken as they are needed.

    One process works in this one. Closing the iterator drops what is waiting and lets the rest end.

    >>> sorted(parallel_map(abs, [-1, -2], 1))
    [1, 2]
    """
    if processes == 1:
        yield from map(work, items)
        return
    pool = ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"), _leave_interrupts)
    running = set[Future[Result]]()
    try:
        for item in items:
            running.add(pool.submit(work, item))
            if len(running) > processes:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                yield from (future.result() for future in done)
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            yield from (future.result() for future in done)
    finally:
        pool.shutdown(cancel_futures=True)


def _leave_interrupts() -> None:
    """Ctrl-C is for the process that owns the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
