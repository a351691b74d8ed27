"""How a recorded game ended: on the board, off it, or not at all."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from typing import Final

from skep.errors import SkepError
from skep.notation.limits import LONGEST_LINE
from skep.outcomes import Outcome
from skep.pieces import Color

__all__ = ["UNFINISHED", "Result", "Score"]


class Score(Enum):
    """Who won, as the protocol says it."""

    UNFINISHED = "InProgress"
    DRAW = "Draw"
    WHITE_WINS = "WhiteWins"
    BLACK_WINS = "BlackWins"

    @classmethod
    def of(cls, winner: Color | None) -> Score:
        """The score of a finished game; nobody wins a draw."""
        return cls.DRAW if winner is None else (cls.WHITE_WINS, cls.BLACK_WINS)[winner]


_WORDS: Final = (
    (Score.WHITE_WINS, re.compile(r"\b1-0\b|white ?wins|\bwhite won", re.IGNORECASE)),
    (Score.BLACK_WINS, re.compile(r"\b0-1\b|black ?wins|\bblack won", re.IGNORECASE)),
    (Score.DRAW, re.compile(r"1/2-1/2|½-½|\bdraw", re.IGNORECASE)),
)
_NOTHING: Final = re.compile(r"|\*|\?|inprogress|notstarted|unkn?own", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Result:
    """A score and what led to it, in a few words; the words are empty where nothing is known.

    >>> print(Result(Score.WHITE_WINS, "resignation"))
    White wins: resignation
    """

    score: Score = Score.UNFINISHED
    reason: str = ""
    """«queen bee surrounded», «resignation», «agreement», «time», «aborted», or what the file says."""

    def __post_init__(self) -> None:
        if self.reason != " ".join(self.reason.split()) or not self.reason.isprintable():
            raise SkepError(f"the reason of a result is one line of words, not {self.reason!r}")
        if len(self.reason) > LONGEST_LINE:
            raise SkepError(f"the reason of a result is longer than {LONGEST_LINE} characters")

    @classmethod
    def of(cls, outcome: Outcome | None) -> Result:
        """The result that a board shows."""
        return UNFINISHED if outcome is None else cls(Score.of(outcome.winner), outcome.termination.value)

    @classmethod
    def parse(cls, text: str, reason: str = "") -> Result:
        """The result that a file's words mean; words that mean none become the reason.

        >>> Result.parse("1-0"), Result.parse("Finished(0-1)").score, Result.parse("adjourned").reason
        (Result(score=<Score.WHITE_WINS: 'WhiteWins'>, reason=''), <Score.BLACK_WINS: 'BlackWins'>, 'adjourned')
        """
        scores = [score for score, words in _WORDS if words.search(text)]
        if len(scores) == 1:
            return cls(scores[0], reason)
        is_odd = _NOTHING.fullmatch(text.strip()) is None
        return cls(Score.UNFINISHED, reason or (" ".join(text.split()) if is_odd else ""))

    @property
    def winner(self) -> Color | None:
        """Who won; None for a draw and for a game without a result."""
        return {Score.WHITE_WINS: Color.WHITE, Score.BLACK_WINS: Color.BLACK}.get(self.score)

    @property
    def is_decided(self) -> bool:
        """Whether somebody won or the game was drawn."""
        return self.score is not Score.UNFINISHED

    def __str__(self) -> str:
        winner = self.winner
        told = f"{winner} wins" if winner is not None else "Draw" if self.is_decided else "Unfinished"
        return f"{told}: {self.reason}" if self.reason else told


UNFINISHED: Final = Result()
