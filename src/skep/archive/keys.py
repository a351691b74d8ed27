"""Keys that identify positions, moves, players and results in the tables."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from hashlib import blake2b
from typing import Final

from skep.editions import Edition, GameType
from skep.game import ResultCode

__all__ = [
    "END",
    "OPENING_PIECES",
    "RESULTS",
    "fold_name",
    "is_opening",
    "rules_salt",
    "salted_key",
    "to_signed",
]

OPENING_PIECES: Final = 6
"""Maximum number of pieces in play in an opening position. Games are counted per opening position as they are added."""
END: Final = 0
"""Stored as the next position of the last position of a game."""
RESULTS: Final = (ResultCode.WHITE_WINS, ResultCode.DRAW, ResultCode.BLACK_WINS, ResultCode.UNFINISHED)
"""The results by their number in the tables."""

_MODULUS: Final = 1 << 64


def to_signed(key: int) -> int:
    """Convert an unsigned 64-bit key to the signed integer that databases store.

    >>> to_signed(5), to_signed(2**64 - 1)
    (5, -1)
    """
    return key - _MODULUS if key >> 63 else key


@lru_cache(maxsize=256)
def rules_salt(game_type: GameType, edition: Edition) -> int:
    """Return the salt for position keys. The same hive with other bugs in hand is a different position."""
    return int.from_bytes(blake2b(f"{game_type} {edition.id}".encode(), digest_size=8).digest())


def salted_key(key: int, game_type: GameType, edition: Edition) -> int:
    """Return the key under which a position of this game type and edition is stored."""
    return to_signed((key ^ rules_salt(game_type, edition)) & (_MODULUS - 1))


def is_opening(pieces: int) -> bool:
    """Whether a position with this number of pieces in play counts as an opening, shared by many games."""
    return pieces <= OPENING_PIECES


def fold_name(name: str) -> str:
    """Return a player's name in the form used for comparisons, which ignores letter case and extra spaces.

    >>> fold_name("  Zoë  O'Nym") == fold_name("ZOË o'nym")
    True
    """
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())
