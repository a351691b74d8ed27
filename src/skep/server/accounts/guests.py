"""Guests: people without an account, identified by a cookie, with a name they choose."""

from __future__ import annotations

from skep.server.accounts.cookies import CookieToken
from skep.server.accounts.secrets import hash_secret, new_guest_id
from skep.server.store.records import Guest, Store

__all__ = ["find_guest", "get_or_create_guest"]


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
