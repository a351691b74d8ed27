"""Reading and writing tokens in the database."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final, cast

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    Select,
    and_,
    delete,
    exists,
    func,
    insert,
    not_,
    or_,
    select,
    update,
)

from skep.server.schemas.api_access import Scope
from skep.server.store.account_tables import accounts
from skep.server.store.api_tables import api_tokens, oauth_codes
from skep.server.store.moderation_tables import sanctions
from skep.server.store.records import Guest
from skep.server.store.tables import guests
from skep.server.store.values import micros, seconds

__all__ = [
    "MAX_TOKENS",
    "StoredToken",
    "add_personal_token",
    "delete_expired",
    "delete_token",
    "find_token",
    "insert_token",
    "is_valid",
    "note_use",
    "test_tokens",
    "token_scopes",
    "tokens_of",
]

MAX_TOKENS: Final = 50
"""Personal tokens per account, and as many that programs have asked for."""


@dataclass(frozen=True, slots=True)
class StoredToken:
    """A token as stored, without its secret."""

    id: str
    account: str
    name: str
    scopes: tuple[Scope, ...]
    site: str | None
    """The site of the program that asked for it; None for a personal token."""
    created: float
    expires: float | None
    used: float | None = None


def add_personal_token(new: StoredToken, secret: str, connection: Connection, maybe_done: bool) -> bool:
    """Store a token by the hash of its secret; return False if the account has too many."""
    if maybe_done and connection.scalar(select(api_tokens.c.id).where(api_tokens.c.id == new.id)) is not None:
        return True
    own = api_tokens.c.account == new.account, api_tokens.c.site.is_(None), _lasts(new.created)
    if (connection.scalar(select(func.count()).where(*own)) or 0) >= MAX_TOKENS:
        return False
    insert_token(new, secret, None, connection)
    return True


def insert_token(new: StoredToken, secret: str, code: str | None, connection: Connection) -> None:
    """Insert a token by the hash of its secret, and the hash of the code that it was exchanged for."""
    connection.execute(
        insert(api_tokens).values(
            id=new.id,
            token=secret,
            account=new.account,
            name=new.name,
            scopes=" ".join(new.scopes),
            site=new.site,
            code=code,
            created=micros(new.created),
            expires=None if new.expires is None else micros(new.expires),
        )
    )


def find_token(secret: str, now: float, connection: Connection) -> tuple[StoredToken, Guest] | None:
    """Return a valid token by the hash of its secret, with its account, or None.

    The role of the account is left out, because no token gives the powers of a moderator.
    """
    row = connection.execute(_valid(now).where(api_tokens.c.token == secret)).one_or_none()
    return None if row is None else (_token_of(row), Guest(row.account, row.player, registered=True))


def test_tokens(secrets: Collection[str], now: float, connection: Connection) -> dict[str, StoredToken]:
    """Return the valid ones among tokens, by the hashes of their secrets."""
    rows = connection.execute(_valid(now).where(api_tokens.c.token.in_(secrets)))
    return {row.token: _token_of(row) for row in rows}


def is_valid(id_: str, now: float, connection: Connection) -> bool:
    """Return whether a token still works."""
    return connection.execute(_valid(now).where(api_tokens.c.id == id_)).first() is not None


def tokens_of(account: str, now: float, connection: Connection) -> list[StoredToken]:
    """Return the tokens of an account that have not expired, the latest first."""
    own = select(api_tokens).where(api_tokens.c.account == account, _lasts(now))
    return [_token_of(row) for row in connection.execute(own.order_by(api_tokens.c.created.desc(), api_tokens.c.id))]


def delete_token(account: str, id_: str, connection: Connection, _maybe_done: bool) -> None:
    """Revoke a token of an account."""
    connection.execute(delete(api_tokens).where(api_tokens.c.account == account, api_tokens.c.id == id_))


def note_use(id_: str, now: float, connection: Connection, _maybe_done: bool) -> None:
    """Record that a token is in use."""
    connection.execute(update(api_tokens).where(api_tokens.c.id == id_).values(used=micros(now)))


def delete_expired(now: float, connection: Connection, _maybe_done: bool) -> None:
    """Delete the tokens and codes that have expired."""
    connection.execute(delete(api_tokens).where(api_tokens.c.expires <= micros(now)))
    connection.execute(delete(oauth_codes).where(oauth_codes.c.expires <= micros(now)))


def token_scopes(text: str) -> tuple[Scope, ...]:
    """Return scopes from a text in the database."""
    return cast("tuple[Scope, ...]", tuple(text.split()))


def _valid(now: float) -> Select[Any]:
    """Select the tokens that work: they have not expired, and the player may sign in.

    A sanction also deletes tokens. The check here stops a token that was made at the same moment.
    """
    stopped = exists().where(
        sanctions.c.player == api_tokens.c.account,
        sanctions.c.kind.in_(("suspension", "ban")),
        not_(sanctions.c.lifted),
        or_(sanctions.c.until.is_(None), sanctions.c.until > micros(now)),
    )
    player = api_tokens.join(accounts, accounts.c.id == api_tokens.c.account).join(guests, guests.c.id == accounts.c.id)
    return select(api_tokens, guests.c.name.label("player")).select_from(player).where(and_(_lasts(now), not_(stopped)))


def _lasts(now: float) -> ColumnElement[bool]:
    return or_(api_tokens.c.expires.is_(None), api_tokens.c.expires > micros(now))


def _token_of(row: Row[Any]) -> StoredToken:
    return StoredToken(
        row.id,
        row.account,
        row.name,
        token_scopes(row.scopes),
        row.site,
        seconds(row.created),
        None if row.expires is None else seconds(row.expires),
        None if row.used is None else seconds(row.used),
    )
