"""``skep puzzles``."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest
from msgspec.structs import replace

from skep.i18n import Language
from skep.learn.puzzles import Puzzle, all_puzzles, read_puzzles, write_puzzles
from tests.cli.helpers import PROGRAM, skep
from tests.learn.helpers import sample

EASY = next(puzzle for puzzle in all_puzzles().values() if (puzzle.kind, puzzle.moves) == ("win", 1))


def test_show_prints_the_solution_only_on_request() -> None:
    shown = skep("puzzles", "show", EASY.id)
    assert (shown.code, shown.err) == (0, "")
    side = str(EASY.board().turn)
    assert f"{side} to move and win immediately." in shown.lines
    assert f"Puzzle {EASY.id}, rating {EASY.rating}" in shown.out
    assert EASY.line[0] not in shown.out
    assert f"Solution: {EASY.line[0]}" in skep("puzzles", "show", EASY.id, "--solution").lines


def test_show_in_french() -> None:
    shown = skep("puzzles", "show", EASY.id, "--lang", "fr")
    assert "jouent et gagnent tout de suite." in shown.out
    assert f"Problème {EASY.id}, classement {EASY.rating}\u00a0: " in shown.out


@pytest.mark.parametrize("puzzle", sample(8), ids=lambda puzzle: puzzle.id)
def test_every_kind_of_puzzle_has_a_question_in_every_language(puzzle: Puzzle) -> None:
    for language in Language:
        shown = skep("puzzles", "show", puzzle.id, "--lang", language.value)
        assert (shown.code, shown.err) == (0, "")
        assert "{" not in shown.out


def test_show_without_an_id_shows_the_puzzle_of_the_day() -> None:
    assert skep("puzzles", "show").out == skep("puzzles", "show").out != ""


def test_show_writes_a_picture() -> None:
    assert skep("puzzles", "show", EASY.id, "--svg", "-").out.startswith("<svg")


def test_show_rejects_an_unknown_id() -> None:
    assert skep("puzzles", "show", "nowhere") == (2, "", "skep: there is no puzzle 'nowhere'\n")


def test_check_finds_failing_proofs(tmp_path: Path) -> None:
    file = tmp_path / "some.jsonl"
    write_puzzles(file, [EASY, replace(EASY, id="faulty", moves=2)])
    checked = skep("puzzles", "check", str(file))
    assert (checked.code, checked.lines) == (1, ["faulty does not hold", "2 puzzles checked, 1 failed"])
    assert skep("puzzles", "check", str(file), "--id", EASY.id).code == 0
    assert skep("puzzles", "check", str(file), "--id", "unknown").err == "skep: there is no puzzle unknown\n"


def test_choose_writes_the_requested_number(tmp_path: Path) -> None:
    write_puzzles(tmp_path / "some.jsonl", sample(20))
    chosen = skep(
        "puzzles", "choose", str(tmp_path / "some.jsonl"), "--count", "8", "--out", str(tmp_path / "few.jsonl")
    )
    assert chosen.code == 0
    assert chosen.out.startswith("8 of 20 puzzles written to ")
    assert len(list(read_puzzles(tmp_path / "few.jsonl"))) == 8


@pytest.mark.slow
def test_generate_reads_records_and_skips_games_mined_before(tmp_path: Path) -> None:
    out = tmp_path / "mined"
    games = tmp_path / "games.uhp"
    games.write_text("Base;;;wS1;bS1 wS1-;wQ -wS1;bQ bS1-\nBase;;;wS1;wS1 bQ-\n")
    first = skep("puzzles", "generate", "--games", "1", "--seed", "5", "--out", str(out), str(games))
    assert (first.code, first.out.split(",")[0]) == (0, "3 games mined")
    assert "games.uhp: line 2: ply 2" in first.err
    again = skep("puzzles", "generate", "--games", "1", "--seed", "5", "--out", str(out), "--lang", "fr")
    assert (again.code, again.err) == (0, "")
    assert again.out.startswith("3 parties examinées, dont 0 nouvelles\u00a0; ")


@pytest.mark.slow
def test_ctrl_c_saves_the_puzzles_and_says_how_to_continue(tmp_path: Path) -> None:
    out = tmp_path / "mined"
    arguments = [*PROGRAM, "puzzles", "generate", "--games", "500", "--out", str(out)]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        journal = out / "mined.jsonl"
        deadline = time.monotonic() + 100
        while not (journal.exists() and journal.stat().st_size) and time.monotonic() < deadline:
            assert process.poll() is None, process.communicate()
            time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert err == "skep: interrupted; the puzzles found so far are saved. Run the same command to continue\n"
    assert (out / "puzzles.jsonl").exists()
    assert os.stat(journal).st_size > 0
