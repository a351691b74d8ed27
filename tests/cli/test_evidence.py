"""Why a piece cannot be played at all."""

from __future__ import annotations

import pytest

from skep.board import Board
from skep.cli.evidence import explain_stuck_piece
from skep.pieces import Piece
from skep.rules import Rule
from tests.cli.helpers import GAME


@pytest.mark.parametrize(
    ("game", "piece", "rule"),
    [
        (GAME, "wS1", Rule.ONE_HIVE),
        (GAME, "bA1", Rule.NOT_YOUR_PIECE),
        ("Base+MLP", "wQ", Rule.QUEEN_NOT_YET),
        ("Base;;;wS1;bS1 wS1-", "wS1", Rule.QUEEN_BEFORE_MOVING),
        ("Base;;;wS1;bS1 wS1-", "wA2", Rule.LOWER_NUMBER_FIRST),
    ],
)
def test_explains_why_a_piece_cannot_be_played(game: str, piece: str, rule: Rule) -> None:
    board = Board.from_game_string(game)
    reason = explain_stuck_piece(board, Piece.parse(piece))
    assert reason is not None
    assert reason.rule is rule


def test_a_playable_piece_is_not_stuck() -> None:
    assert explain_stuck_piece(Board.from_game_string(GAME), Piece.parse("wA1")) is None
