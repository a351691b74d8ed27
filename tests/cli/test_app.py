"""The command as a whole: help, version, errors and exit status."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import typer.main

from skep import __version__
from skep.cli.app import app
from tests.cli.helpers import GAME, PROGRAM, program, skep
from tests.sizes import first_and_all

COMMANDS = (
    *("play", "serve", "show", "picture", "moves", "explain", "rules", "analyse", "review"),
    *(
        "convert",
        "import",
        "export",
        "explore",
        "perft",
        "bench",
        "compile",
        "uhp",
        "worker",
        "bot",
        "match",
        "puzzles",
        "lab",
        "admin",
    ),
)


def test_the_commands_are_listed_in_a_useful_order() -> None:
    root: Any = typer.main.get_command(app)
    assert tuple(root.commands) == COMMANDS


def test_every_command_has_a_module_of_its_name() -> None:
    folder = Path(__file__).parents[2] / "src" / "skep" / "cli"
    for name in COMMANDS:
        package = folder / name / "__init__.py"
        file = package if package.exists() else folder / f"{'import_' if name == 'import' else name}.py"
        assert file.read_text(encoding="utf-8").startswith(f'"""``skep {name}``: ')


def test_the_list_of_commands_shows_one_line_for_each() -> None:
    first_words = Counter(line.split()[0] for line in skep("--help").lines if re.match(r"  \w", line))
    assert {name: first_words[name] for name in COMMANDS} == dict.fromkeys(COMMANDS, 1)


@pytest.mark.parametrize(("columns", "width"), [(60, 60), (100, 100), (300, 120)])
def test_help_is_wrapped_once_to_the_terminal(columns: int, width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    lines = skep("bench", "--help").lines
    start = next(number for number, line in enumerate(lines) if "fixed set of positions" in line)
    paragraph = lines[start : lines.index("", start)]
    assert all(len(line) <= width for line in paragraph)
    for line, after in pairwise(paragraph):
        assert len(line) + 1 + len(after.split()[0]) > width - 2, "the next word does not fit"


def test_help_does_not_load_the_compiler() -> None:
    code = """
import sys
from skep.cli.app import run

for arguments in ({calls}):
    run(arguments)
    assert not {{"numba", "numpy", "llvmlite"}} & set(sys.modules), arguments
"""
    calls = [["--help"], ["--version"], [], *([name, "--help"] for name in COMMANDS)]
    subprocess.run([sys.executable, "-c", code.format(calls=calls)], capture_output=True, check=True)


@pytest.mark.parametrize("name", ["play", "serve"])
def test_a_server_starts_without_the_other_commands(name: str) -> None:
    code = """
import sys
import skep.cli

sys.argv = ["skep", {name!r}, "--help"]
try:
    skep.cli.main()
except SystemExit as end:
    assert end.code == 0
assert "skep.cli.app" not in sys.modules
assert "skep.cli.match" not in sys.modules
"""
    ran = subprocess.run([sys.executable, "-c", code.format(name=name)], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines() == skep(name, "--help").lines


def test_version() -> None:
    assert skep("--version") == (0, f"skep {__version__}\n", "")


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["dance"], "skep: No such command 'dance' (see skep --help)"),
        (["show", "--colour"], "skep: No such option: --colour (see skep show --help)"),
        (["show", "--theme", "mud"], "skep: Invalid value for '--theme': "),
        (["perft", "Base", "x"], "skep: Invalid value for 'DEPTH': "),
        (["perft", "Base", "-1"], "skep: "),
        (["explain", "Base"], "skep: Missing argument 'MOVE' (see skep explain --help)"),
        (["show", "@nowhere.txt"], "skep: nowhere.txt: No such file or directory"),
        (["show", "--edition", "mine"], "skep: not a"),
        (["show", "Base;;;wS1;bS1 wS1"], "skep: move 2 of the game: bS1 wS1: "),
        (["show", "Base;;;wS1;bS1 bQ-"], "skep: not a GameString: 'Base;;;wS1;bS1 bQ-': move 2: "),
        (["explain", "Base", "wX1"], "skep: not a piece: 'wX1': "),
        (["show", "--svg", "nowhere/hive.svg"], "skep: nowhere/hive.svg: No such file or directory"),
    ],
)
def test_invalid_input_is_reported_as_one_line(arguments: list[str], error: str) -> None:
    ran = skep(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(error)
    assert ran.err.count("\n") == 1


def test_the_program_reports_errors_on_stderr() -> None:
    ran = program("show", "nonsense")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == (
        "skep: not a game: 'nonsense': expected a file of game records, a GameString, moves separated by semicolons, "
        "a position string, a text diagram, a game type (Base+MLP), or - for stdin\n"
    )


@first_and_all("arguments", ("moves", GAME), ("show", GAME), ("show", GAME, "--svg", "-"))
def test_a_closed_pipe_is_not_reported(arguments: tuple[str, ...]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run([*PROGRAM, *arguments], stdout=writer, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writer)
    assert done.stderr == ""
    assert done.returncode != 0


@pytest.mark.slow
def test_ctrl_c_prints_nothing() -> None:
    with subprocess.Popen(
        [*PROGRAM, "perft", "Base+MLP", "12"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline().split() == ["depth", "nodes", "seconds", "nodes/s"]
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=20)
    assert (process.returncode, err) == (130, "")


@pytest.mark.slow
def test_a_terminal_without_unicode_gets_ascii_characters(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "SKEP_DATA_DIR": str(tmp_path)}
    arguments = [*PROGRAM, "explain", GAME, "wA2 bA1-", "--lang", "fr"]
    done = subprocess.run(arguments, capture_output=True, text=True, env=environment, check=False)
    assert (done.returncode, done.stderr) == (1, "")
    assert "Regle : Hive Ultimate Pocket (2024), Placing Restriction" in done.stdout
    assert "  *    wA1    *     .    bQ     .\n" in done.stdout
