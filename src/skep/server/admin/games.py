"""An administrator's work on games: listing and deleting them, and deleting what is old."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, delete, func, select

from skep.errors import SkepError
from skep.server.admin.database import AdminDatabase
from skep.server.admin.references import delete_referring
from skep.server.store.account_tables import sessions
from skep.server.store.statements import delete_unused_guests
from skep.server.store.tables import games, guests, metadata, seats
from skep.server.store.values import micros, seconds

__all__ = ["DAY", "Expired", "GameOverview", "delete_game", "expire", "list_games"]

DAY: Final = 24 * 3600.0
_BATCH: Final = 500


@dataclass(frozen=True, slots=True)
class GameOverview:
    """A game."""

    id: str
    white: str
    black: str
    game_type: str
    plies: int
    ended: bool
    private: bool
    created: float
    updated: float


@dataclass(frozen=True, slots=True)
class Expired:
    """The numbers of deleted rows."""

    guests: int
    sessions: int
    reports: int


def list_games(ended: bool | None, limit: int, connection: Connection) -> list[GameOverview]:
    """Return the games with the latest events, optionally only those that have ended or not."""
    found = select(games).order_by(games.c.updated.desc(), games.c.id).limit(limit)
    if ended is not None:
        found = found.where(games.c.ended == ended)
    rows = connection.execute(found).all()
    in_rows = select(seats.c.game, seats.c.side, seats.c.name).where(seats.c.game.in_([row.id for row in rows]))
    names = {(row.game, row.side): row.name for row in connection.execute(in_rows)}
    return [
        GameOverview(
            row.id,
            names.get((row.id, 0), ""),
            names.get((row.id, 1), ""),
            row.game_type,
            row.ply,
            row.ended,
            row.private,
            seconds(row.created),
            seconds(row.updated),
        )
        for row in rows
    ]


def delete_game(game: str, *, force: bool, connection: Connection) -> None:
    """Delete a game with its moves, seats and chat. One in progress has to be forced. Raises SkepError."""
    ended = connection.scalar(select(games.c.ended).where(games.c.id == game).with_for_update())
    if ended is None:
        raise SkepError(f"no game has the id {game!r}")
    if not ended and not force:
        raise SkepError(f"game {game} is in progress: --force deletes it nevertheless")
    delete_referring(connection, games.c.id, game)
    connection.execute(delete(games).where(games.c.id == game))


def expire(database: AdminDatabase, *, guest_days: float, log_days: float) -> Expired:
    """Delete guests who never played, sessions that have ended, and closed reports, in small transactions."""
    now = time.time()
    before = database.read(_count_guests)
    after: str | None = ""
    while after is not None:
        last = after
        after = database.write(
            lambda connection, last=last: delete_unused_guests(  # type: ignore[misc]
                now - guest_days * DAY, last, _BATCH, connection, False
            )
        )
    deleted_guests = max(0, before - database.read(_count_guests))
    ended = delete(sessions).where(sessions.c.expires < micros(now))
    deleted_sessions = database.write(lambda connection: connection.execute(ended).rowcount)
    deleted_reports = database.write(lambda connection: _delete_reports(now - log_days * DAY, connection))
    return Expired(deleted_guests, deleted_sessions, deleted_reports)


def _count_guests(connection: Connection) -> int:
    return connection.scalar(select(func.count()).select_from(guests)) or 0


def _delete_reports(before: float, connection: Connection) -> int:
    """Delete closed reports, which contain chat. The moderators' log itself cannot be changed."""
    reports = metadata.tables.get("reports")
    if reports is None:
        return 0
    closed = delete(reports).where(reports.c.outcome.is_not(None), reports.c.at < micros(before))
    return connection.execute(closed).rowcount
