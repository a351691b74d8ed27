"""The tables of profiles: who follows whom, and when players were last connected."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Column, Index, Table, Text

from skep.server.store.tables import metadata

__all__ = ["follows", "last_seen"]

follows: Final = Table(
    "follows",
    metadata,
    Column("player", Text, primary_key=True),
    Column("followed", Text, primary_key=True),
    Column("at", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
Index("ix_follows_followed", follows.c.followed)

last_seen: Final = Table(
    "last_seen",
    metadata,
    Column("player", Text, primary_key=True),
    # Written at most once a minute.
    Column("at", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
