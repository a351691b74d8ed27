"""``skep perft``, alone and compared with other engines."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

from skep.board import Board
from skep.cli.game_argument import read_game
from skep.cli.perft import count, divide
from tests.cli.helpers import GAME, Ran, skep
from tests.sizes import first_and_all

ENGINE = Path(__file__).with_name("faulty_engine.py")
START = "Base+MLP;NotStarted;White[1]"


def test_prints_a_table() -> None:
    ran = skep("perft", "Base", "4")
    assert (ran.code, ran.err) == (0, "")
    assert ran.lines[0].split() == ["depth", "nodes", "seconds", "nodes/s"]
    assert [line.split()[:2] for line in ran.lines[1:]] == [
        ["0", "1"],
        ["1", "4"],
        ["2", "96"],
        ["3", "1,440"],
        ["4", "21,600"],
    ]


def test_bulk_counting_gives_the_same_counts() -> None:
    with_bulk, without = skep("perft", GAME, "3"), skep("perft", GAME, "3", "--no-bulk")
    assert [line.split()[1] for line in with_bulk.lines] == [line.split()[1] for line in without.lines]


def test_divide_prints_the_count_for_each_first_move() -> None:
    assert skep("perft", "Base", "2", "--divide").lines == ["wA1: 24", "wB1: 24", "wG1: 24", "wS1: 24", "total: 96"]
    assert skep("perft", "Base", "0", "--divide").err == "skep: --divide needs a depth of at least 1\n"


@pytest.mark.parametrize("game", ["Base+MLP", GAME, "Base 0,0:.wS1wS2/wA1bQwB1/bA1wQ"])
def test_counting_in_several_calls_gives_the_same_count(game: str) -> None:
    board = read_game(game)
    before = board.position_string()
    for depth in range(1, 6 if game == "Base+MLP" else 5):
        expected = board.perft(depth)
        assert count(board, depth) == sum(nodes for _, nodes in divide(board, depth)) == expected
    assert board.position_string() == before


def compare(fault: str, depth: int = 3, game: str = "Base+MLP", *options: str) -> Ran:
    command = shlex.join([sys.executable, str(ENGINE), fault])
    return skep("perft", game, str(depth), "--compare", command, *options)


def test_compares_legal_moves_if_the_engine_has_no_perft() -> None:
    ran = compare("none", 2)
    assert (ran.code, ran.err) == (0, "")
    assert ran.lines == [
        f"skep and Tester 1.0, from {START}",
        "The engine has no perft command; comparing the legal moves of every position.",
        "Both agree up to depth 2: 294 lines of play.",
    ]


@pytest.mark.slow
def test_compares_counts_if_the_engine_has_perft() -> None:
    ran = compare("none-with-perft")
    assert (ran.code, ran.err) == (0, "")
    assert [line.split() for line in ran.lines[1:-1]] == [
        ["depth", "skep", "other"],
        ["0", "1", "1"],
        ["1", "7", "7"],
        ["2", "294", "294"],
        ["3", "6,678", "6,678"],
    ]
    assert ran.lines[-1] == "Both agree up to depth 3: 6,678 lines of play."


def test_finds_a_missing_move() -> None:
    game = "Base;;;wS1;bS1 wS1-"
    ran = compare("missing-move", 1, game)
    assert (ran.code, ran.err) == (1, "")
    assert ran.lines[-3:] == [
        "First difference: Base;InProgress;White[2];wS1;bS1 wS1-",
        "  only skep: wQ /wS1",
        "  only Tester 1.0: -",
    ]


@pytest.mark.slow
def test_finds_an_extra_move() -> None:
    ran = compare("extra-move", 2, "Base")
    assert (ran.code, ran.err) == (1, "")
    assert ran.lines[-3].startswith("First difference: Base;InProgress;Black[1];w")
    assert ran.lines[-2:] == ["  only skep: -", "  only Tester 1.0: bQ wS1-"]


@first_and_all(
    ("fault", "options", "error"),
    ("silent-start", ["--timeout", "0.3"], "no answer to its start within 0.3 seconds"),
    ("silent", ["--timeout", "3"], "no answer to 'validmoves' within 3 seconds"),
    ("crash", [], "ended (exit code 3) instead of answering 'validmoves'"),
    ("refusal", [], "with 'err I do not want to'"),
    ("invalid-moves", [], "the other engine sent invalid validmoves: not a "),
    ("wrong-perft", [], "Tester 1.0: its perft counts do not match its own legal moves"),
)
def test_faults_of_the_engine_are_reported(fault: str, options: list[str], error: str) -> None:
    ran = compare(fault, 3, "Base", *options)
    assert ran.code == 2
    assert error in ran.err
    assert ran.err.count("\n") == 1


def test_engines_that_do_not_start_are_reported() -> None:
    for command in ("no-such-engine", "", "'", "/dev/null"):
        ran = skep("perft", "Base", "1", "--compare", command)
        assert (ran.code, ran.out) == (2, "")
        assert "does not start: " in ran.err
    assert "instead of answering its start" in skep("perft", "Base", "1", "--compare", "true").err


def test_a_position_without_a_game_cannot_be_compared() -> None:
    assert (
        skep("perft", "Base", "1", "--compare", "x", "--divide").err == "skep: choose one of --divide and --compare\n"
    )
    position = Board.from_game_string(GAME).position_string()
    assert "has no GameString" in skep("perft", position, "1", "--compare", "true").err
