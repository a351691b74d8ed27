"""Battles of teams."""

from __future__ import annotations

from dataclasses import replace

import pytest

from skep.server.tournaments.standings import compute_standings
from skep.server.tournaments.teams import team_standings
from skep.server.tournaments.values import Entry, System, TournamentFormat
from tests.server.tournaments.play import entries, rounds


def teams(**members: str) -> list[Entry]:
    """Return the entries of teams; a player in none is alone."""
    of = {player: team for team, players in members.items() for player in players}
    return [replace(entry, team=of.get(entry.player)) for entry in entries(7)]


PAIRINGS = rounds("a 1-0 d, e 1-0 b, c ½-½ f", "a ½-½ e, b 1-0 f, d 1-0 g")
"""Arena points: a 3, e 3, b 2, d 2, c 1, f 1, g 0."""


@pytest.mark.parametrize(
    ("best", "expected"),
    [
        # e beat b, who is stronger than d, whom a beat
        (1, [(1, "bees", 3.0, "e"), (2, "ants", 3.0, "a")]),
        (2, [(1, "bees", 5.0, "ed"), (2, "ants", 5.0, "ab")]),
        (3, [(1, "ants", 6.0, "abc"), (2, "bees", 6.0, "edf")]),
        (9, [(1, "ants", 6.0, "abc"), (2, "bees", 6.0, "edf")]),
    ],
)
def test_the_best_members_count(best: int, expected: list[tuple[int, str, float, str]]) -> None:
    tournament = TournamentFormat(System.ARENA, best_members=best)
    players = teams(ants="abc", bees="def")
    found = team_standings(tournament, players, compute_standings(tournament, players, PAIRINGS))
    leaders = ["".join(leader.player for leader in team.leaders) for team in found]
    assert [(team.rank, team.team, team.points, own) for team, own in zip(found, leaders, strict=True)] == expected
    assert [team.members for team in found] == [3, 3]


def test_teams_that_are_equal_share_a_rank() -> None:
    tournament = TournamentFormat(System.ARENA, best_members=2)
    players = teams(ants="ab", bees="cd", wasps="e")
    found = team_standings(tournament, players, compute_standings(tournament, players, []))
    assert [(team.rank, team.team, team.points, team.performance) for team in found] == [
        (1, "ants", 0.0, None),
        (1, "bees", 0.0, None),
        (1, "wasps", 0.0, None),
    ]


def test_players_without_a_team_count_for_none() -> None:
    tournament = TournamentFormat(System.ARENA, best_members=5)
    players = teams(ants="b")
    (team,) = team_standings(tournament, players, compute_standings(tournament, players, PAIRINGS))
    assert (team.team, team.points, team.members) == ("ants", 2.0, 1)
