"""The language of a command's output."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from skep.i18n import Language

__all__ = ["LanguageOption", "system_language"]

LanguageOption = Annotated[
    Language | None,
    typer.Option("--lang", help="Language of the output.", show_default="the system's if supported, otherwise en"),
]


def system_language() -> Language:
    """Return the language of the user's system, or English if skep does not support it."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return Language.FR if value.lower().startswith("fr") else Language.EN
    return Language.EN
