"""Wins that the search of a review misses and the solver proves."""

from __future__ import annotations

import pytest

from skep.engine import Limit
from skep.game import Game
from skep.learn.puzzles import find_puzzle
from skep.review import EFFORTS, SearchTask, new_engine, review, search

QUICK = EFFORTS["quick"]
MISSED = ("w3yrgsqu", "b77m554p")
"""Wins in four moves that a quick search does not prove."""


@pytest.mark.parametrize("name", MISSED)
def test_a_win_that_the_search_misses_is_proven(name: str) -> None:
    puzzle, engine = find_puzzle(name), new_engine(QUICK)
    board, limit = puzzle.board(), Limit(nodes=QUICK.nodes)
    *_, last = engine.analyse(board, limit, lines=2)
    assert last.score.relative.wins_in is None
    result = search(engine, SearchTask(0, False, board, 2, limit, QUICK.table_mb))
    assert (result.score.wins_in, result.is_proven) == (4, True)
    assert board.uhp(result.lines[0].moves[0]) == puzzle.line[0]
    assert len(result.lines) == 2
    assert result.lines[1].moves[0] != result.lines[0].moves[0]
    assert result.lines[1].score.relative < result.lines[0].score.relative


def test_a_review_states_a_missed_win() -> None:
    puzzle = find_puzzle(MISSED[0])
    game = Game.from_board(puzzle.board())
    board = puzzle.board()
    wrong = next(text for text in map(board.uhp, board.legal_moves) if text != puzzle.line[0])
    game.add_line([wrong])
    (move,) = review(game, QUICK).moves
    assert (move.judgement, move.best) == ("missed-win", puzzle.line[0])
