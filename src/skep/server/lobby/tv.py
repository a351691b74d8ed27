"""TV: one channel that always shows the best running game, and stays with it until it has ended."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from skep.server.store.records import StoredGame

__all__ = ["TvChannel"]

_HOLD: Final = 8.0
"""Seconds for which a game stays on after its end, so that its spectators see how it ended."""
_MIN_PLY: Final = 2
"""Games in which both sides have moved are preferred: others may never begin."""

WatchersOf = Callable[[str], int]


class TvChannel:
    """The game that is on."""

    def __init__(self, watchers_of: WatchersOf) -> None:
        self._watchers_of = watchers_of
        self._current: str | None = None
        self._ended: float | None = None
        """When the current game was first found to have ended."""

    def choose(self, running: Sequence[StoredGame], now: float) -> str | None:
        """Return the id of the game to show, given those that can be watched, the latest first."""
        if self._current is not None:
            if any(game.row.id == self._current for game in running):
                self._ended = None
                return self._current
            if self._ended is None:
                self._ended = now
            if 0 <= now - self._ended < _HOLD:
                return self._current
        self._ended = None
        best = max(running, key=self._rank, default=None)
        self._current = None if best is None else best.row.id
        return self._current

    def _rank(self, game: StoredGame) -> tuple[bool, bool, bool, float, int, float]:
        """Return what makes a game worth watching, the most important first."""
        row = game.row
        ratings = [0.0 if seat.rating is None else seat.rating.rating for seat in row.seats]
        return (
            game.status.ply >= _MIN_PLY,
            all(seat.level is None for seat in row.seats),
            row.clock.kind == "minutes",
            sum(ratings),
            self._watchers_of(row.id),
            game.updated,
        )
