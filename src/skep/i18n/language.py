"""The languages that skep speaks."""

from __future__ import annotations

import re
from enum import Enum
from typing import Final

__all__ = ["Language", "find_language"]

_FRENCH_SPACE: Final = re.compile(r" (?=[:;!?%\u00bb])|(?<=\u00ab) ")


class Language(Enum):
    """A language, by its ISO 639-1 code."""

    EN = "en"
    FR = "fr"

    def plural(self, count: int) -> str:
        """Return the plural category of a count, as CLDR names it.

        >>> Language.EN.plural(0), Language.FR.plural(0)
        ('other', 'one')
        """
        singular = count == 1 or (self is Language.FR and count == 0)
        return "one" if singular else "other"

    @property
    def colon(self) -> str:
        """The colon between a label and its value, with the spaces around it."""
        return "\N{NO-BREAK SPACE}: " if self is Language.FR else ": "

    def typeset(self, text: str) -> str:
        """Return a text with no-break spaces where French has a space next to punctuation.

        Otherwise a line could begin with a colon or a question mark. The files have plain spaces.

        >>> Language.FR.typeset("Et la case ?"), Language.EN.typeset("And the space?")
        ('Et la case\\xa0?', 'And the space?')
        """
        return _FRENCH_SPACE.sub("\N{NO-BREAK SPACE}", text) if self is Language.FR else text


def find_language(code: str) -> Language:
    """Return the language with this code, or English if skep does not speak it.

    >>> find_language("fr"), find_language("xx")
    (<Language.FR: 'fr'>, <Language.EN: 'en'>)
    """
    try:
        return Language(code)
    except ValueError:
        return Language.EN
