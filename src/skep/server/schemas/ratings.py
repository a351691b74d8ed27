"""Ratings in messages."""

from __future__ import annotations

from msgspec import Struct

__all__ = ["ShownRating"]


class ShownRating(Struct, frozen=True, kw_only=True, gc=False):
    """A player's rating in the pool of a game, by its speed and its family of game types."""

    rating: int
    provisional: bool
    """Whether the rating is still uncertain, because the player has played few rated games, or none for long."""
    after: int | None = None
    """The rating after the game, if the game has changed it."""
