"""Recovery codes, which sign a player in who has lost every passkey and forgotten the password."""

from __future__ import annotations

import re
import secrets
from typing import Final

from skep.server.accounts.secrets import hash_secret

__all__ = ["CODES", "hash_code", "new_code"]

CODES: Final = 8
"""The number of codes that an account gets at once."""
_ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Letters and digits that are not mistaken for each other."""
_GROUPS, _LENGTH = 5, 5
_MISREAD: Final = str.maketrans("OIL", "011")


def new_code() -> str:
    """Return a code of 125 random bits, such as ``7KQ2M-…``."""
    groups = ("".join(secrets.choice(_ALPHABET) for _ in range(_LENGTH)) for _ in range(_GROUPS))
    return "-".join(groups)


def hash_code(code: str) -> str | None:
    """Return the hash of a code as someone types it, or None if it does not have the form of one.

    >>> hash_code("7KQ2M-00000-ABCDE-FGHJK-MNPQR") == hash_code("7kq2m ooooo abcde fghjk mnpqr")
    True
    """
    letters = re.sub(r"[\s\-–—.]", "", code).upper().translate(_MISREAD)
    if len(letters) != _GROUPS * _LENGTH or not set(letters) <= set(_ALPHABET):
        return None
    return hash_secret(f"recovery {letters}")
