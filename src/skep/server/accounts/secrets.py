"""Secrets: tokens of guests, links to seats and invitations, ids of games. The store only holds hashes.

The secret of a link is derived from the server's key, the game and the side, so that it can be shown to its owner
again without being stored in clear.
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
"""Characters of a link's secret: 132 bits, too many to try."""


def new_game_id() -> str:
    """Return ten random letters and digits: short enough for a link, too many to guess."""
    return _letters(10)


def new_guest_id() -> str:
    """Return a new id for a guest; it is not a secret."""
    return _letters(16)


def _letters(count: int) -> str:
    """Return ``count`` random letters and digits from a single system call, which is slow."""
    number, letters = secrets.randbelow(len(_LETTERS) ** count), ""
    for _ in range(count):
        number, letter = divmod(number, len(_LETTERS))
        letters += _LETTERS[letter]
    return letters


def new_token() -> str:
    """Return a new token of 256 bits for a guest's cookie."""
    return secrets.token_urlsafe(32)


def is_token(text: str) -> bool:
    """Return whether a cookie's text looks like one of our tokens."""
    return _TOKEN.fullmatch(text) is not None


def hash_secret(secret: str) -> str:
    """Return the hash of a secret for the store. Secrets are long and random, so a plain hash is enough."""
    return hashlib.sha256(secret.encode()).hexdigest()


@dataclass(frozen=True, slots=True, repr=False)
class Links:
    """The secrets of a server's links."""

    key: bytes

    def seat(self, game: str, side: Color) -> str:
        """Return the secret for playing a seat on another device."""
        return self._derived("seat", game, side)

    def invite(self, game: str, side: Color) -> str:
        """Return the secret for taking an open seat, once."""
        return self._derived("invite", game, side)

    def _derived(self, purpose: str, game: str, side: Color) -> str:
        return _link(self.key, f"{purpose}/{game}/{side.letter}")


@lru_cache(maxsize=4096)
def _link(key: bytes, what: str) -> str:
    """Derive a link's secret; cached because every state sent to a player needs it."""
    return base64.urlsafe_b64encode(hmac.digest(key, what.encode(), "sha256")).decode()[:_LINK_LENGTH]
