from __future__ import annotations

import pytest

from skep.editions import EDITIONS, Edition
from skep.rules import Rule, explain

from . import games
from .cases import LADYBUG
from .helpers import annotate, draw, replay


@pytest.mark.parametrize("edition", EDITIONS, ids=str)
def test_diagram(edition: Edition) -> None:
    diagram = annotate(
        replay(games.LADYBUG, edition),
        """
          *   bQ  *   *
        *   bA1 *   wQ  *
          *   wG1 bB1 *
            *   wL  *
        """,
    )
    assert diagram.reach("wL") == diagram.marks
    assert len(diagram.marks) == 10


def test_two_on_top_then_one_down() -> None:
    diagram = draw("""
                  *   *
            wL  wQ  bQ  bA1 bS1
                  *   *
    """)
    assert diagram.reach("wL") == diagram.marks


@pytest.mark.parametrize(
    ("to", "rule"),
    [
        ("bQ", Rule.ENDS_ON_TOP),
        ("o", Rule.TWO_ON_TOP),
        ("f", Rule.TOO_FAR),
        ("x", Rule.AWAY_FROM_HIVE),
    ],
)
def test_reasons(to: str, rule: Rule) -> None:
    reason = explain(LADYBUG.position, LADYBUG.move("wL", to))
    assert reason is not None
    assert reason.rule is rule
    assert reason.alternatives == LADYBUG.reach("wL")


def test_enters_and_leaves_closed_spaces() -> None:
    diagram = draw("""
          wA1 bA1
        wS1 x   bS1 wL
          wQ  bQ
    """)
    assert diagram.at("x") in diagram.reach("wL")
    closed = draw("""
              *   *   *
            *   wA1 bA1 *
          *   wS1 wL  bS1 *
            *   wQ  bQ  *
              *   *   *
    """)
    assert closed.reach("wL") == closed.marks


@pytest.mark.parametrize("edition", EDITIONS, ids=str)
def test_gate_of_stacks(edition: Edition) -> None:
    """Only ultimate-2024 stops a ladybug that comes down between two stacks."""
    diagram = draw(
        """
                  bS1
        wL  wQ  bQ  x
                  bG1
        """,
        on={"bS1": "bB1", "bG1": "wB1"},
        edition=edition,
    )
    reason = explain(diagram.position, diagram.move("wL", "x"))
    if not edition.gates_above_ground:
        assert reason is None
        return
    assert reason is not None
    assert reason.rule is Rule.GATE_ABOVE
    assert reason.gate is not None
    assert {str(piece) for piece in reason.gate.pieces} == {"bB1", "wB1"}
    assert (reason.gate.start, reason.gate.to) == (diagram.at("bQ"), diagram.at("x"))
    assert (reason.gate.step, reason.gate.height) == (3, 1)
