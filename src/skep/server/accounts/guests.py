"""Guests: people without an account, identified by a cookie, with a name they choose."""

from __future__ import annotations

import unicodedata
from http.cookies import CookieError, SimpleCookie
from typing import Final

from skep.server.accounts.secrets import hash_secret, is_token, new_guest_id
from skep.server.store.records import Guest, Store

__all__ = ["COOKIE", "COOKIE_AGE", "clean_text", "find_guest", "get_or_create_guest", "token_of"]

COOKIE: Final = "skep_guest"
COOKIE_AGE: Final = 400 * 24 * 3600
"""Lifetime of the cookie in seconds; browsers allow no more."""
MAX_NAME_LENGTH: Final = 24
_MAX_MARKS: Final = 3
"""Combining marks per letter: enough for every language, too few to cover the lines above."""


def clean_text(text: str, max_length: int) -> str:
    """Collapse text to one line and strip control, bidirectional and invisible characters.

    >>> clean_text("  Ann\\u202ea\\n of\\x00 Hive ", 24)
    'Anna of Hive'
    """
    shown: list[str] = []
    marks = 0
    for character in unicodedata.normalize("NFC", text[: 8 * max_length]):
        category = unicodedata.category(character)
        if category in ("Zs", "Zl", "Zp") or character in "\n\t\r":
            character = " "
        elif category[0] == "C":
            continue
        marks = marks + 1 if category[0] == "M" else 0
        if marks <= _MAX_MARKS:
            shown.append(character)
    return " ".join("".join(shown).split())[:max_length].strip()


def token_of(cookies: str | None) -> str | None:
    """Return the token in a Cookie header, or None."""
    if not cookies:
        return None
    try:
        morsel = SimpleCookie(cookies).get(COOKIE)
    except CookieError:
        return None
    return morsel.value if morsel is not None and is_token(morsel.value) else None


async def find_guest(store: Store, token: str | None) -> Guest | None:
    """Return the guest with this cookie's token, or None before its first write."""
    return None if token is None else await store.guest(hash_secret(token))


async def get_or_create_guest(store: Store, token: str) -> Guest:
    """Return the guest for this cookie. A guest is stored on the first write, not on the first visit."""
    guest = await find_guest(store, token)
    if guest is None:
        guest = Guest(new_guest_id(), "")
        await store.new_guest(guest, hash_secret(token))
    return guest
