from __future__ import annotations

import pytest

from skep.editions import EDITIONS, Edition
from skep.rules import Rule, explain

from . import games
from .cases import SPIDER
from .helpers import annotate, draw, replay

DIAGRAM = """
      *   n   bS1
    f   wB1 o   wS1
      bA1         wQ  *
    bQ  *   *   bB1
      wG1 bG1 wA1
"""


@pytest.mark.parametrize("edition", EDITIONS, ids=str)
def test_diagram(edition: Edition) -> None:
    diagram = annotate(replay(games.SPIDER, edition), DIAGRAM)
    assert diagram.reach("bS1") == diagram.marks
    assert len(diagram.marks) == 4


@pytest.mark.parametrize("edition", EDITIONS, ids=str)
def test_second_space_of_the_diagram_is_not_a_first_step(edition: Edition) -> None:
    """The space beside the spider is two steps away because there is nothing to slide along in between."""
    diagram = annotate(replay(games.SPIDER, edition), DIAGRAM)
    near = explain(diagram.position, diagram.move("bS1", "n"))
    assert near is not None
    assert near.rule is Rule.NOT_FAR_ENOUGH
    across = explain(diagram.position, diagram.move("bS1", "f"))
    assert across is not None
    assert across.rule is Rule.LOSES_CONTACT
    assert across.spaces == (diagram.at("bS1"), diagram.at("n"))
    assert across.source.section in ("Spider", "Araignée")


def test_exactly_three_spaces() -> None:
    assert SPIDER.reach("wS1") == SPIDER.hexes("d g")
    for to, rule in [("b", Rule.NOT_FAR_ENOUGH), ("c", Rule.NOT_FAR_ENOUGH), ("e", Rule.TOO_FAR)]:
        reason = explain(SPIDER.position, SPIDER.move("wS1", to))
        assert reason is not None
        assert reason.rule is rule
        assert reason.alternatives == SPIDER.reach("wS1")


def test_never_back() -> None:
    """Among three enclosed spaces the spider can take two steps, and the third would lead back."""
    diagram = draw("""
          wA1 bA1 wG1
        bS1 wS1 b   bG1
          wQ  c   bQ
            wB1 bB1
    """)
    assert diagram.reach("wS1") == frozenset()
    for to in "bc":
        reason = explain(diagram.position, diagram.move("wS1", to))
        assert reason is not None
        assert reason.rule is Rule.NOT_FAR_ENOUGH


def test_gate_stops_it() -> None:
    diagram = draw("""
              wA1 wG1 wQ  wS1
        bQ  bA1 x   y
              bS1 bG1
    """)
    reason = explain(diagram.position, diagram.move("wS1", "x"))
    assert reason is not None
    assert reason.rule is Rule.GATE
    assert reason.gate is not None
    assert set(reason.gate.hexes) == diagram.hexes("wG1 bG1")
    assert (reason.gate.start, reason.gate.to) == (diagram.at("y"), diagram.at("x"))
    assert reason.gate.step == 3
    assert explain(diagram.position, diagram.move("wS1", "y")) is not None
