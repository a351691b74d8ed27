"""The attacker: a process of its own, so that its work does not slow the clients that measure."""

from __future__ import annotations

import asyncio
import multiprocessing
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from typing import Final

from bench.attack.catalogue import Attack, find_attacks
from bench.attack.target import Tally, Target
from bench.players import raise_file_limit

__all__ = ["Attacker", "attacking"]

_BEGUN: Final = "begun"
_MARGIN: Final = 30.0
"""Seconds that the process has to start and to respond."""


class Attacker:
    """A running attack."""

    def __init__(self, pipe: Connection, seconds: float) -> None:
        self._pipe = pipe
        self._seconds = seconds

    def wait_until_begun(self) -> None:
        """Wait for the end of the preparation."""
        if not self._pipe.poll(4 * self._seconds + _MARGIN) or self._pipe.recv() != _BEGUN:
            raise RuntimeError("the attacker does not begin")

    def tally(self) -> Tally:
        """Wait for the end of the attack, and return its record. The connections of the attacker stay open."""
        if not self._pipe.poll(self._seconds + _MARGIN):
            raise RuntimeError("the attacker does not respond")
        tally = self._pipe.recv()
        assert isinstance(tally, Tally)
        return tally


@contextmanager
def attacking(attack: Attack, port: int, address: str, seconds: float) -> Iterator[Attacker]:
    """Run an attack in another process. At the end of the block, the process and its connections end."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_run, args=(theirs, attack.name, port, address, seconds), daemon=True)
    process.start()
    theirs.close()
    try:
        yield Attacker(ours, seconds)
    finally:
        process.kill()
        process.join()


def _run(pipe: Connection, name: str, port: int, address: str, seconds: float) -> None:
    import uvloop

    raise_file_limit()
    uvloop.run(_attack(pipe, find_attacks(name)[0], port, address, seconds))


async def _attack(pipe: Connection, attack: Attack, port: int, address: str, seconds: float) -> None:
    begun = asyncio.Event()
    target = Target(port, address, seconds, begun.set)
    task = asyncio.ensure_future(attack.run(target))
    beginning = asyncio.ensure_future(begun.wait())
    await asyncio.wait({task, beginning}, timeout=4 * seconds, return_when=asyncio.FIRST_COMPLETED)
    pipe.send(_BEGUN)
    await asyncio.wait({task}, timeout=seconds)
    if task.done():
        target.tally.failure = f"the attack ended too early: {_reason(task)}"
    elif not begun.is_set():
        target.tally.failure = "the preparation took too long"
    task.cancel()
    await asyncio.wait({task}, timeout=_MARGIN / 3)
    pipe.send(target.tally)
    await asyncio.to_thread(pipe.recv)  # keeps the connections open until the process is killed


def _reason(task: asyncio.Future[None]) -> str:
    """Return the exception that ended a task; of a group, the first one."""
    error = task.exception()
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return "no exception" if error is None else traceback.format_exception_only(error)[-1].strip()
