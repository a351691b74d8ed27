"""Clocks: the time each side has left, as a value that every event replaces.

A running clock is never stored as it ticks. The value holds the time left at the last event and when the turn began,
so that any process reads the same clock from the same events at any time.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from skep.pieces import Color
from skep.server.schemas.game import Clock, ClockRule
from skep.server.schemas.views import side_name

__all__ = ["Clocks"]

_DAY: Final = 24 * 3600.0


class Clocks(Struct, frozen=True, gc=False):
    """The time of both sides at the start of a turn."""

    rule: ClockRule
    left: tuple[float, float]
    """Seconds left for White and Black, if the clock counts minutes per game."""
    since: float
    """When the current turn began; also set without a clock, to measure how long a turn took."""

    @classmethod
    def set_up(cls, rule: ClockRule, at: float) -> Clocks:
        """Return full clocks, with White's running from ``at`` on."""
        return cls(rule, (rule.minutes * 60.0, rule.minutes * 60.0), at)

    @property
    def counted(self) -> bool:
        """Whether the game has a clock."""
        return self.rule.kind != "none"

    def remaining(self, side: Color, *, running: bool, now: float) -> float:
        """Return the seconds a side has left, negative once its time is up."""
        if self.rule.kind == "days":
            return self.rule.days * _DAY - (now - self.since if running else 0.0)
        return self.left[side] - (now - self.since if running else 0.0)

    def deadline(self, running: Color) -> float | None:
        """Return when the side whose clock runs loses on time, or None without a clock."""
        return self.since + self.remaining(running, running=False, now=0.0) if self.counted else None

    def after_move(self, by: Color, at: float) -> Clocks:
        """Return the clocks after a move: time deducted, increment added, the other side's turn started."""
        if self.rule.kind != "minutes":
            return Clocks(self.rule, self.left, at)
        spent = self.left[by] - (at - self.since) + self.rule.increment
        return Clocks(self.rule, (spent, self.left[1]) if by is Color.WHITE else (self.left[0], spent), at)

    def after_takeback(self, running: Color, at: float) -> Clocks:
        """Return the clocks after a takeback. The time already used is not returned."""
        return self._charged(running, at)

    def stopped(self, running: Color, at: float) -> Clocks:
        """Return the clocks at the end of the game."""
        return self._charged(running, at)

    def credited(self, seconds: float) -> Clocks:
        """Return the clocks with the turn's start moved by ``seconds`` in which no server was running."""
        return replace(self, since=self.since + seconds)

    def _charged(self, side: Color, at: float) -> Clocks:
        if self.rule.kind != "minutes":
            return replace(self, since=at)
        left = max(0.0, self.remaining(side, running=True, now=at))
        return Clocks(self.rule, (left, self.left[1]) if side is Color.WHITE else (self.left[0], left), at)

    def view(self, running: Color | None, now: float) -> Clock | None:
        """Return the clocks as clients receive them."""
        if not self.counted:
            return None
        white, black = (max(0, round(1000 * self.remaining(side, running=side is running, now=now))) for side in Color)
        return Clock(white=white, black=black, running=None if running is None else side_name(running))
