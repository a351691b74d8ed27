"""Limit: the conditions that end a search."""

from __future__ import annotations

from dataclasses import dataclass

from skep.errors import SkepError

__all__ = ["Limit"]


@dataclass(frozen=True, slots=True)
class Limit:
    """The conditions that end a search, whichever is met first. Without any it runs until it is stopped.

    >>> Limit(seconds=0.5).seconds
    0.5
    """

    seconds: float | None = None
    """Time for this move."""
    depth: int | None = None
    """Plies of the deepest iteration."""
    nodes: int | None = None
    """Number of positions searched. With one thread, the same number gives the same result."""
    clock: float | None = None
    """Seconds left for the rest of the game. The engine decides how many of them to use."""
    increment: float = 0.0
    """Seconds added to the clock after the move."""

    def __post_init__(self) -> None:
        for name in ("seconds", "depth", "nodes", "clock", "increment"):
            value = getattr(self, name)
            if value is not None and (value < 0 or value != value):
                raise SkepError(f"{name} may not be {value}")

    @property
    def time(self) -> float | None:
        """The seconds to use for this move: ``seconds`` or a share of the clock, whichever is less.

        >>> Limit(clock=60, increment=1).time
        2.75
        >>> Limit(depth=3).time is None
        True
        """
        shares = [] if self.seconds is None else [self.seconds]
        if self.clock is not None:
            # a player makes about thirty moves in a game; a tenth of a second is reserved for latency
            usable = max(self.clock - 0.1, 0.01)
            shares.append(min(usable * 0.7, self.clock / 30 + self.increment * 0.75))
        return min(shares, default=None)
