"""The sequential test: closed forms, and that it errs as rarely as it promises."""

from __future__ import annotations

import math
import random

import pytest

from skep.errors import SkepError
from skep.match.sprt import Sprt, Verdict, log_likelihood_ratio
from skep.match.statistics import moments, score_of


def test_bounds_are_walds() -> None:
    sprt = Sprt(0, 10)
    assert (sprt.lower, sprt.upper) == pytest.approx((-math.log(19), math.log(19)))
    assert Sprt(0, 10, alpha=0.01, beta=0.1).upper == pytest.approx(math.log(90))
    assert Sprt(0, 10, alpha=0.01, beta=0.1).lower == pytest.approx(math.log(0.1 / 0.99))


@pytest.mark.parametrize("counts", [(40, 60), (7, 3), (500, 480)])
def test_two_outcomes_give_the_binomial_ratio(counts: tuple[int, int]) -> None:
    """With two outcomes a distribution is its mean, so that the ratio can be written down."""
    losses, wins = counts
    s0, s1 = score_of(-5), score_of(20)
    expected = wins * math.log(s1 / s0) + losses * math.log((1 - s1) / (1 - s0))
    assert log_likelihood_ratio([losses, wins], s0, s1) == pytest.approx(expected)


def test_three_outcomes_give_the_best_of_all_distributions_with_the_mean() -> None:
    """Draws free: p = (1 - s - d / 2, d, s - d / 2), the best d found by trying many."""
    counts = (20, 50, 30)

    def best(score: float) -> float:
        most = 2 * min(score, 1 - score)
        tried = (most * step / 200_000 for step in range(1, 200_000))
        return max(
            counts[0] * math.log(1 - score - d / 2) + counts[1] * math.log(d) + counts[2] * math.log(score - d / 2)
            for d in tried
        )

    s0, s1 = score_of(0), score_of(30)
    assert log_likelihood_ratio(counts, s0, s1) == pytest.approx(best(s1) - best(s0), abs=1e-6)


def test_near_the_truth_it_is_the_normal_approximation() -> None:
    counts = (60, 220, 450, 240, 80)
    s0, s1 = score_of(0), score_of(5)
    total, mean, variance = moments(counts)
    approximate = total * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)
    assert log_likelihood_ratio(counts, s0, s1) == pytest.approx(approximate, rel=0.02)


def test_swapping_players_and_hypotheses_changes_the_sign() -> None:
    counts = (3, 10, 25, 30, 9)
    assert Sprt(-3, 8).llr(counts) == pytest.approx(-Sprt(-8, 3).llr(counts[::-1]))


def test_nothing_is_decided_before_the_first_pair() -> None:
    assert Sprt(0, 10).llr((0, 0, 0, 0, 0)) == 0
    assert Sprt(0, 10).verdict((0, 0, 0, 0, 0)) is Verdict.UNDECIDED


def test_what_never_happened_is_not_impossible() -> None:
    ratio = Sprt(0, 50).llr((0, 0, 0, 0, 40))
    assert math.isfinite(ratio)
    assert Sprt(0, 50).verdict((0, 0, 0, 0, 400)) is Verdict.H1
    assert Sprt(0, 50).verdict((400, 0, 0, 0, 0)) is Verdict.H0


def distribution(elo: float) -> list[float]:
    """Pair results of independent games with a fifth of draws."""
    score = score_of(elo)
    win, draw, loss = score - 0.1, 0.2, 0.9 - score
    return [loss**2, 2 * loss * draw, 2 * loss * win + draw**2, 2 * draw * win, win**2]


@pytest.mark.parametrize(("truth", "right"), [(0.0, Verdict.H0), (60.0, Verdict.H1)])
def test_it_errs_as_rarely_as_it_promises(truth: float, right: Verdict) -> None:
    sprt, chance, tests, wrong = Sprt(0, 60), random.Random(11), 150, 0
    for _ in range(tests):
        counts = [0, 0, 0, 0, 0]
        while (verdict := sprt.verdict(counts)) is Verdict.UNDECIDED:
            for drawn in chance.choices(range(5), distribution(truth), k=4):
                counts[drawn] += 1
        wrong += verdict is not right
    assert wrong <= 0.05 * tests + 3 * math.sqrt(0.05 * 0.95 * tests)


@pytest.mark.parametrize("values", [(10, 0, 0.05, 0.05), (0, 0, 0.05, 0.05), (0, 10, 0, 0.05), (0, 10, 0.05, 0.6)])
def test_what_is_no_test(values: tuple[float, float, float, float]) -> None:
    with pytest.raises(SkepError):
        Sprt(*values)
