"""Accounts: registering, signing in and signing out."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

from skep.server.accounts import statements
from skep.server.accounts.names import check_name, name_key
from skep.server.accounts.passwords import hash_password, verify_password
from skep.server.accounts.secrets import hash_secret
from skep.server.http.problem_error import ProblemError
from skep.server.store.records import Guest, Store

__all__ = ["SESSION_SECONDS", "Accounts"]

Check = Callable[[str], Awaitable[None]]

SESSION_SECONDS: Final = 30 * 24 * 3600.0


class Accounts:
    """The accounts of a server."""

    def __init__(self, store: Store, *, check_name: Check | None = None, check_sign_in: Check | None = None) -> None:
        """``check_name`` refuses names, and ``check_sign_in`` players by their ids, with a ProblemError."""
        self._store = store
        self._check_name = check_name
        self._check_sign_in = check_sign_in

    async def register(self, guest: Guest, name: str, password: str) -> Guest:
        """Turn a guest into an account, which keeps the guest's games. Raises ProblemError if the name is taken."""
        name = check_name(name)
        if self._check_name is not None:
            await self._check_name(name)
        if guest.registered:
            raise ProblemError(409, "signed-in", "You are signed in: sign out before you create another account.")
        hashed = await asyncio.to_thread(hash_password, password)
        insert = partial(statements.insert_account, guest.id, name, name_key(name), hashed, time.time())
        if not await self._store.write(insert):
            raise ProblemError(409, "name-taken", f"The name {name!r} belongs to another account.")
        return Guest(guest.id, name, registered=True)

    async def sign_in(self, name: str, password: str) -> Guest:
        """Return the account with a name and a password. Raises ProblemError."""
        found = await self._store.read(partial(statements.credentials_of, name_key(name)))
        player, stored = (None, None) if found is None else found
        if not await asyncio.to_thread(verify_password, password, stored) or player is None:
            raise ProblemError(403, "wrong-credentials", "This name and this password do not belong together.")
        return player

    async def start_session(self, player: Guest, device: str) -> str:
        """Return the token of a new session. Raises ProblemError if the player may not sign in."""
        if self._check_sign_in is not None:
            await self._check_sign_in(player.id)
        token, now = secrets.token_urlsafe(32), time.time()
        start = partial(statements.start_session, hash_secret(token), player.id, device, now, now + SESSION_SECONDS)
        await self._store.write(start)
        return token

    async def end_session(self, session: str) -> None:
        """End the session with this hashed token."""
        await self._store.write(partial(statements.end_session, session))
