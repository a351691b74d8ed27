"""The tables of the bot API."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Column, ForeignKey, Table, Text

from skep.server.store.tables import metadata

__all__ = ["event_streams"]

event_streams: Final = Table(
    "event_streams",
    metadata,
    Column("account", Text, ForeignKey("accounts.id"), primary_key=True),
    # Until when a program has followed the events of the account.
    Column("followed", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
