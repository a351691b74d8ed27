"""The tables of the archive. A change here needs a matching migration; a test compares the two.

A position is identified by a 64-bit key shared by its rotations and reflections (:mod:`skep.archive.keys`). An opening
position has few pieces in play and occurs in many games. docs/archive.md explains the size and speed of the tables.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    Table,
    Text,
)

__all__ = [
    "digests",
    "games",
    "metadata",
    "players",
    "records",
    "reviews",
    "sizes",
    "studies",
    "tallies",
    "turns",
    "values",
]

metadata: Final = MetaData(
    naming_convention={
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

# The writer assigns ids itself, because there is only one writer at a time.
players: Final = Table(
    "archive_players",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("folded", Text, nullable=False),
)
"""The players named in records. Names that differ only in letter case are one player."""
Index("ix_archive_players_folded", players.c.folded, unique=True)

games: Final = Table(
    "archive_games",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("white", Integer, nullable=False),  # a player id, or 0 if unknown
    Column("black", Integer, nullable=False),
    Column("date", Integer, nullable=False),  # such as 20261115, with zeros for unknown parts
    Column("game_type", Text, nullable=False),
    Column("edition", Text, nullable=False),
    Column("result", SmallInteger, nullable=False),  # an index into keys.RESULTS
    Column("reason", Text, nullable=False),
    Column("plies", Integer, nullable=False),
    Column("event", Text, nullable=False),
    Column("source", Text, nullable=False),
    Column("source_key", Text),
    Column("moves", BigInteger, nullable=False),  # a fingerprint of the moves
    Column("added", BigInteger, nullable=False),  # microseconds since 1970
    Column("opening", Text),  # as in final_position; NULL if an earlier version stored the game
    Column("final", Text),
    Column("clock", Text),  # the TimeControl tag
    Column("import_id", Text),  # the import that added the game, so that it can be undone
)
Index("ix_archive_games_date_id", games.c.date, games.c.id)
Index("ix_archive_games_white_date", games.c.white, games.c.date)
Index("ix_archive_games_black_date", games.c.black, games.c.date)
Index("ix_archive_games_moves", games.c.moves)
_is_imported = games.c.import_id.is_not(None)
Index(
    "ix_archive_games_import_id",
    games.c.import_id,
    sqlite_where=_is_imported,
    postgresql_where=_is_imported,
)
_has_source_key = games.c.source_key.is_not(None)
Index(
    "ix_archive_games_source_source_key",
    games.c.source,
    games.c.source_key,
    unique=True,
    sqlite_where=_has_source_key,
    postgresql_where=_has_source_key,
)

records: Final = Table(
    "archive_records",
    metadata,
    Column("game", Integer, primary_key=True, autoincrement=False),
    Column("text", Text, nullable=False),
)
"""The complete records, in skep's dialect of PGN. In a table of their own, so that listing games does not read them."""

digests: Final = Table(
    "archive_digests",
    metadata,
    Column("digest", LargeBinary, primary_key=True),
    Column("game", Integer, ForeignKey(games.c.id, ondelete="CASCADE"), nullable=False),
    Column("moves", BigInteger, nullable=False),  # as in the games table, because ids of deleted games are reused
)
"""Hashes of the records that were imported, so that the same record is recognised without replaying its moves.

Several records can belong to one game. A deleted game loses its hashes and can be imported again.
"""
Index("ix_archive_digests_game", digests.c.game)

turns: Final = Table(
    "archive_turns",
    metadata,
    Column("key", BigInteger, primary_key=True, autoincrement=False),
    Column("player", Integer, primary_key=True, autoincrement=False),
    Column("next", BigInteger, primary_key=True, autoincrement=False),
    Column("date", Integer, primary_key=True, autoincrement=False),
    Column("game", Integer, primary_key=True, autoincrement=False),
    Column("again", SmallInteger, nullable=False),  # 1 if the game has another row for this position
    Column("result", SmallInteger, nullable=False),
    Column("white", Integer, nullable=False),
    Column("black", Integer, nullable=False),
    sqlite_with_rowid=False,
)
"""Every position of every game with the next position, or 0 at the end. The primary key is in query order.

``player`` is 0. Opening positions have two more rows, in which ``player`` is twice the id of White's player, and twice
the id of Black's player plus one.
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
"""Counts of the turns in opening positions."""

values: Final = Table(
    "archive_values",
    metadata,
    Column("key", BigInteger, primary_key=True, autoincrement=False),
    Column("value", Float, nullable=False),
    Column("depth", Integer, nullable=False),
    sqlite_with_rowid=False,
)
"""The engine's evaluations of positions, in units from White's side."""

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

sizes: Final = Table(
    "archive_sizes",
    metadata,
    Column("name", Text, primary_key=True),
    Column("bytes", BigInteger, nullable=False),
)
"""One row, ``texts``: the total size of the reviews and studies, so that a limit can be checked without adding up."""
