"""The effect of one result on two ratings, and the ratings that follow from the results of many games."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from skep.server.ratings.glicko2 import PERIOD_SECONDS, Opposition, age, update
from skep.server.ratings.rating import Rating, first_rating, level_of

__all__ = ["RatedResult", "RatingChange", "Replay", "age_rating", "rate_result"]

_PERSON_FLOOR: Final = 45.0
"""The least deviation of a person, so that a rating keeps following their strength."""
_LEVEL_FLOOR: Final = 15.0
"""The least deviation of a level, which does not learn: a thousand games move it by a few points."""
_PERIOD: Final = PERIOD_SECONDS * 1_000_000


class RatedResult(NamedTuple):
    """The result of a rated game."""

    game: str
    pool: str
    white: str
    """A guest's id, or a level as ``level 3``."""
    black: str
    score: float
    """White's: 1 for a win, 0.5 for a draw."""
    at: int
    """When the game ended, in microseconds since 1970."""


class RatingChange(NamedTuple):
    """A player's rating before and after a game."""

    player: str
    before: Rating
    after: Rating


def age_rating(player: str, rating: Rating, at: int) -> Rating:
    """Return a rating as it is some time after the player's last game. Levels do not age."""
    return age(rating, _periods(player, rating, at))


def rate_result(result: RatedResult, white: Rating, black: Rating) -> tuple[RatingChange, RatingChange]:
    """Return how a game changes the ratings of White and Black.

    >>> white, black = first_rating("Anna"), first_rating("level 2")
    >>> for change in rate_result(RatedResult("g1", "blitz/base", "Anna", "level 2", 1.0, 0), white, black):
    ...     print(change.player, round(change.before.rating), round(change.after.rating))
    Anna 1500 1521
    level 2 784 783
    """
    before = age_rating(result.white, white, result.at), age_rating(result.black, black, result.at)
    return (
        _change(result.white, white, before[0], Opposition(before[1], result.score), result.at),
        _change(result.black, black, before[1], Opposition(before[0], 1 - result.score), result.at),
    )


def _change(player: str, stored: Rating, before: Rating, game: Opposition, at: int) -> RatingChange:
    floor = _PERSON_FLOOR if level_of(player) is None else _LEVEL_FLOOR
    after = update(stored, [game], _periods(player, stored, at), floor=floor)
    # events of several processes can end a little out of order
    return RatingChange(player, before, replace(after, updated=max(at, stored.updated)))


def _periods(player: str, rating: Rating, at: int) -> float:
    """Return the rating periods since the player's last game."""
    is_new = rating.updated == 0 or level_of(player) is not None
    return 0.0 if is_new else max(0.0, (at - rating.updated) / _PERIOD)


@dataclass(slots=True)
class Replay:
    """Ratings computed from scratch, from the results of all games."""

    ratings: dict[tuple[str, str], Rating] = field(default_factory=dict)
    """By player and pool."""

    def rate(self, result: RatedResult) -> tuple[RatingChange, RatingChange]:
        """Rate the next game."""
        white, black = (self.find(player, result.pool) for player in (result.white, result.black))
        changes = rate_result(result, white, black)
        for change in changes:
            self.ratings[change.player, result.pool] = change.after
        return changes

    def find(self, player: str, pool: str) -> Rating:
        """Return a player's rating so far."""
        return self.ratings.get((player, pool)) or first_rating(player)
