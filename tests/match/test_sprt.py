"""The sequential test: closed forms, and its error rates in a simulation."""

from __future__ import annotations

import math
import random

import pytest

from skep.errors import SkepError
from skep.match.sprt import Sprt, Verdict, log_likelihood_ratio
from skep.match.statistics import elo_to_score, moments
from tests.sizes import small_and_large


def test_bounds_are_those_of_wald() -> None:
    sprt = Sprt(0, 10)
    assert (sprt.lower, sprt.upper) == pytest.approx((-math.log(19), math.log(19)))
    assert Sprt(0, 10, alpha=0.01, beta=0.1).upper == pytest.approx(math.log(90))
    assert Sprt(0, 10, alpha=0.01, beta=0.1).lower == pytest.approx(math.log(0.1 / 0.99))


@pytest.mark.parametrize("counts", [(40, 60), (7, 3), (500, 480)])
def test_two_outcomes_give_the_binomial_ratio(counts: tuple[int, int]) -> None:
    """With two outcomes the mean determines the distribution, so the ratio has a closed form."""
    losses, wins = counts
    s0, s1 = elo_to_score(-5), elo_to_score(20)
    expected = wins * math.log(s1 / s0) + losses * math.log((1 - s1) / (1 - s0))
    assert log_likelihood_ratio([losses, wins], s0, s1) == pytest.approx(expected)


def test_three_outcomes_give_the_most_likely_distribution_with_the_mean() -> None:
    """The free variable is the share of draws d in p = (1 - s - d / 2, d, s - d / 2); a grid search finds the best."""
    counts = (20, 50, 30)

    def best(score: float) -> float:
        max_draws = 2 * min(score, 1 - score)
        grid = (max_draws * step / 200_000 for step in range(1, 200_000))
        return max(
            counts[0] * math.log(1 - score - d / 2) + counts[1] * math.log(d) + counts[2] * math.log(score - d / 2)
            for d in grid
        )

    s0, s1 = elo_to_score(0), elo_to_score(30)
    assert log_likelihood_ratio(counts, s0, s1) == pytest.approx(best(s1) - best(s0), abs=1e-6)


def test_small_differences_agree_with_the_normal_approximation() -> None:
    counts = (60, 220, 450, 240, 80)
    s0, s1 = elo_to_score(0), elo_to_score(5)
    total, mean, variance = moments(counts)
    approximate = total * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)
    assert log_likelihood_ratio(counts, s0, s1) == pytest.approx(approximate, rel=0.02)


def test_swapping_players_and_hypotheses_changes_the_sign() -> None:
    counts = (3, 10, 25, 30, 9)
    assert Sprt(-3, 8).llr(counts) == pytest.approx(-Sprt(-8, 3).llr(counts[::-1]))


def test_the_test_is_undecided_before_the_first_pair() -> None:
    assert Sprt(0, 10).llr((0, 0, 0, 0, 0)) == 0
    assert Sprt(0, 10).verdict((0, 0, 0, 0, 0)) is Verdict.UNDECIDED


def test_results_that_never_occurred_are_not_impossible() -> None:
    ratio = Sprt(0, 50).llr((0, 0, 0, 0, 40))
    assert math.isfinite(ratio)
    assert Sprt(0, 50).verdict((0, 0, 0, 0, 400)) is Verdict.H1
    assert Sprt(0, 50).verdict((400, 0, 0, 0, 0)) is Verdict.H0


def distribution(elo: float) -> list[float]:
    """Return the distribution of pair results for independent games, a fifth of them draws."""
    score = elo_to_score(elo)
    win, draw, loss = score - 0.1, 0.2, 0.9 - score
    return [loss**2, 2 * loss * draw, 2 * loss * win + draw**2, 2 * draw * win, win**2]


@pytest.mark.parametrize(("truth", "right"), [(0.0, Verdict.H0), (60.0, Verdict.H1)])
@small_and_large("tests", 60, 150)
def test_error_rates_are_within_alpha_and_beta(truth: float, right: Verdict, tests: int) -> None:
    sprt, rng, wrong = Sprt(0, 60), random.Random(11), 0
    for _ in range(tests):
        counts = [0, 0, 0, 0, 0]
        while (verdict := sprt.verdict(counts)) is Verdict.UNDECIDED:
            for result in rng.choices(range(5), distribution(truth), k=4):
                counts[result] += 1
        wrong += verdict is not right
    assert wrong <= 0.05 * tests + 3 * math.sqrt(0.05 * 0.95 * tests)


@pytest.mark.parametrize("values", [(10, 0, 0.05, 0.05), (0, 0, 0.05, 0.05), (0, 10, 0, 0.05), (0, 10, 0.05, 0.6)])
def test_invalid_parameters_are_errors(values: tuple[float, float, float, float]) -> None:
    with pytest.raises(SkepError):
        Sprt(*values)
