from __future__ import annotations

import pytest

from skep.editions import EDITIONS, Edition
from skep.moves import PASS
from skep.outcomes import Outcome, Termination
from skep.pieces import Color
from skep.rules import Rule, explain, legal_moves, outcome, play

from .cases import SURROUNDED
from .helpers import draw


def test_surrounded_by_both_colours() -> None:
    assert outcome(SURROUNDED.position) == Outcome(Color.WHITE, Termination.SURROUNDED)


def test_five_sides_are_not_enough() -> None:
    diagram = draw("""
          wA1 wS1
        wB1 bQ  wG1
          bA1
        wQ
    """)
    assert outcome(diagram.position) is None


@pytest.mark.parametrize("edition", EDITIONS, ids=str)
def test_the_move_that_closes_the_last_side_wins(edition: Edition) -> None:
    diagram = draw(
        """
              wA1 wS1
            wB1 bQ  wG1
              bA1 x   wA2
                wQ
        """,
        edition=edition,
    )
    after = play(diagram.position, diagram.move("wA2", "x"))
    assert explain(diagram.position, diagram.move("wA2", "x")) is None
    assert outcome(after) == Outcome(Color.WHITE, Termination.SURROUNDED)


def test_surrounding_your_own_queen_bee_loses() -> None:
    diagram = draw("""
          bA1 bS1
        bB1 wQ  wG1
          wA1 x   wA2
        bQ
    """)
    assert explain(diagram.position, diagram.move("wA2", "x")) is None
    assert outcome(play(diagram.position, diagram.move("wA2", "x"))) == Outcome(Color.BLACK, Termination.SURROUNDED)


def test_surrounding_both_queen_bees_is_a_draw() -> None:
    diagram = draw("""
          wA1 wS1 bA1
        wB1 wQ  bQ  bB1
          wG1 x   bG1
            wA2
    """)
    assert outcome(diagram.position) is None
    assert explain(diagram.position, diagram.move("wA2", "x")) is None
    assert outcome(play(diagram.position, diagram.move("wA2", "x"))) == Outcome(None, Termination.BOTH_SURROUNDED)


def test_covered_queen_bee_can_be_surrounded() -> None:
    diagram = draw(
        """
          wA1 wS1
        wB1 bQ  wG1
          bA1 wQ
        """,
        on={"bQ": "bB1"},
    )
    assert outcome(diagram.position) == Outcome(Color.WHITE, Termination.SURROUNDED)


def test_no_moves_after_the_end() -> None:
    assert legal_moves(SURROUNDED.position) == frozenset()
    for move in (PASS, SURROUNDED.move("wG1", "x")):
        reason = explain(SURROUNDED.position, move)
        assert reason is not None
        assert reason.rule is Rule.GAME_OVER
        assert [str(piece) for piece in reason.pieces] == ["bQ"]
