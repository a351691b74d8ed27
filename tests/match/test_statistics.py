"""Scores, Elo and error bars: closed forms and a seeded simulation."""

from __future__ import annotations

import math
import random
from statistics import fmean, pvariance

import pytest

from skep.match.statistics import Tally, elo_to_score, estimate, moments, score_to_elo


@pytest.mark.parametrize(
    ("score", "elo"),
    # 10 ** (elo / 400) are the odds: 10 to 1, 3 to 1, even
    [(10 / 11, 400.0), (1 / 11, -400.0), (0.75, 400 * math.log10(3)), (0.5, 0.0), (100 / 101, 800.0)],
)
def test_elo_is_the_logarithm_of_the_odds(score: float, elo: float) -> None:
    assert score_to_elo(score) == pytest.approx(elo)
    assert elo_to_score(elo) == pytest.approx(score)


def test_the_elo_of_a_perfect_score_is_infinite() -> None:
    assert (score_to_elo(1.0), score_to_elo(0.0)) == (math.inf, -math.inf)


def test_moments_equal_those_of_the_individual_results() -> None:
    counts = [3, 1, 4, 1, 5]
    results = [place / 4 for place, count in enumerate(counts) for _ in range(count)]
    assert moments(counts) == pytest.approx((14, fmean(results), pvariance(results)))


def test_without_draws_the_error_is_binomial() -> None:
    value = estimate([40, 0, 60])
    assert value is not None
    error = 1.959964 * math.sqrt(0.6 * 0.4 / 100)
    assert (value.score, value.low, value.high) == pytest.approx((0.6, 0.6 - error, 0.6 + error))
    assert value.elo == pytest.approx(400 * math.log10(1.5))
    assert value.superiority == pytest.approx(0.5 * (1 + math.erf(0.1 / math.sqrt(0.6 * 0.4 / 100) / math.sqrt(2))))


def test_pairs_of_independent_games_give_the_same_estimate_as_games() -> None:
    """Independent games have the same error bars whether they are counted singly or in pairs."""
    loss, draw, win = 0.3, 0.2, 0.5
    pairs = [loss**2, 2 * loss * draw, 2 * loss * win + draw**2, 2 * draw * win, win**2]
    by_games, by_pairs = estimate([1000 * p for p in (loss, draw, win)]), estimate([500 * p for p in pairs])
    assert by_games is not None
    assert by_pairs is not None
    assert (by_pairs.score, by_pairs.low, by_pairs.high) == pytest.approx((by_games.score, by_games.low, by_games.high))


def test_openings_that_favour_a_colour_add_no_noise_to_pairs() -> None:
    """If each side wins once per pair, single games look random, but pairs show that the players are equal."""
    by_games, by_pairs = estimate([100, 0, 100]), estimate([1, 0, 98, 0, 1])
    assert by_games is not None
    assert by_pairs is not None
    assert by_pairs.high - by_pairs.low < 0.25 * (by_games.high - by_games.low)


def test_there_is_no_estimate_without_results() -> None:
    assert estimate([0, 0, 0, 0, 0]) is None


def test_equal_results_use_wilsons_interval() -> None:
    value = estimate([0, 0, 0, 0, 50])
    assert value is not None
    assert (value.score, value.high) == (1.0, 1.0)
    # the lower end p solves (1 - p) ** 2 = z ** 2 p (1 - p) / n
    assert value.low == pytest.approx(50 / (50 + 1.959964**2))
    assert value.elo == math.inf
    assert 0 < value.elo_low < math.inf


@pytest.mark.parametrize(("counts", "superiority"), [([0, 0, 1], 3 / 4), ([0, 0, 3], 15 / 16), ([2, 0, 0], 1 / 8)])
def test_a_few_wins_do_not_prove_superiority(counts: list[int], superiority: float) -> None:
    """With a uniform prior, n wins give the density (n + 1) p ** n, of which 1 - 1 / 2 ** (n + 1) is above ½."""
    value = estimate(counts)
    assert value is not None
    assert value.superiority == superiority


def test_error_bars_contain_the_truth_95_times_in_100() -> None:
    rng = random.Random(5)
    outcomes, odds = (0, 1, 2, 3, 4), (0.1, 0.2, 0.3, 0.25, 0.15)
    truth = sum(outcome * p for outcome, p in zip(outcomes, odds, strict=True)) / 4
    contained = 0
    for _ in range(2000):
        results = rng.choices(outcomes, odds, k=150)
        value = estimate([results.count(outcome) for outcome in outcomes])
        assert value is not None
        contained += value.low <= truth <= value.high
    assert abs(contained - 1900) < 4 * math.sqrt(2000 * 0.95 * 0.05)


def test_a_tally_counts_games_and_complete_pairs() -> None:
    points = {0: 1.0, 1: 1.0, 2: 0.5, 3: 0.0, 4: 0.0, 5: 1.0, 7: 0.5, 8: 0.0}
    tally = Tally.from_points(points)
    assert (tally.wins, tally.draws, tally.losses, tally.played) == (3, 2, 3, 8)
    assert tally.pairs == (0, 1, 1, 0, 1)
    assert Tally.from_points({}) == Tally()
