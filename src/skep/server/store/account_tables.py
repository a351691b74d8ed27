"""The tables of accounts: people with a name that belongs to them, and the sessions in which they are signed in.

An account extends a guest and has the guest's id, so that games played before it was created stay with the player.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Column, ForeignKey, Table, Text

from skep.server.store.tables import metadata

__all__ = ["accounts", "sessions"]

accounts: Final = Table(
    "accounts",
    metadata,
    Column("id", Text, ForeignKey("guests.id"), primary_key=True),
    # The name as compared: two accounts cannot have names that look alike.
    Column("name_key", Text, nullable=False, unique=True),
    # Argon2id; NULL without a password.
    Column("password", Text),
    # Empty, `moderator` or `admin`.
    Column("role", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

sessions: Final = Table(
    "sessions",
    metadata,
    # The hash of the cookie's token.
    Column("token", Text, primary_key=True),
    Column("account", Text, ForeignKey("accounts.id"), nullable=False, index=True),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False),
    # A description of the browser, such as "Firefox on Linux".
    Column("device", Text, nullable=False),
    sqlite_with_rowid=False,
)
