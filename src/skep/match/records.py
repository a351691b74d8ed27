"""What is kept of a match: the games to play, the games played, and the evidence where one was lost off the board."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from enum import Enum
from typing import Any, Final

from skep.notation.uhp import GameString
from skep.pieces import Color

__all__ = ["Ending", "Evidence", "GameOrder", "GameRecord"]


class Ending(Enum):
    """Why a game of a match is over: by the rules, by a limit of the match, or because a player failed."""

    SURROUNDED = "queen bee surrounded"
    BOTH_SURROUNDED = "both queen bees surrounded"
    REPETITION = "threefold repetition"
    LENGTH = "length limit"
    ILLEGAL = "illegal move"
    NONSENSE = "unreadable answer"
    TIME = "time forfeit"
    SILENCE = "no answer"
    CRASH = "crash"
    REFUSAL = "refusal"

    @property
    def is_failure(self) -> bool:
        """Whether a player lost by failing rather than by playing."""
        return self in _FAILURES


_FAILURES: Final = (
    Ending.ILLEGAL,
    Ending.NONSENSE,
    Ending.TIME,
    Ending.SILENCE,
    Ending.CRASH,
    Ending.REFUSAL,
)


@dataclass(frozen=True, slots=True)
class GameOrder:
    """A game to be played. Games 2n and 2n + 1 are a pair: one opening, colours swapped."""

    number: int
    """From 0."""
    opening: str
    """A GameString."""
    line: int
    """Which line of the book the opening is, from 1."""
    a_is_white: bool
    seed: int
    """What the built-in players of this game vary by."""

    @property
    def opening_plies(self) -> int:
        """How many moves the opening has."""
        return len(GameString.parse(self.opening).moves)


@dataclass(frozen=True, slots=True)
class Evidence:
    """Why a player lost off the board."""

    player: str
    reason: str
    answer: str
    """The move that was answered, as it came; empty when there was none."""
    position: str
    """The GameString before it."""
    exchange: tuple[str, ...] = ()
    """The last lines to (``>``) and from (``<``) the engine."""


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game that was played."""

    number: int
    game: str
    """The GameString, as far as it went; its state is the board's."""
    opening_plies: int
    line: int
    white: str
    black: str
    a_is_white: bool
    winner: Color | None
    ending: Ending
    seconds: tuple[float, ...]
    """How long each move after the opening took; a forced pass takes none."""
    started: str
    """Date and time, ISO 8601."""
    evidence: Evidence | None = None

    @property
    def points(self) -> float:
        """What A scored: 1, ½ or 0."""
        if self.winner is None:
            return 0.5
        return float((self.winner is Color.WHITE) == self.a_is_white)

    @property
    def result(self) -> str:
        """The result as the protocol writes it."""
        return "Draw" if self.winner is None else f"{self.winner}Wins"

    def to_json(self) -> dict[str, Any]:
        """The record as plain values."""
        return {**asdict(self), "winner": self.result, "ending": self.ending.value}

    @classmethod
    def from_json(cls, values: dict[str, Any]) -> GameRecord:
        """The record that plain values mean; raises KeyError, TypeError or ValueError where they mean none."""
        winner = {"Draw": None, "WhiteWins": Color.WHITE, "BlackWins": Color.BLACK}[values["winner"]]
        told = values["evidence"]
        evidence = None if told is None else Evidence(**{**told, "exchange": tuple(told["exchange"])})
        return cls(
            **{
                **values,
                "winner": winner,
                "ending": Ending(values["ending"]),
                "seconds": tuple(values["seconds"]),
                "evidence": evidence,
            }
        )
