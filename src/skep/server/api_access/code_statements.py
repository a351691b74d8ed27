"""Reading and writing the codes of OAuth in the database."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, Row, delete, func, insert, select

from skep.server.api_access.token_statements import MAX_TOKENS, StoredToken, insert_token, token_scopes
from skep.server.schemas.api_access import Scope
from skep.server.store.api_tables import api_tokens, oauth_codes
from skep.server.store.values import micros

__all__ = ["NewCode", "Redemption", "add_code", "redeem_code"]

_MAX_CODES: Final = 10
"""Codes per account that have not been exchanged; a further one replaces the oldest."""


@dataclass(frozen=True, slots=True)
class NewCode:
    """A code that a program can exchange for a token, and what it is bound to."""

    code: str
    """Its hash."""
    account: str
    client: str
    redirect: str
    challenge: str
    scopes: tuple[Scope, ...]
    expires: float


@dataclass(frozen=True, slots=True)
class Redemption:
    """The request of a program for the token of a code."""

    code: str
    """The hash of the code."""
    client: str
    redirect: str
    site: str
    challenge: str
    """The challenge that belongs to the verifier that the program has sent."""
    token: str
    """The id of the new token."""
    secret: str
    """The hash of its secret."""
    now: float
    expires: float


def add_code(new: NewCode, connection: Connection, maybe_done: bool) -> None:
    """Store a code."""
    if maybe_done and connection.scalar(select(oauth_codes.c.code).where(oauth_codes.c.code == new.code)) is not None:
        return
    connection.execute(
        insert(oauth_codes).values(
            code=new.code,
            account=new.account,
            client=new.client,
            redirect=new.redirect,
            challenge=new.challenge,
            scopes=" ".join(new.scopes),
            expires=micros(new.expires),
        )
    )
    latest = select(oauth_codes.c.code).where(oauth_codes.c.account == new.account)
    surplus = list(connection.scalars(latest.order_by(oauth_codes.c.expires.desc()).offset(_MAX_CODES)))
    connection.execute(delete(oauth_codes).where(oauth_codes.c.code.in_(surplus)))


def redeem_code(asked: Redemption, connection: Connection, maybe_done: bool) -> tuple[Scope, ...] | None:
    """Exchange a code for a token and return its scopes, or None if the code is worth nothing.

    A code is deleted by the first attempt. A code that was exchanged before may have been stolen, so another attempt
    revokes the token that it gave.
    """
    row = connection.execute(
        delete(oauth_codes).where(oauth_codes.c.code == asked.code).returning(*oauth_codes.c)
    ).one_or_none()
    if row is None:
        scopes = connection.scalar(select(api_tokens.c.scopes).where(api_tokens.c.id == asked.token))
        if maybe_done and scopes is not None:
            return token_scopes(scopes)
        connection.execute(delete(api_tokens).where(api_tokens.c.code == asked.code))
        return None
    if not _is_due(row, asked):
        return None
    scopes = token_scopes(row.scopes)
    _make_room(row.account, connection)
    new = StoredToken(asked.token, row.account, row.client, scopes, asked.site, asked.now, asked.expires)
    insert_token(new, asked.secret, asked.code, connection)
    return scopes


def _is_due(row: Row[Any], asked: Redemption) -> bool:
    """Return whether a code has not expired and belongs to the request."""
    bound = (row.client, row.redirect, row.challenge)
    return row.expires > micros(asked.now) and bound == (asked.client, asked.redirect, asked.challenge)


def _make_room(account: str, connection: Connection) -> None:
    """Revoke the programs' tokens that were not used for the longest time, so that there is room for one more."""
    last = func.coalesce(api_tokens.c.used, api_tokens.c.created)
    own = select(api_tokens.c.id).where(api_tokens.c.account == account, api_tokens.c.site.is_not(None))
    surplus = list(connection.scalars(own.order_by(last.desc(), api_tokens.c.id).offset(MAX_TOKENS - 1)))
    connection.execute(delete(api_tokens).where(api_tokens.c.id.in_(surplus)))
