"""Limits across processes: each process reports what its clients have spent, and the others deduct it.

Nothing waits for the other processes. A client that uses several of them at once can exceed a limit for about a second
and then pays it back. While the bus is down, each process limits its own clients.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterable
from typing import Final

import msgspec

from skep.server.http.background import stop_task
from skep.server.http.limits import RateLimit, Spending
from skep.server.realtime.bus import Bus

__all__ = ["LimitExchange"]

log = logging.getLogger("skep.server")

TOPIC: Final = "limits"
_INTERVAL: Final = 1.0
"""Seconds between two reports."""
_MAX_REPORTED: Final = 1000
"""Buckets per message."""

_decoder: Final = msgspec.msgpack.Decoder(tuple[str, list[Spending]])
_encoder: Final = msgspec.msgpack.Encoder()


class LimitExchange:
    """Reports the spending of this process and deducts that of the others."""

    def __init__(self, limits: Iterable[RateLimit], bus: Bus) -> None:
        self._limits = {limit.name: limit for limit in limits}
        self._bus = bus
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Start reporting and listening, unless there is only one process."""
        if self._bus.alone:
            return
        for limit in self._limits.values():
            limit.is_shared = True
        await self._bus.listen(TOPIC, self._on_report)
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Stop reporting."""
        await stop_task(self._task)

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(_INTERVAL)
            self.report()

    def report(self) -> None:
        """Publish what was spent since the last report."""
        for limit in self._limits.values():
            spending = limit.report()
            for first in range(0, len(spending), _MAX_REPORTED):
                part = spending[first : first + _MAX_REPORTED]
                self._bus.publish(TOPIC, _encoder.encode((limit.name, part)))

    def _on_report(self, payload: bytes) -> None:
        try:
            name, spending = _decoder.decode(payload)
            limit = self._limits[name]
        except (msgspec.MsgspecError, KeyError):
            log.warning("unreadable report of limits from another process")
            return
        now = time.monotonic()
        for one in spending:
            limit.deduct(one, now=now)
