"""When to send the next request: growing delays after failures, and a pause after too many requests."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

__all__ = ["Backoff", "RequestGate"]

_FIRST_DELAY: Final = 0.5
_MAX_DELAY: Final = 60.0
_PAUSE: Final = 60.0
"""Seconds without requests after status 429, unless the server says how long to wait."""
_MAX_PAUSE: Final = 600.0


class Backoff:
    """Delays that double after every failure, up to a minute.

    Each is shortened at random by up to a half, so that many bots do not return to a restarted server at the same time.

    >>> backoff = Backoff(random=lambda: 1.0)
    >>> [backoff.next_delay() for _ in range(4)]
    [0.5, 1.0, 2.0, 4.0]
    """

    def __init__(self, *, longest: float = _MAX_DELAY, random: Callable[[], float] = random.random) -> None:
        self._longest = longest
        self._random = random
        self.failures = 0
        """The number of failures since the last success."""

    def next_delay(self) -> float:
        """Count a failure, and return the seconds to wait before the next attempt."""
        delay = min(_FIRST_DELAY * 2.0 ** min(self.failures, 20), self._longest)
        self.failures += 1
        return delay * (0.5 + self._random() / 2)

    def reset(self) -> None:
        """Count a success."""
        self.failures = 0


class RequestGate:
    """Admits one short request at a time, and none for a while after the server has answered one with status 429.

    Lichess asks its clients for both.
    """

    def __init__(
        self, *, now: Callable[[], float] = time.monotonic, sleep: Callable[[float], None] = time.sleep
    ) -> None:
        self._lock = threading.Lock()
        self._now = now
        self._sleep = sleep
        self._closed_until = 0.0

    @contextmanager
    def request(self) -> Iterator[None]:
        """Wait until a request may be sent, and admit no other during the block."""
        with self._lock:
            self.wait()
            yield

    def wait(self) -> None:
        """Wait until a stream may be opened. Streams do not hold up other requests."""
        while (left := self._closed_until - self._now()) > 0:
            self._sleep(left)

    def pause(self, retry_after: str | None) -> float:
        """Admit no request for a while, and return its seconds. ``retry_after`` is the header of that name."""
        seconds = _PAUSE
        if retry_after is not None and retry_after.strip().isdecimal():
            seconds = min(max(float(retry_after), 1.0), _MAX_PAUSE)
        self._closed_until = max(self._closed_until, self._now() + seconds)
        return seconds
