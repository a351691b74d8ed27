"""Catalogues: the texts of one subject in one language, by key.

``en/rules.toml`` and ``fr/rules.toml`` have the same keys. A key is dotted, as in ``one-hive.title``, and follows the
tables of the file. A value is a text with named fields (``"{piece} has to stay"``) or a table of plural forms::

    found = { one = "one game", other = "{count} games" }
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

from skep.i18n.language import Language

__all__ = ["Catalog", "catalog"]


class Catalog(Mapping[str, str]):
    """The texts of one subject in one language.

    Maps each key to its text; a plural's forms have keys of their own, such as ``found.one``.
    """

    def __init__(self, language: Language, texts: Mapping[str, Any]) -> None:
        self.language: Final = language
        self._texts = {key: language.typeset(text) for key, text in _flatten(texts)}

    def __getitem__(self, key: str) -> str:
        return self._texts[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)

    def format(self, key: str, /, **values: object) -> str:
        """Return a text with its fields filled in. The plural form follows the value of ``count``.

        >>> games = Catalog(Language.EN, {"found": {"one": "one game", "other": "{count} games"}})
        >>> games.format("found", count=1), games.format("found", count=3)
        ('one game', '3 games')
        """
        if key not in self._texts and isinstance(count := values.get("count"), int):
            key = f"{key}.{self.language.plural(count)}"
        return self._texts[key].format(**values)

    def table(self, key: str) -> dict[str, str]:
        """Return the texts below a key, by the rest of their keys.

        >>> Catalog(Language.EN, {"side": {"white": "White", "black": "Black"}}).table("side")
        {'white': 'White', 'black': 'Black'}
        """
        return {name[len(key) + 1 :]: text for name, text in self._texts.items() if name.startswith(f"{key}.")}


@cache
def catalog(subject: str, language: Language = Language.EN) -> Catalog:
    """Return the catalogue of a subject, such as ``rules``, in a language."""
    path = files("skep.i18n") / language.value / f"{subject}.toml"
    return Catalog(language, tomllib.loads(path.read_text("utf-8")))


def _flatten(texts: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    for key, value in texts.items():
        if isinstance(value, str):
            yield prefix + key, value
        else:
            yield from _flatten(value, f"{prefix}{key}.")
