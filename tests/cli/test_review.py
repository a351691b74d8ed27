"""``skep review``: the report in the terminal and as a file, and which game is meant."""

from __future__ import annotations

import contextlib
import io
import os
import signal
import subprocess
from pathlib import Path

import pytest

from skep.cli import review as command
from skep.review import efforts
from tests.cli.helpers import PROGRAM, skep
from tests.review.helpers import GLANCE, WIN_AT_HAND

MISSED = WIN_AT_HAND + ";wA3 -wA1"
RECORDS = Path(__file__).parents[1] / "data" / "records"


@pytest.fixture(autouse=True)
def quick_is_quicker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(efforts.EFFORTS, "quick", GLANCE)


@pytest.fixture
def record(tmp_path: Path) -> str:
    file = tmp_path / "missed.uhp"
    file.write_text(MISSED + "\n", encoding="utf-8")
    return str(file)


def test_the_report_in_the_terminal(record: str) -> None:
    ran = skep("review", record, "--effort", "quick", "--threads", "2")
    assert (ran.code, ran.err) == (0, "")
    assert ran.lines[0] == "Review: White – Black"
    assert ran.lines[1] == "No result · Base · ultimate-2024"
    assert any(line.split()[:1] == ["Accuracy"] for line in ran.lines)
    assert any(line.startswith(" 100%") for line in ran.lines)
    row = next(line for line in ran.lines if line.strip().startswith("9."))
    assert row.split()[1:5] == ["wA3", "-wA1", "×", "missed"]
    assert "Turn 9, White: wA3 -wA1" in ran.lines
    assert "Better: The soldier ant" in ran.out
    assert max(map(len, ran.lines[:20])) <= 80


def test_the_same_again(record: str) -> None:
    assert skep("review", record, "--effort", "quick") == skep("review", record, "--effort", "quick", "--threads", "1")


def test_every_move_if_wanted(record: str) -> None:
    few, all_ = (skep("review", record, "--effort", "quick", *more).lines for more in ((), ("--all",)))
    assert len(all_) > len(few)
    assert sum("wG1" in line.split()[1:2] for line in all_) == 1


def test_in_french(record: str) -> None:
    ran = skep("review", record, "--effort", "quick", "--lang", "fr")
    assert ran.lines[0] == "Bilan : Blancs – Noirs"
    assert "gain manqué" in ran.out
    assert "Tour 9, Blancs : wA3 -wA1" in ran.lines


def test_the_report_as_a_file(record: str, tmp_path: Path) -> None:
    target = tmp_path / "report.html"
    ran = skep("review", record, "--effort", "quick", "--html", str(target))
    assert ran.code == 0
    assert ran.lines[-1] == f"Report written to {target}."
    assert target.read_text(encoding="utf-8").startswith('<!doctype html>\n<html lang="en">')


def test_from_stdin_and_without_moves() -> None:
    ran = skep("review", "-", "--effort", "quick", stdin="Base;NotStarted;White[1]\n")
    assert (ran.code, ran.err) == (0, "")
    assert "No moves were played." in ran.lines


def test_which_game_of_a_file() -> None:
    games = str(RECORDS / "pgn.pgn")
    ran = skep("review", games, "--effort", "quick")
    assert (ran.code, ran.out) == (2, "")
    assert "holds 5 games: say which one with --game N (1 Ann" in ran.err
    assert skep("review", games, "--game", "6").err.endswith("holds 5 games: there is no game 6\n")
    ran = skep("review", games, "--game", "5", "--effort", "quick")
    assert (ran.code, ran.err) == (0, "")
    assert "→  forced" in ran.out


def test_a_long_collection_is_not_read_to_its_end_to_say_so() -> None:
    ran = skep("review", "-", stdin="Base;;;wS1\n" * 11)
    assert ran.code == 2
    assert "holds more than 10 games: say which one with --game N (1 ? – ?, 2 ? – ?" in ran.err
    assert "10 ? – ?)" in ran.err


def test_the_readable_part_of_a_broken_game() -> None:
    ran = skep("review", "-", "--effort", "quick", stdin="Base;;;wS1;bS1 bQ-\n")
    assert ran.code == 0
    assert ran.err == "skep: stdin: line 1: ply 2: not a move: 'bS1 bQ-': bQ is not in play\n"
    assert "Review: White – Black" in ran.lines


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["nowhere.pgn"], "nowhere.pgn"),
        (["-", "--effort", "hard"], "unknown effort: 'hard': expected quick, normal, deep"),
        (["-"], "stdin: the file is empty"),
        (["-", "--html", "nowhere/report.html"], "nowhere/report.html: there is no folder nowhere"),
    ],
)
def test_bad_input_is_one_line_on_stderr(arguments: list[str], error: str) -> None:
    ran = skep("review", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert error in ran.err
    assert ran.err.count("\n") == 1


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_gets_a_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Terminal()
    monkeypatch.setattr("sys.stderr", screen)
    monkeypatch.setenv("TERM", "xterm")
    with command._progress("looking") as progress:
        assert progress is not None
        progress(1, 4)
    assert "looking" in screen.getvalue()
    assert "25%" in screen.getvalue()


def test_ctrl_c_ends_it(record: str) -> None:
    screen, stderr = os.openpty()
    with subprocess.Popen(
        [*PROGRAM, "review", record, "--effort", "deep", "--threads", "1"],
        stdout=subprocess.PIPE,
        stderr=stderr,
        env={**os.environ, "TERM": "xterm"},
        text=True,
    ) as process:
        os.close(stderr)
        told = b""
        while b"%" not in told:  # the bar: it is at work
            told += os.read(screen, 1024)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=60)
    with contextlib.suppress(OSError):  # the other end is closed
        while more := os.read(screen, 1024):
            told += more
    os.close(screen)
    assert (process.returncode, out) == (130, "")
    assert b"Traceback" not in told
