"""Server time: the time of events and clocks, and the times at which the server could not receive moves.

Server time is read from the wall clock once and then advances with the monotonic clock, so that setting the machine's
clock changes no player's time. A timer notices when the event loop did not run, because the process was stopped or a
callback took too long. No clock may run out because of such a gap: whoever judges a clock asks
:meth:`ServerTime.lost_seconds` first. The gap includes messages that waited in a socket's buffer, whose time of arrival
is unknown.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from typing import Final

__all__ = ["MAX_SILENCE", "ServerTime"]

MAX_SILENCE: Final = 6.0
"""Seconds without a heartbeat after which a process, or the store, counts as interrupted."""

_TICK: Final = 0.1
"""Seconds between two runs of the timer."""
_MIN_GAP: Final = 0.15
"""Seconds without a run of the timer that count as a gap."""
_LONG_GAP: Final = 5.0
"""Seconds after which clocks are corrected at once, rather than with the next move."""
_MAX_GAPS: Final = 256


class ServerTime:
    """The time of one process, in seconds since 1970."""

    def __init__(
        self, *, wall: Callable[[], float] = time.time, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self.wall = wall
        self._monotonic = monotonic
        self._offset = wall() - monotonic()
        self._gaps: deque[tuple[float, float]] = deque(maxlen=_MAX_GAPS)
        self._last_gap = 0.0
        """When the last gap ended."""
        self._ticked: float | None = None
        """When the timer last ran, on the monotonic clock."""
        self._stored: float | None = None
        """When the last heartbeat was stored, on the monotonic clock."""
        self._timer: asyncio.TimerHandle | None = None
        self._on_long_gap: Callable[[], None] | None = None
        self.silent: dict[str, float] = {}
        """The other processes that have fallen silent, each with the time of its last heartbeat."""

    def now(self) -> float:
        """Return the current time."""
        return self._monotonic() + self._offset

    def at(self, monotonic: float) -> float:
        """Return the time of a moment on the monotonic clock."""
        return monotonic + self._offset

    def open(self, on_long_gap: Callable[[], None]) -> None:
        """Start the timer on the running event loop; ``on_long_gap`` is called after a long interruption."""
        self._on_long_gap = on_long_gap
        self._ticked = self._monotonic()
        self._timer = asyncio.get_running_loop().call_later(_TICK, self._tick)

    def close(self) -> None:
        """Stop the timer."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._ticked = self._stored = None

    def _tick(self) -> None:
        before, now = self._ticked, self._monotonic()
        self._notice_gap(now)
        self._ticked = now
        self._timer = asyncio.get_running_loop().call_later(_TICK, self._tick)
        if before is not None and now - before >= _LONG_GAP and self._on_long_gap is not None:
            self._on_long_gap()

    def _notice_gap(self, now: float) -> None:
        """Record that the event loop has not read any message since the timer ran, if that is long ago."""
        if self._ticked is None or now - self._ticked < _MIN_GAP:
            return
        start = self._ticked + self._offset
        if self._gaps and self._gaps[-1][0] == start:
            self._gaps.pop()  # the same gap, which is longer now
        self._record(start, now + self._offset)

    def add_gap(self, start: float) -> None:
        """Record that no move could be stored from a time until now."""
        self._record(start, self.now())

    def _record(self, start: float, end: float) -> None:
        self._gaps.append((start, end))
        self._last_gap = max(self._last_gap, end)

    def heartbeat_stored(self) -> None:
        """Note that the store works."""
        now = self._monotonic()
        if self._stored is not None and now - self._stored > MAX_SILENCE:
            self.add_gap(self._stored + self._offset)
        self._stored = now

    def set(self, now: float) -> None:
        """Set the time of a process that has just started."""
        self._offset = now - self._monotonic()

    def follow(self, latest: float) -> None:
        """Advance to the time of the other processes, and record the difference as a gap.

        A process falls behind if its machine was suspended, during which the monotonic clock can stand still.
        """
        now = self.now()
        if latest > now:
            self._offset += latest - now
            self.add_gap(now)

    def lost_seconds(self, start: float, now: float, *, waiting: float | None = None) -> float:
        """Return the seconds between ``start`` and ``now`` in which moves could not be received or stored.

        ``waiting`` is a time since which a message, or a player, has been waiting for the server.
        """
        monotonic = now - self._offset
        self._notice_gap(monotonic)
        if self._stored is not None and monotonic - self._stored > MAX_SILENCE:
            stored = self._stored + self._offset
            waiting = stored if waiting is None else min(waiting, stored)
        if self._last_gap <= start:
            return 0.0 if waiting is None else max(0.0, now - max(start, waiting))
        total, counted = 0.0, start
        waits = () if waiting is None else ((waiting, now),)
        for gap_start, gap_end in sorted((*self._gaps, *waits)):
            gap_start, gap_end = max(gap_start, counted), min(gap_end, now)
            if gap_end > gap_start:
                total += gap_end - gap_start
                counted = gap_end
        return total
