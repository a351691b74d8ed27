"""Scores: proven ends as numbers of moves, estimates as win probabilities."""

from __future__ import annotations

import pytest

from skep import Board, Color
from skep.engine import Engine, Limit, PovScore, Score
from skep.engine.scores import SCALE, SURE, WIN


@pytest.mark.parametrize(
    ("plies", "moves"),
    [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3)],
)
def test_a_proven_end_is_counted_in_the_movers_moves(plies: int, moves: int) -> None:
    win, loss = Score(WIN - plies), Score(plies - WIN)
    assert (win.plies_to_end, win.wins_in, win.loses_in, str(win)) == (plies, moves, None, f"wins in {moves}")
    assert (loss.plies_to_end, loss.wins_in, loss.loses_in, str(loss)) == (plies, None, moves, f"loses in {moves}")
    assert (win.win_probability, loss.win_probability) == (1.0, 0.0)
    assert -win == loss
    assert (win.moves_to_end, win.units) == (moves, 300.0)
    assert (loss.moves_to_end, loss.units) == (moves, -300.0)


@pytest.mark.parametrize("value", [0, 1, -250, SURE - 1, 1 - SURE])
def test_an_estimate_proves_nothing(value: int) -> None:
    score = Score(value)
    assert (score.plies_to_end, score.moves_to_end, score.wins_in, score.loses_in) == (None, None, None, None)
    assert score.units == value / 100
    assert 0 <= score.win_probability <= 1
    assert score.win_probability + (-score).win_probability == pytest.approx(1)
    assert str(score) == f"{value / 100:+.2f}"


def test_the_win_probability_rises_with_the_score() -> None:
    probabilities = [Score(value).win_probability for value in range(-600, 601, 50)]
    assert probabilities == sorted(probabilities)
    assert Score(round(SCALE)).win_probability == pytest.approx(0.731, abs=0.001)


def test_scores_are_ordered() -> None:
    assert Score(2 - WIN) < Score(-500) < Score(0) < Score(SURE - 1) < Score(WIN - 9) < Score(WIN - 1)


@pytest.mark.parametrize("turn", Color)
@pytest.mark.parametrize("value", [0, 37, -250, WIN - 3, 2 - WIN])
def test_a_score_has_a_point_of_view(turn: Color, value: int) -> None:
    score = PovScore(Score(value), turn)
    mine, theirs = (score.white(), score.black()) if turn is Color.WHITE else (score.black(), score.white())
    assert mine == score.relative == score.pov(turn) == Score(value)
    assert theirs == score.pov(turn.other) == Score(-value)
    other = PovScore(Score(-value), turn.other)
    assert score == other
    assert hash(score) == hash(other)
    assert (score == PovScore(Score(value), turn.other)) == (value == 0)
    assert score != Score(value)
    assert str(score) == f"{turn} {Score(value)}"


def test_a_score_is_immutable() -> None:
    score = PovScore(Score(1), Color.WHITE)
    with pytest.raises(AttributeError):
        score.turn = Color.BLACK  # type: ignore[misc]


@pytest.mark.parametrize("game", ["Base;;;wS1;bG1 wS1-", "Base;;;wS1;bG1 wS1-;wQ -wS1"])
def test_the_scores_of_an_analysis_belong_to_the_side_to_move(game: str) -> None:
    board = Board.from_game_string(game)
    for analysis in Engine(table_mb=1).analyse(board, Limit(depth=2), lines=3):
        assert {line.score.turn for line in analysis.lines} == {board.turn}
