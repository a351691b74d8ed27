"""Questions to the players and their answers."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from rich.text import Text

from skep.cli.screen import console, print_wrapped
from skep.i18n import Catalog, Language, catalog

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["InputClosed", "Prompt"]

_MARGIN: Final = 4


class InputClosed(Exception):
    """The players typed ``quit``, or the input ended."""


class Prompt:
    """A screen, a keyboard and a language."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self.screen: Console = console()
        if sys.stdin.isatty():
            with suppress(ImportError):
                import readline  # noqa: F401 (makes input() editable)

    @property
    def strings(self) -> Catalog:
        """The texts of the terminal game in the current language."""
        return catalog("terminal", self.language)

    @property
    def width(self) -> int:
        """The number of columns of the screen."""
        return self.screen.width

    @property
    def drawing_width(self) -> int:
        """The number of columns available for a drawing."""
        return self.screen.width - _MARGIN

    def print(self, text: str | Text = "", style: str = "") -> None:
        """Print a text."""
        print_wrapped(self.screen, text, style)

    def show(self, key: str, /, **values: object) -> None:
        """Print a text of the catalogue."""
        self.print(self.strings.format(key, **values))

    def draw(self, drawing: Text) -> None:
        """Print a drawing with a margin and blank lines around it, without wrapping it."""
        margin = Text(" " * _MARGIN)
        lines = [margin + line if line else line for line in drawing.split("\n", allow_blank=True)]
        self.print()
        self.screen.print(Text("\n").join(lines), soft_wrap=True)
        self.print()

    def ask(self, question: str) -> str:
        """Ask a question and return the stripped answer. Raises InputClosed for ``quit`` and the end of the input."""
        self.print(question)
        try:
            answer = input("> ").strip()
        except EOFError:
            self.print()
            raise InputClosed from None
        if answer.lower() in _answers("command.quit"):
            raise InputClosed
        return answer

    def confirm(self, question: str) -> bool:
        """Ask a question until the answer is yes or no, in any language."""
        while True:
            answer = self.ask(f"{question} ({self.strings['confirm.hint']})").lower()
            if answer in _answers("confirm.yes"):
                return True
            if answer in _answers("confirm.no"):
                return False


def _answers(key: str) -> set[str]:
    """Return the answers with a meaning, in all languages."""
    return {answer for language in Language for answer in catalog("terminal", language)[key].split()}
