"""Battles of teams: the points of a team's best members count together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from skep.server.tournaments.values import Entry, Standing, TournamentFormat

__all__ = ["TeamStanding", "team_standings"]


@dataclass(frozen=True, slots=True)
class TeamStanding:
    """A team's place in the table."""

    rank: int
    """Teams that are equal in everything share a rank."""
    team: str
    points: float
    performance: float | None
    """The average of the members who count, None while none of them has played."""
    leaders: tuple[Standing, ...]
    """The members whose points count, best first."""
    members: int


def team_standings(
    tournament: TournamentFormat, entries: Sequence[Entry], standings: Sequence[Standing]
) -> list[TeamStanding]:
    """Return the places of the teams, best first: by points, then by the average performance of those who count."""
    teams = {entry.player: entry.team for entry in entries if entry.team is not None}
    members: dict[str, list[Standing]] = {}
    for standing in standings:
        if standing.player in teams:
            members.setdefault(teams[standing.player], []).append(standing)
    found = [_team(team, own, tournament.best_members) for team, own in members.items()]
    keys = sorted((_key(team) for team in found), reverse=True)
    ranked = [
        TeamStanding(keys.index(_key(team)) + 1, team.team, team.points, team.performance, team.leaders, team.members)
        for team in found
    ]
    return sorted(ranked, key=lambda team: (team.rank, team.team))


def _key(team: TeamStanding) -> tuple[float, float]:
    return team.points, team.performance or 0.0


def _team(team: str, members: Sequence[Standing], count: int) -> TeamStanding:
    leaders = tuple(members[:count])
    shown = [leader.performance for leader in leaders if leader.performance is not None]
    average = sum(shown) / len(shown) if shown else None
    return TeamStanding(0, team, sum(leader.points for leader in leaders), average, leaders, len(members))
