"""The tables. A change here needs a migration that does the same to databases that exist: a test compares them.

A position is known by a 64-bit key that its turned and mirrored images share (:mod:`skep.archive.keys`); a position in
the opening is one with few pieces in play, which many games pass through. What a row costs and what it saves is told
in docs/archive.md.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Column, Float, Index, Integer, MetaData, SmallInteger, Table, Text

__all__ = ["games", "metadata", "players", "records", "reviews", "studies", "tallies", "turns", "values"]

metadata: Final = MetaData(naming_convention={"ix": "ix_%(table_name)s_%(column_0_N_name)s", "pk": "pk_%(table_name)s"})

# Numbers are given out by the one who writes: there is one writer at a time.
players: Final = Table(
    "archive_players",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("folded", Text, nullable=False),
)
"""Everybody whose name stands in a record. Names that differ in letter case alone are one player."""
Index("ix_archive_players_folded", players.c.folded, unique=True)

games: Final = Table(
    "archive_games",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("white", Integer, nullable=False),  # of players, 0 when unknown
    Column("black", Integer, nullable=False),
    Column("date", Integer, nullable=False),  # 20261115, zeros for what is unknown
    Column("game_type", Text, nullable=False),
    Column("edition", Text, nullable=False),
    Column("result", SmallInteger, nullable=False),  # its place in keys.RESULTS
    Column("reason", Text, nullable=False),
    Column("plies", Integer, nullable=False),
    Column("event", Text, nullable=False),
    Column("source", Text, nullable=False),
    Column("source_key", Text),
    Column("moves", BigInteger, nullable=False),  # the same for games of the same moves
    Column("added", BigInteger, nullable=False),  # microseconds since 1970
)
Index("ix_archive_games_date_id", games.c.date, games.c.id)
Index("ix_archive_games_white_date", games.c.white, games.c.date)
Index("ix_archive_games_black_date", games.c.black, games.c.date)
Index("ix_archive_games_moves", games.c.moves)
_named = games.c.source_key.is_not(None)
Index(
    "ix_archive_games_source_source_key",
    games.c.source,
    games.c.source_key,
    unique=True,
    sqlite_where=_named,
    postgresql_where=_named,
)

records: Final = Table(
    "archive_records",
    metadata,
    Column("game", Integer, primary_key=True, autoincrement=False),
    Column("text", Text, nullable=False),
)
"""The whole records, in our own dialect of PGN. Apart, so that lists of games need not read past them."""

turns: Final = Table(
    "archive_turns",
    metadata,
    Column("key", BigInteger, primary_key=True, autoincrement=False),
    Column("player", Integer, primary_key=True, autoincrement=False),
    Column("next", BigInteger, primary_key=True, autoincrement=False),
    Column("date", Integer, primary_key=True, autoincrement=False),
    Column("game", Integer, primary_key=True, autoincrement=False),
    Column("again", SmallInteger, nullable=False),  # 1 when the game has another row for this position
    Column("result", SmallInteger, nullable=False),
    Column("white", Integer, nullable=False),
    Column("black", Integer, nullable=False),
    sqlite_with_rowid=False,
)
"""Every position of every game with the one that followed, 0 at the end: in the order in which they are asked for.

``player`` is 0; for positions of the opening there are two rows more, twice the number of White's player, and twice
that of Black's and one.
"""

tallies: Final = Table(
    "archive_tallies",
    metadata,
    Column("key", BigInteger, primary_key=True, autoincrement=False),
    Column("next", BigInteger, primary_key=True, autoincrement=False),
    Column("month", Integer, primary_key=True, autoincrement=False),
    Column("again", SmallInteger, primary_key=True, autoincrement=False),
    Column("white", Integer, nullable=False),
    Column("draws", Integer, nullable=False),
    Column("black", Integer, nullable=False),
    Column("unfinished", Integer, nullable=False),
    sqlite_with_rowid=False,
)
"""The turns of the opening, counted."""

values: Final = Table(
    "archive_values",
    metadata,
    Column("key", BigInteger, primary_key=True, autoincrement=False),
    Column("value", Float, nullable=False),
    Column("depth", Integer, nullable=False),
    sqlite_with_rowid=False,
)
"""What the engine thought of positions, in units, White's view."""

reviews: Final = Table(
    "archive_reviews",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Integer),
    Column("text", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
)
Index("ix_archive_reviews_game", reviews.c.game)

studies: Final = Table(
    "archive_studies",
    metadata,
    Column("id", Text, primary_key=True),
    Column("text", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
)
