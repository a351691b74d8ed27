"""Standings: points, tiebreaks and ranks, computed from the pairings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby

from skep.server.tournaments.knockout import bracket
from skep.server.tournaments.scoring import ScoreSheet, is_on_streak, score_sheets, total
from skep.server.tournaments.tiebreaks import TIEBREAKS, Table, compute_tiebreak, direct_encounter, performance
from skep.server.tournaments.values import Entry, Format, Pairing, Standing, System, Tiebreak, seeded

__all__ = ["compute_standings", "cross_table"]


def compute_standings(tournament: Format, entries: Sequence[Entry], pairings: Sequence[Pairing]) -> list[Standing]:
    """Return the places of all players, best first; those who are equal in everything by seed."""
    players = seeded(entries)
    ratings = {entry.player: entry.rating for entry in players}
    sheets = score_sheets(tournament, players, pairings)
    table = Table(tournament.system, sheets, ratings, max((pairing.round for pairing in pairings), default=0))
    if tournament.system is System.KNOCKOUT:
        points = _knockout_points(tournament, players, pairings)
        groups = _by_stage(tournament, players, pairings)
    else:
        points = {player: total(sheet) for player, sheet in sheets.items()}
        groups = _grouped([entry.player for entry in players], lambda player: points[player])
    tiebreaks: dict[str, dict[Tiebreak, float]] = {entry.player: {} for entry in players}
    for name in TIEBREAKS[tournament.system]:
        groups = _split(name, table, groups, tiebreaks)
    withdrawn = {entry.player for entry in players if entry.withdrawn is not None}
    return [
        Standing(
            rank=rank,
            player=player,
            points=points[player],
            tiebreaks=tiebreaks[player],
            scores=sheets[player],
            streak=tournament.system is System.ARENA and is_on_streak(sheets[player]),
            performance=performance(sheets[player], ratings),
            withdrawn=player in withdrawn,
        )
        for rank, group in _ranked(groups)
        for player in group
    ]


def _grouped(players: Iterable[str], key: Callable[[str], float]) -> list[list[str]]:
    """Return players in groups that are equal in a number, the largest first; the order in a group does not change."""
    ordered = sorted(players, key=key, reverse=True)
    return [list(group) for _, group in groupby(ordered, key=key)]


def _split(
    name: Tiebreak, table: Table, groups: list[list[str]], tiebreaks: dict[str, dict[Tiebreak, float]]
) -> list[list[str]]:
    """Split groups of tied players by a tiebreak, and note its values."""
    found: list[list[str]] = []
    for group in groups:
        if name is Tiebreak.DIRECT_ENCOUNTER:
            values = direct_encounter(table, group)
        else:
            values = {player: compute_tiebreak(name, table, player) for player in group}
        for player, value in values.items():
            tiebreaks[player][name] = value
        found += _grouped(group, values.__getitem__)
    return found


def _ranked(groups: list[list[str]]) -> Iterable[tuple[int, list[str]]]:
    rank = 1
    for group in groups:
        yield rank, group
        rank += len(group)


def _knockout_points(tournament: Format, entries: Sequence[Entry], pairings: Sequence[Pairing]) -> dict[str, float]:
    """Return the matches that each player has won, not counting byes."""
    points = {entry.player: 0.0 for entry in entries}
    for matches in bracket(tournament, entries, pairings):
        for match in matches:
            if match.winner is not None and not match.has_bye:
                points[match.winner] += 1.0
    return points


def _by_stage(tournament: Format, entries: Sequence[Entry], pairings: Sequence[Pairing]) -> list[list[str]]:
    """Return players in groups that got equally far in a knockout, the furthest first."""
    stages = {entry.player: 0.0 for entry in entries}
    for matches in bracket(tournament, entries, pairings):
        for match in matches:
            for player in (match.top, match.bottom):
                if player is None or match.third_place:
                    continue
                # who has won is ahead of those who still play, who are ahead of those who have lost
                stages[player] = match.round + (
                    0.0 if match.winner is None else 0.5 if player == match.winner else -0.5
                )
    for matches in bracket(tournament, entries, pairings)[-1:]:
        for match in matches:
            if match.third_place and match.winner is not None:
                stages[match.winner] += 0.25
    return _grouped([entry.player for entry in entries], stages.__getitem__)


def cross_table(standings: Sequence[Standing]) -> list[list[ScoreSheet]]:
    """Return who scored what against whom: a row for each player and a cell for each opponent, by rank."""
    return [
        [tuple(score for score in row.scores if score.opponent == column.player) for column in standings]
        for row in standings
    ]
