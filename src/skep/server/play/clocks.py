"""Clocks: the time each side has left, as a value that every event replaces.

A running clock is never stored as it ticks. The value holds the time left at the last event and when the turn began,
so that any process reads the same clock from the same events at any time.

The clock of a side starts after its first move. Until then the side has a limit for that move, after which the game is
aborted without a loss.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from skep.pieces import Color
from skep.server.schemas.game import Clock, ClockRule
from skep.server.schemas.views import side_name

__all__ = ["Clocks", "estimated_seconds", "with_first_move"]

_DAY: Final = 24 * 3600
_EXPECTED_MOVES: Final = 40
"""The number of increments in the estimated time of a side, which defines the speed of a game."""
_FIRST_MOVE: Final = ((8 * 60, 30), (25 * 60, 60))
"""The limit of the first move for blitz and faster games, and for rapid ones, in seconds."""
_SLOW_FIRST_MOVE: Final = 300


def estimated_seconds(rule: ClockRule) -> float:
    """Return how long each player is expected to have in a game with minutes per game."""
    return 60 * rule.minutes + _EXPECTED_MOVES * rule.increment


def with_first_move(rule: ClockRule, *, opponent_waits: bool) -> ClockRule:
    """Return a clock rule with the limit of the first move.

    It depends on the speed of the game. If no other person waits for the move, because the computer plays or both
    players share a screen, the limit is a day.

    >>> with_first_move(ClockRule(kind="minutes", minutes=5, increment=3), opponent_waits=True).first_move
    30
    """
    if rule.kind == "none":
        return rule
    if rule.kind == "days" or not opponent_waits:
        return replace(rule, first_move=_DAY)
    limit = next((limit for below, limit in _FIRST_MOVE if estimated_seconds(rule) < below), _SLOW_FIRST_MOVE)
    return replace(rule, first_move=limit)


class Clocks(Struct, frozen=True, gc=False):
    """The time of both sides at the start of a turn."""

    rule: ClockRule
    left: tuple[float, float]
    """Seconds left for White and Black, if the clock counts minutes per game."""
    since: float
    """When the current turn began; also set without a clock, to measure how long a turn took."""
    ply: int = 0
    """The number of turns taken."""
    paused_until: float = 0.0
    """Until when the clock of the side to move stands still, because its player is on vacation."""

    @classmethod
    def set_up(cls, rule: ClockRule, at: float) -> Clocks:
        """Return full clocks at the start of White's first turn."""
        return cls(rule, (rule.minutes * 60.0, rule.minutes * 60.0), at)

    @property
    def counted(self) -> bool:
        """Whether the game has a clock."""
        return self.rule.kind != "none"

    @property
    def awaits_first_move(self) -> bool:
        """Whether the side to move has not moved yet, so that its clock does not run."""
        return self.ply < 2 and self.rule.first_move > 0

    def remaining(self, side: Color, *, running: bool, now: float) -> float:
        """Return the seconds a side has left, negative once its time is up. ``running`` says that it is to move."""
        spent = max(now, self.paused_until) - self.since if running and not self.awaits_first_move else 0.0
        return (self.rule.days * _DAY if self.rule.kind == "days" else self.left[side]) - spent

    def deadline(self, running: Color) -> float | None:
        """Return when the side to move loses on time or, before its first move, the game is aborted.

        Returns None without a clock.
        """
        if not self.counted:
            return None
        if self.awaits_first_move:
            return self.since + self.rule.first_move
        return self.since + self.remaining(running, running=False, now=0.0)

    def after_move(self, by: Color, at: float) -> Clocks:
        """Return the clocks after a move: time deducted, increment added, the other side's turn started."""
        if self.rule.kind != "minutes" or self.awaits_first_move:
            return Clocks(self.rule, self.left, at, self.ply + 1)
        left = self.left[by] - (at - self.since) + self.rule.increment
        return Clocks(self.rule, (left, self.left[1]) if by is Color.WHITE else (self.left[0], left), at, self.ply + 1)

    def after_takeback(self, running: Color, at: float, ply: int) -> Clocks:
        """Return the clocks after a takeback to a ply. The time already used is not returned."""
        return replace(self._deduct_time(running, at), ply=ply, paused_until=0.0)

    def after_end(self, running: Color, at: float) -> Clocks:
        """Return the clocks at the end of the game."""
        return self._deduct_time(running, at)

    def after_outage(self, seconds: float) -> Clocks:
        """Return the clocks with the turn's start moved by ``seconds`` in which no server was running."""
        return replace(self, since=self.since + seconds)

    def with_pause(self, at: float, until: float) -> Clocks:
        """Return the clocks with that of the side to move standing still until a time, from ``at`` on.

        A pause that is not over yet is replaced: it can become longer or shorter.
        """
        until = max(until, at)
        return replace(self, since=self.since + until - max(at, self.paused_until), paused_until=until)

    def _deduct_time(self, side: Color, at: float) -> Clocks:
        if self.rule.kind != "minutes":
            return replace(self, since=at)
        left = max(0.0, self.remaining(side, running=True, now=at))
        return replace(self, left=(left, self.left[1]) if side is Color.WHITE else (self.left[0], left), since=at)

    def view(self, running: Color | None, now: float) -> Clock | None:
        """Return the clocks as clients receive them."""
        if not self.counted:
            return None
        white, black = (_millis(self.remaining(side, running=side is running, now=now)) for side in Color)
        if running is not None and self.awaits_first_move:
            first_move = self.since + self.rule.first_move - max(now, self.paused_until)
            return Clock(white=white, black=black, first_move=_millis(first_move), vacation=self._pause_left(now))
        if running is not None and now < self.paused_until:
            return Clock(white=white, black=black, vacation=self._pause_left(now))
        return Clock(white=white, black=black, running=None if running is None else side_name(running))

    def _pause_left(self, now: float) -> int | None:
        return _millis(self.paused_until - now) if now < self.paused_until else None


def _millis(seconds: float) -> int:
    return max(0, round(1000 * seconds))
