"""The tables. Every change here needs a migration for existing databases; a test compares the two.

Times are whole microseconds since 1970, which both databases and JSON represent exactly. Secrets are stored as hashes.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    Table,
    Text,
    false,
    text,
)

__all__ = ["TO_ARCHIVE", "chat", "events", "games", "guests", "metadata", "seat_guests", "seats", "settings"]

metadata: Final = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

settings: Final = Table(
    "settings",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", LargeBinary, nullable=False),
)

guests: Final = Table(
    "guests",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("token", Text, nullable=False, unique=True),
    Column("created", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

games: Final = Table(
    "games",
    metadata,
    Column("id", Text, primary_key=True),
    Column("edition", Text, nullable=False),
    Column("game_type", Text, nullable=False),
    Column("threefold", Boolean, nullable=False),
    Column("clock", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("rematch_of", Text, ForeignKey("games.id")),
    # The status, updated with every event.
    Column("seq", Integer, nullable=False),
    Column("ply", Integer, nullable=False),
    Column("ended", Boolean, nullable=False),
    Column("deadline", BigInteger),
    Column("computer_to_move", Boolean, nullable=False),
    Column("updated", BigInteger, nullable=False),
    # Whether the game database has the game, set once after its end.
    Column("archived", Boolean, nullable=False, server_default=false()),
    sqlite_with_rowid=False,
)
Index("ix_games_ended_updated", games.c.ended, games.c.updated)
# Every event updates the row of its game, so indexes that few games need are partial.
_waiting = games.c.computer_to_move
Index("ix_games_waiting", games.c.updated, sqlite_where=_waiting, postgresql_where=_waiting)
_timed = games.c.deadline.is_not(None)
TO_ARCHIVE: Final = text("ended AND NOT archived AND ply >= 2")
"""Asked for in these very words: else SQLite does not see that the index answers it."""
Index("ix_games_to_archive", games.c.updated, sqlite_where=TO_ARCHIVE, postgresql_where=TO_ARCHIVE)
Index("ix_games_deadline", games.c.deadline, sqlite_where=_timed, postgresql_where=_timed)

seats: Final = Table(
    "seats",
    metadata,
    Column("game", Text, ForeignKey("games.id"), primary_key=True),
    Column("side", SmallInteger, primary_key=True),
    Column("guest", Text, ForeignKey("guests.id"), index=True),
    Column("name", Text, nullable=False),
    Column("level", SmallInteger),
    Column("secret", Text, nullable=False, unique=True),
    Column("invite", Text, unique=True),
    sqlite_with_rowid=False,
)

seat_guests: Final = Table(
    "seat_guests",
    metadata,
    Column("guest", Text, ForeignKey("guests.id"), primary_key=True),
    Column("game", Text, primary_key=True),
    Column("side", SmallInteger, primary_key=True),
    ForeignKeyConstraint(["game", "side"], ["seats.game", "seats.side"]),
    sqlite_with_rowid=False,
)

events: Final = Table(
    "events",
    metadata,
    Column("game", Text, ForeignKey("games.id"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("side", SmallInteger),
    Column("text", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

chat: Final = Table(
    "chat",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("game", Text, ForeignKey("games.id"), nullable=False, index=True),
    Column("side", SmallInteger, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
)
