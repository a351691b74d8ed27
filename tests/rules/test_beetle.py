from __future__ import annotations

import pytest

from skep.editions import EDITIONS, Edition, find_edition
from skep.pieces import Color
from skep.rules import Rule, explain

from . import games
from .cases import BEETLE_GATE, ROW
from .helpers import annotate, draw, moves_of, replay


@pytest.mark.parametrize("edition", EDITIONS, ids=str)
def test_diagram(edition: Edition) -> None:
    diagram = annotate(
        replay(games.BEETLE, edition),
        """
          *
        bS1 wB1
          bA1 *
            wQ  wG1 bQ
        """,
    )
    assert diagram.reach("wB1") == diagram.marks | diagram.hexes("bS1 bA1")
    assert len(diagram.reach("wB1")) == 4


@pytest.mark.parametrize("edition", EDITIONS, ids=str)
def test_gate_diagram(edition: Edition) -> None:
    """The X in the diagram of ultimate-2024 is a gate on the ground, which stops the beetle in every edition."""
    diagram = annotate(
        replay(games.BEETLE_AT_A_GATE, edition),
        """
                bA1 wQ
          bS1 wB1     wA1
        bQ  x   bG1 wG1
          wS1 bB1
        """,
    )
    assert diagram.reach("wB1") == diagram.hexes("bS1 bA1 bG1")
    reason = explain(diagram.position, diagram.move("wB1", "x"))
    assert reason is not None
    assert reason.rule is Rule.GATE
    assert {str(piece) for piece in reason.pieces} == {"bS1", "bG1"}


def test_moves_over_the_top_and_drops_into_a_closed_space() -> None:
    diagram = draw(
        """
            wS1 wG1
          wA1 *   bG1
        *   bA1 bQ
          *   *   wQ
        """,
        on={"bA1": "wB1"},
    )
    assert diagram.reach("wB1") == diagram.marks | diagram.hexes("wA1 bQ")


@pytest.mark.parametrize("edition", EDITIONS, ids=str)
def test_gate_of_stacks(edition: Edition) -> None:
    """Only ultimate-2024 stops a beetle between two stacks that are higher than the step."""
    diagram = draw(
        """
        *   wA1
          wB1 bQ
        *   bA1 wQ
        """,
        on={"wA1": "bB1", "bA1": "bB2"},
        edition=edition,
    )
    onto = "wA1 bA1" if edition.gates_above_ground else "wA1 bA1 bQ"
    assert diagram.reach("wB1") == diagram.marks | diagram.hexes(onto)


def test_gate_of_stacks_is_the_reason() -> None:
    reason = explain(BEETLE_GATE.position, BEETLE_GATE.move("wB1", "bQ"))
    assert reason is not None
    assert reason.gate is not None
    assert {str(piece) for piece in reason.gate.pieces} == {"bB1", "bB2"}
    assert (reason.gate.step, reason.gate.height) == (1, 1)


def test_gate_of_stacks_does_not_stop_a_higher_beetle() -> None:
    diagram = draw(
        """
          *   wA1
        *   bG1 bQ
          *   bA1 wQ
        """,
        on={"wA1": "bB1", "bA1": "bB2", "bG1": "wB1 wB2"},
    )
    assert diagram.reach("wB2") == diagram.marks | diagram.hexes("wA1 bA1 bQ")


def test_climbing_down_between_two_stacks() -> None:
    """Only ultimate-2024 stops a beetle that climbs down from height one between two stacks of two."""
    picture = """
              *   wA1
            wQ  bQ  x
              *   bA1
    """
    on = {"wA1": "bB1", "bA1": "bB2", "bQ": "wB1"}
    free = draw(picture, on=on, edition=find_edition("pocket-2012"))
    gated = draw(picture, on=on)
    assert gated.reach("wB1") == gated.marks | gated.hexes("wQ wA1 bA1")
    assert free.reach("wB1") == free.marks | free.hexes("wQ wA1 bA1 x")


def test_covered_piece_cannot_move() -> None:
    assert moves_of(ROW.position, "wQ") == frozenset()
    reason = explain(ROW.position, ROW.move("wQ", "y"))
    assert reason is not None
    assert reason.rule is Rule.COVERED
    assert [str(piece) for piece in reason.pieces] == ["wB1"]


def test_only_a_piece_on_top_stops_a_beetle() -> None:
    diagram = draw(
        """
        wQ  bQ  bA1
        """,
        on={"bQ": "wB1 bB1"},
    )
    reason = explain(diagram.position, diagram.move("wB1", "bA1"))
    assert reason is not None
    assert reason.rule is Rule.COVERED
    assert [str(piece) for piece in reason.pieces] == ["bB1"]


def test_four_beetles_and_two_mosquitoes_stack() -> None:
    diagram = draw(
        """
          *   *
        wA1 wG1 bQ
          *   *   wQ
        """,
        on={"wA1": "wB1 bB1 wB2 bB2 wM", "wG1": "bM"},
        turn=Color.BLACK,
    )
    assert diagram.reach("bM") == diagram.marks | diagram.hexes("wA1 bQ")


def test_too_far() -> None:
    reason = explain(ROW.position, ROW.move("wB1", "bA1"))
    assert reason is not None
    assert reason.rule is Rule.TOO_FAR
    assert reason.alternatives == ROW.reach("wB1")
