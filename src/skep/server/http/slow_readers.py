"""Noticing clients that do not read what they are sent."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, cast

__all__ = ["SlowReaderMixin", "SlowReaderTimer"]

STALL_SECONDS: Final = 5.0
MIN_PROGRESS: Final = 16_384
"""Bytes that a client has to read in that time, while more is waiting for it."""


class SlowReaderTimer:
    """Calls ``on_stall`` when a full write buffer does not empty fast enough.

    It looks at the size of the buffer instead of waiting for a flush, which never comes if the client reads nothing.
    """

    def __init__(
        self, loop: asyncio.AbstractEventLoop, transport: asyncio.WriteTransport, on_stall: Callable[[], None]
    ) -> None:
        self._loop = loop
        self._transport = transport
        self._on_stall = on_stall
        self._size = 0
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Start to watch the buffer, because it is full."""
        self._size = self._transport.get_write_buffer_size()
        if self._timer is None:
            self._timer = self._loop.call_later(STALL_SECONDS, self._check)

    def stop(self) -> None:
        """Stop watching, because the client has caught up or left."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _check(self) -> None:
        self._timer = None
        before = self._size
        self.start()
        if before - self._size < MIN_PROGRESS:
            self.stop()
            self._on_stall()


class SlowReaderMixin(asyncio.Protocol):
    """A protocol that watches its client while the write buffer is full. Comes before uvicorn's protocol."""

    loop: asyncio.AbstractEventLoop
    _slow_reader: SlowReaderTimer | None = None

    def on_slow_reader(self) -> None:
        """Drop a client that reads too slowly."""
        raise NotImplementedError

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Prepare the timer."""
        super().connection_made(transport)
        # the transports of uvloop are not subclasses of asyncio's
        self._slow_reader = SlowReaderTimer(self.loop, cast("asyncio.WriteTransport", transport), self.on_slow_reader)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timer for good."""
        self.stop_watching_reader()
        super().connection_lost(exc)

    def stop_watching_reader(self) -> None:
        """Stop the timer for good, because the connection has ended or another protocol takes it over."""
        if self._slow_reader is not None:
            self._slow_reader.stop()
            self._slow_reader = None

    def pause_writing(self) -> None:
        """Start the timer, because the client does not read what it is sent."""
        super().pause_writing()
        if self._slow_reader is not None:
            self._slow_reader.start()

    def resume_writing(self) -> None:
        """Stop the timer."""
        super().resume_writing()
        if self._slow_reader is not None:
            self._slow_reader.stop()
