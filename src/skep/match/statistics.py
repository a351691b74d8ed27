"""The significance of a result: score, Elo with error bars, likelihood of superiority.

All functions take counts of outcomes, from worst to best, evenly spaced from 0 to 1 point per game: three counts for
single games (losses, draws, wins), or five for colour-swapped pairs (0, ½, 1, 1½ and 2 points). Pairs are the better
unit because the two games share an opening: their results are not independent, and an opening that favours one colour
adds no noise to the pair.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Final

__all__ = ["Estimate", "Tally", "elo_to_score", "estimate", "moments", "score_to_elo"]

Z95: Final = NormalDist().inv_cdf(0.975)
"""Half the width of a 95 % interval, in standard errors."""


def score_to_elo(score: float) -> float:
    """Return the Elo difference at which a share of the points is expected.

    >>> round(score_to_elo(0.75), 1), score_to_elo(1.0)
    (190.8, inf)
    """
    if score <= 0 or score >= 1:
        return math.copysign(math.inf, score - 0.5)
    return -400 * math.log10(1 / score - 1)


def elo_to_score(elo: float) -> float:
    """Return the share of the points that is expected at an Elo difference.

    >>> elo_to_score(0), round(elo_to_score(190.85), 3)
    (0.5, 0.75)
    """
    return 1 / (1 + 10 ** (-elo / 400))


def moments(counts: Sequence[float]) -> tuple[float, float, float]:
    """Return the number of results, and their mean and variance in points per game.

    >>> moments([0, 0, 2])
    (2, 1.0, 0.0)
    """
    total = sum(counts)
    step = 1 / (len(counts) - 1)
    mean = sum(count * place * step for place, count in enumerate(counts)) / total
    variance = sum(count * (place * step - mean) ** 2 for place, count in enumerate(counts)) / total
    return total, mean, variance


@dataclass(frozen=True, slots=True)
class Estimate:
    """The estimated strength of A against B, with 95 % error bars."""

    score: float
    low: float
    high: float
    superiority: float
    """The likelihood that A is stronger (LOS)."""

    @property
    def elo(self) -> float:
        """The Elo difference; infinite if one side scored every point."""
        return score_to_elo(self.score)

    @property
    def elo_low(self) -> float:
        """The lower end of the error bar."""
        return score_to_elo(self.low)

    @property
    def elo_high(self) -> float:
        """The upper end of the error bar."""
        return score_to_elo(self.high)


def estimate(counts: Sequence[float]) -> Estimate | None:
    """Return the score, its error bars and the superiority, or None before the first result.

    The error bars are the normal approximation to the mean, clipped to 0 and 1. If all results are equal, there is no
    variance to measure. The error bars are then Wilson's interval, and the superiority is the posterior probability
    that the win rate is above ½, with a uniform prior.
    """
    if not sum(counts):
        return None
    total, mean, variance = moments(counts)
    if variance == 0:
        low, high = _wilson(mean, total)
        doubt = 0.5 ** (total + 1)
        return Estimate(mean, low, high, 0.5 if mean == 0.5 else 1 - doubt if mean > 0.5 else doubt)
    error = math.sqrt(variance / total)
    superiority = NormalDist().cdf((mean - 0.5) / error)
    return Estimate(mean, max(mean - Z95 * error, 0.0), min(mean + Z95 * error, 1.0), superiority)


def _wilson(mean: float, total: float) -> tuple[float, float]:
    """Return Wilson's 95 % interval for a mean of ``total`` trials."""
    square = Z95**2
    centre = (mean + square / (2 * total)) / (1 + square / total)
    radius = Z95 / (1 + square / total) * math.sqrt(mean * (1 - mean) / total + square / (4 * total**2))
    return max(centre - radius, 0.0), min(centre + radius, 1.0)


@dataclass(frozen=True, slots=True)
class Tally:
    """The results of a match as counts, from A's point of view."""

    games: tuple[int, int, int] = (0, 0, 0)
    """Losses, draws, wins."""
    pairs: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)
    """Pairs with 0, ½, 1, 1½ and 2 points."""

    @classmethod
    def from_points(cls, points: Mapping[int, float] | Iterable[tuple[int, float]]) -> Tally:
        """Count A's points by game number. Games 2n and 2n + 1 are a pair, which counts once both are finished.

        >>> Tally.from_points({0: 1, 1: 0.5, 2: 0})
        Tally(games=(1, 1, 1), pairs=(0, 0, 0, 1, 0))
        """
        points = dict(points)
        games, pairs = [0, 0, 0], [0, 0, 0, 0, 0]
        for number, point in points.items():
            games[round(2 * point)] += 1
            if number % 2 == 0 and number + 1 in points:
                pairs[round(2 * (point + points[number + 1]))] += 1
        return cls((games[0], games[1], games[2]), (pairs[0], pairs[1], pairs[2], pairs[3], pairs[4]))

    @property
    def losses(self) -> int:
        """Games that B won."""
        return self.games[0]

    @property
    def draws(self) -> int:
        """Games that ended in a draw."""
        return self.games[1]

    @property
    def wins(self) -> int:
        """Games that A won."""
        return self.games[2]

    @property
    def played(self) -> int:
        """The number of games."""
        return sum(self.games)
