"""The terminal: a console to print on, and what happens where it knows few signs or colours."""

from __future__ import annotations

import codecs
import sys
import unicodedata
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.text import Text

__all__ = ["console", "tell", "use_plain_signs", "write_out"]

_PLAIN: Final = {
    "·": ".",
    "•": "*",
    "×": "x",
    "–": "-",
    "—": "-",
    "…": "...",
    "«": '"',
    "»": '"',
    "’": "'",
    "→": "->",
    "█": "#",
    "▒": "=",
    "░": ".",
}


def _plain_signs(error: UnicodeError) -> tuple[str, int]:
    """Stand-ins for the signs that a terminal's encoding does not have."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    signs = error.object[error.start : error.end]
    spelled = "".join(_PLAIN.get(sign) or unicodedata.normalize("NFKD", sign) for sign in signs)
    return "".join(sign for sign in spelled if sign.isascii()) or "?", error.end


codecs.register_error("skep-plain", _plain_signs)


def use_plain_signs() -> None:
    """Let no sign, read or printed, stop the program in a terminal without UTF-8."""
    for stream, errors in ((sys.stdout, "skep-plain"), (sys.stderr, "skep-plain"), (sys.stdin, "replace")):
        if reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(errors=errors)


def console() -> Console:
    """A console on stdout that takes every text as it is."""
    return Console(markup=False, emoji=False, highlight=False)


def tell(screen: Console, text: str | Text = "", style: str = "") -> None:
    """Print a text, wrapped in a terminal and as it is anywhere else."""
    screen.print(text, style=style or None, soft_wrap=not screen.is_terminal)


def write_out(target: str, text: str) -> None:
    """Write a text to a file, or to stdout when the target is ``-``."""
    if target == "-":
        print(text)
    else:
        Path(target).write_text(text + "\n", encoding="utf-8")
