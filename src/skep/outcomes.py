"""Outcomes: who won a game, and why it ended."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from skep.pieces import Color

__all__ = ["Outcome", "Termination"]


class Termination(Enum):
    """The reason why a game ended."""

    SURROUNDED = "queen bee surrounded"
    BOTH_SURROUNDED = "both queen bees surrounded"
    REPETITION = "threefold repetition"
    AGREEMENT = "agreement"
    RESIGNATION = "resignation"

    def __repr__(self) -> str:
        return f"Termination.{self.name}"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a game: the winner, or None for a draw, and the reason.

    >>> Outcome(None, Termination.AGREEMENT)
    Outcome(winner=None, termination=Termination.AGREEMENT)
    >>> print(Outcome(Color.WHITE, Termination.SURROUNDED))
    White wins: queen bee surrounded
    """

    winner: Color | None
    termination: Termination

    def __str__(self) -> str:
        result = "Draw" if self.winner is None else f"{self.winner} wins"
        return f"{result}: {self.termination.value}"

    @property
    def state(self) -> str:
        """The GameState of the protocol: ``Draw``, ``WhiteWins`` or ``BlackWins``."""
        return "Draw" if self.winner is None else f"{self.winner}Wins"
