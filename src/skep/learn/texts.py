"""Texts in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from skep.rules import Language

__all__ = ["LocalizedText", "number_word"]

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


_ALL: Final[Mapping[Language, Mapping[int, str]]] = {
    Language.EN: {0: "all {count}", 1: "the only one", 2: "both"},
    Language.FR: {0: "les {count}", 1: "la seule"},
}
"""How all of so many are called; 0 stands for any other number."""


class LocalizedText(Struct, frozen=True, forbid_unknown_fields=True):
    """A text in English and in French.

    ``{count}`` stands for the number of answers, in words, and ``{all}`` for all of them: «both», «all eleven».
    """

    en: str
    fr: str

    def get(self, language: Language, count: int | None = None) -> str:
        """The text in one language.

        >>> LocalizedText(en="Find all {count}.", fr="Trouvez les {count}.").get(Language.FR, 11)
        'Trouvez les onze.'
        >>> LocalizedText(en="Find {all}.", fr="Trouvez {all}.").get(Language.EN, 2)
        'Find both.'
        """
        text = self.en if language is Language.EN else self.fr
        if count is None:
            return text
        words = number_word(count, language)
        every = _ALL[language].get(count, _ALL[language][0]).format(count=words)
        return text.replace("{count}", words).replace("{all}", every)


def number_word(count: int, language: Language) -> str:
    """A small number in words.

    >>> number_word(11, Language.EN)
    'eleven'
    """
    words = _NUMBERS[language]
    return words[count] if count < len(words) else str(count)
