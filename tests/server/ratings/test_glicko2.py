"""Glicko-2 against its published example, and laws that hold for every game."""

from __future__ import annotations

import random

import pytest

from skep.server.ratings.glicko2 import Opposition, age, expected_score, update
from skep.server.ratings.rating import FIRST_RATING, Rating, first_rating
from skep.server.ratings.results import RatedResult, Replay


def test_the_published_example() -> None:
    games = [
        Opposition(Rating(1400.0, 30.0, 0.06), 1.0),
        Opposition(Rating(1550.0, 100.0, 0.06), 0.0),
        Opposition(Rating(1700.0, 300.0, 0.06), 0.0),
    ]
    after = update(Rating(1500.0, 200.0, 0.06), games)
    # the paper rounds to 1464.06, from rounded intermediate results
    assert after.rating == pytest.approx(1464.06, abs=0.02)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=1e-5)


def test_the_example_does_not_depend_on_the_origin_of_the_scale() -> None:
    """Only differences of ratings count, which the volatility of PyPI's glicko2 violates."""
    shifts = -900.0, 0.0, 900.0
    afters = [
        update(Rating(1500.0 + shift, 200.0, 0.06), [Opposition(Rating(2000.0 + shift, 30.0, 0.06), 1.0)])
        for shift in shifts
    ]
    for shift, after in zip(shifts, afters, strict=True):
        assert after.rating - shift == pytest.approx(afters[1].rating)
        assert after.volatility == pytest.approx(afters[1].volatility)
    assert afters[1].volatility > 0.06


def test_fractions_of_a_period_add_up() -> None:
    rating = Rating(1800.0, 60.0, 0.06)
    assert age(age(rating, 0.3), 0.7).deviation == pytest.approx(age(rating, 1.0).deviation)
    assert age(rating, 0.0) == rating
    assert age(rating, 1e9).deviation == FIRST_RATING.deviation


@pytest.mark.parametrize("seed", range(3))
def test_every_game_moves_both_ratings_the_right_way(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(300):
        one, other = (Rating(rng.uniform(100, 3500), rng.uniform(15, 350), rng.uniform(0.01, 0.1)) for _ in range(2))
        score = rng.choice([0.0, 0.5, 1.0])
        periods = rng.choice([0.0, rng.uniform(0, 300)])
        after = update(one, [Opposition(other, score)], periods)
        expected = update(one, [Opposition(other, 1.0)], periods).rating
        worst = update(one, [Opposition(other, 0.0)], periods).rating
        assert worst <= after.rating <= expected
        assert worst < one.rating < expected
        assert 0 < after.deviation <= max(one.deviation, age(one, periods).deviation) + 1
        assert 0.005 < after.volatility < 0.2
        assert after.games == one.games + 1


@pytest.mark.parametrize(
    ("strength", "error"), [(700.0, 180.0), (1000.0, 120.0), (1300.0, 100.0), (1600.0, 100.0), (1900.0, 100.0)]
)
def test_twelve_games_against_the_levels_find_a_newcomers_strength(strength: float, error: float) -> None:
    """The newcomer always chooses the level closest to their current rating."""
    rng, errors, people = random.Random(1), [], 60
    for number in range(people):
        replay, true = Replay(), Rating(strength, 0.0, 0.06)
        for game in range(12):
            current = replay.find("newcomer", "p").rating
            level = min(range(1, 11), key=lambda level: abs(first_rating(f"level {level}").rating - current))
            score = float(rng.random() < expected_score(true, first_rating(f"level {level}")))
            replay.rate(RatedResult(f"{number}/{game}", "p", "newcomer", f"level {level}", score, game + 1))
        found = replay.find("newcomer", "p")
        assert not found.provisional
        errors.append(abs(found.rating - strength))
    assert sum(errors) / people < error
