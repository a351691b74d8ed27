"""Glicko-2, with rating periods of any length, so that a rating changes right after each game.

The algorithm is Mark Glickman's, see http://www.glicko.net/glicko/glicko2.pdf, whose steps the comments refer to. It
treats every game as a rating period of its own. Between two games the deviation grows with the time that has passed,
instead of once per period.

The package ``glicko2`` on PyPI counts whole periods only, and its volatility has a slip: the function f of step 5 uses
the square of the rating where it needs the square of the deviation, which the published example does not show because
its player is rated exactly 1500.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from skep.server.ratings.rating import FIRST_RATING, Rating

__all__ = ["PERIOD_SECONDS", "TAU", "Opposition", "age", "expected_score", "update"]

TAU: Final = 0.5
"""The system constant, which limits how fast volatilities change."""
PERIOD_SECONDS: Final = 4 * 24 * 3600.0
"""The length of a rating period. A settled rating becomes provisional after about a year without games."""

_SCALE: Final = 173.7178
_CENTRE: Final = 1500.0
_PRECISION: Final = 1e-6
_MAX_ITERATIONS: Final = 200


class Opposition(NamedTuple):
    """One game, from a player's side."""

    opponent: Rating
    score: float
    """1 for a win, 0.5 for a draw."""


def age(rating: Rating, periods: float) -> Rating:
    """Return a rating after some rating periods without games, which make it less certain.

    >>> round(age(Rating(1800.0, 50.0, 0.06), 365 / 4).deviation)
    111
    """
    if periods <= 0:
        return rating
    phi = math.hypot(rating.deviation / _SCALE, rating.volatility * math.sqrt(periods))
    return replace(rating, deviation=max(rating.deviation, min(FIRST_RATING.deviation, phi * _SCALE)))


def expected_score(player: Rating, opponent: Rating) -> float:
    """Return the share of the points that a player is expected to score.

    >>> round(expected_score(Rating(1700.0, 50.0, 0.06), Rating(1500.0, 50.0, 0.06)), 2)
    0.75
    """
    deviation = math.hypot(player.deviation, opponent.deviation) / _SCALE
    return _expectation((player.rating - opponent.rating) / _SCALE, _weight(deviation))


def update(player: Rating, games: Sequence[Opposition], periods: float = 1.0, *, floor: float = 0.0) -> Rating:
    """Return a player's rating after the games of a rating period.

    ``periods`` is the time since the last game, and ``floor`` the least deviation. Mark Glickman's example:

    >>> games = [
    ...     Opposition(Rating(1400.0, 30.0, 0.06), 1.0),
    ...     Opposition(Rating(1550.0, 100.0, 0.06), 0.0),
    ...     Opposition(Rating(1700.0, 300.0, 0.06), 0.0),
    ... ]
    >>> after = update(Rating(1500.0, 200.0, 0.06), games)
    >>> round(after.rating, 2), round(after.deviation, 2), round(after.volatility, 5)
    (1464.05, 151.52, 0.06)
    """
    phi = player.deviation / _SCALE  # step 2
    information = surprise = 0.0
    for opponent, score in games:  # steps 3 and 4
        weight = _weight(opponent.deviation / _SCALE)
        expected = _expectation((player.rating - opponent.rating) / _SCALE, weight)
        information += weight * weight * expected * (1 - expected)
        surprise += weight * (score - expected)
    sigma = _volatility(player.volatility, phi, 1 / information, surprise / information)
    grown = phi * phi + sigma * sigma * max(0.0, periods)  # step 6
    limited = min(grown, (FIRST_RATING.deviation / _SCALE) ** 2)
    variance = 1 / (1 / limited + information)  # step 7
    return replace(
        player,
        rating=player.rating + _SCALE * variance * surprise,
        deviation=max(floor, _SCALE * math.sqrt(variance)),
        volatility=sigma,
        games=player.games + len(games),
    )


def _weight(phi: float) -> float:
    """Return Glickman's g: how much a game against an opponent with this deviation says."""
    return 1 / math.sqrt(1 + 3 * phi * phi / (math.pi * math.pi))


def _expectation(difference: float, weight: float) -> float:
    """Return Glickman's E. Differences so large that it would round to 0 or 1 are cut off."""
    return 1 / (1 + math.exp(-max(-20.0, min(20.0, weight * difference))))


def _volatility(sigma: float, phi: float, v: float, delta: float) -> float:
    """Return the new volatility, step 5, by the Illinois variant of regula falsi."""
    a = math.log(sigma * sigma)

    def f(x: float) -> float:
        e = math.exp(x)
        total = phi * phi + v + e
        return e * (delta * delta - total) / (2 * total * total) - (x - a) / (TAU * TAU)

    low = a
    if delta * delta > phi * phi + v:
        high = math.log(delta * delta - phi * phi - v)
    else:
        high = a - TAU
        while f(high) < 0:
            high -= TAU
    f_low, f_high = f(low), f(high)
    for _ in range(_MAX_ITERATIONS):
        if abs(high - low) <= _PRECISION:
            break
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return math.exp(low / 2)
