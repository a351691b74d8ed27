"""The stored facts of a tournament as the values from which pairings and standings follow."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from sqlalchemy import Connection, Row, or_, select

from skep.server.store.tournament_tables import tournament_byes, tournament_pairings, tournament_players
from skep.server.tournaments.rows import TournamentRow
from skep.server.tournaments.values import Entry, Pairing, System, TournamentFormat, TournamentOutcome

__all__ = ["entries_of", "format_of", "pairings_of", "pairings_of_players", "suggested_rounds"]

_MIN_ROUNDS: Final = 3

_players = tournament_players.c
_pairings = tournament_pairings.c


def suggested_rounds(players: int) -> int:
    """Return the number of rounds of a Swiss after which one player can be ahead of all others.

    >>> [suggested_rounds(players) for players in (2, 3, 4, 8, 20, 200)]
    [1, 2, 3, 3, 5, 8]
    """
    return min(max(_MIN_ROUNDS, (players - 1).bit_length()), max(1, players - 1))


def format_of(row: TournamentRow) -> TournamentFormat:
    """Return the format of a tournament."""
    return TournamentFormat(System(row.system), rounds=row.rounds or 0, third_place=row.third_place)


def entries_of(tournament: str, connection: Connection, players: Collection[str] | None = None) -> list[Entry]:
    """Return the entries of all players, or of some."""
    chosen = select(
        _players.player,
        _players.number,
        _players.rating,
        _players.first_round,
        _players.last_round,
        _players.bot,
    ).where(_players.tournament == tournament)
    if players is not None:
        chosen = chosen.where(_players.player.in_(players))
    byes: dict[str, set[int]] = {}
    for player, round_ in connection.execute(
        select(tournament_byes.c.player, tournament_byes.c.round).where(tournament_byes.c.tournament == tournament)
    ):
        byes.setdefault(player, set()).add(round_)
    return [
        Entry(
            row.player,
            f"{row.number:06}",  # instead of the name, because a player who is renamed keeps the seed
            float(row.rating),
            joined=row.first_round,
            withdrawn=row.last_round,
            bot=row.bot,
            byes=frozenset(byes.get(row.player, ())),
        )
        for row in connection.execute(chosen.order_by(_players.number))
    ]


def pairings_of(tournament: str, connection: Connection) -> list[Pairing]:
    """Return all pairings of a tournament."""
    chosen = select(tournament_pairings).where(_pairings.tournament == tournament)
    return [_pairing_of(row) for row in connection.execute(chosen.order_by(_pairings.id))]


def pairings_of_players(tournament: str, players: Collection[str], connection: Connection) -> list[Pairing]:
    """Return the decided pairings of some players."""
    chosen = select(tournament_pairings).where(
        _pairings.tournament == tournament,
        or_(_pairings.white.in_(players), _pairings.black.in_(players)),
        _pairings.outcome.is_not(None),
    )
    return [_pairing_of(row) for row in connection.execute(chosen.order_by(_pairings.id))]


def _pairing_of(row: Row[Any]) -> Pairing:
    return Pairing(
        row.round,
        row.board,
        row.white,
        row.black,
        game=row.leg,
        outcome=None if row.outcome is None else TournamentOutcome(row.outcome),
        finished=row.finished or 0,
    )
