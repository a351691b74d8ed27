"""Judgements and accuracy of made-up moves."""

from __future__ import annotations

import math

import pytest

from skep.engine import Score
from skep.engine.scores import SCALE, WIN
from skep.review import JUDGEMENTS
from skep.review.judgement import JudgedMove, accuracy, judge_move, probability_lost, turning_points

EVEN = Score(0)
WINS_IN_ONE = Score(WIN - 1)
WINS_IN_TWO = Score(WIN - 3)
WINS_IN_FIVE = Score(WIN - 9)
LOSES_IN_ONE = Score(2 - WIN)
LOSES_IN_THREE = Score(6 - WIN)


def worth(probability: float) -> Score:
    """Return the score closest to a win probability."""
    return Score(round(SCALE * math.log(probability / (1 - probability))))


@pytest.mark.parametrize(
    ("played", "other", "name"),
    [
        (EVEN, EVEN, "best"),
        (Score(10), EVEN, "best"),
        (worth(0.495), EVEN, "best"),
        (worth(0.47), EVEN, "good"),
        (worth(0.455), EVEN, "good"),
        (worth(0.44), EVEN, "inaccuracy"),
        (worth(0.41), EVEN, "inaccuracy"),
        (worth(0.39), EVEN, "mistake"),
        (worth(0.31), EVEN, "mistake"),
        (worth(0.29), EVEN, "blunder"),
        (LOSES_IN_ONE, EVEN, "blunder"),
        (EVEN, worth(0.32), "best"),
        (EVEN, worth(0.29), "only-move"),
        (worth(0.25), LOSES_IN_ONE, "only-move"),
        (worth(0.15), LOSES_IN_ONE, "best"),
        (WINS_IN_ONE, EVEN, "only-move"),
        (WINS_IN_ONE, WINS_IN_TWO, "best"),
        (WINS_IN_TWO, WINS_IN_ONE, "good"),
        (LOSES_IN_THREE, LOSES_IN_ONE, "best"),
        (LOSES_IN_ONE, LOSES_IN_THREE, "good"),
    ],
)
def test_judgements(played: Score, other: Score, name: str) -> None:
    assert judge_move(JudgedMove(30, played, other=other)) == name


@pytest.mark.parametrize(
    ("played", "other", "name"),
    [
        (EVEN, WINS_IN_ONE, "missed-win"),
        (LOSES_IN_ONE, WINS_IN_FIVE, "missed-win"),
        (worth(0.9), WINS_IN_FIVE, "missed-win"),
        (worth(0.99), WINS_IN_ONE, "missed-win"),
        (worth(0.99), WINS_IN_TWO, "missed-win"),
        (worth(0.99), WINS_IN_FIVE, "good"),
        (WINS_IN_FIVE, WINS_IN_ONE, "good"),
        (worth(0.7), worth(0.99), "blunder"),
    ],
)
def test_win_is_missed_if_it_was_obvious_or_the_position_got_worse(played: Score, other: Score, name: str) -> None:
    assert judge_move(JudgedMove(30, played, other=other)) == name


def test_only_legal_move_is_forced() -> None:
    assert judge_move(JudgedMove(1, LOSES_IN_ONE)) == "forced"
    assert probability_lost(JudgedMove(1, LOSES_IN_ONE)) == 0


def test_move_without_alternative_is_best() -> None:
    assert judge_move(JudgedMove(30, LOSES_IN_ONE)) == "best"


def test_probability_lost_is_never_negative() -> None:
    assert probability_lost(JudgedMove(30, WINS_IN_ONE, other=EVEN)) == 0
    assert probability_lost(JudgedMove(30, EVEN, other=WINS_IN_ONE)) == 0.5
    assert probability_lost(JudgedMove(30, LOSES_IN_ONE, other=WINS_IN_ONE)) == 1


def test_forced_moves_do_not_count_for_accuracy() -> None:
    assert accuracy([]) is None
    assert accuracy([JudgedMove(1, EVEN)] * 3) is None
    assert accuracy([JudgedMove(1, LOSES_IN_ONE), JudgedMove(30, EVEN, other=EVEN)]) == 100


def test_accuracy_falls_with_the_probability_lost() -> None:
    values = [
        accuracy([JudgedMove(30, worth(probability), other=EVEN)]) or 0.0
        for probability in (0.5, 0.45, 0.4, 0.3, 0.1, 0.01)
    ]
    assert values == sorted(values, reverse=True)
    assert values[0] == 100
    assert values[1] == pytest.approx(100 * math.exp(-8 * 0.05), abs=1)
    assert 0 < values[-1] < 5


def test_moves_in_decided_positions_have_little_weight() -> None:
    bad = [JudgedMove(30, worth(0.3), other=EVEN)] * 3
    decided = [JudgedMove(30, LOSES_IN_ONE, other=LOSES_IN_ONE)] * 3
    even = [JudgedMove(30, EVEN, other=EVEN)] * 3
    alone, padded, better = accuracy(bad), accuracy(bad + decided), accuracy(bad + even)
    assert alone is not None
    assert padded is not None
    assert better is not None
    assert alone < padded < alone + 10
    assert better > alone + 30


def test_turning_points_are_the_five_worst_mistakes() -> None:
    assert turning_points([]) == ()
    assert turning_points([0.0, 0.09, 0.0999]) == ()
    assert turning_points([0.1, 0.0, 0.4, 0.1], first_ply=7) == (9, 7, 10)
    assert turning_points([0.1 + step / 100 for step in range(9)]) == (8, 7, 6, 5, 4)


def test_judgements_are_distinct() -> None:
    assert len(set(JUDGEMENTS)) == len(JUDGEMENTS) == 8
