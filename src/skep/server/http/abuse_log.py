"""Warnings that name a client that was limited, without letting that client fill the log."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Final

from skep.server.http.buckets import AddressBuckets, Bucket, network_of

__all__ = ["AbuseLog", "abuse_log"]

_log = logging.getLogger("skep.server")

_LINES_PER_ADDRESS: Final = 3.0
_LINES: Final = 60.0
_SECONDS: Final = 60.0


class AbuseLog:
    """Logs a few lines per minute for each address and reason, and a bounded number for all of them together."""

    def __init__(self, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._per_address = AddressBuckets(rate=_LINES_PER_ADDRESS / _SECONDS, burst=_LINES_PER_ADDRESS)
        self._total = Bucket(_LINES / _SECONDS, _LINES)
        self._left_out = 0

    def warn(self, address: str | None, what: str, *, now: float | None = None) -> None:
        """Log what a client did, unless enough such lines were logged recently."""
        now = self._clock() if now is None else now
        client = network_of(address) if address else "unknown address"
        if not self._per_address.take(f"{client} {what}", now=now) or not self._total.take(now=now):
            self._left_out += 1
            return
        left_out, self._left_out = self._left_out, 0
        _log.warning("limited %s: %s%s", client, what, f" ({left_out} similar lines left out)" if left_out else "")


abuse_log: Final = AbuseLog()
"""The log of this process."""
