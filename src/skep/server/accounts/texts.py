"""Texts that people type: one line without control, bidirectional and invisible characters."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

__all__ = ["clean_text", "one_line"]

_MAX_MARKS: Final = 3
"""Combining marks per letter: enough for every language, too few to cover the lines above."""
_BLANK: Final = "\u2800"
"""The Braille pattern without dots: a symbol and not a space, but invisible."""
_IGNORABLE: Final = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""Unicode's default ignorable code points: fillers, joiners, variation selectors and bidirectional controls.

Some of them have the category of letters or marks, so the category alone does not identify them.
"""


def clean_text(text: str, max_length: int) -> str:
    """Collapse text to one line and strip control, bidirectional and invisible characters.

    >>> clean_text("  Ann\\u202ea\\n of\\x00 Hive ", 24)
    'Anna of Hive'
    >>> clean_text("\\u3164\\u2800\\ufe0f", 24)
    ''
    """
    return one_line(unicodedata.normalize("NFC", text[: 8 * max_length]))[:max_length].strip()


def one_line(text: str) -> str:
    """Return a normalised text on one line, with single spaces and without invisible characters."""
    shown: list[str] = []
    marks = 0
    for character in _IGNORABLE.sub("", text):
        category = unicodedata.category(character)
        if category in ("Zs", "Zl", "Zp") or character in "\n\t\r" or character == _BLANK:
            character = " "
        elif category[0] == "C":
            continue
        if category[0] != "M":
            marks = 0
        elif not shown or shown[-1] == " ":
            continue  # a mark without a letter
        else:
            marks += 1
        if marks <= _MAX_MARKS:
            shown.append(character)
    return " ".join("".join(shown).split())
