"""Draining: after SIGTERM, the server is not ready for some seconds before it stops.

A proxy that checks readiness stops sending new requests in that time, so that a restart refuses none.
"""

from __future__ import annotations

import asyncio
import logging
import signal
import threading
from types import FrameType
from typing import Any

__all__ = ["Drain"]

log = logging.getLogger("skep.server")


class Drain:
    """Whether this process is about to stop."""

    def __init__(self, seconds: float = 0.0) -> None:
        """``seconds`` pass between SIGTERM and the end; 0 for none."""
        self._seconds = seconds
        self.is_draining = False

    def open(self) -> None:
        """Delay SIGTERM, once the server's own handler is installed. A second SIGTERM is not delayed."""
        if self._seconds <= 0 or threading.current_thread() is not threading.main_thread():
            return
        loop, stop = asyncio.get_running_loop(), signal.getsignal(signal.SIGTERM)
        if not callable(stop):
            return

        def stop_later() -> None:
            log.info("stopping in %g seconds: the server is no longer ready", self._seconds)
            loop.call_later(self._seconds, stop, signal.SIGTERM, None)

        def on_signal(number: int, frame: FrameType | None) -> Any:
            if self.is_draining:
                return stop(number, frame)
            self.is_draining = True
            loop.call_soon_threadsafe(stop_later)
            return None

        signal.signal(signal.SIGTERM, on_signal)
