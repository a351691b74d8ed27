"""The tables of moderation. Players are named by their ids without foreign keys, so that evidence outlives a guest."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, Table, Text, UniqueConstraint, text

from skep.server.store.tables import metadata

__all__ = ["blocks", "moderation_log", "reports", "sanctions", "words"]

blocks: Final = Table(
    "blocks",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("player", Text, nullable=False),
    # The player who is blocked or muted, and their name at the time.
    Column("other", Text, nullable=False, index=True),
    Column("name", Text, nullable=False),
    # `block` or `mute`.
    Column("kind", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    UniqueConstraint("player", "other", "kind"),
)

OPEN_REPORTS: Final = text("outcome IS NULL")
reports: Final = Table(
    "reports",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("reporter", Text, nullable=False),
    Column("player", Text, nullable=False, index=True),
    # The name of the reported player at the time.
    Column("name", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("game", Text),
    Column("text", Text, nullable=False),
    # The chat at the time, as JSON: lines in the game expire, and a game can be continued.
    Column("evidence", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    # The action that closed the report; NULL while it is open.
    Column("outcome", Text),
)
Index("ix_reports_reporter_at", reports.c.reporter, reports.c.at)
Index("ix_reports_open", reports.c.at, sqlite_where=OPEN_REPORTS, postgresql_where=OPEN_REPORTS)

sanctions: Final = Table(
    "sanctions",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("player", Text, nullable=False, index=True),
    # `warning`, `chat`, `suspension` or `ban`.
    Column("kind", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    # NULL for a sanction without an end.
    Column("until", BigInteger),
    Column("lifted", Boolean, nullable=False),
    # Whether the player has confirmed that they have read it.
    Column("seen", Boolean, nullable=False),
)

# Triggers refuse every update and delete of the log.
moderation_log: Final = Table(
    "moderation_log",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    # The moderator's id and name at the time.
    Column("moderator", Text, nullable=False),
    Column("moderator_name", Text, nullable=False),
    Column("action", Text, nullable=False),
    # The player's id and name at the time; empty for actions that concern no player.
    Column("player", Text, nullable=False, index=True),
    Column("player_name", Text, nullable=False),
    Column("report", Integer),
    Column("detail", Text, nullable=False),
)

# What moderators have added to the list of forbidden words, and removed from the list that skep comes with.
words: Final = Table(
    "words",
    metadata,
    Column("word", Text, primary_key=True),
    Column("forbidden", Boolean, nullable=False),
    Column("at", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
