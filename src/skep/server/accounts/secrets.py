"""Secrets: tokens of guests, links to seats and invitations, ids of games. The store keeps hashes only.

The secret of a link is derived from the server's key, the game and the side, so that it can be shown again to
who may see it, and is nowhere kept in clear.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
import string
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from skep.pieces import Color

__all__ = ["Links", "hash_secret", "is_token", "new_game_id", "new_guest_id", "new_token"]

_LETTERS: Final = string.ascii_letters + string.digits
_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{43}")
_LINK_LENGTH: Final = 22
"""Letters of a link's secret: 132 bits, more than anybody can try."""


def new_game_id() -> str:
    """Ten letters and digits: short enough for a link, too many to meet one by chance."""
    return _letters(10)


def new_guest_id() -> str:
    """A guest's name for the database; it gives no right to anything."""
    return _letters(16)


def _letters(count: int) -> str:
    """So many letters and digits, from one question to the system: it takes its time for each."""
    number, letters = secrets.randbelow(len(_LETTERS) ** count), ""
    for _ in range(count):
        number, letter = divmod(number, len(_LETTERS))
        letters += _LETTERS[letter]
    return letters


def new_token() -> str:
    """What a guest's cookie holds: 256 bits."""
    return secrets.token_urlsafe(32)


def is_token(text: str) -> bool:
    """Whether a cookie's text can be one of our tokens."""
    return _TOKEN.fullmatch(text) is not None


def hash_secret(secret: str) -> str:
    """What the store keeps of a secret. They are random and long, so a plain hash hides them."""
    return hashlib.sha256(secret.encode()).hexdigest()


@dataclass(frozen=True, slots=True, repr=False)
class Links:
    """The secrets of a server's links."""

    key: bytes

    def seat(self, game: str, side: Color) -> str:
        """The secret that takes a seat on another device."""
        return self._derived("seat", game, side)

    def invite(self, game: str, side: Color) -> str:
        """The secret that opens an open seat, once."""
        return self._derived("invite", game, side)

    def _derived(self, purpose: str, game: str, side: Color) -> str:
        return _link(self.key, f"{purpose}/{game}/{side.letter}")


@lru_cache(maxsize=4096)
def _link(key: bytes, what: str) -> str:
    """Asked again with every change of a game that is told to its players."""
    return base64.urlsafe_b64encode(hmac.digest(key, what.encode(), "sha256")).decode()[:_LINK_LENGTH]
