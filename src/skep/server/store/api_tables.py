"""The tables of API access: tokens of programs, and codes for which programs get one."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Table, Text

from skep.server.store.tables import metadata

__all__ = ["api_tokens", "oauth_codes"]

api_tokens: Final = Table(
    "api_tokens",
    metadata,
    Column("id", Text, primary_key=True),
    # The hash of the token.
    Column("token", Text, nullable=False, unique=True),
    Column("account", Text, ForeignKey("accounts.id"), nullable=False, index=True),
    # The player's description of a personal token, or what the program calls itself.
    Column("name", Text, nullable=False),
    # Separated by spaces.
    Column("scopes", Text, nullable=False),
    # Where the program that asked for the token is, such as https://example.com; NULL for a personal token.
    Column("site", Text),
    # The hash of the code that the program exchanged for the token.
    Column("code", Text, unique=True),
    Column("created", BigInteger, nullable=False),
    # NULL for a token without an end.
    Column("expires", BigInteger),
    # The last use, at most a minute old; NULL before the first.
    Column("used", BigInteger),
    sqlite_with_rowid=False,
)
Index("ix_api_tokens_expires", api_tokens.c.expires)

oauth_codes: Final = Table(
    "oauth_codes",
    metadata,
    # The hash of the code.
    Column("code", Text, primary_key=True),
    Column("account", Text, ForeignKey("accounts.id"), nullable=False, index=True),
    # What the program calls itself, and where the player is sent with the code.
    Column("client", Text, nullable=False),
    Column("redirect", Text, nullable=False),
    # The S256 challenge of RFC 7636.
    Column("challenge", Text, nullable=False),
    Column("scopes", Text, nullable=False),
    Column("expires", BigInteger, nullable=False, index=True),
    sqlite_with_rowid=False,
)
