"""Hints: a good move, and where to look for it."""

from __future__ import annotations

import random

from skep.board import Board
from skep.pieces import Color
from skep.rules import Language
from skep.server.play.coach.board_queries import winning_moves
from skep.server.play.coach.hints import find_hint
from skep.server.play.coach.strings import hint_sentence
from skep.server.play.coach.views import told_hint
from skep.server.schemas.coach import HintRequest
from tests.server.games import GAME
from tests.server.play.coach.positions import ABOUT_TO_LOSE, ABOUT_TO_WIN, EVEN, QUIET, SAVING, board_after, lent


def test_a_win_is_found_and_only_the_region_is_told_first() -> None:
    board = board_after(ABOUT_TO_WIN)
    hint = find_hint(board, lent())
    assert hint is not None
    assert (hint.theme, board.uhp(hint.move)) == ("win", "wA1 -bQ")
    assert (hint.pieces, hint.spaces) == ((), (hint.move.to,))
    first = told_hint(HintRequest(id=1, game=GAME, ply=8), board, hint)
    assert (first.move, first.way) == (None, None)
    second = told_hint(HintRequest(id=1, game=GAME, ply=8, step=2), board, hint)
    assert second.move is not None
    assert second.way is not None
    assert (second.move.uhp, second.way.hexes[-1]) == ("wA1 -bQ", second.move.to)


def test_a_threat_is_met() -> None:
    board = board_after(ABOUT_TO_LOSE)
    hint = find_hint(board, lent())
    assert hint is not None
    assert (hint.theme, board.uhp(hint.move)) == ("save", SAVING)
    assert hint_sentence(hint, Color.WHITE, Language.EN, step=1) == (
        "Black is about to surround your queen bee: look at the spider wS2, which can help."
    )
    board.push(hint.move)
    assert not winning_moves(board)


def test_a_new_bug_is_looked_for_in_the_hand() -> None:
    board = board_after(QUIET)
    hint = find_hint(board, lent())
    assert hint is not None
    assert hint.theme == "place"
    assert hint.pieces == (hint.move.piece,)
    assert "in your hand" in hint_sentence(hint, Color.WHITE, Language.EN, step=1)
    assert "dans votre main" in hint_sentence(hint, Color.WHITE, Language.FR, step=1)


def test_who_cannot_move_is_told_to_pass() -> None:
    board = _where_nothing_moves()
    hint = find_hint(board, lent())
    assert hint is not None
    assert (hint.theme, hint.move.is_pass) == ("pass", True)
    told = told_hint(HintRequest(id=1, game=GAME, ply=board.ply, step=2), board, hint)
    assert told.move is not None
    assert (told.move.uhp, told.way) == ("pass", None)
    assert "pass" in told.sentence


def _where_nothing_moves() -> Board:
    """A beetle sits on the only piece."""
    board = Board("Base", edition="hive-classic")
    board.push_line(r"wQ;bB1 wQ-;wQ \bB1;bQ /bB1;wQ -bB1;bB1 wQ".split(";"))
    return board


def test_who_asks_again_hears_the_same() -> None:
    board = board_after(EVEN)
    assert find_hint(board, lent()) == find_hint(board, lent())


def test_every_hint_is_a_legal_move_with_sentences_in_both_languages() -> None:
    rng = random.Random(8)
    themes = set()
    for _ in range(2):
        board = Board("Base+MLP")
        while not board.is_game_over() and board.ply < 60:
            if board.ply % 9 == 4:
                hint = find_hint(board, lent())
                assert hint is not None
                assert hint.move in board.legal_moves
                themes.add(hint.theme)
                for language in Language:
                    for step in (1, 2):
                        text = hint_sentence(hint, board.to_move, language, step=step)
                        assert text.endswith(".")
                        assert "{" not in text
            board.push(rng.choice(board.legal_moves.list()))
    assert len(themes) >= 4
