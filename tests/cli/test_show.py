"""``skep show``."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from skep.board import Board
from skep.pieces import Piece
from tests.cli.helpers import GAME, skep

BOARD = Board.from_game_string(GAME)


def test_shows_the_board_and_the_hands() -> None:
    ran = skep("show", GAME)
    assert (ran.code, ran.err) == (0, "")
    assert ran.lines == [
        "     ·           ·    bA1",
        " wA1    ·     ·    bQ",
        "    wQ    wS1   bS1    ·",
        "",
        "White to move, turn 4",
        "White's hand: wS2 wB1 wB2 wG1 wG2 wG3 wA2 wA3 wM wL wP",
        "Black's hand: bS2 bB1 bB2 bG1 bG2 bG3 bA2 bA3 bM bL bP",
    ]


def test_shows_the_outcome_of_a_finished_game() -> None:
    ran = skep("show", "Base 0,0:.wS1wS2/wA1bQwB1/bA1wQ")
    assert ran.lines[-3] == "White wins: queen bee surrounded"


def test_marks_the_destinations_of_a_piece() -> None:
    assert skep("show", GAME, "--destinations", "wQ").lines[:3] == skep("show", GAME).lines[:3]
    assert skep("show", "Base;;;wS1", "--destinations", "bS1").lines[:3] == [
        "     •     •",
        "  •    wS1    •",
        "     •     •",
    ]


@pytest.mark.parametrize(
    ("option", "expected"),
    [("--text", str(BOARD)), ("--position", BOARD.position_string()), ("--game-string", BOARD.game_string())],
)
def test_prints_text_formats(option: str, expected: str) -> None:
    assert skep("show", GAME, option) == (0, expected + "\n", "")


def test_writes_svg_to_stdout_and_to_a_file(tmp_path: Path) -> None:
    printed = skep("show", GAME, "--svg", "-").out
    ElementTree.fromstring(printed)
    file = tmp_path / "hive.svg"
    assert skep("show", GAME, "--svg", str(file)) == (0, "", "")
    assert file.read_text(encoding="utf-8") == printed


def test_svg_options() -> None:
    plain = skep("show", GAME, "--svg", "-").out
    assert plain.count('class="skep-hand"') == 22
    assert 'class="skep-hand"' not in skep("show", GAME, "--svg", "-", "--no-hands").out
    assert ">-1,-1</text>" in skep("show", GAME, "--svg", "-", "--coordinates").out
    assert "#12141a" in skep("show", GAME, "--svg", "-", "--theme", "night").out
    assert "#fbf7ee" in skep("show", GAME, "--svg", "-", "--tiles", "engraved").out
    marked = skep("show", GAME, "--svg", "-", "--destinations", "wA1").out
    assert marked.count('class="skep-ghost"') == len(BOARD.reachable(Piece.parse("wA1"))) == 13


def test_only_one_format_can_be_chosen() -> None:
    assert skep("show", GAME, "--text", "--json").err == (
        "skep: choose one of --svg, --text, --position, --game-string and --json\n"
    )


def test_a_position_has_no_game_string() -> None:
    ran = skep("show", "0,0:wS1bS1", "--game-string")
    assert ran.code == 2
    assert ran.err.startswith("skep: a game set up from a position has no GameString")
