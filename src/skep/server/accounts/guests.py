"""Players: guests, who are identified by a cookie, and people who are signed in to an account."""

from __future__ import annotations

import time

from skep.server.accounts.cookies import CookieToken, Credentials
from skep.server.accounts.secrets import hash_secret, new_guest_id
from skep.server.store.records import Guest, Store

__all__ = ["find_guest", "find_player", "get_or_create_guest"]


async def find_player(store: Store, credentials: Credentials) -> Guest | None:
    """Return the player who is signed in, otherwise the guest, otherwise None.

    A session that has expired or was revoked leaves the guest that the browser was before.
    """
    if credentials.session is not None:
        player = await store.find_signed_in(hash_secret(credentials.session), time.time())
        if player is not None:
            return player
    return await find_guest(store, credentials.guest)


async def find_guest(store: Store, found: CookieToken | None) -> Guest | None:
    """Return the guest with this cookie's token, or None before its first write."""
    return None if found is None else await store.guest(hash_secret(found.token))


async def get_or_create_guest(store: Store, token: str) -> Guest:
    """Return the guest for a token. A guest is stored on the first write, not on the first visit."""
    token_hash = hash_secret(token)
    guest = await store.guest(token_hash)
    if guest is None:
        guest = Guest(new_guest_id(), "")
        await store.new_guest(guest, token_hash)
    return guest
