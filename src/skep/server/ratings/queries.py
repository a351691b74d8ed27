"""Reading ratings from the database."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlalchemy import Connection, bindparam, select

from skep.server.ratings.rating import Rating
from skep.server.store.rating_tables import ratings

__all__ = ["ratings_of"]

_CHUNK = 500
"""Players per statement, because databases limit the number of parameters."""

_RATINGS: Final = select(ratings).where(
    ratings.c.player.in_(bindparam("players", expanding=True)), ratings.c.pool == bindparam("pool")
)


def ratings_of(players: Sequence[str], pool: str, connection: Connection) -> dict[str, Rating]:
    """Return the ratings of those players who have played rated games in a pool."""
    found = {}
    for start in range(0, len(players), _CHUNK):
        for row in connection.execute(_RATINGS, {"players": players[start : start + _CHUNK], "pool": pool}):
            found[row.player] = Rating(row.rating, row.deviation, row.volatility, row.games, row.updated)
    return found
