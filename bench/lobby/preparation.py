"""Accounts for simulated players, stored directly because hashing a thousand passwords would take minutes."""

from __future__ import annotations

import asyncio
import secrets
import time
from functools import partial
from typing import Final

from bench.lobby.players import Account
from skep.server.accounts import statements
from skep.server.accounts.cookies import session_cookie
from skep.server.accounts.credentials import StoredSession
from skep.server.accounts.names import name_key
from skep.server.accounts.secrets import hash_secret, new_guest_id
from skep.server.accounts.session_statements import start_session
from skep.server.store import SqlStore
from skep.server.store.records import Guest

__all__ = ["make_accounts"]

_LIFETIME: Final = 24 * 3600.0


def make_accounts(database: str, count: int) -> list[Account]:
    """Create the tables and some accounts that are signed in."""
    return asyncio.run(_make_accounts(database, count))


async def _make_accounts(database: str, count: int) -> list[Account]:
    store = await SqlStore.open(database, timeout=60.0)
    try:
        return list(await asyncio.gather(*(_make_account(store, number) for number in range(count))))
    finally:
        await store.close()


async def _make_account(store: SqlStore, number: int) -> Account:
    name, player = f"Player {number}", new_guest_id()
    token, now = secrets.token_urlsafe(32), time.time()
    await store.new_guest(Guest(player, name), f"token {number}")
    await store.write(partial(statements.insert_account, player, name, name_key(name), None, None, now))
    session, ends = StoredSession(new_guest_id(), player, now, now, now, "password", "benchmark"), now + _LIFETIME
    await store.write(partial(start_session, session, hash_secret(token), "benchmark", ends, ends))
    return Account(player, f"{session_cookie(secure=False)}={token}")
