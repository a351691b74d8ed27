"""Blunders, and moves that are not."""

from __future__ import annotations

import pytest

from skep.i18n import Language, PieceNames
from skep.moves import Move
from skep.pieces import Color
from skep.server.play.coach.blunders import Blunder, find_blunder
from skep.server.play.coach.sentences import Phrasing, blunder_sentence
from tests.server.play.coach.positions import (
    ABOUT_TO_LOSE,
    ABOUT_TO_WIN,
    EVEN,
    LOSING,
    QUIET,
    SAVING,
    WASTING,
    board_after,
    unlimited_lease,
)

ENGLISH, FRENCH = (Phrasing(Color.WHITE, language) for language in Language)


def judge(moves: list[str], uhp: str) -> Blunder | None:
    board = board_after(moves)
    move: Move = board.parse_uhp(uhp)
    return find_blunder(board, move, unlimited_lease())


def test_a_move_that_lets_the_other_side_win_is_a_blunder() -> None:
    blunder = judge(ABOUT_TO_LOSE, LOSING)
    assert blunder is not None
    assert (blunder.kind, str(blunder.move.piece)) == ("loses", "bG1")
    assert blunder_sentence(blunder, ENGLISH) == ("That lets Black surround your queen bee. Take it back?")
    assert blunder_sentence(blunder, FRENCH) == (
        "Après ce coup, les Noirs peuvent encercler votre reine abeille. Le reprendre\u00a0?"
    )


def test_the_move_that_saves_the_queen_bee_is_not_a_blunder() -> None:
    assert judge(ABOUT_TO_LOSE, SAVING) is None


def test_a_missed_win_is_a_blunder() -> None:
    blunder = judge(ABOUT_TO_WIN, "wA2 wA1/")
    assert blunder is not None
    assert (blunder.kind, str(blunder.move.piece)) == ("misses", "wA1")
    assert "won right away with your ant" in blunder_sentence(blunder, ENGLISH)
    notation = Phrasing(Color.WHITE, names=PieceNames.NOTATION)
    assert "won right away with the soldier ant wA1" in blunder_sentence(blunder, notation)


def test_a_winning_move_is_not_a_blunder() -> None:
    assert judge(ABOUT_TO_WIN, "wA1 -bQ") is None


def test_a_move_that_loses_an_advantage_is_a_blunder() -> None:
    blunder = judge(EVEN, WASTING)
    assert blunder is not None
    assert (blunder.kind, blunder.behind) == ("gives", True)
    assert "Black now gets ahead" in blunder_sentence(blunder, ENGLISH)
    assert blunder == judge(EVEN, WASTING)


@pytest.mark.parametrize("uhp", ["wA1 -wS1", "wG1 -wS1", "wQ -wS1"])
def test_normal_openings_are_not_blunders(uhp: str) -> None:
    assert judge(QUIET, uhp) is None


def test_some_moves_from_a_difficult_position_are_not_blunders() -> None:
    board = board_after(ABOUT_TO_LOSE)
    safe = [move for move in board.legal_moves.list() if find_blunder(board, move, unlimited_lease()) is None]
    assert 0 < len(safe) < board.legal_moves.count()
