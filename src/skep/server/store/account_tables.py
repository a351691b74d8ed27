"""The tables of accounts: names, passwords and passkeys, the sessions in which people are signed in, and their data.

An account extends a guest and has the guest's id, so that games played before it was created stay with the player.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, Integer, LargeBinary, Table, Text, false

from skep.server.store.tables import metadata

__all__ = [
    "account_data",
    "accounts",
    "known_devices",
    "passkey_challenges",
    "passkeys",
    "recovery_codes",
    "reserved_names",
    "sessions",
]

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
    # The last change of the name; NULL before the first.
    Column("renamed", BigInteger),
    # Whether a program plays with the account.
    Column("bot", Boolean, nullable=False, server_default=false()),
    sqlite_with_rowid=False,
)

reserved_names: Final = Table(
    "reserved_names",
    metadata,
    # The former name of an account, as compared.
    Column("name_key", Text, primary_key=True),
    # The account, which can return to the name; NULL if it was deleted.
    Column("account", Text, index=True),
    Column("until", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

passkeys: Final = Table(
    "passkeys",
    metadata,
    # The id that the authenticator chose, in base64url.
    Column("id", Text, primary_key=True),
    Column("account", Text, ForeignKey("accounts.id"), nullable=False, index=True),
    Column("name", Text, nullable=False),
    Column("public_key", LargeBinary, nullable=False),
    Column("sign_count", BigInteger, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("used", BigInteger),
    sqlite_with_rowid=False,
)

passkey_challenges: Final = Table(
    "passkey_challenges",
    metadata,
    # The hash of the challenge.
    Column("id", Text, primary_key=True),
    # What the passkey is used for: register, add, sign-in or confirm.
    Column("purpose", Text, nullable=False),
    # The player who asked for it; NULL for someone who wants to sign in.
    Column("player", Text),
    Column("expires", BigInteger, nullable=False, index=True),
    sqlite_with_rowid=False,
)

recovery_codes: Final = Table(
    "recovery_codes",
    metadata,
    # The hash of the code.
    Column("code", Text, primary_key=True),
    Column("account", Text, ForeignKey("accounts.id"), nullable=False, index=True),
    sqlite_with_rowid=False,
)

known_devices: Final = Table(
    "known_devices",
    metadata,
    Column("account", Text, ForeignKey("accounts.id"), primary_key=True),
    # The hash of the cookie of a browser that has signed in before.
    Column("device", Text, primary_key=True),
    Column("seen", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

sessions: Final = Table(
    "sessions",
    metadata,
    Column("id", Text, primary_key=True),
    # The hash of the cookie's token.
    Column("token", Text, nullable=False, unique=True),
    Column("account", Text, ForeignKey("accounts.id"), nullable=False, index=True),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    # When it ends unless it is used before then, and when it ends in any case.
    Column("expires", BigInteger, nullable=False),
    Column("ends", BigInteger, nullable=False),
    # When the player last proved who they are.
    Column("confirmed", BigInteger, nullable=False),
    # How: password, passkey or recovery.
    Column("method", Text, nullable=False),
    # A description of the browser, such as "Firefox on Linux".
    Column("device", Text, nullable=False),
    sqlite_with_rowid=False,
)
Index("ix_sessions_expires", sessions.c.expires)

account_data: Final = Table(
    "account_data",
    metadata,
    Column("account", Text, ForeignKey("accounts.id"), primary_key=True),
    # settings, course or puzzles.
    Column("kind", Text, primary_key=True),
    Column("version", Integer, nullable=False),
    # JSON.
    Column("value", LargeBinary, nullable=False),
    Column("updated", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
