"""Ratings as players see them: rounded, and marked while they are provisional."""

from __future__ import annotations

from skep.server.ratings.rating import Rating, first_rating, level_player
from skep.server.ratings.results import age_rating
from skep.server.schemas.ratings import ShownRating
from skep.server.store.records import GameRow, SeatRow
from skep.server.store.values import micros

__all__ = ["seat_rating", "to_shown"]


def to_shown(rating: Rating, after: float | None = None) -> ShownRating:
    """Return a rating as it is shown, with the one after a game.

    >>> to_shown(Rating(1500.4, 350.0, 0.06))
    ShownRating(rating=1500, provisional=True, after=None)
    """
    return ShownRating(
        rating=round(rating.rating), provisional=rating.provisional, after=None if after is None else round(after)
    )


def seat_rating(row: GameRow, seat: SeatRow) -> ShownRating | None:
    """Return the rating of a player when a game began, or None for a guest and without a clock."""
    if row.pool is None or not (seat.registered or seat.level is not None):
        return None
    player = seat.guest if seat.level is None else level_player(seat.level)
    if player is None:
        return None
    stored = seat.rating
    if stored is None:
        return to_shown(first_rating(player))
    rating = Rating(stored.rating, stored.deviation, stored.volatility, updated=stored.updated)
    return to_shown(age_rating(player, rating, micros(row.created)), stored.after)
