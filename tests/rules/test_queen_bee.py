from __future__ import annotations

import pytest

from skep.editions import EDITIONS, Edition
from skep.rules import Rule, explain

from . import games
from .cases import OPEN_RING, SPIDER
from .helpers import annotate, draw, replay


@pytest.mark.parametrize("edition", EDITIONS, ids=str)
def test_diagram(edition: Edition) -> None:
    diagram = annotate(
        replay(games.QUEEN_BEE, edition),
        """
                wS1
          *   bA1 bS1
        *   bQ  *   wB1
          bG1 *   bB1
            wG1 wA1 wQ
        """,
    )
    assert diagram.reach("bQ") == diagram.marks
    assert len(diagram.marks) == 4


def test_slides_one_space() -> None:
    diagram = draw("""
          *
        wQ  bA1
          *   bQ
    """)
    assert diagram.reach("wQ") == diagram.marks


def test_does_not_go_further() -> None:
    reason = explain(SPIDER.position, SPIDER.move("wQ", "c"))
    assert reason is not None
    assert reason.rule is Rule.TOO_FAR
    assert reason.alternatives == SPIDER.reach("wQ")


def test_does_not_climb() -> None:
    reason = explain(SPIDER.position, SPIDER.move("wQ", "bQ"))
    assert reason is not None
    assert reason.rule is Rule.SPACE_TAKEN
    assert [str(piece) for piece in reason.pieces] == ["bQ"]


def test_keeps_contact_while_moving() -> None:
    reason = explain(OPEN_RING.position, OPEN_RING.move("wQ", "x"))
    assert reason is not None
    assert reason.rule is Rule.LOSES_CONTACT
    assert reason.spaces == (OPEN_RING.at("wQ"), OPEN_RING.at("x"))
    assert str(reason.source).endswith("One Hive Rule")


def test_gate_stops_it() -> None:
    diagram = draw("""
          wA1 wG1
        wQ  x   bA1
          bS1 bQ
    """)
    reason = explain(diagram.position, diagram.move("wQ", "x"))
    assert reason is not None
    assert reason.rule is Rule.GATE
    assert reason.gate is not None
    assert set(reason.gate.hexes) == diagram.hexes("wA1 bS1")
    assert (reason.gate.start, reason.gate.to) == (diagram.at("wQ"), diagram.at("x"))
    assert (reason.gate.step, reason.gate.height) == (1, 0)
