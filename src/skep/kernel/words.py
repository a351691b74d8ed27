"""The random words from which position keys are made. Game databases store keys, so the words must never change.

The generator is PCG64 (XSL-RR 128/64, https://www.pcg-random.org), written out here because NumPy does not promise
that its generators keep producing the same numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

__all__ = ["random_words"]

_MULTIPLIER: Final = 0x2360ED051FC65DA44385DF649FCCF645
_INCREMENT: Final = 0x2CC128090F689B46F9B2A51389CE2CC1
_START: Final = 0xC454E2489AA8B3F591B2AC0218AF33C8
_MASK_64: Final = (1 << 64) - 1
_MASK_128: Final = (1 << 128) - 1


def random_words() -> Iterator[int]:
    """Yield 64-bit words without end, always the same ones.

    >>> f"{next(random_words()):016x}"
    'e1de0d1fd58f2cef'
    """
    state = _START
    while True:
        state = (state * _MULTIPLIER + _INCREMENT) & _MASK_128
        word = (state >> 64 ^ state) & _MASK_64
        turn = state >> 122
        yield (word >> turn | word << (64 - turn)) & _MASK_64
