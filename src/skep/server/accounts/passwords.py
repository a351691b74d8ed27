"""Passwords, hashed with Argon2id."""

from __future__ import annotations

from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

__all__ = ["hash_password", "verify_password"]

_hasher: Final = PasswordHasher()
_UNKNOWN: Final = _hasher.hash("no account has this password")
"""Verified if an account does not exist or has no password, so that the time of a reply does not tell."""


def hash_password(password: str) -> str:
    """Return the hash of a password, which takes a while on purpose: call it on a thread."""
    return _hasher.hash(password)


def verify_password(password: str, stored: str | None) -> bool:
    """Return whether a password belongs to a stored hash. It takes equally long without one."""
    try:
        return _hasher.verify(stored if stored is not None else _UNKNOWN, password) and stored is not None
    except (VerificationError, InvalidHashError):
        return False
