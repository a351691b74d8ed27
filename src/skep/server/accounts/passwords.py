"""Passwords: which ones are allowed, and their hashes (Argon2id).

A password of any composition is allowed, and is used exactly as it was typed. Only passwords that an attacker tries
first are refused: the most common ones of known breaches, and words of this site with little else.
"""

from __future__ import annotations

import asyncio
from base64 import b64encode
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Final, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from argon2.low_level import ARGON2_VERSION

from skep.server.http.problem_error import ProblemError

__all__ = ["MAX_LENGTH", "MIN_LENGTH", "SITE_WORDS", "Passwords", "check_password"]

Result = TypeVar("Result")

MIN_LENGTH: Final = 8
MAX_LENGTH: Final = 128

SITE_WORDS: Final = (
    *("skep", "hive", "beehive", "boardgame", "player", "queen", "queenbee", "bee", "beetle", "spider", "ant"),
    *("grasshopper", "mosquito", "ladybug", "pillbug", "expansion", "gen42", "game", "white", "black", "ruche"),
    *("abeille", "reine", "scarabee", "araignee", "fourmi", "sauterelle", "moustique", "coccinelle", "cloporte"),
    *("admin", "moderator", "password", "motdepasse"),
)
"""Words of this site, the first that someone guesses here. docs/accounts.md lists them."""
_MIN_REST: Final = 6
"""Characters that a password needs besides words of the site and the name of the account."""
_MAX_WAITING: Final = 64
"""Passwords that can wait to be hashed."""
_PARALLEL: Final = 2
"""Passwords that are hashed simultaneously; each takes 64 MiB and most of a tenth of a second of a core."""

_hasher: Final = PasswordHasher()


def check_password(password: str, name: str) -> None:
    """Raise ProblemError unless an account with this name can have a password.

    >>> check_password("correct horse battery", "Anna")
    >>> check_password("Skep2026!", "Anna")
    Traceback (most recent call last):
    skep.server.http.problem_error.ProblemError: This password is easy to guess: it is little more than a word of \
this site or your name.
    """
    if not MIN_LENGTH <= len(password) <= MAX_LENGTH:
        raise ProblemError(
            422,
            "password-length",
            f"A password has {MIN_LENGTH} to {MAX_LENGTH} characters; this one has {len(password)}.",
        )
    if "\0" in password:
        raise ProblemError(422, "password-length", "A password cannot contain the NUL character.")
    folded = password.casefold()
    if folded in _common_passwords():
        raise ProblemError(
            422, "password-common", "This password is among the most common ones, which attackers try first."
        )
    rest = _without_words(folded, name)
    if rest != folded and (len(rest) < _MIN_REST or rest in _common_passwords()):
        raise ProblemError(
            422,
            "password-guessable",
            "This password is easy to guess: it is little more than a word of this site or your name.",
        )


def _without_words(folded: str, name: str) -> str:
    """Return a password without the words of this site and the parts of the player's name."""
    words = {*SITE_WORDS, *(part for part in name.casefold().split() if len(part) >= 3), name.casefold()}
    for word in sorted(words, key=len, reverse=True):
        folded = folded.replace(word, "")
    return folded


@cache
def _common_passwords() -> frozenset[str]:
    return frozenset(files("skep.server.accounts").joinpath("common_passwords.txt").read_text().split())


def _hash_of_nothing() -> str:
    """Return a hash that belongs to no password, with the same parameters as all others.

    Its digest consists of zeros, because computing one would take a tenth of a second whenever the server starts.
    """
    salt, digest = (b64encode(bytes(n)).decode().rstrip("=") for n in (_hasher.salt_len, _hasher.hash_len))
    costs = f"m={_hasher.memory_cost},t={_hasher.time_cost},p={_hasher.parallelism}"
    return f"$argon2id$v={ARGON2_VERSION}${costs}${salt}${digest}"


_UNKNOWN: Final = _hash_of_nothing()
"""Verified if an account does not exist or has no password, so that the time of a reply does not reveal it."""


class Passwords:
    """Hashes and verifies passwords on threads, a few at a time."""

    def __init__(self) -> None:
        self._slots = asyncio.Semaphore(_PARALLEL)
        self._waiting = 0

    async def hash(self, password: str) -> str:
        """Return the hash of a password."""
        return await self._run(_hasher.hash, password)

    async def verify(self, password: str, stored: str | None) -> bool:
        """Return whether a password belongs to a stored hash. It takes equally long without one."""
        return await self._run(_verify, password, stored)

    async def _run(self, work: Callable[..., Result], *arguments: object) -> Result:
        if self._waiting >= _MAX_WAITING:
            raise ProblemError(503, "busy", "Too many people sign in at the same moment. Try again in a moment.")
        self._waiting += 1
        try:
            async with self._slots:
                return await asyncio.to_thread(work, *arguments)
        finally:
            self._waiting -= 1


def _verify(password: str, stored: str | None) -> bool:
    try:
        return _hasher.verify(stored if stored is not None else _UNKNOWN, password) and stored is not None
    except (VerificationError, InvalidHashError):
        return False
