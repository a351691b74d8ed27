"""What a result is worth: score, Elo with error bars, likelihood of superiority.

Everything here takes counts of outcomes, worst first and evenly spaced from 0 to 1 point a game: three
counts for single games (losses, draws, wins), five for colour-swapped pairs (0, ½, 1, 1½ and 2 points).
Pairs are the better unit: the two games share an opening, so their results are not independent, and an
opening that favours one colour adds no noise to the pair.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Final

__all__ = ["Estimate", "Tally", "elo_of", "estimate", "moments", "score_of"]

Z95: Final = NormalDist().inv_cdf(0.975)
"""How many standard errors 95 % error bars reach."""


def elo_of(score: float) -> float:
    """The Elo difference at which such a share of the points is expected.

    >>> round(elo_of(0.75), 1), elo_of(1.0)
    (190.8, inf)
    """
    if score <= 0 or score >= 1:
        return math.copysign(math.inf, score - 0.5)
    return -400 * math.log10(1 / score - 1)


def score_of(elo: float) -> float:
    """The share of the points that is expected at an Elo difference.

    >>> score_of(0), round(score_of(190.85), 3)
    (0.5, 0.75)
    """
    return 1 / (1 + 10 ** (-elo / 400))


def moments(counts: Sequence[float]) -> tuple[float, float, float]:
    """How many results there are, their mean and their variance, in points a game.

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
    """What counts say about A against B, with 95 % error bars."""

    score: float
    low: float
    high: float
    superiority: float
    """The likelihood that A is the stronger one (LOS)."""

    @property
    def elo(self) -> float:
        """The Elo difference; infinite when every point went one way."""
        return elo_of(self.score)

    @property
    def elo_low(self) -> float:
        """The lower end of the error bar."""
        return elo_of(self.low)

    @property
    def elo_high(self) -> float:
        """The upper end of the error bar."""
        return elo_of(self.high)

    @property
    def elo_error(self) -> float:
        """Half the width of the error bar."""
        return (self.elo_high - self.elo_low) / 2


def estimate(counts: Sequence[float]) -> Estimate | None:
    """Score, error bars and superiority; None before the first result.

    The bars are the normal approximation to the mean, cut at 0 and 1. When all results are alike there
    is no spread to measure: Wilson's interval stands in for it, and for superiority the share of wins
    between ½ and 1 that so many wins in a row leave likely, all shares being as likely before.
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
    """Wilson's 95 % interval for a share of so many trials."""
    square = Z95**2
    middle = (mean + square / (2 * total)) / (1 + square / total)
    reach = Z95 / (1 + square / total) * math.sqrt(mean * (1 - mean) / total + square / (4 * total**2))
    return max(middle - reach, 0.0), min(middle + reach, 1.0)


@dataclass(frozen=True, slots=True)
class Tally:
    """The results of a match as counts, from A's point of view."""

    games: tuple[int, int, int] = (0, 0, 0)
    """Losses, draws, wins."""
    pairs: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)
    """Pairs with 0, ½, 1, 1½ and 2 points."""

    @classmethod
    def of(cls, points: Mapping[int, float] | Iterable[tuple[int, float]]) -> Tally:
        """Count A's points by game number; games 2n and 2n + 1 are a pair, which counts when both are there.

        >>> Tally.of({0: 1, 1: 0.5, 2: 0})
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
        """Games that nobody won."""
        return self.games[1]

    @property
    def wins(self) -> int:
        """Games that A won."""
        return self.games[2]

    @property
    def played(self) -> int:
        """All games."""
        return sum(self.games)
