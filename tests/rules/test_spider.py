from __future__ import annotations

import pytest

from skep.editions import EDITIONS, Edition
from skep.rules import Rule, explain

from . import games
from .cases import SPIDER
from .helpers import replay, shown, table

DIAGRAM = """
      *   t       s   bS1
        f   wB1     wS1
          bA1         wQ  *
        bQ  *   *   bB1
          wG1 bG1 wA1
"""
DIAGRAM = """
      *   n   bS1
    f   wB1 o   wS1
      bA1         wQ  *
    bQ  *   *   bB1
      wG1 bG1 wA1
"""


@pytest.mark.parametrize("edition", EDITIONS, ids=str)
def test_diagram(edition: Edition) -> None:
    seen = shown(replay(games.SPIDER, edition), DIAGRAM)
    assert seen.reach("bS1") == seen.marks
    assert len(seen.marks) == 4


@pytest.mark.parametrize("edition", EDITIONS, ids=str)
def test_diagrams_second_space_is_no_first_step(edition: Edition) -> None:
    """The space beside the spider is two steps away, for nothing lies between to slide along."""
    seen = shown(replay(games.SPIDER, edition), DIAGRAM)
    near = explain(seen.position, seen.move("bS1", "n"))
    assert near is not None
    assert near.rule is Rule.NOT_FAR_ENOUGH
    across = explain(seen.position, seen.move("bS1", "f"))
    assert across is not None
    assert across.rule is Rule.LOSES_CONTACT
    assert across.spaces == (seen.at("bS1"), seen.at("n"))
    assert across.source.section in ("Spider", "Araignée")


def test_exactly_three_spaces() -> None:
    assert SPIDER.reach("wS1") == SPIDER.hexes("d") | {SPIDER.at("bQ").moved(-1, 1).moved(1, 0)}
    for to, rule in [("b", Rule.NOT_FAR_ENOUGH), ("c", Rule.NOT_FAR_ENOUGH), ("e", Rule.TOO_FAR)]:
        reason = explain(SPIDER.position, SPIDER.move("wS1", to))
        assert reason is not None
        assert reason.rule is rule
        assert reason.instead == SPIDER.reach("wS1")


def test_never_back() -> None:
    """In a pocket three spaces deep there is no third step: turning round does not count."""
    seen = table("""
          wA1 bA1 bS1
        wG1 wS1 .   bG1
          wQ  bQ  bG2
    """)
    assert seen.reach("wS1") == frozenset()


def test_gate_stops_it() -> None:
    seen = table("""
          a   b   wA1 bQ
        wS1 bA1 c   x
              wQ  bG1
    """)
    reason = explain(seen.position, seen.move("wS1", "x"))
    assert reason is not None
    assert reason.rule is Rule.GATE
    assert reason.gate is not None
    assert reason.gate.step <= 3
