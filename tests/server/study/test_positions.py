"""Checking positions that come from games."""

from __future__ import annotations

from typing import Final

from skep.board import Board
from skep.i18n import Language
from skep.server.study.positions import check_position

# every kind of piece, climbing and throws; many turns pass without a placement
GAME: Final = (
    r"wA1;bP wA1-;wM -wA1;bA1 bP\;wQ wM\;bA2 bP-;wP -wQ;bQ bP/;wM bQ/;bA2 wM/;wA2 \wP;bA1 -wA2;"
    r"wB1 \wQ;bA3 bP\;wB1 wA1;bB1 bQ\;wB2 \wQ;bA3 wQ\;wB1 bP;bB1 wB1;wA3 /wP;bA3 wA3\;wB2 wA1;"
    r"bB2 bQ\;wB2 -bQ;bS1 bA3-;wS1 \wQ;bA2 \wB2;wL wM-;bB2 bQ;wL \bB2;bB2 wB2;wM bQ-;bM /bA1;wG1 wM\;"
    r"bA2 wG1-;wL bQ/;bL \bB2;wG2 wL-;bA2 wG2-;wS1 \bL;bM wA2/;wL \bQ;bA1 wS1/;wG1 bQ/;bS1 /wA3;"
    r"wG3 -wP;bA3 -wG3;wG1 /bB1;bS2 bS1\;wA1 bM\;bS2 wQ\;wA2 bQ/;bA1 \wG2;wL bQ\;bG1 -bM;wL /bL;"
    r"bA1 /wQ;wG1 \wG2;bA2 wQ-;wA1 /bM;bM \wQ;wL \bQ;bB1 wQ/"
)


def test_no_position_of_a_game_is_doubted() -> None:
    board = Board("Base+MLP", edition="hive-2016")
    for uhp in GAME.split(";"):
        board.push_uhp(uhp)
        checked = check_position(board.position_string(), Language.EN)
        assert (checked.faults, checked.doubts) == ([], []), board.position_string()
        assert checked.position == board.position_string()
