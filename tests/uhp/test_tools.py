"""The four tools of uhp-utils, run as their users run them."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

from .helpers import TIMEOUT

pytestmark = pytest.mark.skipif(importlib.util.find_spec("uhp_utils") is None, reason="uhp-utils is not installed")

GAME = r"Base+MLP;InProgress;White[4];wS1;bG1 -wS1;wA1 wS1/;bB1 \bG1;wQ wS1\;bQ /bG1"


def arguments(name: str) -> list[str]:
    """Return the options that turn ``python`` into ``python -m skep uhp``."""
    return [f"--{name}={word}" for word in ("-m", "skep", "uhp")]


def tool(function: str, *words: str, stdin: str = "") -> str:
    """Run a tool and return its output; it must exit with status 0."""
    code = f"import sys; from uhp_utils.cli import {function}; sys.exit({function}())"
    command = [sys.executable, "-c", code, *words]
    done = subprocess.run(command, input=stdin, capture_output=True, text=True, timeout=TIMEOUT, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout


@pytest.mark.slow
def test_arena() -> None:
    both = [sys.executable, sys.executable, *arguments("white-arg"), *arguments("black-arg")]
    out = tool("arena_main", *both, "--depth", "1", "--games", "2", "--max-moves", "6", "--no-results")
    assert out.count("Result: MaxMoves") == 2
    assert "Draws: 2" in out


@pytest.mark.slow
def test_arena_with_fractional_seconds() -> None:
    both = [sys.executable, sys.executable, *arguments("white-arg"), *arguments("black-arg")]
    out = tool("arena_main", *both, "--time", "0.5", "--max-moves", "4", "--game-type", "Base", "--no-results")
    assert out.count("Result: MaxMoves") == 1


@pytest.mark.slow
def test_compare_perft() -> None:
    both = [sys.executable, sys.executable, GAME, "3", *arguments("engine-a-arg"), *arguments("engine-b-arg")]
    assert "Perft results match." in tool("perft_main", *both)


@pytest.mark.slow
def test_compare_validmoves(tmp_path: Path) -> None:
    games = tmp_path / "games.txt"
    games.write_text(f"# a game\n{GAME}\n")
    both = [sys.executable, sys.executable, str(games), *arguments("engine-a-arg"), *arguments("engine-b-arg")]
    assert "Compared 6 positions: 6 matched, 0 differed" in tool("validmoves_main", *both, "--full-game")


def test_wrapper() -> None:
    commands = "newgame Base\nplay wQ\nplay wS1\nrestart\ninfo\nexit\n"
    out = tool("wrapper_main", sys.executable, *arguments("engine-arg"), stdin=commands)
    assert "invalidmove wQ: the queen bee wQ may not be placed on your first turn (placing the queen bee)" in out
    assert "Base;InProgress;Black[1];wS1" in out
    assert out.count("id skep v") == 1
