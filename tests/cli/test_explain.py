"""``skep explain``."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from skep.board import Board
from skep.cli.evidence import why_stuck
from skep.pieces import Piece
from skep.rules import Rule
from tests.cli.helpers import GAME, sentence, skep

GATED = """
game type: Base
turn: White[6]

    bG1 bA1
  wA1 .   bQ
    wS1 wQ
"""


def test_the_parts_the_hive_would_fall_into() -> None:
    ran = skep("explain", GAME, "wS1 bQ-")
    assert (ran.code, ran.err) == (1, "")
    assert ran.lines == [
        "wS1 bQ- is not legal.",
        sentence(GAME, "wS1 bQ-"),
        "Rule: Hive Ultimate Pocket (2024), One Hive Rule",
        "",
        "     ·           ·   bA1 1",
        "wA1 2   ·     ·   bQ  1",
        "   wQ  2  wS1  bS1 1   ·",
        "",
        "   1   2   the parts that the hive would fall into",
    ]


def test_the_gate() -> None:
    ran = skep("explain", GATED, "wA1 -bQ")
    assert ran.code == 1
    assert ran.lines[1].startswith("Freedom to move. The soldier ant wA1 ")
    assert ran.lines[2] == "Rule: Hive Ultimate Pocket (2024), Freedom To Move"
    assert "bG1 ×" in ran.out
    assert "wS1 ×" in ran.out
    assert "   ×   the gate" in ran.lines
    assert "   ?   where the soldier ant wA1 cannot go" in ran.lines


def test_enemies_touched_and_where_to_go_instead_in_french() -> None:
    ran = skep("explain", GAME, "wA2 bA1-", "--lang", "fr")
    assert ran.code == 1
    assert ran.lines == [
        "wA2 bA1- n'est pas permis.",
        sentence(GAME, "wA2 bA1-", "fr"),
        "Règle : Hive Ultimate Pocket (2024), Placing Restriction",
        "",
        "     •     •           ·   bA1 !   ?",
        "  •    wA1    •     ·    bQ     ·",
        "     •    wQ    wS1   bS1    ·",
        "        •     •     ·     ·",
        "",
        "   •   où la fourmi wA2 peut aller",
        "   ?   où la fourmi wA2 ne peut pas aller",
        "   !   ce qui l'empêche",
    ]


def test_the_users_language_is_spoken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert skep("explain", GAME, "wS1 bQ-").lines[0] == "wS1 bQ- n'est pas permis."
    assert skep("explain", GAME, "wS1 bQ-", "--lang", "en").lines[0] == "wS1 bQ- is not legal."


def test_a_legal_move_and_its_way() -> None:
    ran = skep("explain", GAME, "wA1 bA1-")
    assert (ran.code, ran.err) == (0, "")
    assert ran.lines == [
        "wA1 bA1- is legal: the soldier ant wA1 slides there.",
        "",
        "                    4     5",
        "     ·           3    bA1    6",
        " wA1    1     2    bQ     ·",
        "    wQ    wS1   bS1    ·",
        "",
        "   1   2   3   4   5   6   the way it takes",
    ]


@pytest.mark.parametrize(
    ("game", "move", "told"),
    [
        ("Base", "wS1", "wS1 is legal: the spider wS1 is placed there."),
        ("Base White[4] 0,0:wG1bG1bQ/.wQ", "wG1 bQ-", "wG1 bQ- is legal: the grasshopper wG1 jumps there."),
        ("Base White[4] 0,0:wB1bG1bQ/.wQ", "wB1 bG1", "wB1 bG1 is legal: the beetle wB1 climbs there."),
        (
            "Base+P White[5] 0,0:wQwPbA1/.bQ",
            "bA1 wP/",
            "bA1 wP/ is legal: the soldier ant bA1 is thrown there by the pillbug wP.",
        ),
        (
            "Base+MP White[5] 0,0:wPwMbA1/.wQbQ",
            "bA1 wM/",
            "bA1 wM/ is legal: the soldier ant bA1 is thrown there by the mosquito wM "
            "(the mosquito acts as a pillbug).",
        ),
    ],
)
def test_how_a_legal_move_is_told(game: str, move: str, told: str) -> None:
    ran = skep("explain", game, move)
    assert (ran.code, ran.lines[0]) == (0, told)


def test_passing() -> None:
    ran = skep("explain", GAME, "pass")
    assert ran.code == 1
    assert ran.lines[1].startswith("Passing. ")


def test_a_game_that_ended_without_a_surrounded_queen_bee() -> None:
    moves = ["wG1", "bG1 wG1-", "wQ -wG1", "bQ bG1-", *[r"wQ \wG1", "bQ bG1/", "wQ -wG1", "bQ bG1-"] * 2]
    ran = skep("explain", ";".join(["Base", "", "", *moves]), "wA1 -wQ", "--threefold")
    assert (ran.code, ran.lines[1]) == (1, "The game is over: The same position came up for the third time.")


def test_svg_with_the_evidence(tmp_path: Path) -> None:
    file = tmp_path / "why.svg"
    ran = skep("explain", GATED, "wA1 -bQ", "--svg", str(file))
    assert ran.lines[0] == "wA1 -bQ is not legal."
    drawing = file.read_text(encoding="utf-8")
    ElementTree.fromstring(drawing)
    assert 'class="skep-gate"' in drawing
    parts = skep("explain", GAME, "wS1 bQ-", "--svg", "-")
    assert parts.code == 1
    assert ElementTree.fromstring(parts.out)[0].text.startswith("One hive rule. ")  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("game", "piece", "rule"),
    [
        (GAME, "wS1", Rule.ONE_HIVE),
        (GAME, "bA1", Rule.NOT_YOUR_PIECE),
        ("Base+MLP", "wQ", Rule.QUEEN_NOT_YET),
        ("Base;;;wS1;bS1 wS1-", "wS1", Rule.QUEEN_BEFORE_MOVING),
        ("Base;;;wS1;bS1 wS1-", "wA2", Rule.LOWER_NUMBER_FIRST),
    ],
)
def test_why_a_piece_cannot_be_played_at_all(game: str, piece: str, rule: Rule) -> None:
    board = Board.from_game_string(game)
    reason = why_stuck(board, Piece.parse(piece))
    assert reason is not None
    assert reason.rule is rule


def test_a_free_piece_is_not_stuck() -> None:
    assert why_stuck(Board.from_game_string(GAME), Piece.parse("wA1")) is None


def test_signs_are_explained_where_they_are_used() -> None:
    for move in ("wS1 bQ-", "wA2 bA1-", "wA1 bA1-", "wQ /wS1"):
        picture, legend = skep("explain", GAME, move).out.split("\n\n")[1:3]
        signs = {line.strip().split("  ")[0] for line in legend.splitlines()}
        assert all(any(sign in picture for sign in shown.split()) for shown in signs)
