"""Standings: points, tiebreaks and ranks, computed from the pairings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby

from skep.server.tournaments.knockout import bracket, matches_won, stages
from skep.server.tournaments.scoring import ScoreSheet, is_on_streak, score_sheets, total
from skep.server.tournaments.tiebreaks import TIEBREAKS, Table, compute_tiebreak, direct_encounter, performance
from skep.server.tournaments.values import Entry, Pairing, Standing, System, Tiebreak, TournamentFormat, sort_by_seed

__all__ = ["compute_standings", "cross_table"]


def compute_standings(
    tournament: TournamentFormat, entries: Sequence[Entry], pairings: Sequence[Pairing]
) -> list[Standing]:
    """Return the places of all players, best first; those who are equal in everything by seed."""
    players = sort_by_seed(entries)
    ratings = {entry.player: entry.rating for entry in players}
    sheets = score_sheets(tournament, players, pairings)
    table = Table(tournament.system, sheets, ratings, max((pairing.round for pairing in pairings), default=0))
    points = {player: total(sheet) for player, sheet in sheets.items()}
    order = points
    if tournament.system is System.KNOCKOUT:
        rounds = bracket(tournament, players, pairings)
        points, order = matches_won(players, rounds), stages(players, rounds)
    groups = _group(sheets, order.__getitem__)
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
        for rank, group in _rank(groups)
        for player in group
    ]


def _group(players: Iterable[str], key: Callable[[str], float]) -> list[list[str]]:
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
        found += _group(group, values.__getitem__)
    return found


def _rank(groups: list[list[str]]) -> Iterable[tuple[int, list[str]]]:
    rank = 1
    for group in groups:
        yield rank, group
        rank += len(group)


def cross_table(standings: Sequence[Standing]) -> list[list[ScoreSheet]]:
    """Return who scored what against whom: a row for each player and a cell for each opponent, by rank."""
    return [
        [tuple(score for score in row.scores if score.opponent == column.player) for column in standings]
        for row in standings
    ]
