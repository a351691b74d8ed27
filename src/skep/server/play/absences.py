"""Absences: since when a player has no open page of a game, and from when on the other player may claim the game.

A player is gone only if no process has a connection of theirs that watches the game. A process that has just loaded
the game, or has just found the others again, gives them time to say who is connected to them.
"""

from __future__ import annotations

import time
from typing import Final

from skep.pieces import Color
from skep.server.play.clocks import estimated_seconds
from skep.server.realtime.bus import Bus
from skep.server.schemas.game import ClockRule

__all__ = ["PRESENCE_INTERVAL", "Absences", "claim_delay"]

PRESENCE_INTERVAL: Final = 30.0
"""Seconds after which a process repeats who is connected to it."""

_DELAYS: Final = ((8 * 60, 30.0), (25 * 60, 60.0))
"""Seconds that an absent player has to return in games that are estimated to last less than a number of seconds."""
_SLOW_DELAY: Final = 120.0


def claim_delay(rule: ClockRule) -> float | None:
    """Return how long a player has to return before the other one may claim the game, or None if that is impossible.

    >>> claim_delay(ClockRule(kind="minutes", minutes=3, increment=2))
    30.0
    >>> claim_delay(ClockRule(kind="days", days=2)) is None
    True
    """
    if rule.kind != "minutes":
        return None
    estimated = estimated_seconds(rule)
    return next((delay for below, delay in _DELAYS if estimated < below), _SLOW_DELAY)


class Absences:
    """Which players of a game are gone, as far as this process knows."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._since: dict[Color, float] = {}

    def __bool__(self) -> bool:
        return bool(self._since)

    def update(self, now: float, *, white: bool, black: bool) -> None:
        """Note who is connected to any process."""
        for side, is_there in ((Color.WHITE, white), (Color.BLACK, black)):
            if is_there:
                self._since.pop(side, None)
            else:
                self._since.setdefault(side, now)

    def since(self, side: Color, now: float) -> float | None:
        """Return since when a player is known to be gone, or None if they are not, or if nobody knows."""
        since = self._since.get(side)
        if since is None or self._bus.alone:
            return since
        connected = self._bus.connected_since
        if connected is None:
            return None
        # the others have reported everyone by then who is connected to them
        return max(since, now - (time.monotonic() - connected) + PRESENCE_INTERVAL)
