from __future__ import annotations

import pytest

from skep.editions import EDITIONS, Edition
from skep.rules import Rule, explain

from . import games
from .cases import CLOSED, POCKET
from .helpers import annotate, replay


@pytest.mark.parametrize("edition", EDITIONS, ids=str)
def test_diagram(edition: Edition) -> None:
    diagram = annotate(
        replay(games.SOLDIER_ANT, edition),
        """
            *   *
          *   bQ  *   *
        *   wG1 x   wQ  *
          *   wB1 bB1 *
            *   bA1 *
        """,
    )
    assert diagram.reach("bA1") == diagram.marks
    assert len(diagram.marks) == 11
    reason = explain(diagram.position, diagram.move("bA1", "x"))
    assert reason is not None
    assert reason.rule is Rule.GATE
    assert {str(piece) for piece in reason.pieces} == {"bQ", "wQ"}


def test_gate_on_the_path() -> None:
    """The ant slides seven spaces around the hive and is stopped before the eighth."""
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
