"""Scores: the engine's values of positions."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from skep.kernel.scores import SURE, WIN
from skep.pieces import Color

__all__ = ["PROVEN_UNITS", "SCALE", "SURE", "WIN", "PovScore", "Score"]

SCALE: Final = 90.0
"""The value, in hundredths of a unit, at which the side to move wins e times as often as it loses; fitted on games."""
PROVEN_UNITS: Final = 300.0
"""The value of a proven win in units, which no estimate reaches."""


@dataclass(frozen=True, slots=True, order=True)
class Score:
    """A value from one side's point of view, in hundredths of a unit; :class:`PovScore` knows which side.

    >>> print(Score(120), Score(WIN - 3), Score(-WIN + 2))
    +1.20 wins in 2 loses in 1
    """

    value: int

    @property
    def units(self) -> float:
        """The value in units, for display; plus or minus ``PROVEN_UNITS`` (300) if the end is proven.

        >>> Score(120).units, Score(-WIN + 2).units
        (1.2, -300.0)
        """
        if self.plies_to_end is not None:
            return PROVEN_UNITS if self.value > 0 else -PROVEN_UNITS
        return self.value / 100

    @property
    def plies_to_end(self) -> int | None:
        """The number of plies to a proven end, or None if nothing is proven."""
        return WIN - abs(self.value) if abs(self.value) >= SURE else None

    @property
    def moves_to_end(self) -> int | None:
        """The number of moves that the winner needs for a proven win, or None if nothing is proven."""
        plies = self.plies_to_end
        return None if plies is None else (plies + 1) // 2

    @property
    def wins_in(self) -> int | None:
        """The number of its own moves in which the side wins, if that is proven."""
        return self.moves_to_end if self.value > 0 else None

    @property
    def loses_in(self) -> int | None:
        """The number of its own moves after which the side has lost, if that is proven."""
        return self.moves_to_end if self.value < 0 else None

    @property
    def win_probability(self) -> float:
        """The expected share of points of the side, counting a draw as half.

        >>> Score(0).win_probability
        0.5
        """
        if self.plies_to_end is not None:
            return float(self.value > 0)
        return 1 / (1 + math.exp(-self.value / SCALE))

    def __neg__(self) -> Score:
        return Score(-self.value)

    def __str__(self) -> str:
        if self.wins_in is not None:
            return f"wins in {self.wins_in}"
        if self.loses_in is not None:
            return f"loses in {self.loses_in}"
        return f"{self.value / 100:+.2f}"


@dataclass(frozen=True, slots=True, eq=False)
class PovScore:
    """A score and the side whose point of view it has. Two are equal if they are equal for White.

    >>> score = PovScore(Score(120), Color.BLACK)
    >>> print(score.relative, score.black(), score.white())
    +1.20 +1.20 -1.20
    >>> score == PovScore(Score(-120), Color.WHITE)
    True
    """

    relative: Score
    """The score for the side to move."""
    turn: Color
    """The side to move."""

    def pov(self, color: Color) -> Score:
        """Return the score for a side."""
        return self.relative if color is self.turn else -self.relative

    def white(self) -> Score:
        """Return the score for White."""
        return self.pov(Color.WHITE)

    def black(self) -> Score:
        """Return the score for Black."""
        return self.pov(Color.BLACK)

    def __eq__(self, other: object) -> bool:
        return self.white() == other.white() if isinstance(other, PovScore) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.white())

    def __str__(self) -> str:
        return f"{self.turn} {self.relative}"
