"""The tables of ratings: the current ones, and the changes that led to them.

A player is a guest's id, or ``level 3`` for a level of the computer.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    SmallInteger,
    Table,
    Text,
    UniqueConstraint,
)

from skep.server.store.tables import metadata

__all__ = ["rating_changes", "ratings"]

ratings: Final = Table(
    "ratings",
    metadata,
    Column("player", Text, primary_key=True),
    Column("pool", Text, primary_key=True),
    Column("rating", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("volatility", Double, nullable=False),
    Column("games", Integer, nullable=False),
    # The end of the last rated game, from which the deviation grows.
    Column("updated", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
Index("ix_ratings_leaders", ratings.c.pool, ratings.c.rating)

rating_changes: Final = Table(
    "rating_changes",
    metadata,
    # Two games of one player are numbered in the order in which they changed the rating.
    Column("id", Integer, primary_key=True),
    Column("game", Text, ForeignKey("games.id"), nullable=False),
    Column("side", SmallInteger, nullable=False),
    Column("player", Text, nullable=False),
    Column("pool", Text, nullable=False),
    Column("opponent", Text, nullable=False),
    # 1 for a win, 0.5 for a draw.
    Column("score", Double, nullable=False),
    Column("rating", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("volatility", Double, nullable=False),
    Column("new_rating", Double, nullable=False),
    Column("new_deviation", Double, nullable=False),
    Column("new_volatility", Double, nullable=False),
    Column("opponent_rating", Double, nullable=False),
    Column("opponent_deviation", Double, nullable=False),
    Column("at", BigInteger, nullable=False),
    # Each game changes each rating once.
    UniqueConstraint("game", "side"),
)
Index("ix_rating_changes_player", rating_changes.c.player, rating_changes.c.pool, rating_changes.c.id)
