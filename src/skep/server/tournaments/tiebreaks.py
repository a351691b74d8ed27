"""Tiebreaks: numbers that order players with the same points, by FIDE's Tie-Break Regulations (C.07).

In a Swiss tournament a round that a player did not play counts as if they had played a dummy opponent who has as many
points as they have themselves. For their opponents, the rounds that they sat out at the end of the tournament (by
withdrawing, asking for a bye or not appearing) count as draws. In a round robin a walkover counts against the opponent
of the table.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from math import log10
from typing import Final

from skep.server.tournaments.scoring import ScoreSheet, total
from skep.server.tournaments.values import PairingScore, System, Tiebreak, TournamentOutcome

__all__ = ["TIEBREAKS", "Table", "compute_tiebreak", "direct_encounter", "performance"]

TIEBREAKS: Final[Mapping[System, tuple[Tiebreak, ...]]] = {
    System.ARENA: (Tiebreak.PERFORMANCE,),
    System.SWISS: (
        Tiebreak.BUCHHOLZ_CUT_1,
        Tiebreak.BUCHHOLZ,
        Tiebreak.SONNEBORN_BERGER,
        Tiebreak.DIRECT_ENCOUNTER,
        Tiebreak.WINS,
    ),
    System.ROUND_ROBIN: (Tiebreak.DIRECT_ENCOUNTER, Tiebreak.WINS, Tiebreak.SONNEBORN_BERGER),
    System.DOUBLE_ROUND_ROBIN: (Tiebreak.DIRECT_ENCOUNTER, Tiebreak.WINS, Tiebreak.SONNEBORN_BERGER),
    System.KNOCKOUT: (),
}
"""The tiebreaks of each system, in the order in which they are compared."""

_MAX_DIFFERENCE: Final = 800.0
"""The performance after a perfect score is this far above the opponents' average."""


@dataclass(frozen=True, slots=True)
class Table:
    """The facts from which the tiebreaks of a tournament are computed."""

    system: System
    sheets: Mapping[str, ScoreSheet]
    ratings: Mapping[str, float]
    rounds: int
    """The number of rounds that are over or under way."""

    def points(self, player: str) -> float:
        """Return the points of a player."""
        return total(self.sheets[player])

    def by_round(self, player: str) -> list[PairingScore | None]:
        """Return a player's scores, with None for the rounds that they were absent from."""
        scores = {score.round: score for score in self.sheets[player]}
        return [scores.get(number) for number in range(1, self.rounds + 1)]


@dataclass(frozen=True, slots=True)
class _Contribution:
    """A round's part of the Buchholz score."""

    opponent: float
    """The opponent's points, adjusted."""
    points: float
    """The player's own points from the round."""
    sat_out: bool
    """Whether the player could have played and did not."""


def compute_tiebreak(name: Tiebreak, table: Table, player: str) -> float:
    """Return a tiebreak of a player; the direct encounter depends on who is tied and has a function of its own."""
    return _COMPUTE[name](table, player)


def _buchholz(table: Table, player: str) -> float:
    return sum(part.opponent for part in _contributions(table, player))


def _buchholz_cut_1(table: Table, player: str) -> float:
    """Leave out the lowest contribution: of the rounds that the player sat out if there are any, otherwise of all."""
    parts = _contributions(table, player)
    candidates = [part.opponent for part in parts if part.sat_out] or [part.opponent for part in parts]
    return sum(part.opponent for part in parts) - min(candidates, default=0.0)


def _sonneborn_berger(table: Table, player: str) -> float:
    return sum(part.opponent * part.points for part in _contributions(table, player))


def _wins(table: Table, player: str) -> float:
    """Count the rounds that brought the points of a win, with or without playing."""
    return float(sum(1 for score in table.sheets[player] if score.points == 1.0 and not score.annulled))


def _performance(table: Table, player: str) -> float:
    return performance(table.sheets[player], table.ratings) or 0.0


def _contributions(table: Table, player: str) -> list[_Contribution]:
    if table.system is not System.SWISS:
        return [
            _Contribution(table.points(score.opponent), score.points, False)
            for score in table.sheets[player]
            if score.opponent is not None and score.points is not None and not score.annulled
        ]
    return [
        _swiss_contribution(table, player, score)
        for score in table.by_round(player)
        if score is None or score.outcome is not None
    ]


def _swiss_contribution(table: Table, player: str, score: PairingScore | None) -> _Contribution:
    if score is not None and score.opponent is not None and score.outcome is not None and score.outcome.is_played:
        return _Contribution(_adjusted_points(table, score.opponent), score.points or 0.0, False)
    points = 0.0 if score is None else score.points or 0.0
    return _Contribution(table.points(player), points, _sat_out(score))


def _adjusted_points(table: Table, player: str) -> float:
    """Return a player's points as they count for opponents: rounds sat out at the end count as draws."""
    scores = table.by_round(player)
    sat_out = 0
    for score in reversed(scores):
        if not _sat_out(score):
            break
        sat_out += 1
    kept = scores[: len(scores) - sat_out]
    return total(score for score in kept if score is not None) + 0.5 * sat_out


def _sat_out(score: PairingScore | None) -> bool:
    """Return whether a player was absent, asked for a bye, or did not appear: FIDE's voluntarily unplayed round."""
    if score is None or score.outcome is TournamentOutcome.HALF_BYE:
        return True
    return (
        score.outcome
        in (TournamentOutcome.WHITE_WALKOVER, TournamentOutcome.BLACK_WALKOVER, TournamentOutcome.DOUBLE_FORFEIT)
        and not score.won
    )


def direct_encounter(table: Table, tied: Collection[str]) -> dict[str, float]:
    """Return the points of tied players against each other, all 0 unless each has met each.

    In a Swiss tournament only played games count; in a round robin walkovers do too.
    """
    points = dict.fromkeys(tied, 0.0)
    for player in tied:
        games = [score for score in table.sheets[player] if score.opponent in points and _counts(table, score)]
        if {score.opponent for score in games} != set(tied) - {player}:
            return dict.fromkeys(tied, 0.0)
        points[player] = total(games)
    return points


def _counts(table: Table, score: PairingScore) -> bool:
    if score.outcome is None or score.annulled:
        return False
    return score.outcome.is_played or table.system is not System.SWISS


def performance(sheet: Sequence[PairingScore], ratings: Mapping[str, float]) -> float | None:
    """Return the rating that a player's games show, None without any.

    It is the rating at which the score would be what one expects against opponents of the average rating, at most 800
    points away from them.
    """
    games = [score for score in sheet if score.outcome is not None and score.outcome.is_played and not score.annulled]
    if not games:
        return None
    average = sum(ratings[score.opponent] for score in games if score.opponent is not None) / len(games)
    share = sum(1.0 if score.won else 0.5 if score.outcome is TournamentOutcome.DRAW else 0.0 for score in games) / len(
        games
    )
    if share in (0.0, 1.0):
        return average + (_MAX_DIFFERENCE if share else -_MAX_DIFFERENCE)
    difference = 400.0 * log10(share / (1.0 - share))
    return average + max(-_MAX_DIFFERENCE, min(_MAX_DIFFERENCE, difference))


_COMPUTE: Final[Mapping[Tiebreak, Callable[[Table, str], float]]] = {
    Tiebreak.BUCHHOLZ: _buchholz,
    Tiebreak.BUCHHOLZ_CUT_1: _buchholz_cut_1,
    Tiebreak.SONNEBORN_BERGER: _sonneborn_berger,
    Tiebreak.WINS: _wins,
    Tiebreak.PERFORMANCE: _performance,
}
