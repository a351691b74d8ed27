"""Texts that authors of lessons and of the rulebook write in both languages."""

from __future__ import annotations

from msgspec import Struct

from skep.i18n import catalog
from skep.rules import Language

__all__ = ["LocalizedText", "number_word"]


class LocalizedText(Struct, frozen=True, forbid_unknown_fields=True):
    """A text in English and in French.

    ``{count}`` stands for the number of answers in words, and ``{all}`` for all of them, as in “both” or “all eleven”.
    """

    en: str
    fr: str

    def get(self, language: Language, count: int | None = None) -> str:
        """Return the text in one language, with ``count`` filled in.

        >>> LocalizedText(en="Find all {count}.", fr="Trouvez les {count}.").get(Language.FR, 11)
        'Trouvez les onze.'
        >>> LocalizedText(en="Find {all}.", fr="Trouvez {all}.").get(Language.EN, 2)
        'Find both.'
        """
        text = language.typeset(self.en if language is Language.EN else self.fr)
        if count is None:
            return text
        texts, number = catalog("lessons", language), number_word(count, language)
        all_of_them = texts.get(f"all.{count}", texts["all.many"]).format(number=number)
        return text.replace("{count}", number).replace("{all}", all_of_them)


def number_word(count: int, language: Language) -> str:
    """Return a number in words if it is small, otherwise in digits.

    >>> number_word(11, Language.EN), number_word(15, Language.EN)
    ('eleven', '15')
    """
    return catalog("lessons", language).get(f"number.{count}", str(count))
