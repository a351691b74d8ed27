"""The records of a match: scheduled games, finished games, and the evidence of forfeits."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from enum import Enum
from typing import Any

from skep.notation.uhp import GameString
from skep.pieces import Color

__all__ = ["Ending", "Evidence", "GameRecord", "ScheduledGame"]


class Ending(Enum):
    """Why a game of a match is over: by the rules, by a limit of the match, or because a player failed."""

    SURROUNDED = "queen bee surrounded"
    BOTH_SURROUNDED = "both queen bees surrounded"
    REPETITION = "threefold repetition"
    LENGTH = "length limit"
    ILLEGAL = "illegal move"
    UNREADABLE = "unreadable answer"
    TIME = "time forfeit"
    NO_ANSWER = "no answer"
    CRASH = "crash"
    REFUSAL = "refusal"


@dataclass(frozen=True, slots=True)
class ScheduledGame:
    """A game to play. Games 2n and 2n + 1 are a pair: the same opening with swapped colours."""

    number: int
    """The index of the game, from 0."""
    opening: str
    """A GameString."""
    line: int
    """The line of the opening in the book, from 1."""
    a_is_white: bool
    seed: int
    """The random seed of the built-in players."""

    @property
    def opening_plies(self) -> int:
        """The number of moves in the opening."""
        return len(GameString.parse(self.opening).moves)


@dataclass(frozen=True, slots=True)
class Evidence:
    """Why a player forfeited a game."""

    player: str
    reason: str
    answer: str
    """The rejected answer, unchanged; empty if there was none."""
    position: str
    """The GameString before the answer."""
    transcript: tuple[str, ...] = ()
    """The last lines to (``>``) and from (``<``) the engine."""


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A finished game."""

    number: int
    game: str
    """The GameString of all legal moves. After a forfeit its state is still that of the board."""
    opening_plies: int
    line: int
    white: str
    black: str
    a_is_white: bool
    winner: Color | None
    ending: Ending
    seconds: tuple[float, ...]
    """The time of each move after the opening; 0 for a forced pass."""
    started: str
    """The date and time in ISO 8601 format."""
    evidence: Evidence | None = None

    @property
    def points(self) -> float:
        """A's score: 1, ½ or 0."""
        if self.winner is None:
            return 0.5
        return float((self.winner is Color.WHITE) == self.a_is_white)

    @property
    def result(self) -> str:
        """The result as in a GameString."""
        return "Draw" if self.winner is None else f"{self.winner}Wins"

    def to_json(self) -> dict[str, Any]:
        """Return the record as JSON values."""
        return {**asdict(self), "winner": self.result, "ending": self.ending.value}

    @classmethod
    def from_json(cls, values: dict[str, Any]) -> GameRecord:
        """Build the record from JSON values. Raises KeyError, TypeError or ValueError if they are invalid."""
        winner = {"Draw": None, "WhiteWins": Color.WHITE, "BlackWins": Color.BLACK}[values["winner"]]
        return cls(
            **{
                **values,
                "winner": winner,
                "ending": Ending(values["ending"]),
                "seconds": tuple(values["seconds"]),
                "evidence": None if values["evidence"] is None else _parse_evidence(values["evidence"]),
            }
        )


def _parse_evidence(values: dict[str, Any]) -> Evidence:
    if "exchange" in values:  # the former name of the field
        values = {("transcript" if name == "exchange" else name): value for name, value in values.items()}
    return Evidence(**{**values, "transcript": tuple(values["transcript"])})
