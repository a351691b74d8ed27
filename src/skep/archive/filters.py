"""Filters that select games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from skep.archive.dates import first_day, last_day
from skep.archive.sources import Origin
from skep.editions import Edition, GameType
from skep.game import ResultCode
from skep.pieces import Color

__all__ = ["EVERY_GAME", "Filters"]

_FIRST: Final = 1
_LAST: Final = 99_999_999


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """Conditions that a game has to meet. A condition that is None accepts every game.

    >>> Filters(since="2025-06", until="2025").days
    (20250600, 20259999)
    """

    game_type: GameType | None = None
    edition: Edition | None = None
    player: str | None = None
    """A player's name as written in the records, in any letter case."""
    side: Color | None = None
    """The side that the player had, or None for either."""
    result: ResultCode | None = None
    since: str | None = None
    """A year, a month or a day, such as 2026, 2026-11 or 2026-11-15. Both ends are inclusive."""
    until: str | None = None
    name: str | None = None
    """A part of a player's name, in any letter case. ``side`` applies to it too."""
    opening: str | None = None
    """The letters of White's first bugs, such as ``SA`` for a spider and then an ant."""
    origin: Origin | None = None

    def __post_init__(self) -> None:
        if self.since is not None:
            first_day(self.since)
        if self.until is not None:
            last_day(self.until)

    @property
    def days(self) -> tuple[int, int] | None:
        """The first and the last day, or None for all games, including those without a date."""
        if self.since is None and self.until is None:
            return None
        return (
            _FIRST if self.since is None else first_day(self.since),
            _LAST if self.until is None else last_day(self.until),
        )


EVERY_GAME: Final = Filters()
