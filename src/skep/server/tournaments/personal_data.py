"""The data about players of tournaments, for the download and the deletion of an account."""

from __future__ import annotations

import time
from typing import Final

from sqlalchemy import Connection, delete, or_, select, update

from skep.server.accounts.personal_data import PersonalData
from skep.server.store.tournament_tables import (
    OPEN,
    tournament_byes,
    tournament_log,
    tournament_players,
    tournaments,
)
from skep.server.store.values import seconds
from skep.server.tournaments.entry_statements import leave, remove
from skep.server.tournaments.settings_statements import cancel

__all__ = ["TOURNAMENT_DATA"]

_players = tournament_players.c


def _export(player: str, connection: Connection) -> object:
    entries = select(tournament_players, tournaments.c.name.label("tournament_name")).join(
        tournaments, tournaments.c.id == _players.tournament
    )
    organised = select(tournaments).where(tournaments.c.organiser == player).order_by(tournaments.c.created)
    byes = select(tournament_byes).where(tournament_byes.c.player == player)
    lines = select(tournament_log).where(or_(tournament_log.c.actor == player, tournament_log.c.player == player))
    return {
        "entries": [
            {
                "tournament": row.tournament,
                "name": row.tournament_name,
                "joined": seconds(row.joined),
                "state": row.state,
                "rating": row.rating,
                "score": row.score,
                "rank": row.rank,
                "team": row.team,
            }
            for row in connection.execute(entries.where(_players.player == player).order_by(_players.joined))
        ],
        "organised": [
            {"tournament": row.id, "name": row.name, "description": row.description, "created": seconds(row.created)}
            for row in connection.execute(organised)
        ],
        "byes": [{"tournament": row.tournament, "round": row.round} for row in connection.execute(byes)],
        "log": [
            {"tournament": row.tournament, "at": seconds(row.at), "action": row.action, "detail": row.detail}
            for row in connection.execute(lines.order_by(tournament_log.c.id))
        ],
    }


def _erase(player: str, connection: Connection) -> None:
    """Leave open tournaments, and cancel those that nobody would start. Results stay, under the name of the account.

    The name in standings, pairings and the log is that of the guest, which the deletion replaces.
    """
    now = time.time()
    for tournament in _open_tournaments(player, connection):
        leave(tournament, player, "withdrawn", now, connection, False)
        remove(tournament, player, None, "account deleted", now, connection, False)
    planned = select(tournaments.c.id).where(OPEN, tournaments.c.status == "planned", tournaments.c.organiser == player)
    for tournament in connection.scalars(planned.order_by(tournaments.c.id)).all():
        cancel(tournament, None, "the organiser has left", now, connection, False)
    connection.execute(delete(tournament_byes).where(tournament_byes.c.player == player))
    # what organisers type about a player
    own = tournament_log.c.player == player
    connection.execute(update(tournament_log).where(own, tournament_log.c.action == "remove").values(detail=""))


def _open_tournaments(player: str, connection: Connection) -> list[str]:
    chosen = (
        select(tournaments.c.id)
        .join(tournament_players, _players.tournament == tournaments.c.id)
        .where(OPEN, _players.player == player)
    )
    return list(connection.scalars(chosen.order_by(tournaments.c.id)))


TOURNAMENT_DATA: Final = (PersonalData("tournaments", _export, _erase),)
