"""Talking with the players: questions, answers and the language they are in."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from rich.text import Text

from skep.cli.languages import WORDS
from skep.cli.screen import console, tell
from skep.cli.words import Words
from skep.rules import Language

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["Left", "Talk"]

_MARGIN: Final = 4


class Left(Exception):
    """The players left: the end of the input."""


class Talk:
    """A screen, a keyboard and a language."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self.screen: Console = console()
        if sys.stdin.isatty():
            with suppress(ImportError):
                import readline  # noqa: F401 (makes input() editable)

    @property
    def words(self) -> Words:
        """The texts in the present language."""
        return WORDS[self.language]

    @property
    def width(self) -> int:
        """Columns of the screen."""
        return self.screen.width

    @property
    def drawing_width(self) -> int:
        """Columns that a drawing may have."""
        return self.screen.width - _MARGIN

    def say(self, text: str | Text = "", style: str = "") -> None:
        """Print a text."""
        tell(self.screen, text, style)

    def draw(self, drawing: Text) -> None:
        """Print what is already as wide as it should be, a little away from the edge and from other text."""
        margin = Text(" " * _MARGIN)
        lines = [margin + line if line else line for line in drawing.split("\n", allow_blank=True)]
        self.say()
        self.screen.print(Text("\n").join(lines), soft_wrap=True)
        self.say()

    def ask(self, question: str) -> str:
        """Ask, and return what was typed without the blanks around it; raises Left when nobody is there."""
        self.say(question)
        try:
            return input("> ").strip()
        except EOFError:
            self.say()
            raise Left from None

    def agrees(self, question: str) -> bool:
        """Ask until it is a yes or a no, in any of the languages."""
        while True:
            answer = self.ask(f"{question} ({self.words.yes_no})").lower()
            if any(answer in words.yes for words in WORDS.values()):
                return True
            if any(answer in words.no for words in WORDS.values()):
                return False
