"""Which moves are blunders, and which are not."""

from __future__ import annotations

import pytest

from skep.moves import Move
from skep.pieces import Color
from skep.rules import Language
from skep.server.play.coach.blunders import Blunder, find_blunder
from skep.server.play.coach.strings import blunder_sentence
from tests.server.play.coach.positions import (
    ABOUT_TO_LOSE,
    ABOUT_TO_WIN,
    EVEN,
    LOSING,
    QUIET,
    SAVING,
    WASTING,
    board_after,
    lent,
)


def judged(moves: list[str], uhp: str) -> Blunder | None:
    board = board_after(moves)
    move: Move = board.parse_uhp(uhp)
    return find_blunder(board, move, lent())


def test_a_move_that_lets_the_other_side_win_at_once() -> None:
    blunder = judged(ABOUT_TO_LOSE, LOSING)
    assert blunder is not None
    assert (blunder.kind, str(blunder.move.piece)) == ("loses", "bG1")
    assert blunder_sentence(blunder, Color.WHITE, Language.EN) == (
        "That lets Black surround your queen bee. Take it back?"
    )
    assert blunder_sentence(blunder, Color.WHITE, Language.FR) == (
        "Après ce coup, les Noirs peuvent entourer votre reine abeille. Le reprendre\u00a0?"
    )


def test_the_move_that_saves_the_queen_bee_is_none() -> None:
    assert judged(ABOUT_TO_LOSE, SAVING) is None


def test_a_missed_win() -> None:
    blunder = judged(ABOUT_TO_WIN, "wA2 wA1/")
    assert blunder is not None
    assert (blunder.kind, str(blunder.move.piece)) == ("misses", "wA1")
    assert "won at once with the soldier ant wA1" in blunder_sentence(blunder, Color.WHITE, Language.EN)


def test_a_win_is_no_blunder() -> None:
    assert judged(ABOUT_TO_WIN, "wA1 -bQ") is None


def test_a_move_that_gives_much_away() -> None:
    blunder = judged(EVEN, WASTING)
    assert blunder is not None
    assert (blunder.kind, blunder.behind) == ("gives", True)
    assert "Black now gets ahead" in blunder_sentence(blunder, Color.WHITE, Language.EN)
    assert blunder == judged(EVEN, WASTING)


@pytest.mark.parametrize("uhp", ["wA1 -wS1", "wG1 -wS1", "wQ -wS1"])
def test_openings_are_no_blunders(uhp: str) -> None:
    assert judged(QUIET, uhp) is None


def test_what_cannot_be_helped_is_no_blunder() -> None:
    """Where every move loses at once, none is offered back."""
    board = board_after(ABOUT_TO_LOSE)
    safe = [move for move in board.legal_moves.list() if find_blunder(board, move, lent()) is None]
    assert 0 < len(safe) < board.legal_moves.count()
