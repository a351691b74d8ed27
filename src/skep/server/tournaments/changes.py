"""Changing a tournament: locking it, storing that it has changed, and its log."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, insert, select, update

from skep.server.store.tournament_tables import tournament_log, tournaments
from skep.server.store.values import micros
from skep.server.tournaments.rows import TOURNAMENTS, TournamentRow, tournament_of

__all__ = ["claim", "lock", "log", "touch"]


def lock(tournament: str, connection: Connection) -> TournamentRow | None:
    """Return a tournament after other transactions that change it have ended, or None."""
    held = select(tournaments.c.id).where(tournaments.c.id == tournament).with_for_update()
    if connection.scalar(held) is None:
        return None
    return tournament_of(connection.execute(TOURNAMENTS.where(tournaments.c.id == tournament)).mappings().one())


def touch(tournament: str, connection: Connection, **values: Any) -> None:
    """Store values of a tournament, and that something has changed."""
    is_row = tournaments.c.id == tournament
    connection.execute(update(tournaments).where(is_row).values(version=tournaments.c.version + 1, **values))


def log(
    connection: Connection,
    tournament: str,
    action: str,
    now: float,
    *,
    actor: str | None = None,
    player: str | None = None,
    detail: str = "",
) -> None:
    """Add an entry to the log of a tournament."""
    connection.execute(
        insert(tournament_log).values(
            tournament=tournament, at=micros(now), action=action, actor=actor, player=player, detail=detail
        )
    )


def claim(tournament: str, connection: Connection) -> TournamentRow | None:
    """Lock a tournament and return it, or None if another process works on it."""
    held = select(tournaments.c.id).where(tournaments.c.id == tournament).with_for_update(skip_locked=True)
    if connection.scalar(held) is None:
        return None
    return tournament_of(connection.execute(TOURNAMENTS.where(tournaments.c.id == tournament)).mappings().one())
