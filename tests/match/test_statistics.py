"""Scores, Elo, error bars: closed forms, and seeded simulation."""

from __future__ import annotations

import math
import random
from statistics import fmean, pvariance

import pytest

from skep.match.statistics import Tally, elo_of, estimate, moments, score_of


@pytest.mark.parametrize(
    ("score", "elo"),
    # 10 ** (elo / 400) are the odds: 10 to 1, 3 to 1, even
    [(10 / 11, 400.0), (1 / 11, -400.0), (0.75, 400 * math.log10(3)), (0.5, 0.0), (100 / 101, 800.0)],
)
def test_elo_is_the_logarithm_of_the_odds(score: float, elo: float) -> None:
    assert elo_of(score) == pytest.approx(elo)
    assert score_of(elo) == pytest.approx(score)


def test_elo_of_everything_is_infinite() -> None:
    assert (elo_of(1.0), elo_of(0.0)) == (math.inf, -math.inf)


def test_moments_are_those_of_the_results_written_out() -> None:
    counts = [3, 1, 4, 1, 5]
    results = [place / 4 for place, count in enumerate(counts) for _ in range(count)]
    assert moments(counts) == pytest.approx((14, fmean(results), pvariance(results)))


def test_wins_and_losses_alone_give_the_binomial_error() -> None:
    found = estimate([40, 0, 60])
    assert found is not None
    error = 1.959964 * math.sqrt(0.6 * 0.4 / 100)
    assert (found.score, found.low, found.high) == pytest.approx((0.6, 0.6 - error, 0.6 + error))
    assert found.elo == pytest.approx(400 * math.log10(1.5))
    assert found.superiority == pytest.approx(0.5 * (1 + math.erf(0.1 / math.sqrt(0.6 * 0.4 / 100) / math.sqrt(2))))


def test_pairs_of_independent_games_say_what_the_games_say() -> None:
    """If the two games of a pair are independent, both ways of counting have the same error bars."""
    loss, draw, win = 0.3, 0.2, 0.5
    pairs = [loss**2, 2 * loss * draw, 2 * loss * win + draw**2, 2 * draw * win, win**2]
    by_games, by_pairs = estimate([1000 * p for p in (loss, draw, win)]), estimate([500 * p for p in pairs])
    assert by_games is not None
    assert by_pairs is not None
    assert (by_pairs.score, by_pairs.low, by_pairs.high) == pytest.approx((by_games.score, by_games.low, by_games.high))


def test_openings_that_favour_a_colour_add_no_noise_to_pairs() -> None:
    """Every pair one win each: single games look like coin tosses, pairs are even without doubt."""
    by_games, by_pairs = estimate([100, 0, 100]), estimate([1, 0, 98, 0, 1])
    assert by_games is not None
    assert by_pairs is not None
    assert by_pairs.high - by_pairs.low < 0.25 * (by_games.high - by_games.low)


def test_without_results_nothing_is_said() -> None:
    assert estimate([0, 0, 0, 0, 0]) is None


def test_when_all_results_are_alike_wilsons_interval_stands_in() -> None:
    found = estimate([0, 0, 0, 0, 50])
    assert found is not None
    assert (found.score, found.high) == (1.0, 1.0)
    # the lower end p solves (1 - p) ** 2 = z ** 2 p (1 - p) / n
    assert found.low == pytest.approx(50 / (50 + 1.959964**2))
    assert found.elo == math.inf
    assert 0 < found.elo_low < math.inf


@pytest.mark.parametrize(("counts", "superiority"), [([0, 0, 1], 3 / 4), ([0, 0, 3], 15 / 16), ([2, 0, 0], 1 / 8)])
def test_some_wins_in_a_row_are_no_certainty(counts: list[int], superiority: float) -> None:
    """Of all shares p, as likely before, n wins leave p with density (n + 1) p ** n: 1 - 1 / 2 ** (n + 1) above ½."""
    found = estimate(counts)
    assert found is not None
    assert found.superiority == superiority


def test_error_bars_hold_the_truth_95_times_in_100() -> None:
    chance = random.Random(5)
    outcomes, odds = (0, 1, 2, 3, 4), (0.1, 0.2, 0.3, 0.25, 0.15)
    truth = sum(outcome * p for outcome, p in zip(outcomes, odds, strict=True)) / 4
    held = 0
    for _ in range(2000):
        drawn = chance.choices(outcomes, odds, k=150)
        found = estimate([drawn.count(outcome) for outcome in outcomes])
        assert found is not None
        held += found.low <= truth <= found.high
    assert abs(held - 1900) < 4 * math.sqrt(2000 * 0.95 * 0.05)


def test_a_tally_counts_games_and_whole_pairs() -> None:
    points = {0: 1.0, 1: 1.0, 2: 0.5, 3: 0.0, 4: 0.0, 5: 1.0, 7: 0.5, 8: 0.0}
    tally = Tally.of(points)
    assert (tally.wins, tally.draws, tally.losses, tally.played) == (3, 2, 3, 8)
    assert tally.pairs == (0, 1, 1, 0, 1)
    assert Tally.of({}) == Tally()
