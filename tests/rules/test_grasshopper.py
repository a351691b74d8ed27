from __future__ import annotations

import pytest

from skep.editions import EDITIONS, Edition
from skep.rules import Rule, explain

from . import games
from .cases import JUMPER
from .helpers import annotate, draw, replay


@pytest.mark.parametrize("edition", EDITIONS, ids=str)
def test_diagram(edition: Edition) -> None:
    diagram = annotate(
        replay(games.GRASSHOPPER, edition),
        """
                *
              bQ  bA1
            wG1     wA1
          wB1 bG1 wS2
        *       wQ  bB1
                  *   bS2
                bS1 wS1
        """,
    )
    assert diagram.reach("wG1") == diagram.marks
    assert len(diagram.marks) == 3


def test_jumps_into_and_out_of_closed_spaces() -> None:
    diagram = draw("""
          wA1 bA1
        wS1 *   bS1 wG1
          wQ  bQ
    """)
    assert diagram.reach("wG1") == diagram.marks
    closed = draw("""
            *       *
              wA1 bA1
        *   wS1 wG1 bS1 *
              wQ  bQ
            *       *
    """)
    assert closed.reach("wG1") == closed.marks


def test_jumps_over_stacks() -> None:
    diagram = draw("wG1 bQ  wQ  *", on={"bQ": "bB1 wB1"})
    assert diagram.reach("wG1") == diagram.marks


@pytest.mark.parametrize(
    ("to", "rule", "space"),
    [
        ("x", Rule.NOTHING_TO_JUMP, "x"),
        ("y", Rule.NOT_STRAIGHT, None),
        ("b", Rule.JUMPS_ACROSS_GAP, "a"),
        ("bA1", Rule.SPACE_TAKEN, None),
    ],
)
def test_reasons(to: str, rule: Rule, space: str | None) -> None:
    reason = explain(JUMPER.position, JUMPER.move("wG1", to))
    assert reason is not None
    assert reason.rule is rule
    assert reason.spaces == (() if space is None else (JUMPER.at(space),))
    assert reason.alternatives == JUMPER.hexes("a")
