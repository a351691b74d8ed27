"""A lock for the event loop that can also be acquired without a coroutine."""

from __future__ import annotations

import asyncio
from collections import deque

__all__ = ["Lock"]


class Lock:
    """A fair lock like asyncio.Lock, with :meth:`acquire_nowait`."""

    __slots__ = ("_waiting", "held")

    def __init__(self) -> None:
        self.held = False
        self._waiting: deque[asyncio.Future[None]] = deque()

    def acquire_nowait(self) -> bool:
        """Acquire the lock if it is free; return whether it was."""
        free = not self.held
        self.held = True
        return free

    async def acquire(self) -> None:
        """Wait until the lock is free and acquire it."""
        if self.acquire_nowait():
            return
        turn = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.release()  # the lock was handed over just before the cancellation: pass it on
            raise

    def release(self) -> None:
        """Hand the lock to the longest-waiting task, or free it."""
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                return
        self.held = False
