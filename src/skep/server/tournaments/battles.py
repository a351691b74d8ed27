"""Battles of teams: arenas in which the points of the best players of each team are added up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from skep.server.schemas.tournaments import BattlePlayer, BattleTeam

__all__ = ["BattleMember", "team_standings"]


class BattleMember(NamedTuple):
    """A player of a battle."""

    team: str
    name: str
    score: float


def team_standings(names: Mapping[str, str], members: Iterable[BattleMember], best: int) -> list[BattleTeam]:
    """Return the places of the teams, by the points of their best players together. Equal teams share a rank.

    ``names`` are the teams by their ids, and ``members`` come in the order of the standings.

    >>> members = [BattleMember("b", "Ben", 4.0), BattleMember("a", "Ada", 2.0), BattleMember("b", "Bo", 1.0)]
    >>> [(team.rank, team.name, team.score) for team in team_standings({"a": "Ants", "b": "Bees"}, members, 1)]
    [(1, 'Bees', 4.0), (2, 'Ants', 2.0)]
    """
    players: dict[str, list[BattlePlayer]] = {team: [] for team in names}
    for member in members:
        players[member.team].append(BattlePlayer(name=member.name, score=member.score))
    points = {team: sum(player.score for player in own[:best]) for team, own in players.items()}
    return [
        BattleTeam(
            team=team,
            name=names[team],
            rank=1 + sum(other > points[team] for other in points.values()),
            score=points[team],
            players=len(players[team]),
            best=players[team][:best],
        )
        for team in _order(points)
    ]


def _order(points: Mapping[str, float]) -> Sequence[str]:
    return sorted(points, key=lambda team: -points[team])
