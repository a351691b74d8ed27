"""How long a bot thinks about a move: the time per move, its clock, and the delay of the network."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from skep.bot.messages import FullGame, GameState
from skep.engine.limits import Limit
from skep.pieces import Color

__all__ = ["Clock", "NetworkDelay", "Pace", "clock_of", "first_move_limit"]

_FIRST_MOVE_SECONDS: Final = 5.0
"""Maximum time for the first move, which has a limit of its own while the clock does not run yet."""
_FIRST_MOVE_SHARE: Final = 0.25
"""The share of that limit to use at most."""
_SLOW_SECONDS: Final = 10.0
"""Time for a move in daily games and games without a clock, unless the user sets one."""
_FIRST_GUESS: Final = 0.2
_MAX_DELAY: Final = 5.0


@dataclass(frozen=True, slots=True)
class Clock:
    """A player's clock, as the server sent it."""

    left: float
    """Seconds left for the game or, in a daily game, for the move."""
    increment: float = 0.0
    is_daily: bool = False


def clock_of(full: FullGame, state: GameState, color: Color) -> Clock | None:
    """Return the clock of a player, or None in a game without one."""
    white = color is Color.WHITE
    left, increment = (state.wtime, state.winc) if white else (state.btime, state.binc)
    if left is None or (full.clock is None and full.days_per_turn is None):
        return None
    return Clock(left / 1000, increment / 1000, is_daily=full.clock is None)


def first_move_limit(state: GameState) -> float | None:
    """Return the maximum seconds for a player's first move, or None for later moves."""
    if len(state.move_strings) >= 2:
        return None
    if state.expiration is None:
        return _FIRST_MOVE_SECONDS
    left = max(state.expiration.millis_to_move - state.expiration.idle_millis, 0.0) / 1000
    return min(_FIRST_MOVE_SECONDS, _FIRST_MOVE_SHARE * left)


class NetworkDelay:
    """An estimate of the seconds that a move needs to reach the server, by the formula of TCP (RFC 6298).

    >>> delay = NetworkDelay()
    >>> delay.observe(0.1)
    >>> round(delay.seconds, 3)
    0.3
    """

    def __init__(self) -> None:
        self._mean = _FIRST_GUESS
        self._deviation: float | None = None

    def observe(self, seconds: float) -> None:
        """Take a measured delay into account."""
        seconds = min(seconds, _MAX_DELAY)
        if self._deviation is None:
            self._mean, self._deviation = seconds, seconds / 2
            return
        self._deviation += (abs(seconds - self._mean) - self._deviation) / 4
        self._mean += (seconds - self._mean) / 8

    @property
    def seconds(self) -> float:
        """The delay to expect, which few moves exceed."""
        return self._mean + 4 * (self._deviation or 0.0)


@dataclass(frozen=True, slots=True)
class Pace:
    """How a bot uses its time."""

    seconds: float | None = None
    """Maximum time per move. By default a share of the clock or, without one, ten seconds."""
    whole_seconds: bool = False
    """Whether to round the time of a move down to whole seconds, for engines that cannot read a fraction."""

    def limit(
        self, clock: Clock | None, *, elapsed: float = 0.0, delay: float = 0.0, first_move: float | None = None
    ) -> Limit:
        """Return the limit of a search.

        ``elapsed`` is the number of seconds since the clock was sent, ``delay`` that of the network, and ``first_move``
        that of ``first_move_limit``.

        >>> Pace().limit(Clock(60, increment=1), elapsed=0.8, delay=0.2).time
        2.716...
        >>> Pace().limit(None).time, Pace(seconds=2).limit(Clock(86400, is_daily=True)).time
        (10.0, 2)
        """
        seconds = self.seconds
        if seconds is None and (clock is None or clock.is_daily):
            seconds = _SLOW_SECONDS
        if first_move is not None:
            seconds = first_move if seconds is None else min(seconds, first_move)
        left = None if clock is None else max(clock.left - elapsed - delay, 0.0)
        limit = Limit(seconds=seconds, clock=left, increment=0.0 if clock is None else clock.increment)
        if self.whole_seconds and limit.time is not None:
            return Limit(seconds=max(1.0, float(int(limit.time))))
        return limit
