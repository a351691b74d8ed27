"""The bracket of a knockout as the REST API sends it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from sqlalchemy import Connection

from skep.server.schemas.tournaments import (
    BracketMatch,
    BracketPlayer,
    BracketRound,
    TournamentBracket,
)
from skep.server.tournaments.facts import entries_of, format_of, pairings_of
from skep.server.tournaments.knockout import KnockoutMatch, bracket
from skep.server.tournaments.queries import all_pairings, players_of
from skep.server.tournaments.round_robin import participants
from skep.server.tournaments.rows import PairingRow, TournamentPlayerRow, TournamentRow
from skep.server.tournaments.scoring import points_in
from skep.server.tournaments.values import Pairing
from skep.server.tournaments.views import game_view, round_name

__all__ = ["read_bracket"]

_BEGUN: Final = ("running", "finished")


def read_bracket(row: TournamentRow, connection: Connection) -> TournamentBracket:
    """Return the bracket of a knockout; without rounds before the start, and for the other systems."""
    if row.system != "knockout" or row.status not in _BEGUN or not row.round:
        return TournamentBracket(rounds=[])
    entries = entries_of(row.id, connection)
    seeds = {entry.player: seed for seed, entry in enumerate(participants(entries), start=1)}
    players = players_of(row.id, list(seeds), connection)
    games: dict[tuple[int, int], list[PairingRow]] = {}
    for game in all_pairings(row.id, connection):
        games.setdefault((game.round, game.board), []).append(game)
    rounds = bracket(format_of(row), entries, pairings_of(row.id, connection))
    return TournamentBracket(
        rounds=[
            BracketRound(
                round=number,
                name=round_name(number, row),
                matches=[_match(match, players, seeds, games.get((number, match.place), ())) for match in matches],
            )
            for number, matches in enumerate(rounds, start=1)
        ]
    )


def _match(
    match: KnockoutMatch,
    players: Mapping[str, TournamentPlayerRow],
    seeds: Mapping[str, int],
    games: Iterable[PairingRow],
) -> BracketMatch:
    def player(id_: str | None) -> BracketPlayer | None:
        if id_ is None:
            return None
        known = players[id_]
        return BracketPlayer(name=known.name, seed=seeds[id_], rating=known.rating, points=_points(id_, match.games))

    winner = None if match.winner is None else players[match.winner].name
    return BracketMatch(
        top=player(match.top),
        bottom=player(match.bottom),
        winner=winner,
        bye=match.has_bye,
        third_place=match.third_place,
        games=[game_view(game) for game in games],
    )


def _points(player: str, games: Iterable[Pairing]) -> float | None:
    points = [points_in(player, game) for game in games]
    return sum((each or 0.0 for each in points), start=0.0) if points else None
