"""Selectors of spaces and pieces, and goals of moves, on diagrams with obvious answers."""

from __future__ import annotations

from pathlib import Path

import pytest

from skep.learn.lessons.goals import CONDITIONS, moves_meeting
from skep.learn.selectors import PIECES, SPACES, select_pieces, select_spaces
from skep.notation.diagram import parse_diagram
from tests.rules.helpers import Diagram, draw

CHAIN = draw("""
    a   b
  wA1 wQ  bQ  bA1 e
    c   d
""")
PIT = draw(
    """
            p   x
      wS1 wG1 wQ
    wB1 h   bG1 q
      bS1 bQ
""",
    on={"wS1": "wB2"},
    game_type="Base",
)
THROWER = draw("""
    bA1 wP  wQ  bQ
""")
COPIES = draw("""
      bG1 bM
    wA1 wM
      wQ  bQ
""")
LAST_SIDE = draw("""
          wB1 bA1
    wQ  wS1 bQ  x
      wA1 bG1 wG1
""")


def test_selectors_of_spaces() -> None:
    position = parse_diagram("turn: White\nwG1 bS1")
    assert select_spaces("place", position) == select_spaces("around wG1", position) - select_spaces(
        "around bS1", position
    )
    assert len(select_spaces("place black", position)) == 3
    assert len(select_spaces("spaces", position)) == 8
    assert select_spaces("gates", position) == frozenset()
    assert CHAIN.hexes("b d e") <= select_spaces("reach wA1", CHAIN.position)
    assert CHAIN.at("a") not in select_spaces("around bA1", CHAIN.position)
    assert PIT.at("h") in select_spaces("spaces", PIT.position)


@pytest.mark.parametrize(
    ("selector", "shown", "pieces"),
    [
        ("pinned", CHAIN, "wQ bQ"),
        ("pinned black", CHAIN, "bQ"),
        ("movable", CHAIN, "wA1"),
        ("stuck", CHAIN, "wQ"),
        ("beside wQ", CHAIN, "wA1 bQ"),
        ("piece bA1", CHAIN, "bA1"),
        ("throwable", THROWER, "bA1"),
        ("copied wM", COPIES, "bG1 wA1 wQ bQ"),
        ("surrounds bQ", LAST_SIDE, "wA1"),
    ],
)
def test_selectors_of_pieces(selector: str, shown: Diagram, pieces: str) -> None:
    assert {str(piece) for piece in select_pieces(selector, shown.position)} == set(pieces.split())


@pytest.mark.parametrize(
    ("goal", "shown", "moves"),
    [
        (["move wA1", "beside bA1"], CHAIN, 5),
        (["move", "frees wQ"], CHAIN, 7),
        (["throw bA1"], THROWER, 4),
        (["throw", "opens wQ"], THROWER, 0),
        (["surrounds bQ"], LAST_SIDE, 1),
        (["draws"], LAST_SIDE, 0),
        (["place Q"], LAST_SIDE, 0),
        (["enters"], PIT, 1),
        (["climb wB2", "enters"], PIT, 1),
        (["climb wB2", "onto wG1"], PIT, 1),
    ],
)
def test_goals(goal: list[str], shown: Diagram, moves: int) -> None:
    assert len(moves_meeting(goal, shown.position)) == moves


def test_every_selector_and_condition_is_documented() -> None:
    page = (Path(__file__).parents[2] / "docs" / "lessons.md").read_text(encoding="utf-8")
    for word in (*SPACES, *PIECES, *CONDITIONS):
        assert f"| `{word}" in page, word
