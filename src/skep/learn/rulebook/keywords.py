"""Loads what people type when they search the rulebook, one file per language."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Final

from msgspec import Struct

from skep.learn.readers import make_reader
from skep.rules import Language

__all__ = ["Keywords", "load_keywords"]

_FOLDER: Final = files("skep.learn.rulebook") / "search_words"


class Keywords(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The contents of a file."""

    ignored: tuple[str, ...]
    """Words of a question that say nothing about its subject."""
    entries: dict[str, tuple[str, ...]]
    """Words and phrases by the id of the entry that answers them."""


_read: Final = make_reader(Keywords)


@cache
def load_keywords(language: Language) -> Keywords:
    """Return the keywords in a language.

    >>> "stalemate" in load_keywords(Language.EN).entries["passing"]
    True
    """
    keywords: Keywords = _read(tomllib.loads((_FOLDER / f"{language.value}.toml").read_text(encoding="utf-8")))
    return keywords
