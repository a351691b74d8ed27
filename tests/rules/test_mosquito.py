from __future__ import annotations

import pytest

from skep.editions import EDITIONS, Edition
from skep.pieces import Bug
from skep.rules import PathKind, Rule, explain, path

from . import games
from .cases import ALONE
from .helpers import annotate, draw, replay


@pytest.mark.parametrize("edition", EDITIONS, ids=str)
def test_diagram(edition: Edition) -> None:
    """It reaches four hexes as a beetle and two as a spider."""
    diagram = annotate(
        replay(games.MOSQUITO, edition),
        """
        *   wM  *
          bB1 bS1
        *   wQ  bQ  *
        """,
    )
    assert diagram.reach("wM") == diagram.marks | diagram.hexes("bB1 bS1")
    assert len(diagram.reach("wM")) == 6


def test_copies_every_bug_it_touches_of_either_colour() -> None:
    diagram = draw("""
          *   *   *   *
        wM  bA1 bQ  wQ  *
          *   *   *   *
    """)
    assert diagram.reach("wM") == diagram.marks


def test_copies_the_top_of_a_stack_only() -> None:
    diagram = draw(
        """
          *
        wM  bA1 bQ  wQ
          *
        """,
        on={"bA1": "bB1"},
    )
    assert diagram.reach("wM") == diagram.marks | diagram.hexes("bA1")


def test_on_top_it_is_a_beetle() -> None:
    diagram = draw(
        """
          *   *
        *   bA1 wG1 bQ  wQ
          *   *
        """,
        on={"bA1": "wM"},
    )
    assert diagram.reach("wM") == diagram.marks | diagram.hexes("wG1")
    assert path(diagram.position, diagram.move("wM", "wG1")).copied is Bug.BEETLE


def test_no_bug_to_copy() -> None:
    assert ALONE.reach("wM") == frozenset()
    reason = explain(ALONE.position, ALONE.move("wM", "x"))
    assert reason is not None
    assert reason.rule is Rule.NOBODY_TO_COPY


def test_stacked_mosquito_cannot_be_copied() -> None:
    diagram = draw("x   wM  bA1 bQ  wQ", on={"bA1": "bM"})
    assert diagram.reach("wM") == frozenset()
    reason = explain(diagram.position, diagram.move("wM", "bA1"))
    assert reason is not None
    assert reason.rule is Rule.NOBODY_TO_COPY


def test_beside_a_stacked_mosquito_and_a_queen_bee_it_is_a_queen_bee() -> None:
    diagram = draw(
        """
              *
            wM  bA1 bQ
          *   wQ
        """,
        on={"bA1": "bM"},
    )
    assert diagram.reach("wM") == diagram.marks


def test_moves_as_a_pillbug() -> None:
    diagram = draw("""
          *
        wM  bP  bQ  wQ
          *
    """)
    assert diagram.reach("wM") == diagram.marks


def test_reason_and_path_name_the_bug_copied() -> None:
    diagram = draw("""
          b   c   d   e
        wM  bS1 bQ  wQ
    """)
    reason = explain(diagram.position, diagram.move("wM", "e"))
    assert reason is not None
    assert (reason.rule, reason.bug) == (Rule.TOO_FAR, Bug.SPIDER)
    assert "mosquito wM (as a spider)" in reason.sentence()
    way = path(diagram.position, diagram.move("wM", "d"))
    assert (way.kind, way.copied) == (PathKind.SLIDE, Bug.SPIDER)
    assert way.hexes == tuple(diagram.at(name) for name in ("wM", "b", "c", "d"))
