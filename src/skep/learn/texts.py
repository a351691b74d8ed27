"""Texts in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from skep.rules import Language

__all__ = ["Both", "counted"]

_NUMBERS: Final[Mapping[Language, tuple[str, ...]]] = {
    Language.EN: (
        "no",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
    ),
    Language.FR: (
        "aucune",
        "une",
        "deux",
        "trois",
        "quatre",
        "cinq",
        "six",
        "sept",
        "huit",
        "neuf",
        "dix",
        "onze",
        "douze",
        "treize",
        "quatorze",
    ),
}
"""In French for things that are feminine, as spaces and pieces are."""


class Both(Struct, frozen=True, forbid_unknown_fields=True):
    """A text in English and in French. ``{count}`` stands for the number of answers, in words."""

    en: str
    fr: str

    def in_(self, language: Language, count: int | None = None) -> str:
        """The text in one language.

        >>> Both(en="Find all {count}.", fr="Trouvez les {count}.").in_(Language.FR, 11)
        'Trouvez les onze.'
        """
        text = self.en if language is Language.EN else self.fr
        return text if count is None else text.replace("{count}", counted(count, language))


def counted(count: int, language: Language) -> str:
    """A small number in words.

    >>> counted(11, Language.EN)
    'eleven'
    """
    words = _NUMBERS[language]
    return words[count] if count < len(words) else str(count)
