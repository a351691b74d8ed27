"""For each rule a position and a move that it forbids."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from skep.hexes import ORIGIN, Hex
from skep.moves import PASS, Move
from skep.pieces import Piece
from skep.position import Position
from skep.rules import Rule

from .helpers import Diagram, draw, replay

START: Final = Position.start()

SURROUNDED: Final = draw("""
      wA1 wS1
    wB1 bQ  wG1 x
      bA1 wQ
""")

LATE_QUEEN: Final = replay("Base;InProgress;White[4];wA1;bA1 wA1-;wA2 -wA1;bQ bA1-;wB1 -wA2;bB1 bQ-")

NO_QUEEN: Final = replay("Base;InProgress;White[2];wA1;bA1 wA1-")

IN_HAND: Final = draw("""
    n   wA1 wQ  bQ  e
                  bA1 f
    .   .   .   .   .   .   a
""")

ROW: Final = draw(
    """
      x       y
    wA1 wG1 wQ  bQ  bA1
""",
    on={"wQ": "wB1", "bA1": "bB1"},
)

PINNED: Final = draw("""
      x
    wQ  wA1 bQ  bS1
""")

POCKET: Final = draw("""
          wS1 wG1 wQ
    wA1 wB1 x   y
      bQ  bS1 bG1
""")

CLOSED: Final = draw("""
      wS1 wG1
    wB1 x   bG1 wA1
      bS1 bQ
    wQ
""")

OPEN_RING: Final = draw("""
    wA1 wQ  x
      bS1 .   bA1
        bQ  bG1
""")

BEETLE_GATE: Final = draw(
    """
      wA1
    wB1 bQ
      bA1 wQ
""",
    on={"wA1": "bB1", "bA1": "bB2"},
)

SPIDER: Final = draw("""
      b   c   d   e
    wS1 bA1 bQ  wQ
      .   .   g
""")

JUMPER: Final = draw("""
      x       y
    wG1 bA1 bQ  a   b
              wA1 wQ
""")

LADYBUG: Final = draw("""
          o
    x   wL  wQ  bQ  bA1 bS1 f
""")

ALONE: Final = draw("""
    x   wM  bM  bQ  wQ
""")

THROWS: Final = draw(
    """
      a   b
    bA1 wP  wQ  bQ  bG1 z
          bA2
""",
    on={"bA2": "bB1"},
)

THROW_SPLITS: Final = draw("""
          b
    bS1 bA1 wP  wQ  bQ
""")

THROW_GATE: Final = draw(
    """
      wA1
    bA1 wP  x
      wG1 wQ  bQ
""",
    on={"wA1": "bB1", "wG1": "bB2"},
)


def _case(diagram: Diagram, piece: str, to: str) -> tuple[Position, Move]:
    return diagram.position, diagram.move(piece, to)


def _resting_case(diagram: Diagram, resting: str, piece: str, to: str) -> tuple[Position, Move]:
    return replace(diagram.position, just_moved=Piece.parse(resting)), diagram.move(piece, to)


CASES: Final[dict[Rule, Callable[[], tuple[Position, Move]]]] = {
    Rule.GAME_OVER: lambda: _case(SURROUNDED, "wG1", "x"),
    Rule.PASS_WITH_MOVES: lambda: (START, PASS),
    Rule.NOT_IN_GAME: lambda: (NO_QUEEN, Move(Piece.parse("wM"), ORIGIN)),
    Rule.NOT_YOUR_PIECE: lambda: _case(IN_HAND, "bA1", "f"),
    Rule.QUEEN_NOT_YET: lambda: (START, Move(Piece.parse("wQ"), ORIGIN)),
    Rule.QUEEN_DUE: lambda: (LATE_QUEEN, Move(Piece.parse("wS1"), Hex(-3, 0))),
    Rule.PLACED_ON_HIVE: lambda: _case(IN_HAND, "wB1", "wA1"),
    Rule.FIRST_IN_CENTRE: lambda: (START, Move(Piece.parse("wA1"), Hex(1, 0))),
    Rule.PLACED_AWAY: lambda: _case(IN_HAND, "wB1", "a"),
    Rule.PLACED_NEXT_TO_ENEMY: lambda: _case(IN_HAND, "wB1", "e"),
    Rule.LOWER_NUMBER_FIRST: lambda: _case(IN_HAND, "wG2", "n"),
    Rule.STAYS: lambda: _case(ROW, "wA1", "wA1"),
    Rule.QUEEN_BEFORE_MOVING: lambda: (NO_QUEEN, Move(Piece.parse("wA1"), Hex(1, -1))),
    Rule.COVERED: lambda: _case(ROW, "wQ", "y"),
    Rule.JUST_MOVED: lambda: _resting_case(ROW, "wA1", "wA1", "x"),
    Rule.ONE_HIVE: lambda: _case(PINNED, "wA1", "x"),
    Rule.NOBODY_TO_COPY: lambda: _case(ALONE, "wM", "x"),
    Rule.SPACE_TAKEN: lambda: _case(ROW, "wA1", "bQ"),
    Rule.AWAY_FROM_HIVE: lambda: _case(LADYBUG, "wL", "x"),
    Rule.GATE: lambda: _case(POCKET, "wA1", "x"),
    Rule.GATE_ABOVE: lambda: _case(BEETLE_GATE, "wB1", "bQ"),
    Rule.CLOSED_IN: lambda: _case(CLOSED, "wA1", "x"),
    Rule.LOSES_CONTACT: lambda: _case(OPEN_RING, "wQ", "x"),
    Rule.TOO_FAR: lambda: _case(SPIDER, "wS1", "e"),
    Rule.NOT_FAR_ENOUGH: lambda: _case(SPIDER, "wS1", "b"),
    Rule.NOT_STRAIGHT: lambda: _case(JUMPER, "wG1", "y"),
    Rule.NOTHING_TO_JUMP: lambda: _case(JUMPER, "wG1", "x"),
    Rule.JUMPS_ACROSS_GAP: lambda: _case(JUMPER, "wG1", "b"),
    Rule.ENDS_ON_TOP: lambda: _case(LADYBUG, "wL", "bQ"),
    Rule.TWO_ON_TOP: lambda: _case(LADYBUG, "wL", "o"),
    Rule.THROWER_JUST_MOVED: lambda: _resting_case(THROWS, "wP", "bA1", "b"),
    Rule.THROW_NOT_BESIDE: lambda: _case(THROWS, "bG1", "a"),
    Rule.THROW_STACK: lambda: _case(THROWS, "bB1", "a"),
    Rule.THROW_JUST_MOVED: lambda: _resting_case(THROWS, "bA1", "bA1", "b"),
    Rule.THROW_SPLITS: lambda: _case(THROW_SPLITS, "bA1", "b"),
    Rule.THROW_TAKEN: lambda: _case(THROWS, "bA1", "wQ"),
    Rule.THROW_TO_NOT_BESIDE: lambda: _case(THROWS, "bA1", "z"),
    Rule.THROW_GATE: lambda: _case(THROW_GATE, "bA1", "x"),
}
