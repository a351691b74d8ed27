"""Clocks: how much time each side has, as a value that an event turns into the next.

The running clock is never stored as it ticks: what is kept is the time left at the last event and when the turn
began, so that any process, at any time, reads the same clock from the same events.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from skep.pieces import Color
from skep.server.schemas.game import Clock, ClockRule, Side

__all__ = ["Clocks", "side_name"]

_DAY: Final = 24 * 3600.0
_NAMES: Final[tuple[Side, Side]] = ("white", "black")


def side_name(color: Color) -> Side:
    """A colour as messages name it."""
    return _NAMES[color]


class Clocks(Struct, frozen=True, gc=False):
    """The time of both sides at the beginning of a turn."""

    rule: ClockRule
    left: tuple[float, float]
    """Seconds that White and Black have, when their time is counted in minutes for the game."""
    since: float
    """When the present turn began; also kept where nothing is counted, to tell how long a turn took."""

    @classmethod
    def set_up(cls, rule: ClockRule, at: float) -> Clocks:
        """Both clocks full, White's running from then on."""
        return cls(rule, (rule.minutes * 60.0, rule.minutes * 60.0), at)

    @property
    def counted(self) -> bool:
        """Whether there is a clock at all."""
        return self.rule.kind != "none"

    def remaining(self, side: Color, *, running: bool, now: float) -> float:
        """The seconds a side has left, which are less than nothing when its time is up."""
        if self.rule.kind == "days":
            return self.rule.days * _DAY - (now - self.since if running else 0.0)
        return self.left[side] - (now - self.since if running else 0.0)

    def deadline(self, running: Color) -> float | None:
        """When the side whose clock runs will have lost on time."""
        return self.since + self.remaining(running, running=False, now=0.0) if self.counted else None

    def moved(self, by: Color, at: float) -> Clocks:
        """After a move: its time is taken off, its increment added, and the other side's turn begins."""
        if self.rule.kind != "minutes":
            return Clocks(self.rule, self.left, at)
        spent = self.left[by] - (at - self.since) + self.rule.increment
        return Clocks(self.rule, (spent, self.left[1]) if by is Color.WHITE else (self.left[0], spent), at)

    def turned_back(self, running: Color, at: float) -> Clocks:
        """After moves were taken back: who was thinking has used that time, and nobody gets any returned."""
        return self._charged(running, at)

    def stopped(self, running: Color, at: float) -> Clocks:
        """At the end of the game: the running clock stands still."""
        return self._charged(running, at)

    def credited(self, seconds: float) -> Clocks:
        """The turn began so much later: nobody loses the time in which no server was running."""
        return replace(self, since=self.since + seconds)

    def _charged(self, side: Color, at: float) -> Clocks:
        if self.rule.kind != "minutes":
            return replace(self, since=at)
        left = max(0.0, self.remaining(side, running=True, now=at))
        return Clocks(self.rule, (left, self.left[1]) if side is Color.WHITE else (self.left[0], left), at)

    def told(self, running: Color | None, now: float) -> Clock | None:
        """The clocks as a client is told of them now."""
        if not self.counted:
            return None
        white, black = (max(0, round(1000 * self.remaining(side, running=side is running, now=now))) for side in Color)
        return Clock(white=white, black=black, running=None if running is None else side_name(running))
