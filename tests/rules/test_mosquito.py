from __future__ import annotations

import pytest

from skep.editions import EDITIONS, Edition
from skep.pieces import Bug
from skep.rules import PathKind, Rule, explain, path

from . import games
from .cases import ALONE
from .helpers import replay, shown, table


@pytest.mark.parametrize("edition", EDITIONS, ids=str)
def test_diagram(edition: Edition) -> None:
    """As a beetle to four hexes, as a spider to two."""
    seen = shown(
        replay(games.MOSQUITO, edition),
        """
        *   wM  *
          bB1 bS1
        *   wQ  bQ  *
        """,
    )
    assert seen.reach("wM") == seen.marks | seen.hexes("bB1 bS1")
    assert len(seen.reach("wM")) == 6


def test_copies_every_bug_it_touches_of_either_colour() -> None:
    seen = table("""
          *   *   *   *
        wM  bA1 bQ  wQ  *
          *   *   *   *
    """)
    assert seen.reach("wM") == seen.marks


def test_copies_the_top_of_a_stack_only() -> None:
    seen = table(
        """
          *
        wM  bA1 bQ  wQ
          *
        """,
        on={"bA1": "bB1"},
    )
    assert seen.reach("wM") == seen.marks | seen.hexes("bA1")


def test_on_top_it_is_a_beetle() -> None:
    seen = table(
        """
          *   *
        *   bA1 wG1 bQ  wQ
          *   *
        """,
        on={"bA1": "wM"},
    )
    assert seen.reach("wM") == seen.marks | seen.hexes("wG1")
    assert path(seen.position, seen.move("wM", "wG1")).copied is Bug.BEETLE


def test_nobody_to_copy() -> None:
    assert ALONE.reach("wM") == frozenset()
    reason = explain(ALONE.position, ALONE.move("wM", "x"))
    assert reason is not None
    assert reason.rule is Rule.NOBODY_TO_COPY


def test_stacked_mosquito_lends_nothing_either() -> None:
    seen = table("x   wM  bA1 bQ  wQ", on={"bA1": "bM"})
    assert seen.reach("wM") == frozenset()
    reason = explain(seen.position, seen.move("wM", "bA1"))
    assert reason is not None
    assert reason.rule is Rule.NOBODY_TO_COPY


def test_beside_a_stacked_mosquito_and_a_queen_bee_it_is_a_queen_bee() -> None:
    seen = table(
        """
              *
            wM  bA1 bQ
          *   wQ
        """,
        on={"bA1": "bM"},
    )
    assert seen.reach("wM") == seen.marks


def test_moves_as_a_pillbug() -> None:
    seen = table("""
          *
        wM  bP  bQ  wQ
          *
    """)
    assert seen.reach("wM") == seen.marks


def test_reason_and_path_name_the_bug_copied() -> None:
    seen = table("""
          b   c   d   e
        wM  bS1 bQ  wQ
    """)
    reason = explain(seen.position, seen.move("wM", "e"))
    assert reason is not None
    assert (reason.rule, reason.bug) == (Rule.TOO_FAR, Bug.SPIDER)
    assert "mosquito wM (as a spider)" in reason.sentence()
    way = path(seen.position, seen.move("wM", "d"))
    assert (way.kind, way.copied) == (PathKind.SLIDE, Bug.SPIDER)
    assert way.hexes == tuple(seen.at(name) for name in ("wM", "b", "c", "d"))
