"""Running ``skep``: in this process, where it is quick, and as a program of its own, where that is the point."""

from __future__ import annotations

import io
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from textwrap import dedent
from typing import NamedTuple
from unittest import mock

from skep.board import Board
from skep.cli.app import run
from skep.rules import Language

PROGRAM = (sys.executable, "-c", "from skep.cli import main; main()")
GAME = r"Base+MLP;;;wS1;bS1 wS1-;wQ -wS1;bQ bS1/;wA1 \wQ;bA1 bQ/"
"""A chain in which wA1 is free and wS1 holds two parts together::

          .           .    bA1
      wA1    .     .    bQ
         wQ    wS1   bS1    .
"""
PASSING = r"Base;;;wQ;bB1 wQ-;wQ \bB1;bQ /bB1;wQ -bB1;bB1 wQ"
"""In the classic edition: White's only piece is covered, so White has to pass."""


class Ran(NamedTuple):
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        """The lines on stdout, without blanks at their ends."""
        return [line.rstrip() for line in self.out.splitlines()]


def skep(*arguments: str, stdin: str = "") -> Ran:
    """Run a command in this process."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err), mock.patch("sys.stdin", io.StringIO(stdin)):
        code = run(arguments)
    return Ran(code, out.getvalue(), err.getvalue())


def program(*arguments: str, stdin: str = "", timeout: float = 120) -> Ran:
    """Run a command as a program."""
    done = subprocess.run(
        [*PROGRAM, *arguments], input=stdin, capture_output=True, text=True, timeout=timeout, check=False
    )
    return Ran(done.returncode, done.stdout, done.stderr)


def sentence(game: str, move: str, language: str = "en") -> str:
    """What the rules say against a move: their wording is theirs to test."""
    reason = Board.from_game_string(game).explain(move)
    assert reason is not None
    return reason.sentence(Language(language))


def text(block: str) -> list[str]:
    """The lines of an indented text."""
    return dedent(block).strip("\n").splitlines()
