"""What moves are called, and what accuracy comes of them: on choices that are made up."""

from __future__ import annotations

import math

import pytest

from skep.engine import Score
from skep.engine.scores import SCALE, WIN
from skep.review import JUDGEMENTS
from skep.review.judging import Choice, accuracy, judgement, lost, turning_points

EVEN = Score(0)
WINS_IN_ONE = Score(WIN - 1)
WINS_IN_TWO = Score(WIN - 3)
WINS_IN_FIVE = Score(WIN - 9)
LOSES_IN_ONE = Score(2 - WIN)
LOSES_IN_THREE = Score(6 - WIN)


def worth(probability: float) -> Score:
    """The score of a win probability, as near as a score comes to it."""
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
    assert judgement(Choice(30, played, other=other)) == name


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
def test_a_win_is_missed_when_it_was_plain_or_its_loss_is_felt(played: Score, other: Score, name: str) -> None:
    assert judgement(Choice(30, played, other=other)) == name


def test_who_has_one_move_is_not_judged() -> None:
    assert judgement(Choice(1, LOSES_IN_ONE)) == "forced"
    assert lost(Choice(1, LOSES_IN_ONE)) == 0


def test_a_move_without_a_rival_is_the_best_known() -> None:
    assert judgement(Choice(30, LOSES_IN_ONE)) == "best"


def test_what_is_lost_is_never_less_than_nothing() -> None:
    assert lost(Choice(30, WINS_IN_ONE, other=EVEN)) == 0
    assert lost(Choice(30, EVEN, other=WINS_IN_ONE)) == 0.5
    assert lost(Choice(30, LOSES_IN_ONE, other=WINS_IN_ONE)) == 1


def test_accuracy_of_those_who_had_no_choice() -> None:
    assert accuracy([]) is None
    assert accuracy([Choice(1, EVEN)] * 3) is None
    assert accuracy([Choice(1, LOSES_IN_ONE), Choice(30, EVEN, other=EVEN)]) == 100


def test_accuracy_falls_with_what_is_given_away() -> None:
    values = [accuracy([Choice(30, worth(chance), other=EVEN)]) or 0.0 for chance in (0.5, 0.45, 0.4, 0.3, 0.1, 0.01)]
    assert values == sorted(values, reverse=True)
    assert values[0] == 100
    assert values[1] == pytest.approx(100 * math.exp(-8 * 0.05), abs=1)
    assert 0 < values[-1] < 5


def test_moves_of_a_decided_game_count_little() -> None:
    bad = [Choice(30, worth(0.3), other=EVEN)] * 3
    decided = [Choice(30, LOSES_IN_ONE, other=LOSES_IN_ONE)] * 3
    even = [Choice(30, EVEN, other=EVEN)] * 3
    alone, padded, better = accuracy(bad), accuracy(bad + decided), accuracy(bad + even)
    assert alone is not None
    assert padded is not None
    assert better is not None
    assert alone < padded < alone + 10
    assert better > alone + 30


def test_turning_points_are_the_heaviest_mistakes_and_few() -> None:
    assert turning_points([]) == ()
    assert turning_points([0.0, 0.09, 0.0999]) == ()
    assert turning_points([0.1, 0.0, 0.4, 0.1], first_ply=7) == (9, 7, 10)
    assert turning_points([0.1 + step / 100 for step in range(9)]) == (8, 7, 6, 5, 4)


def test_every_judgement_is_reached() -> None:
    assert len(set(JUDGEMENTS)) == len(JUDGEMENTS) == 8
