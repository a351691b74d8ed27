from __future__ import annotations

import pytest

from skep.editions import EDITIONS, Edition
from skep.rules import Rule, explain

from . import games
from .helpers import annotate, draw, replay


@pytest.mark.parametrize("edition", EDITIONS, ids=str)
def test_diagram_can_leave(edition: Edition) -> None:
    diagram = annotate(
        replay(games.CAN_LEAVE, edition),
        """
          *   *   *
        *   bQ  wB1 *
          *   bA1 wQ  *
            *   wS1 *
              *   *
        """,
    )
    assert diagram.reach("bA1") == diagram.marks
    assert len(diagram.marks) == 11


@pytest.mark.parametrize("edition", EDITIONS, ids=str)
def test_diagram_cannot_leave(edition: Edition) -> None:
    diagram = annotate(
        replay(games.CANNOT_LEAVE, edition),
        """
          bQ  wB1
        wA1 bA1 wQ
          x   wS1
        """,
    )
    assert diagram.reach("bA1") == frozenset()
    reason = explain(diagram.position, diagram.move("bA1", "x"))
    assert reason is not None
    assert reason.rule is Rule.GATE
    assert {str(piece) for piece in reason.pieces} == {"wA1", "wS1"}


@pytest.mark.parametrize("edition", EDITIONS, ids=str)
def test_diagram_cannot_enter(edition: Edition) -> None:
    diagram = annotate(
        replay(games.CANNOT_ENTER, edition),
        """
            *   *   *
          *   bQ  wB1 *
        *   wA1 x   bA1
          *   wQ  wS1 *
            *   *   *
        """,
    )
    assert diagram.reach("bA1") == diagram.marks
    assert len(diagram.marks) == 11
    reason = explain(diagram.position, diagram.move("bA1", "x"))
    assert reason is not None
    assert reason.gate is not None
    assert set(reason.gate.hexes) == diagram.hexes("wB1 wS1")
    assert reason.gate.step == 1


@pytest.mark.parametrize(
    ("left", "right", "passes"),
    [("", "", True), ("bB1", "", True), ("", "bB1", True), ("bB1", "bB2", False), ("bB1 wB2", "bB2", False)],
)
@pytest.mark.parametrize("edition", EDITIONS, ids=str)
def test_gate_is_as_high_as_its_lower_side(edition: Edition, left: str, right: str, passes: bool) -> None:
    """Both sides must be two high to stop a beetle that steps from the ground onto one piece."""
    diagram = draw(
        """
        *   wA1
          wB1 bQ
        *   bA1 wQ
        """,
        on={"wA1": left, "bA1": right},
        edition=edition,
    )
    onto = "wA1 bA1 bQ" if passes or not edition.gates_above_ground else "wA1 bA1"
    assert diagram.reach("wB1") == diagram.marks | diagram.hexes(onto)


@pytest.mark.parametrize("edition", EDITIONS, ids=str)
def test_gate_between_stacks_for_a_step_along_the_top(edition: Edition) -> None:
    diagram = draw(
        """
          *   wA1
        wS1 bG1 bQ
          *   bA1 wQ
        """,
        on={"wA1": "bB1", "bA1": "bB2", "bG1": "wB1"},
        edition=edition,
    )
    onto = "wS1 wA1 bA1" if edition.gates_above_ground else "wS1 wA1 bA1 bQ"
    assert diagram.reach("wB1") == diagram.marks | diagram.hexes(onto)
