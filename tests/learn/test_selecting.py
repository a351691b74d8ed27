"""Spaces, pieces and moves by what they are: against drawn positions whose answers are plain to see."""

from __future__ import annotations

from pathlib import Path

import pytest

from skep.learn.lessons.goals import CONDITIONS, fulfilling
from skep.learn.selecting import PIECES, SPACES, pieces_that, spaces_that
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


def test_spaces() -> None:
    position = parse_diagram("turn: White\nwG1 bS1")
    assert spaces_that("place", position) == spaces_that("around wG1", position) - spaces_that("around bS1", position)
    assert len(spaces_that("place black", position)) == 3
    assert len(spaces_that("spaces", position)) == 8
    assert spaces_that("gates", position) == frozenset()
    assert CHAIN.hexes("b d e") <= spaces_that("reach wA1", CHAIN.position)
    assert CHAIN.at("a") not in spaces_that("around bA1", CHAIN.position)
    assert PIT.at("h") in spaces_that("spaces", PIT.position)


@pytest.mark.parametrize(
    ("what", "shown", "pieces"),
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
def test_pieces(what: str, shown: Diagram, pieces: str) -> None:
    assert {str(piece) for piece in pieces_that(what, shown.position)} == set(pieces.split())


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
def test_moves(goal: list[str], shown: Diagram, moves: int) -> None:
    assert len(fulfilling(goal, shown.position)) == moves


def test_every_word_is_documented() -> None:
    page = (Path(__file__).parents[2] / "docs" / "lessons.md").read_text(encoding="utf-8")
    for word in (*SPACES, *PIECES, *CONDITIONS):
        assert f"| `{word}" in page, word
