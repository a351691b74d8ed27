"""Frequent thread switches while another thread computes in Python.

Python runs one thread at a time. The server gives each thread long time slices (see :mod:`skep.server.run`), which
suits threads that wait for a database. While a thread works on a large file or decodes the lines of an analysis,
however, the event loop would wait 20 ms for each of its turns. Therefore threads switch much more often during such
work.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

__all__ = ["frequent_thread_switches"]

_SHORT_INTERVAL: Final = 0.0005
"""Seconds between thread switches while there is work."""


class _SwitchInterval:
    """Python's thread switch interval, shortened while any thread has work."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._jobs = 0
        self._usual = 0.0

    def shorten(self) -> None:
        """Count a job that starts."""
        with self._lock:
            self._jobs += 1
            if self._jobs == 1:
                self._usual = sys.getswitchinterval()
                sys.setswitchinterval(min(_SHORT_INTERVAL, self._usual))

    def restore(self) -> None:
        """Count a job that ended."""
        with self._lock:
            self._jobs -= 1
            if self._jobs == 0:
                sys.setswitchinterval(self._usual)


_interval: Final = _SwitchInterval()


@contextmanager
def frequent_thread_switches() -> Iterator[None]:
    """Let threads switch often while this one computes."""
    _interval.shorten()
    try:
        yield
    finally:
        _interval.restore()
