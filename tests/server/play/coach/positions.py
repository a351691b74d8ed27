"""Positions for the tests of the coach, all with White to move."""

from __future__ import annotations

from typing import Final

from skep.board import Board
from skep.engine import Engine
from skep.server.engines.pool import EngineLease

__all__ = [
    "ABOUT_TO_LOSE",
    "ABOUT_TO_WIN",
    "EVEN",
    "LOSING",
    "QUIET",
    "SAVING",
    "WASTING",
    "board_after",
    "unlimited_lease",
]

ABOUT_TO_LOSE: Final = (
    "wS1;bB1 \\wS1;wQ wS1\\;bQ -bB1;wS2 wQ-;bS1 /bQ;wG1 wS2-;bS1 /wQ;wG2 wG1-;bB2 -bS1;wA1 wS2/;bB2 -wQ;wB1 -wA1;"
    "bG1 -bS1"
).split(";")
"""Black's grasshopper can jump to the last open space around White's queen bee."""
LOSING: Final = "wB2 wG2\\"
SAVING: Final = "wS2 /bS1"
ABOUT_TO_WIN: Final = "wS1;bB1 /wS1;wB1 \\wS1;bQ -bB1;wQ -wB1;bQ -wS1;wA1 wQ/;bS1 -bB1".split(";")
"""White's soldier ant can move to the last open space around Black's queen bee."""
EVEN: Final = "wB1;bB1 wB1-;wG1 /wB1;bQ bB1\\;wQ wG1\\;bS1 bQ\\;wA1 \\wB1;bS1 /wQ;wB2 wA1/;bB2 bS1\\".split(";")
"""Neither side wins soon. Climbing onto White's own soldier ant wastes a move while the queen bee is in danger."""
WASTING: Final = "wB2 wA1"
QUIET: Final = "wS1;bS1 wS1-".split(";")


def board_after(moves: list[str]) -> Board:
    """Return the board after some moves."""
    board = Board("Base")
    board.push_line(moves)
    return board


def unlimited_lease() -> EngineLease:
    """Return a lease that is never revoked."""
    return EngineLease(Engine(table_mb=4))
