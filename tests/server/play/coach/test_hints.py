"""Hints: a good move, and where to look for it."""

from __future__ import annotations

import random

from skep.board import Board
from skep.i18n import Language, PieceNames
from skep.pieces import Color
from skep.server.play.coach.board_queries import winning_moves
from skep.server.play.coach.hints import find_hint
from skep.server.play.coach.sentences import Phrasing, hint_sentence
from skep.server.play.coach.views import hint_view
from skep.server.schemas.coach import HintRequest
from tests.server.games import GAME
from tests.server.play.coach.positions import (
    ABOUT_TO_LOSE,
    ABOUT_TO_WIN,
    EVEN,
    QUIET,
    SAVING,
    board_after,
    unlimited_lease,
)


def test_the_first_step_shows_only_where_to_look_for_a_win() -> None:
    board = board_after(ABOUT_TO_WIN)
    hint = find_hint(board, unlimited_lease())
    assert hint is not None
    assert (hint.theme, board.uhp(hint.move)) == ("win", "wA1 -bQ")
    assert (hint.pieces, hint.spaces) == ((), (hint.move.to,))
    first = hint_view(HintRequest(id=1, game=GAME, ply=8), board, hint)
    assert (first.move, first.path) == (None, None)
    second = hint_view(HintRequest(id=1, game=GAME, ply=8, step=2), board, hint)
    assert second.move is not None
    assert second.path is not None
    assert (second.move.uhp, second.path.hexes[-1]) == ("wA1 -bQ", second.move.to)


def test_a_hint_parries_a_threat() -> None:
    board = board_after(ABOUT_TO_LOSE)
    hint = find_hint(board, unlimited_lease())
    assert hint is not None
    assert (hint.theme, board.uhp(hint.move)) == ("save", SAVING)
    assert hint_sentence(hint, Phrasing(Color.WHITE), step=1) == (
        "Black is about to surround your queen bee. Look at your spider, which can help."
    )
    notation = Phrasing(Color.WHITE, names=PieceNames.NOTATION)
    assert "Look at the spider wS2" in hint_sentence(hint, notation, step=1)
    board.push(hint.move)
    assert not winning_moves(board)


def test_a_placement_points_at_the_hand() -> None:
    board = board_after(QUIET)
    hint = find_hint(board, unlimited_lease())
    assert hint is not None
    assert hint.theme == "place"
    assert hint.pieces == (hint.move.piece,)
    assert "in your hand" in hint_sentence(hint, Phrasing(Color.WHITE), step=1)
    assert "dans votre main" in hint_sentence(hint, Phrasing(Color.WHITE, Language.FR), step=1)


def test_a_player_without_moves_has_to_pass() -> None:
    board = _board_without_moves()
    hint = find_hint(board, unlimited_lease())
    assert hint is not None
    assert (hint.theme, hint.move.is_pass) == ("pass", True)
    view = hint_view(HintRequest(id=1, game=GAME, ply=board.ply, step=2), board, hint)
    assert view.move is not None
    assert (view.move.uhp, view.path) == ("pass", None)
    assert "pass" in view.sentence


def _board_without_moves() -> Board:
    """Return a board on which a beetle covers White's only piece."""
    board = Board("Base", edition="hive-classic")
    board.push_line(r"wQ;bB1 wQ-;wQ \bB1;bQ /bB1;wQ -bB1;bB1 wQ".split(";"))
    return board


def test_the_same_position_has_the_same_hint() -> None:
    board = board_after(EVEN)
    assert find_hint(board, unlimited_lease()) == find_hint(board, unlimited_lease())


def test_random_positions_have_legal_hints_with_sentences_in_both_languages() -> None:
    rng = random.Random(8)
    themes = set()
    for _ in range(2):
        board = Board("Base+MLP")
        while not board.is_game_over() and board.ply < 60:
            if board.ply % 9 == 4:
                hint = find_hint(board, unlimited_lease())
                assert hint is not None
                assert hint.move in board.legal_moves
                themes.add(hint.theme)
                for language in Language:
                    for step in (1, 2):
                        text = hint_sentence(hint, Phrasing(board.turn, language), step=step)
                        assert text.endswith(".")
                        assert "{" not in text
            board.push(rng.choice(board.legal_moves.list()))
    assert len(themes) >= 4
