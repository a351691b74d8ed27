"""A lock of the event loop that can also be taken without waiting."""

from __future__ import annotations

import asyncio
from collections import deque

__all__ = ["Lock"]


class Lock:
    """Like asyncio's, and as fair: whoever waits longest is next. ``take`` needs no coroutine."""

    __slots__ = ("_waiting", "held")

    def __init__(self) -> None:
        self.held = False
        """Whether somebody has it."""
        self._waiting: deque[asyncio.Future[None]] = deque()

    def take(self) -> bool:
        """Have it at once, if it is free."""
        free = not self.held
        self.held = True
        return free

    async def acquire(self) -> None:
        """Have it, as soon as it is free."""
        if self.take():
            return
        turn = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.release()  # it was our turn already: the next one's now
            raise

    def release(self) -> None:
        """Give it to the one who waits longest, or to nobody."""
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                return
        self.held = False
