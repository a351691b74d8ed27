"""Reading ratings from the database."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, select

from skep.server.ratings.rating import Rating
from skep.server.store.rating_tables import ratings

__all__ = ["ratings_of"]

_CHUNK = 500
"""Players per statement, because databases limit the number of parameters."""


def ratings_of(players: Sequence[str], pool: str, connection: Connection) -> dict[str, Rating]:
    """Return the ratings of those players who have played rated games in a pool."""
    columns, found = ratings.c, {}
    for start in range(0, len(players), _CHUNK):
        rows = select(ratings).where(columns.player.in_(players[start : start + _CHUNK]), columns.pool == pool)
        for row in connection.execute(rows):
            found[row.player] = Rating(row.rating, row.deviation, row.volatility, row.games, row.updated)
    return found
