"""Running ``skep``: in this process, which is fast, or as a separate program."""

from __future__ import annotations

import io
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from textwrap import dedent
from typing import NamedTuple
from unittest import mock

from skep.cli.app import run
from skep.cli.game_argument import read_game
from skep.i18n import Language, piece_name
from skep.pieces import Piece

PROGRAM = (sys.executable, "-c", "from skep.cli import main; main()")
GAME = r"Base+MLP;;;wS1;bS1 wS1-;wQ -wS1;bQ bS1/;wA1 \wQ;bA1 bQ/"
"""A chain in which wA1 can move and wS1 connects two parts::

          .           .    bA1
      wA1    .     .    bQ
         wQ    wS1   bS1    .
"""
PASSING = r"Base;;;wQ;bB1 wQ-;wQ \bB1;bQ /bB1;wQ -bB1;bB1 wQ"
"""In the classic edition, White's only piece is covered, so White has to pass."""


class Ran(NamedTuple):
    """The exit status and the output of a command."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        """The lines on stdout, without trailing spaces."""
        return [line.rstrip() for line in self.out.splitlines()]


class Terminal(io.StringIO):
    """A stream that claims to be a terminal."""

    def isatty(self) -> bool:
        return True


def skep(*arguments: str, stdin: str = "") -> Ran:
    """Run a command in this process."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err), mock.patch("sys.stdin", io.StringIO(stdin)):
        code = run(arguments)
    return Ran(code, out.getvalue(), err.getvalue())


def program(*arguments: str, stdin: str = "", timeout: float = 120) -> Ran:
    """Run a command as a separate program."""
    done = subprocess.run(
        [*PROGRAM, *arguments], input=stdin, capture_output=True, text=True, timeout=timeout, check=False
    )
    return Ran(done.returncode, done.stdout, done.stderr)


def reason_sentence(game: str, move: str, language: Language = Language.EN, *, edition: str | None = None) -> str:
    """Return the reason why a move is illegal. Its wording is tested elsewhere."""
    reason = read_game(game, edition=edition).explain(move)
    assert reason is not None
    return reason.sentence(language)


def named(piece: str, language: Language = Language.EN) -> str:
    """Return the name of a piece in a sentence. Its wording is tested elsewhere."""
    return piece_name(Piece.parse(piece), language)


def text(block: str) -> list[str]:
    """Return the lines of an indented text."""
    return dedent(block).strip("\n").splitlines()
