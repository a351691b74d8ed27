"""``skep review``."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
from pathlib import Path

import pytest

from skep.review import efforts
from tests.cli.helpers import PROGRAM, skep
from tests.review.helpers import GLANCE, WIN_AT_HAND

MISSED = WIN_AT_HAND + ";wA3 -wA1"
RECORDS = Path(__file__).parents[1] / "data" / "records"


@pytest.fixture(autouse=True)
def faster_quick_effort(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(efforts.EFFORTS, "quick", GLANCE)


@pytest.fixture
def record(tmp_path: Path) -> str:
    file = tmp_path / "missed.uhp"
    file.write_text(MISSED + "\n", encoding="utf-8")
    return str(file)


def test_prints_a_report(record: str) -> None:
    ran = skep("review", record, "--effort", "quick", "--threads", "2")
    assert (ran.code, ran.err) == (0, "")
    assert ran.lines[0] == "Review: White – Black"
    assert ran.lines[1] == "No result · Base · ultimate-2024"
    assert any(line.split()[:1] == ["Accuracy"] for line in ran.lines)
    assert any(line.startswith(" 100%") for line in ran.lines)
    row = next(line for line in ran.lines if line.strip().startswith("9."))
    assert row.split()[1:5] == ["wA3", "-wA1", "×", "missed"]
    assert "Turn 9, White: wA3 -wA1" in ran.lines
    assert re.search("Better: The (soldier )?ant w", ran.out)
    assert max(map(len, ran.lines[:20])) <= 80


def test_the_review_does_not_depend_on_the_number_of_threads(record: str) -> None:
    assert skep("review", record, "--effort", "quick") == skep("review", record, "--effort", "quick", "--threads", "1")


def test_all_lists_every_move(record: str) -> None:
    notable, everything = (skep("review", record, "--effort", "quick", *more).lines for more in ((), ("--all",)))
    assert len(everything) > len(notable)
    assert sum("wG1" in line.split()[1:2] for line in everything) == 1


def test_prints_a_report_in_french(record: str) -> None:
    ran = skep("review", record, "--effort", "quick", "--lang", "fr")
    assert ran.lines[0] == "Bilan\u00a0: Blancs – Noirs"
    assert "gain manqué" in ran.out
    assert "Tour 9, Blancs\u00a0: wA3 -wA1" in ran.lines


def test_writes_the_report_as_html(record: str, tmp_path: Path) -> None:
    target = tmp_path / "report.html"
    ran = skep("review", record, "--effort", "quick", "--html", str(target))
    assert ran.code == 0
    assert ran.lines[-1] == f"Report written to {target}."
    assert target.read_text(encoding="utf-8").startswith('<!doctype html>\n<html lang="en">')


def test_reviews_a_game_without_moves_from_stdin() -> None:
    ran = skep("review", "-", "--effort", "quick", stdin="Base;NotStarted;White[1]\n")
    assert (ran.code, ran.err) == (0, "")
    assert "No moves were played." in ran.lines


def test_game_chooses_a_game_of_the_file() -> None:
    games = str(RECORDS / "pgn.pgn")
    assert skep("review", games, "--effort", "quick").lines[0].startswith("Review: Ann")
    assert skep("review", games, "--game", "6").err == f"skep: {games}: there is no game 6: found 5 games\n"
    ran = skep("review", games, "--game", "5", "--effort", "quick")
    assert (ran.code, ran.err) == (0, "")
    assert "→  forced" in ran.out


def test_reviews_the_readable_part_of_a_broken_game() -> None:
    ran = skep("review", "-", "--effort", "quick", stdin="Base;;;wS1;bS1 bQ-\n")
    assert ran.code == 0
    assert ran.err == "skep: stdin: line 1: ply 2: not a move: 'bS1 bQ-': bQ is not in play\n"
    assert "Review: White – Black" in ran.lines


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["nowhere.pgn"], "nowhere.pgn"),
        (["-", "--effort", "hard"], "unknown effort: 'hard': expected quick, normal, deep"),
        (["-"], "stdin is empty"),
        (["-", "--html", "nowhere/report.html"], "nowhere/report.html: the folder nowhere does not exist"),
    ],
)
def test_invalid_input_is_reported_as_one_line(arguments: list[str], error: str) -> None:
    ran = skep("review", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert error in ran.err
    assert ran.err.count("\n") == 1


@pytest.mark.slow
def test_ctrl_c_stops_the_review(record: str) -> None:
    screen, stderr = os.openpty()
    with subprocess.Popen(
        [*PROGRAM, "review", record, "--effort", "deep", "--threads", "1"],
        stdout=subprocess.PIPE,
        stderr=stderr,
        env={**os.environ, "TERM": "xterm"},
        text=True,
    ) as process:
        os.close(stderr)
        output = b""
        while b"%" not in output:  # the progress bar: the review is running
            output += os.read(screen, 1024)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=60)
    with contextlib.suppress(OSError):  # the other end is closed
        while more := os.read(screen, 1024):
            output += more
    os.close(screen)
    assert (process.returncode, out) == (130, "")
    assert b"Traceback" not in output


def test_a_folder_is_filled_and_continued(tmp_path: Path) -> None:
    games, folder = tmp_path / "games.uhp", tmp_path / "reviews"
    games.write_text(f"{MISSED}\nBase;;;wS1;bS1 wS1-\nBase;;;wS1;bS1 wS1-;wA1 bS1-\n", encoding="utf-8")
    command = ["review", str(games), "--effort", "quick", "--folder", str(folder)]
    ran = skep(*command, "--threads", "1")
    assert ran.code == 2  # the third game breaks a rule
    assert "wA1 bS1-" in ran.err
    assert ran.out == f"{folder}: 2 games, 2 of them reviewed now\n"
    first, second = sorted(folder.iterdir())
    assert (first.name[:7], second.name[:7]) == ("000001-", "000002-")
    assert json.loads(first.read_text()) == json.loads(skep("review", MISSED, "--effort", "quick", "--json").out)
    second.unlink()
    written = first.stat().st_mtime_ns
    assert skep(*command).out == f"{folder}: 2 games, 1 of them reviewed now\n"
    assert first.stat().st_mtime_ns == written
    for wrong, message in (([*command, "--json"], "leave out --game"), ([*command[:4], "--ray"], "add --folder DIR")):
        ran = skep(*wrong)
        assert ran.code == 2
        assert message in " ".join(ran.err.split())
