"""The values of tournaments: who plays, who is paired with whom, and who is ahead.

The pairings of a tournament, with the outcomes of those that are over, are its stored facts. Everything else is a
pure function of the format, the entries and the pairings, so it can be computed again at any time.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from skep.errors import SkepError
from skep.pieces import Color

__all__ = [
    "Entry",
    "NoPairing",
    "Pairing",
    "PairingScore",
    "Standing",
    "System",
    "Tiebreak",
    "TournamentFormat",
    "TournamentOutcome",
    "sort_by_seed",
]


class System(StrEnum):
    """A way to decide who plays whom."""

    ARENA = "arena"
    SWISS = "swiss"
    ROUND_ROBIN = "round-robin"
    DOUBLE_ROUND_ROBIN = "double-round-robin"
    KNOCKOUT = "knockout"


class Tiebreak(StrEnum):
    """A number that orders players with the same points."""

    BUCHHOLZ = "buchholz"
    BUCHHOLZ_CUT_1 = "buchholz-cut-1"
    SONNEBORN_BERGER = "sonneborn-berger"
    DIRECT_ENCOUNTER = "direct-encounter"
    WINS = "wins"
    PERFORMANCE = "performance"


class TournamentOutcome(StrEnum):
    """How a pairing ended."""

    WHITE = "white"
    BLACK = "black"
    DRAW = "draw"
    WHITE_WALKOVER = "white-walkover"
    """White wins because Black did not play."""
    BLACK_WALKOVER = "black-walkover"
    DOUBLE_FORFEIT = "double-forfeit"
    """Neither played: both lose."""
    BYE = "bye"
    """White has no opponent, because the number of players is odd, and gets the points of a win."""
    HALF_BYE = "half-bye"
    """White asked not to be paired, and gets the points of a draw."""

    @property
    def is_played(self) -> bool:
        """Whether a game was played."""
        return self in _PLAYED

    @property
    def winner(self) -> Color | None:
        """The side that won, with or without playing; None for a draw, a double forfeit and byes."""
        return _WINNERS.get(self)


_PLAYED: Final = frozenset((TournamentOutcome.WHITE, TournamentOutcome.BLACK, TournamentOutcome.DRAW))
_WINNERS: Final = {
    TournamentOutcome.WHITE: Color.WHITE,
    TournamentOutcome.WHITE_WALKOVER: Color.WHITE,
    TournamentOutcome.BLACK: Color.BLACK,
    TournamentOutcome.BLACK_WALKOVER: Color.BLACK,
}


class NoPairing(SkepError):
    """The players of a round cannot be paired within the rules of the system."""

    def __init__(self, round_number: int, reason: str) -> None:
        super().__init__(f"round {round_number} cannot be paired: {reason}")
        self.round_number = round_number
        self.reason = reason


@dataclass(frozen=True, slots=True)
class TournamentFormat:
    """The system and its settings, which the organiser chooses."""

    system: System
    rounds: int = 0
    """The number of rounds of a Swiss tournament. The other systems know how many they need."""
    third_place: bool = False
    """Whether the losers of a knockout's semi-finals play for third place."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A player of a tournament."""

    player: str
    name: str
    rating: float
    """When the player joined, so that seeds do not change."""
    joined: int = 1
    """The first round that the player takes part in; an arena does not use it."""
    withdrawn: int | None = None
    """The first round that the player no longer takes part in; in an arena any number says that they have left."""
    bot: bool = False
    byes: frozenset[int] = frozenset()
    """The rounds of a Swiss tournament for which the player asked for half a point instead of an opponent."""

    def takes_part(self, round_number: int) -> bool:
        """Return whether the player has joined and has not withdrawn before a round."""
        return self.joined <= round_number and (self.withdrawn is None or round_number < self.withdrawn)


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two players who meet, or one who has a bye."""

    round: int
    """From 1. An arena counts its waves of pairings."""
    board: int
    """From 1 in each round. In a knockout it is the place in the bracket."""
    white: str
    black: str | None
    """None for a bye."""
    game: int = 1
    """Larger for the games that break the tie of a knockout's match."""
    outcome: TournamentOutcome | None = None
    """None while the game is played."""
    finished: int = 0
    """When the game ended, in microseconds since 1970: the order in which an arena's streaks are counted."""

    @property
    def players(self) -> tuple[str, ...]:
        """One player for a bye, otherwise two."""
        return (self.white,) if self.black is None else (self.white, self.black)

    def opponent(self, player: str) -> str | None:
        """Return the other player, or None for a bye."""
        return self.black if player == self.white else self.white

    def side(self, player: str) -> Color | None:
        """Return the side that a player has, or None for a bye."""
        if self.black is None:
            return None
        return Color.WHITE if player == self.white else Color.BLACK


@dataclass(frozen=True, slots=True)
class PairingScore:
    """A player's result in a pairing: one cell of the cross-table, one number of an arena's score sheet."""

    round: int
    opponent: str | None
    side: Color | None
    points: float | None
    """None while the game is played."""
    outcome: TournamentOutcome | None
    won: bool = False
    """With or without playing; not for a bye."""
    streak: bool = False
    """Whether an arena doubled the points."""
    annulled: bool = False
    """Whether a round robin does not count the game, because a player withdrew before half of their games."""
    game: int = 1
    board: int = 1


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place in the table."""

    rank: int
    """Players who are equal in everything share a rank."""
    player: str
    points: float
    tiebreaks: Mapping[Tiebreak, float] = field(default_factory=dict)
    """In the order in which they are compared."""
    scores: tuple[PairingScore, ...] = ()
    """By round; in an arena in the order in which the games ended, games that are played last."""
    streak: bool = False
    """Whether the player's next win in an arena is doubled."""
    performance: float | None = None
    """The rating that the player's games show, None before the first one."""
    withdrawn: bool = False

    @property
    def opponents(self) -> tuple[str, ...]:
        """The opponents of the games that were or are being played, in order."""
        return tuple(score.opponent for score in self.scores if score.opponent is not None)

    @property
    def sides(self) -> tuple[Color, ...]:
        """The player's sides in these games."""
        return tuple(score.side for score in self.scores if score.side is not None)


def sort_by_seed(entries: Iterable[Entry]) -> list[Entry]:
    """Return entries in the order of their seeds: by rating, then by name."""
    return sorted(entries, key=lambda entry: (-entry.rating, entry.name.casefold(), entry.player))
