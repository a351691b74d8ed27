"""``skep explain``."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from skep.i18n import Language
from tests.cli.helpers import GAME, PASSING, named, reason_sentence, skep

GATED = """
game type: Base
turn: White[6]

    bG1 bA1
  wA1 .   bQ
    wS1 wQ
"""


def test_shows_the_parts_the_hive_would_split_into() -> None:
    ran = skep("explain", GAME, "wS1 bQ-")
    assert (ran.code, ran.err) == (1, "")
    assert ran.lines == [
        "wS1 bQ- is not legal.",
        reason_sentence(GAME, "wS1 bQ-"),
        "Rule: Hive Ultimate Pocket (2024), One Hive Rule",
        "",
        "     ·           ·   bA1 1",
        "wA1 2   ·     ·   bQ  1",
        "   wQ  2  wS1  bS1 1   ·",
        "",
        "   1   2   the parts the hive would split into",
    ]


def test_shows_the_gate() -> None:
    ran = skep("explain", GATED, "wA1 -bQ")
    assert ran.code == 1
    assert ran.lines[1] == reason_sentence(GATED, "wA1 -bQ")
    assert ran.lines[2] == "Rule: Hive Ultimate Pocket (2024), Freedom To Move"
    assert "bG1 ×" in ran.out
    assert "wS1 ×" in ran.out
    assert "   ×   the gate" in ran.lines
    assert f"   ?   where {named('wA1')} cannot go" in ran.lines


def test_shows_enemies_and_alternatives_in_french() -> None:
    ran = skep("explain", GAME, "wA2 bA1-", "--lang", "fr")
    assert ran.code == 1
    assert ran.lines == [
        "wA2 bA1- n’est pas permis.",
        reason_sentence(GAME, "wA2 bA1-", Language.FR),
        "Règle\u00a0: Hive Ultimate Pocket (2024), Placing Restriction",
        "",
        "     •     •           ·   bA1 !   ?",
        "  •    wA1    •     ·    bQ     ·",
        "     •    wQ    wS1   bS1    ·",
        "        •     •     ·     ·",
        "",
        f"   •   où {named('wA2', Language.FR)} peut aller",
        f"   ?   où {named('wA2', Language.FR)} ne peut pas aller",
        "   !   ce qui l’empêche",
    ]


def test_uses_the_system_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert skep("explain", GAME, "wS1 bQ-").lines[0] == "wS1 bQ- n’est pas permis."
    assert skep("explain", GAME, "wS1 bQ-", "--lang", "en").lines[0] == "wS1 bQ- is not legal."


def test_shows_the_path_of_a_legal_move() -> None:
    ran = skep("explain", GAME, "wA1 bA1-")
    assert (ran.code, ran.err) == (0, "")
    assert ran.lines == [
        f"wA1 bA1- is legal: {named('wA1')} slides there.",
        "",
        "                    4     5",
        "     ·           3    bA1    6",
        " wA1    1     2    bQ     ·",
        "    wQ    wS1   bS1    ·",
        "",
        "   1   2   3   4   5   6   its path",
    ]


@pytest.mark.parametrize(
    ("game", "move", "piece", "description"),
    [
        ("Base", "wS1", "wS1", "is placed there."),
        ("Base White[4] 0,0:wG1bG1bQ/.wQ", "wG1 bQ-", "wG1", "jumps there."),
        ("Base White[4] 0,0:wB1bG1bQ/.wQ", "wB1 bG1", "wB1", "climbs there."),
        ("Base+P White[5] 0,0:wQwPbA1/.bQ", "bA1 wP/", "bA1", f"is thrown there by {named('wP')}."),
        (
            "Base+MP White[5] 0,0:wPwMbA1/.wQbQ",
            "bA1 wM/",
            "bA1",
            f"is thrown there by {named('wM')} (the mosquito acts as a pillbug).",
        ),
    ],
)
def test_describes_a_legal_move(game: str, move: str, piece: str, description: str) -> None:
    ran = skep("explain", game, move)
    assert (ran.code, ran.lines[0]) == (0, f"{move} is legal: {named(piece)} {description}")


def test_explains_passing() -> None:
    ran = skep("explain", GAME, "pass")
    assert (ran.code, ran.lines[1]) == (1, reason_sentence(GAME, "pass"))
    ran = skep("explain", PASSING, "pass", "--edition", "hive-classic")
    assert (ran.code, ran.lines[0]) == (0, "pass is legal: there is nothing to place or move.")


def test_says_how_a_game_ended_without_a_surrounded_queen_bee() -> None:
    moves = ["wG1", "bG1 wG1-", "wQ -wG1", "bQ bG1-", *[r"wQ \wG1", "bQ bG1/", "wQ -wG1", "bQ bG1-"] * 2]
    ran = skep("explain", ";".join(["Base", "", "", *moves]), "wA1 -wQ", "--threefold")
    assert (ran.code, ran.lines[1]) == (1, "The game is over. The same position came up three times.")


def test_svg_shows_the_evidence(tmp_path: Path) -> None:
    file = tmp_path / "why.svg"
    ran = skep("explain", GATED, "wA1 -bQ", "--svg", str(file))
    assert ran.lines[0] == "wA1 -bQ is not legal."
    drawing = file.read_text(encoding="utf-8")
    ElementTree.fromstring(drawing)
    assert 'class="skep-gate"' in drawing
    parts = skep("explain", GAME, "wS1 bQ-", "--svg", "-")
    assert parts.code == 1
    assert ElementTree.fromstring(parts.out)[0].text == reason_sentence(GAME, "wS1 bQ-")


def test_every_label_of_the_legend_is_on_the_board() -> None:
    for move in ("wS1 bQ-", "wA2 bA1-", "wA1 bA1-", "wQ /wS1"):
        board, legend = skep("explain", GAME, move).out.split("\n\n")[1:3]
        entries = {line.strip().split("  ")[0] for line in legend.splitlines()}
        assert all(any(label in board for label in entry.split()) for entry in entries)
