"""Results of recorded games, decided on the board or off it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from typing import Final

from skep.errors import SkepError, quote
from skep.notation.limits import MAX_LINE_LENGTH
from skep.outcomes import Outcome
from skep.pieces import Color

__all__ = ["UNFINISHED", "Result", "ResultCode", "to_result"]


class ResultCode(Enum):
    """The winner, in the words of the Universal Hive Protocol."""

    UNFINISHED = "InProgress"
    DRAW = "Draw"
    WHITE_WINS = "WhiteWins"
    BLACK_WINS = "BlackWins"

    @classmethod
    def from_winner(cls, winner: Color | None) -> ResultCode:
        """Return the code of a finished game. A draw has no winner."""
        return cls.DRAW if winner is None else (cls.WHITE_WINS, cls.BLACK_WINS)[winner]


_PATTERNS: Final = (
    (ResultCode.WHITE_WINS, re.compile(r"\b1-0\b|white ?wins|\bwhite won", re.IGNORECASE)),
    (ResultCode.BLACK_WINS, re.compile(r"\b0-1\b|black ?wins|\bblack won", re.IGNORECASE)),
    (ResultCode.DRAW, re.compile(r"1/2-1/2|½-½|\bdraw", re.IGNORECASE)),
)
_NO_RESULT: Final = re.compile(r"|\*|\?|inprogress|notstarted|unkn?own", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Result:
    """A result code and the reason for it, which is empty if unknown.

    >>> print(Result(ResultCode.WHITE_WINS, "resignation"))
    White wins: resignation
    """

    code: ResultCode = ResultCode.UNFINISHED
    reason: str = ""
    """For example "queen bee surrounded", "resignation", "agreement", "time", "aborted", or the wording of the file."""

    def __post_init__(self) -> None:
        if self.reason != " ".join(self.reason.split()) or not self.reason.isprintable():
            raise SkepError(f"the reason for a result must be a single line of text, not {self.reason!r}")
        if len(self.reason) > MAX_LINE_LENGTH:
            raise SkepError(f"the reason for a result is longer than {MAX_LINE_LENGTH} characters")

    @classmethod
    def from_outcome(cls, outcome: Outcome | None) -> Result:
        """Return the result for the outcome of a board."""
        return UNFINISHED if outcome is None else cls(ResultCode.from_winner(outcome.winner), outcome.termination.value)

    @classmethod
    def parse(cls, text: str, reason: str = "") -> Result:
        """Parse a result as written in a file. Unrecognised text becomes the reason.

        >>> print(Result.parse("1-0"), Result.parse("Finished(0-1)").code, Result.parse("adjourned").reason, sep=" | ")
        White wins | ResultCode.BLACK_WINS | adjourned
        """
        codes = [code for code, pattern in _PATTERNS if pattern.search(text)]
        if len(codes) == 1:
            return cls(codes[0], reason)
        is_unknown = _NO_RESULT.fullmatch(text.strip()) is None
        return cls(ResultCode.UNFINISHED, reason or (" ".join(text.split()) if is_unknown else ""))

    @property
    def winner(self) -> Color | None:
        """The winner, or None for a draw or a game without a result."""
        return {ResultCode.WHITE_WINS: Color.WHITE, ResultCode.BLACK_WINS: Color.BLACK}.get(self.code)

    @property
    def is_decided(self) -> bool:
        """Whether the game was won or drawn."""
        return self.code is not ResultCode.UNFINISHED

    def __str__(self) -> str:
        winner = self.winner
        summary = f"{winner} wins" if winner is not None else "Draw" if self.is_decided else "Unfinished"
        return f"{summary}: {self.reason}" if self.reason else summary


UNFINISHED: Final = Result()

_TEXTS: Final = {
    **{code.value: code for code in ResultCode},
    "1-0": ResultCode.WHITE_WINS,
    "0-1": ResultCode.BLACK_WINS,
    "1/2-1/2": ResultCode.DRAW,
    "*": ResultCode.UNFINISHED,
}


def to_result(value: object) -> Result:
    """Return a result, or the result that one of the exact texts of UHP or PGN stands for.

    >>> to_result("0-1").code
    <ResultCode.BLACK_WINS: 'BlackWins'>
    """
    if isinstance(value, Result):
        return value
    if isinstance(value, str) and value in _TEXTS:
        return Result(_TEXTS[value])
    shown = quote(value) if isinstance(value, str) else repr(value)
    raise SkepError(f"not a result: {shown}: expected a Result or one of {', '.join(_TEXTS)}")
