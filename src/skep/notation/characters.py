"""Characters that no text may contain, because databases, terminals or UTF-8 cannot represent them."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["is_unicode_scalar", "replace_unsafe"]

_LINE_ENDING: Final = re.compile(r"\r\n?")
_UNSAFE: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
"""Control characters except the newline and the tab, and surrogates, which are halves of a character."""


def replace_unsafe(text: str) -> str:
    r"""Return a text with U+FFFD for each surrogate and each control character except newlines and tabs.

    PostgreSQL rejects NUL, UTF-8 cannot encode a surrogate, and a terminal acts on escape sequences. The line endings
    of other systems become newlines.

    >>> replace_unsafe("one\r\ntwo\x1b[2J")
    'one\ntwo�[2J'
    """
    if text.isprintable():
        return text
    return _UNSAFE.sub("\ufffd", _LINE_ENDING.sub("\n", text))


def is_unicode_scalar(number: int) -> bool:
    """Return whether a number is the code of a character and not of a surrogate.

    >>> is_unicode_scalar(0x41), is_unicode_scalar(0xD800), is_unicode_scalar(0x110000)
    (True, False, False)
    """
    return number <= 0x10FFFF and not 0xD800 <= number <= 0xDFFF
