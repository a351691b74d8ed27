"""Guests: people without an account, known by a cookie, called as they like."""

from __future__ import annotations

import unicodedata
from http.cookies import CookieError, SimpleCookie
from typing import Final

from skep.server.accounts.secrets import hash_secret, is_token, new_guest_id
from skep.server.store.records import Guest, Store

__all__ = ["COOKIE", "COOKIE_AGE", "clean_text", "find_guest", "get_or_create_guest", "token_of"]

COOKIE: Final = "skep_guest"
COOKIE_AGE: Final = 400 * 24 * 3600
"""Seconds that a browser keeps it; browsers allow no more."""
MAX_NAME_LENGTH: Final = 24
_MOST_MARKS: Final = 3
"""Accents on one letter: enough for every language, too few to write over the lines above."""


def clean_text(text: str, most: int) -> str:
    """A text in one line, without signs that steer the display: controls, directions, invisible letters.

    >>> clean_text("  Ann\\u202ea\\n of\\x00 Hive ", 24)
    'Anna of Hive'
    """
    shown: list[str] = []
    marks = 0
    for sign in unicodedata.normalize("NFC", text[: 8 * most]):
        category = unicodedata.category(sign)
        if category in ("Zs", "Zl", "Zp") or sign in "\n\t\r":
            sign = " "
        elif category[0] == "C":
            continue
        marks = marks + 1 if category[0] == "M" else 0
        if marks <= _MOST_MARKS:
            shown.append(sign)
    return " ".join("".join(shown).split())[:most].strip()


def token_of(cookies: str | None) -> str | None:
    """The token in a Cookie header, or None."""
    if not cookies:
        return None
    try:
        morsel = SimpleCookie(cookies).get(COOKIE)
    except CookieError:
        return None
    return morsel.value if morsel is not None and is_token(morsel.value) else None


async def find_guest(store: Store, token: str | None) -> Guest | None:
    """Who has this cookie, if anybody has done anything with it yet."""
    return None if token is None else await store.guest(hash_secret(token))


async def get_or_create_guest(store: Store, token: str) -> Guest:
    """Who has this cookie; a guest is stored at the first deed, not at the first look."""
    guest = await find_guest(store, token)
    if guest is None:
        guest = Guest(new_guest_id(), "")
        await store.new_guest(guest, hash_secret(token))
    return guest
