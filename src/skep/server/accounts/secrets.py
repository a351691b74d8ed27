"""Secrets: tokens of guests, links to seats and invitations, ids of games.

Tokens are stored as hashes. The secret of a link is derived from the server's key and the seat's seed, and not stored.
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
from typing import Final, Literal, NamedTuple, TypeAlias

from skep.pieces import Color

__all__ = [
    "LINK_DAYS",
    "LinkTarget",
    "Links",
    "Tokens",
    "hash_secret",
    "is_token",
    "new_game_id",
    "new_guest_id",
    "new_seed",
    "new_seeds",
    "new_team_id",
]

_LETTERS: Final = string.ascii_letters + string.digits
_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{43}")
_SIGNED_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{54}")
_TOKEN_BYTES: Final = 24
_LINK: Final = re.compile(r"([A-Za-z0-9]{10})([wba])([0-9a-f]{4})[A-Za-z0-9_-]{22}")
_ANY: Final = "a"
"""Instead of the letter of a side, in links to any open seat."""
_SIDES: Final = {**{side.letter: side for side in Color}, _ANY: None}
_DAY: Final = 24 * 3600
LINK_DAYS: Final = 7
"""Days for which a link works after it was shown. Its owner sees a fresh one on every visit."""
_MAC_LENGTH: Final = 22
"""Characters of a message authentication code: 132 bits, too many to try."""


def new_game_id() -> str:
    """Return ten random letters and digits: short enough for a link, too many to guess."""
    return _letters(10)


def new_guest_id() -> str:
    """Return a new id for a guest; it is not a secret."""
    return _letters(16)


def new_team_id() -> str:
    """Return eight random letters and digits for the link of a team."""
    return _letters(8)


def _letters(count: int) -> str:
    """Return ``count`` random letters and digits from a single system call, which is slow."""
    number, letters = secrets.randbelow(len(_LETTERS) ** count), ""
    for _ in range(count):
        number, letter = divmod(number, len(_LETTERS))
        letters += _LETTERS[letter]
    return letters


def is_token(text: str) -> bool:
    """Return whether a cookie's text looks like a token of earlier versions, which were not signed."""
    return _TOKEN.fullmatch(text) is not None


def hash_secret(secret: str) -> str:
    """Return the hash of a secret for the store. Secrets are long and random, so a plain hash is enough."""
    return hashlib.sha256(secret.encode()).hexdigest()


@dataclass(frozen=True, slots=True, repr=False)
class Tokens:
    """The tokens of guests' cookies: 192 random bits, signed with the server's key.

    The signature shows that this server issued a token, without storing anything for a visitor who only looks around.
    An attacker cannot make a browser use a token that the attacker knows.
    """

    key: bytes

    def new(self) -> str:
        """Return a new token."""
        number = secrets.token_urlsafe(_TOKEN_BYTES)
        return number + _mac(self.key, f"guest/{number}")

    def is_signed(self, token: str) -> bool:
        """Return whether this server issued a token."""
        number, signature = token[:-_MAC_LENGTH], token[-_MAC_LENGTH:]
        return self.has_form(token) and hmac.compare_digest(signature, _mac(self.key, f"guest/{number}"))

    @staticmethod
    def has_form(text: str) -> bool:
        """Return whether a cookie's text looks like a signed token."""
        return _SIGNED_TOKEN.fullmatch(text) is not None


def new_seed() -> str:
    """Return a random text for a seat, from which the secrets of its links are derived."""
    return secrets.token_urlsafe(16)


def new_seeds() -> tuple[str, str]:
    """Return the seeds of invitations to both seats of a game. They have a part in common, for a link to either."""
    common = new_seed()
    return f"{common}.{Color.WHITE.letter}", f"{common}.{Color.BLACK.letter}"


def _seed_for(side: Color | None, seed: str) -> str:
    """Return the seed for a link to one side, or to any, from that of an open seat; empty if there is none."""
    return seed.rpartition(".")[0] if side is None else seed


class LinkTarget(NamedTuple):
    """The claims of a link's secret. Only :meth:`Links.check` tells whether it is genuine."""

    game: str
    side: Color | None
    """None for whichever seat is open."""
    last_day: int
    """The last day on which the link works, in days since 1970."""

    @classmethod
    def of(cls, secret: str) -> LinkTarget | None:
        """Return the target of a link, or None if the text does not have the form of a secret."""
        found = _LINK.fullmatch(secret)
        return None if found is None else cls(found[1], _SIDES[found[2]], int(found[3], 16))


Purpose: TypeAlias = Literal["seat", "invite"]


@dataclass(frozen=True, slots=True, repr=False)
class Links:
    """The secrets of a server's links to seats and invitations.

    A secret names its game, its side and the day on which it expires, and is signed with the server's key and the
    seed of the seat. Nothing is stored when a link is shown, and a new seed makes all earlier links invalid.
    """

    key: bytes

    def make(self, purpose: Purpose, game: str, side: Color | None, seed: str, now: float) -> str:
        """Return a secret that works for :data:`LINK_DAYS` days, and for the rest of the last one."""
        return _link(self.key, purpose, game, side, _seed_for(side, seed), int(now // _DAY) + LINK_DAYS)

    def check(self, purpose: Purpose, secret: str, seed: str, now: float) -> Literal["valid", "expired", "unknown"]:
        """Return whether a secret is genuine and still works, given the seed of the seat that it names."""
        target = LinkTarget.of(secret)
        if target is None:
            return "unknown"
        game, side, last_day = target
        own = _seed_for(side, seed)
        if not own or not hmac.compare_digest(secret, _link(self.key, purpose, game, side, own, last_day)):
            return "unknown"
        return "valid" if now // _DAY <= last_day else "expired"


@lru_cache(maxsize=4096)
def _link(key: bytes, purpose: Purpose, game: str, side: Color | None, seed: str, last_day: int) -> str:
    """Derive a link's secret; cached because every state sent to a player needs it."""
    target = f"{game}{_ANY if side is None else side.letter}{last_day:04x}"
    return target + _mac(key, f"{purpose}/{target}/{seed}")


def _mac(key: bytes, text: str) -> str:
    return base64.urlsafe_b64encode(hmac.digest(key, text.encode(), "sha256")).decode()[:_MAC_LENGTH]
