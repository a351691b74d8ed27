"""The languages that skep speaks."""

from __future__ import annotations

from enum import Enum

__all__ = ["Language", "find_language"]


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
        return " : " if self is Language.FR else ": "


def find_language(code: str) -> Language:
    """Return the language with this code, or English if skep does not speak it.

    >>> find_language("fr"), find_language("xx")
    (<Language.FR: 'fr'>, <Language.EN: 'en'>)
    """
    try:
        return Language(code)
    except ValueError:
        return Language.EN
