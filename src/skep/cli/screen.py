"""Printing: a console, error messages, and a fallback for terminals without Unicode."""

from __future__ import annotations

import codecs
import sys
import unicodedata
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.text import Text

__all__ = ["console", "error_console", "print_error", "print_wrapped", "use_ascii_fallback", "write_text"]

_ASCII: Final = {
    "·": ".",
    "•": "*",
    "×": "x",
    "–": "-",
    "—": "-",
    "…": "...",
    "«": '"',
    "»": '"',
    "“": '"',
    "”": '"',
    "’": "'",
    "→": "->",
    "█": "#",
    "▒": "=",
    "░": ".",
}
_FALLBACK: Final = "skep-ascii"


def _replace_with_ascii(error: UnicodeError) -> tuple[str, int]:
    """Replace the characters that the terminal's encoding cannot represent."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    characters = error.object[error.start : error.end]
    replaced = "".join(_ASCII.get(character) or unicodedata.normalize("NFKD", character) for character in characters)
    return "".join(character for character in replaced if character.isascii()) or "?", error.end


codecs.register_error(_FALLBACK, _replace_with_ascii)


def use_ascii_fallback() -> None:
    """Replace characters that the terminal cannot encode or decode instead of raising an error."""
    for stream, errors in ((sys.stdout, _FALLBACK), (sys.stderr, _FALLBACK), (sys.stdin, "replace")):
        if reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(errors=errors)


def console() -> Console:
    """Return a console on stdout that prints text literally, without markup."""
    return Console(markup=False, emoji=False, highlight=False)


def error_console() -> Console:
    """Return a console on stderr that prints text literally, for progress."""
    return Console(stderr=True, markup=False, emoji=False, highlight=False)


def print_wrapped(screen: Console, text: str | Text = "", style: str = "") -> None:
    """Print a text, wrapped if the screen is a terminal."""
    screen.print(text, style=style or None, soft_wrap=not screen.is_terminal)


def print_error(message: str) -> None:
    """Print a message as one line on stderr."""
    print(f"skep: {' '.join(line.strip() for line in message.splitlines())}", file=sys.stderr)


def write_text(target: str, text: str) -> None:
    """Write a text to a file, or to stdout if the target is ``-``."""
    if target == "-":
        print(text)
    else:
        Path(target).write_text(text + "\n", encoding="utf-8")
