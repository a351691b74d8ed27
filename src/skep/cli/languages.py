"""Which language people are spoken to in."""

from __future__ import annotations

import os
from typing import Annotated, Final

import typer

from skep.cli.english import ENGLISH
from skep.cli.french import FRENCH
from skep.cli.words import Words
from skep.rules import Language

__all__ = ["WORDS", "LanguageOption", "users_language"]

WORDS: Final[dict[Language, Words]] = {Language.EN: ENGLISH, Language.FR: FRENCH}

LanguageOption = Annotated[
    Language | None,
    typer.Option("--lang", help="The language to speak.", show_default="the system's, where it is one of these"),
]


def users_language() -> Language:
    """The language of the user's system, English when it is none of ours."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return Language.FR if value.lower().startswith("fr") else Language.EN
    return Language.EN
