from __future__ import annotations

import pytest

from skep.editions import EDITIONS, Edition
from skep.rules import Rule, explain

from . import games
from .cases import OPEN_RING, SPIDER
from .helpers import replay, shown, table


@pytest.mark.parametrize("edition", EDITIONS, ids=str)
def test_diagram(edition: Edition) -> None:
    seen = shown(
        replay(games.QUEEN_BEE, edition),
        """
                wS1
          *   bA1 bS1
        *   bQ  *   wB1
          bG1 *   bB1
            wG1 wA1 wQ
        """,
    )
    assert seen.reach("bQ") == seen.marks
    assert len(seen.marks) == 4


def test_slides_one_space() -> None:
    seen = table("""
          *
        wQ  bA1
          *   bQ
    """)
    assert seen.reach("wQ") == seen.marks


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


def test_keeps_contact_on_the_way() -> None:
    reason = explain(OPEN_RING.position, OPEN_RING.move("wQ", "x"))
    assert reason is not None
    assert reason.rule is Rule.LOSES_CONTACT
    assert reason.spaces == (OPEN_RING.at("wQ"), OPEN_RING.at("x"))
    assert str(reason.source).endswith("One Hive Rule")


def test_gate_stops_it() -> None:
    seen = table("""
          wA1 wG1
        wQ  x   bA1
          bS1 bQ
    """)
    reason = explain(seen.position, seen.move("wQ", "x"))
    assert reason is not None
    assert reason.rule is Rule.GATE
    assert reason.gate is not None
    assert set(reason.gate.hexes) == seen.hexes("wA1 bS1")
    assert (reason.gate.start, reason.gate.to) == (seen.at("wQ"), seen.at("x"))
    assert (reason.gate.step, reason.gate.height) == (1, 0)
