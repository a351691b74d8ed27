"""Sequential testing: play until the result is decided, and no longer.

This is the generalised sequential probability ratio test on pairs. It compares two hypotheses, H0 (A is stronger by
elo0) and H1 (A is stronger by elo1), in logistic Elo. Each hypothesis gets the most likely distribution of pair results
that has its expected score. LLR, the logarithm of the ratio of the two likelihoods, changes with every pair until it
leaves the bounds

    log(beta / (1 - alpha))  <  LLR  <  log((1 - beta) / alpha)

alpha is the probability of accepting H1 when H0 is true, beta the probability of accepting H0 when H1 is true.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from skep.errors import SkepError
from skep.match.statistics import elo_to_score

__all__ = ["Sprt", "Verdict", "log_likelihood_ratio"]

_MIN_COUNT: Final = 1e-3
"""The count used for results that never occurred, so that no hypothesis is impossible."""
_BISECTIONS: Final = 200


class Verdict(Enum):
    """The outcome of a test."""

    UNDECIDED = "undecided"
    H0 = "H0 accepted"
    H1 = "H1 accepted"


@dataclass(frozen=True, slots=True)
class Sprt:
    """A test of elo0 against elo1."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not (math.isfinite(self.elo0) and math.isfinite(self.elo1) and self.elo0 < self.elo1):
            raise SkepError(f"a sequential test needs elo0 below elo1, not {self.elo0:g} and {self.elo1:g}")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise SkepError(f"alpha and beta must be between 0 and 0.5, not {self.alpha:g} and {self.beta:g}")

    @property
    def lower(self) -> float:
        """The LLR at or below which H0 is accepted."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The LLR at or above which H1 is accepted."""
        return math.log((1 - self.beta) / self.alpha)

    def llr(self, counts: Sequence[float]) -> float:
        """Return the log-likelihood ratio after these results; 0 before the first."""
        return log_likelihood_ratio(counts, elo_to_score(self.elo0), elo_to_score(self.elo1))

    def verdict(self, counts: Sequence[float]) -> Verdict:
        """Return the outcome after these results."""
        ratio = self.llr(counts)
        if ratio >= self.upper:
            return Verdict.H1
        return Verdict.H0 if ratio <= self.lower else Verdict.UNDECIDED


def log_likelihood_ratio(counts: Sequence[float], score0: float, score1: float) -> float:
    """Return the logarithm of the likelihood of the counts at ``score1`` over that at ``score0``."""
    if not sum(counts):
        return 0.0
    counts = [max(count, _MIN_COUNT) for count in counts]
    return _log_likelihood(counts, score1) - _log_likelihood(counts, score0)


def _log_likelihood(counts: Sequence[float], score: float) -> float:
    """Return the maximum log-likelihood of the counts over all distributions with mean ``score``, up to a constant.

    By the method of Lagrange multipliers, that distribution is p_i = f_i / (1 + t (a_i - score)), where f_i are the
    frequencies, a_i the values, and t is chosen so that the mean is ``score``.
    """
    total = sum(counts)
    values = [place / (len(counts) - 1) - score for place in range(len(counts))]
    tilt = _tilt([count / total for count in counts], values)
    return -sum(count * math.log1p(tilt * value) for count, value in zip(counts, values, strict=True))


def _tilt(frequencies: Sequence[float], values: Sequence[float]) -> float:
    """Return the root t of the decreasing function sum f v / (1 + t v) between its outermost poles."""
    low, high = -1 / values[-1], -1 / values[0]
    for _ in range(_BISECTIONS):
        middle = (low + high) / 2
        excess = sum(f * v / (1 + middle * v) for f, v in zip(frequencies, values, strict=True))
        low, high = (middle, high) if excess > 0 else (low, middle)
    return (low + high) / 2
