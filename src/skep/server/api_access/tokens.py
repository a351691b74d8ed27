"""Tokens by which programs act for a player, within the scopes that the player has chosen.

A token is random and shown once; the database has its hash. It stops working at once when it is revoked, when it
expires, when its account is deleted, and when a moderator suspends or bans the player.
"""

from __future__ import annotations

import logging
import re
import secrets
import string
import time
from collections.abc import Collection
from dataclasses import dataclass
from functools import partial
from typing import Final

from skep.server.accounts.secrets import hash_secret, new_guest_id
from skep.server.accounts.texts import clean_text
from skep.server.api_access import token_statements as statements
from skep.server.api_access.token_statements import MAX_TOKENS, StoredToken
from skep.server.http.limits import RateLimit
from skep.server.http.problem_error import ProblemError
from skep.server.schemas.api_access import SCOPES, NewApiToken, Scope
from skep.server.store.records import Guest, Store, StoreOverloaded, StoreUnavailable

__all__ = ["PREFIX", "Access", "ApiTokens", "new_secret"]

log = logging.getLogger("skep.server")

PREFIX: Final = "skep_"
"""The beginning of every token, by which people and programs recognise one that was published by mistake."""
_LETTERS: Final = string.ascii_letters + string.digits
_LENGTH: Final = 43
"""Random letters and digits after the prefix: 256 bits."""
_FORM: Final = re.compile(rf"{PREFIX}[A-Za-z0-9]{{{_LENGTH}}}")
_DAY: Final = 24 * 3600.0
_NOTED_SECONDS: Final = 60.0
"""The use of a token is stored at most this often."""
_MAX_NAME: Final = 60
_TESTED_PER_REQUEST: Final = 10.0
"""Tokens whose test counts as one request."""


@dataclass(frozen=True, slots=True)
class Access:
    """The access that a program has with the token that it has shown."""

    player: Guest
    """The account, without its role."""
    token: str
    """The id of the token, which is not secret."""
    scopes: frozenset[Scope]


class ApiTokens:
    """The tokens of all accounts."""

    def __init__(self, store: Store, limit: RateLimit | None) -> None:
        """``limit`` is that of requests with a token; None on a server for one person."""
        self._store = store
        self._limit = limit
        self._noting: set[str] = set()
        """The tokens whose use is being stored."""

    async def create(self, player: Guest, new: NewApiToken) -> tuple[str, StoredToken]:
        """Create a personal token; return its secret, which is not stored. Raises ProblemError."""
        name = clean_text(new.name, _MAX_NAME)
        if not name:
            raise ProblemError(422, "token-name", "Describe the token, so that you recognise it later.")
        now, secret = time.time(), new_secret()
        scopes = tuple(scope for scope in SCOPES if scope in new.scopes)
        expires = None if new.days is None else now + new.days * _DAY
        token = StoredToken(new_guest_id(), player.id, name, scopes, None, now, expires)
        if not await self._store.write(partial(statements.add_personal_token, token, hash_secret(secret))):
            message = f"You have {MAX_TOKENS} personal tokens, the maximum: revoke one of them first."
            raise ProblemError(409, "too-many-tokens", message)
        return secret, token

    async def all_of(self, player: Guest) -> list[StoredToken]:
        """Return the tokens of an account, the latest first."""
        return await self._store.read(partial(statements.tokens_of, player.id, time.time()))

    async def revoke(self, player: Guest, token: str) -> None:
        """Revoke a token of an account by its id."""
        await self._store.write(partial(statements.delete_token, player.id, token))

    async def find(self, secret: str) -> Access | None:
        """Return what a token allows, or None if it does not work. Its use is noted."""
        if _FORM.fullmatch(secret) is None:
            return None
        now = time.time()
        found = await self._store.read(partial(statements.find_token, hash_secret(secret), now))
        if found is None:
            return None
        token, player = found
        if token.used is None or token.used + _NOTED_SECONDS <= now:
            await self._note_use(token.id, now)
        return Access(player, token.id, frozenset(token.scopes))

    async def _note_use(self, token: str, now: float) -> None:
        """Store that a token is in use, unless another request is doing so."""
        if token in self._noting:
            return
        self._noting.add(token)
        try:
            await self._store.write(partial(statements.note_use, token, now))
        except (StoreUnavailable, StoreOverloaded) as error:
            log.warning("cannot note the use of a token at the moment: %s", error)
        finally:
            self._noting.discard(token)

    async def is_valid(self, token: str) -> bool:
        """Return whether a token still works, by its id. A long response checks this now and then."""
        return await self._store.read(partial(statements.is_valid, token, time.time()))

    async def test(self, tokens: Collection[str], address: str) -> dict[str, StoredToken | None]:
        """Return each of some tokens as stored, or None if it does not work. Raises ProblemError beyond the limit."""
        if self._limit is not None:
            cost = max(1.0, len(tokens) / _TESTED_PER_REQUEST)
            exceeded = self._limit.take(cost, address=address, now=time.monotonic())
            if exceeded is not None:
                message = f"Too many tests of tokens from your address. {exceeded.advice}"
                raise ProblemError(429, "too-many-requests", message, headers={"Retry-After": exceeded.retry_after})
        hashes = {token: hash_secret(token) for token in tokens if _FORM.fullmatch(token)}
        found = await self._store.read(partial(statements.test_tokens, hashes.values(), time.time()))
        return {token: found.get(hashes.get(token, "")) for token in tokens}

    def charge(self, player: Guest) -> None:
        """Charge an account for a request with a token. Raises ProblemError beyond the limit."""
        if self._limit is None:
            return
        exceeded = self._limit.take(guest=player.id, now=time.monotonic())
        if exceeded is not None:
            message = f"Too many requests with tokens of this account. {exceeded.advice}"
            raise ProblemError(429, "too-many-requests", message, headers={"Retry-After": exceeded.retry_after})

    async def delete_expired(self, now: float) -> None:
        """Delete what has expired. One process does this, see :class:`skep.server.play.expiry.Expiry`."""
        await self._store.write(partial(statements.delete_expired, now))


def new_secret() -> str:
    """Return a new token."""
    return PREFIX + "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))
