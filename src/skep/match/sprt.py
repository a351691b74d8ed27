"""Sequential testing: play until the result is decided, and no longer.

The generalised sequential probability ratio test on pairs. Two hypotheses are compared, «A is elo0
stronger» and «A is elo1 stronger» (logistic Elo). Each is given the likeliest distribution of pair
results that has its expected score; the log of the ratio of the two likelihoods, LLR, wanders with every
pair until it leaves the bounds

    log(beta / (1 - alpha))  <  LLR  <  log((1 - beta) / alpha)

alpha is the chance to accept elo1 when elo0 is true, beta the chance to accept elo0 when elo1 is true.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from skep.errors import SkepError
from skep.match.statistics import score_of

__all__ = ["Sprt", "Verdict", "log_likelihood_ratio"]

_SEEN_AT_LEAST: Final = 1e-3
"""Counts of what never happened are taken as this, so that no hypothesis is impossible."""
_HALVINGS: Final = 200


class Verdict(Enum):
    """What the test says."""

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
            raise SkepError(f"alpha and beta lie between 0 and 0.5, not {self.alpha:g} and {self.beta:g}")

    @property
    def lower(self) -> float:
        """At or below this LLR, elo0 is accepted."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """At or above this LLR, elo1 is accepted."""
        return math.log((1 - self.beta) / self.alpha)

    def llr(self, counts: Sequence[float]) -> float:
        """The log-likelihood ratio after these results; 0 before the first."""
        return log_likelihood_ratio(counts, score_of(self.elo0), score_of(self.elo1))

    def verdict(self, counts: Sequence[float]) -> Verdict:
        """Whether the test is over, and how."""
        ratio = self.llr(counts)
        if ratio >= self.upper:
            return Verdict.H1
        return Verdict.H0 if ratio <= self.lower else Verdict.UNDECIDED


def log_likelihood_ratio(counts: Sequence[float], score0: float, score1: float) -> float:
    """How much likelier the counts are if ``score1`` is expected than if ``score0`` is, as a logarithm."""
    if not sum(counts):
        return 0.0
    seen = [max(count, _SEEN_AT_LEAST) for count in counts]
    return _log_likelihood(seen, score1) - _log_likelihood(seen, score0)


def _log_likelihood(counts: Sequence[float], score: float) -> float:
    """The greatest log-likelihood of counts among the distributions with an expected score, up to a constant.

    By Lagrange that distribution is p_i = f_i / (1 + t (a_i - score)) with frequencies f_i, values a_i,
    and the t at which its mean is the score.
    """
    total = sum(counts)
    values = [place / (len(counts) - 1) - score for place in range(len(counts))]
    tilt = _tilt([count / total for count in counts], values)
    return -sum(count * math.log1p(tilt * value) for count, value in zip(counts, values, strict=True))


def _tilt(frequencies: Sequence[float], values: Sequence[float]) -> float:
    """The root of sum f v / (1 + t v), which falls as t grows, between its two outermost poles."""
    low, high = -1 / values[-1], -1 / values[0]
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        excess = sum(f * v / (1 + middle * v) for f, v in zip(frequencies, values, strict=True))
        low, high = (middle, high) if excess > 0 else (low, middle)
    return (low + high) / 2
