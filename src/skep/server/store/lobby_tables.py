"""The tables of the lobby: who looks for a game, which seeks were matched, challenges to a player, and open ones."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Boolean, Column, Float, ForeignKey, Index, Integer, SmallInteger, Table, Text

from skep.server.store.tables import metadata

__all__ = ["challenges", "matches", "open_challenges", "seeks"]

seeks: Final = Table(
    "seeks",
    metadata,
    # The primary key: a player waits for one game at a time.
    Column("player", Text, ForeignKey("guests.id"), primary_key=True),
    Column("id", Text, nullable=False, unique=True),
    # Only seeks with equal terms can be matched: clock, edition, game type, rules and whether the game is rated.
    Column("terms", Text, nullable=False, index=True),
    Column("name", Text, nullable=False),
    Column("clock", Text, nullable=False),
    Column("edition", Text, nullable=False),
    Column("game_type", Text, nullable=False),
    Column("threefold", Boolean, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    # The ratings of opponents that the player accepts; NULL for any.
    Column("lowest", Integer),
    Column("highest", Integer),
    Column("since", BigInteger, nullable=False),
    # The processes to which the player is connected renew it.
    Column("expires", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

matches: Final = Table(
    "matches",
    metadata,
    # The primary key: a seek leads to one game.
    Column("seek", Text, primary_key=True),
    Column("player", Text, ForeignKey("guests.id"), nullable=False),
    Column("opponent", Text, ForeignKey("guests.id"), nullable=False),
    Column("game", Text, ForeignKey("games.id"), nullable=False, index=True),
    Column("side", SmallInteger, nullable=False),
    Column("at", BigInteger, nullable=False, index=True),
    sqlite_with_rowid=False,
)
Index("ix_matches_player_at", matches.c.player, matches.c.at)

challenges: Final = Table(
    "challenges",
    metadata,
    Column("id", Text, primary_key=True),
    Column("challenger", Text, ForeignKey("accounts.id"), nullable=False),
    Column("challenged", Text, ForeignKey("accounts.id"), nullable=False, index=True),
    # The settings of the game, as JSON.
    Column("options", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False, index=True),
    sqlite_with_rowid=False,
)
Index("uq_challenges_challenger_challenged", challenges.c.challenger, challenges.c.challenged, unique=True)

ended_challenges: Final = Table(
    "ended_challenges",
    metadata,
    Column("id", Text, primary_key=True),
    Column("challenger", Text, ForeignKey("accounts.id"), nullable=False, index=True),
    Column("challenged", Text, ForeignKey("accounts.id"), nullable=False, index=True),
    Column("options", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("ended", BigInteger, nullable=False, index=True),
    # Why it was declined, or null: it was withdrawn or replaced, or it has expired.
    Column("reason", Text, nullable=True),
    sqlite_with_rowid=False,
)

open_challenges: Final = Table(
    "open_challenges",
    metadata,
    # The game, whose two seats are open at first.
    Column("game", Text, ForeignKey("games.id"), primary_key=True),
    Column("creator", Text, ForeignKey("accounts.id"), nullable=False, index=True),
    Column("created", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
