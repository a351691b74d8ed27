"""The tables. Every change here needs a migration for existing databases; a test compares the two.

Times are whole microseconds since 1970, which both databases and JSON represent exactly. Tokens are stored as hashes.
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

__all__ = [
    "JOINABLE",
    "TO_ARCHIVE",
    "UNFINISHED",
    "UNSTARTED",
    "chat",
    "events",
    "games",
    "guests",
    "metadata",
    "seat_guests",
    "seats",
    "settings",
    "spectator_chat",
]

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
    # Whether the list of running games has the game: it is not private, and two players have taken the seats.
    Column("watchable", Boolean, nullable=False, server_default=false()),
    # Whether the game is neither listed nor added to the game database.
    Column("private", Boolean, nullable=False, server_default=false()),
    # Whether anyone can take the open seat, without an invitation.
    Column("joinable", Boolean, nullable=False, server_default=false()),
    # Whether the game changes the players' ratings.
    Column("rated", Boolean, nullable=False, server_default=false()),
    # The result, set by the event that ends the game: the winner's side, and how it ended.
    Column("winner", SmallInteger),
    Column("ending", Text),
    # The pool of ratings, by clock and game type; NULL without a clock, and in games of earlier versions.
    Column("pool", Text),
    # The tournament that the game belongs to.
    Column("tournament", Text),
    sqlite_with_rowid=False,
)
# Every event updates the row of its game, so indexes that few games need are partial.
UNFINISHED: Final = text("NOT ended")
UNSTARTED: Final = text("NOT ended AND deadline IS NULL AND ply = 0")
"""Open invitations, and games without a running clock and without a move."""
Index(
    "ix_games_unfinished",
    games.c.watchable,
    games.c.updated,
    sqlite_where=UNFINISHED,
    postgresql_where=UNFINISHED,
)
JOINABLE: Final = text("NOT ended AND joinable")
Index("ix_games_joinable", games.c.updated, sqlite_where=JOINABLE, postgresql_where=JOINABLE)
Index("ix_games_unstarted", games.c.updated, sqlite_where=UNSTARTED, postgresql_where=UNSTARTED)
_waiting = games.c.computer_to_move
Index("ix_games_waiting", games.c.updated, sqlite_where=_waiting, postgresql_where=_waiting)
_timed = games.c.deadline.is_not(None)
TO_ARCHIVE: Final = text("ended AND NOT archived AND NOT private AND ply >= 2")
"""Queries use these conditions word for word: otherwise SQLite does not see that an index answers them."""
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
    # Seeds of links, not their secrets.
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


spectator_chat: Final = Table(
    "spectator_chat",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("game", Text, ForeignKey("games.id"), nullable=False, index=True),
    Column("name", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    # The guest who wrote it; NULL in lines of earlier versions.
    Column("guest", Text),
)
