from __future__ import annotations

import pytest

from skep.editions import EDITIONS, Edition
from skep.rules import Rule, explain

from . import games
from .cases import CLOSED, POCKET
from .helpers import replay, shown


@pytest.mark.parametrize("edition", EDITIONS, ids=str)
def test_diagram(edition: Edition) -> None:
    seen = shown(
        replay(games.SOLDIER_ANT, edition),
        """
            *   *
          *   bQ  *   *
        *   wG1 x   wQ  *
          *   wB1 bB1 *
            *   bA1 *
        """,
    )
    assert seen.reach("bA1") == seen.marks
    assert len(seen.marks) == 11
    reason = explain(seen.position, seen.move("bA1", "x"))
    assert reason is not None
    assert reason.rule is Rule.GATE
    assert {str(piece) for piece in reason.pieces} == {"bQ", "wQ"}


def test_gate_on_the_way() -> None:
    """The ant walks seven spaces round the hive, and is stopped before the eighth."""
    reason = explain(POCKET.position, POCKET.move("wA1", "x"))
    assert reason is not None
    assert reason.gate is not None
    assert reason.pieces == reason.gate.pieces
    assert {str(piece) for piece in reason.gate.pieces} == {"wG1", "bG1"}
    assert set(reason.gate.hexes) == POCKET.hexes("wG1 bG1")
    assert (reason.gate.start, reason.gate.to) == (POCKET.at("y"), POCKET.at("x"))
    assert (reason.gate.step, reason.gate.height) == (8, 0)
    assert POCKET.at("y") in reason.alternatives


def test_closed_space() -> None:
    reason = explain(CLOSED.position, CLOSED.move("wA1", "x"))
    assert reason is not None
    assert reason.rule is Rule.CLOSED_IN
    assert reason.gate is None
