"""Writing tournaments: creating, editing, starting, pausing and cancelling them."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import Connection, func, insert, select, update

from skep.server.store.tournament_tables import OPEN, tournament_players, tournaments
from skep.server.store.values import micros
from skep.server.tournaments.changes import lock, log, touch
from skep.server.tournaments.result_statements import store_standings
from skep.server.tournaments.rows import TournamentRow, tournament_values

__all__ = ["MAX_CREATED_PER_DAY", "MAX_OPEN", "MIN_PLAYERS", "begin", "cancel", "create", "edit", "start", "suspend"]

MAX_OPEN: Final = 5
"""Tournaments of an organiser that have not ended."""
MAX_CREATED_PER_DAY: Final = 20
MIN_PLAYERS: Final = 2
"""The players without which a tournament other than an arena does not start."""
_DAY: Final = 24 * 3600.0
_SETTINGS: Final = (
    *("name", "description", "system", "clock", "edition", "game_type", "rated", "pool", "minutes", "rounds"),
    *("break_seconds", "third_place", "lowest", "highest", "max_players", "late_entry", "byes", "withdrawal"),
    *("bots", "private", "team", "teams", "best_players", "starts"),
)
"""The columns that the organiser can change before the start."""

_columns = tournaments.c


def create(row: TournamentRow, connection: Connection, maybe_done: bool) -> str | None:
    """Insert a tournament; return the code of the limit that its organiser has reached, or None."""
    if maybe_done and connection.scalar(select(_columns.id).where(_columns.id == row.id)) is not None:
        return None
    own = select(func.count()).select_from(tournaments).where(_columns.organiser == row.organiser)
    if (connection.scalar(own.where(OPEN)) or 0) >= MAX_OPEN:
        return "too-many-tournaments"
    if (connection.scalar(own.where(_columns.created > micros(row.created - _DAY))) or 0) >= MAX_CREATED_PER_DAY:
        return "too-many-tournaments-today"
    connection.execute(insert(tournaments).values(**tournament_values(row), announcing=0))
    log(connection, row.id, "create", row.created, actor=row.organiser)
    return None


def edit(row: TournamentRow, actor: str, now: float, connection: Connection, _maybe_done: bool) -> str | None:
    """Store new settings; return the code of the reason why that is not possible, or None."""
    known = lock(row.id, connection)
    if known is None or known.status != "planned":
        return "tournament-begun"
    if row.max_players is not None and row.max_players < known.players:
        return "too-few-places"
    if row.teams != known.teams and known.players:
        return "players-joined"
    values = tournament_values(row)
    # players are reminded again if the start was moved
    announced = known.announced if known.starts == row.starts else 0
    touch(row.id, connection, announced=announced, **{name: values[name] for name in _SETTINGS})
    log(connection, row.id, "edit", now, actor=actor)
    return None


def start(
    tournament: str, rounds: int | None, actor: str | None, now: float, connection: Connection, _maybe_done: bool
) -> str | None:
    """Start a tournament; return the code of the reason why that is not possible, or None.

    ``rounds`` is the number of rounds of a Swiss whose organiser left it to the number of players.
    """
    row = lock(tournament, connection)
    if row is None or row.status != "planned":
        return "tournament-begun"
    if not row.is_arena and row.players < MIN_PLAYERS:
        return "too-few-players"
    begin(row, rounds, actor, now, connection)
    return None


def begin(row: TournamentRow, rounds: int | None, actor: str | None, now: float, connection: Connection) -> None:
    """Let a locked tournament begin."""
    values: dict[str, Any] = {"status": "running", "starts": micros(now)}
    if row.is_arena:
        values["ends"] = micros(now + 60 * (row.minutes or 0))
        players = tournament_players.c
        connection.execute(
            update(tournament_players).where(players.tournament == row.id).values(free_since=micros(now))
        )
    else:
        values["next_round"] = micros(now)
        values["rounds"] = row.rounds if row.rounds is not None else rounds
    touch(row.id, connection, **values)
    log(connection, row.id, "start", now, actor=actor)
    everyone = select(tournament_players.c.player).where(tournament_players.c.tournament == row.id)
    store_standings(connection, row, list(connection.scalars(everyone)))


def suspend(
    tournament: str, actor: str, suspended: bool, now: float, connection: Connection, _maybe_done: bool
) -> str | None:
    """Pause or resume a tournament; return the code of the reason why that is not possible, or None."""
    row = lock(tournament, connection)
    if row is None or row.status != "running":
        return "not-running"
    if row.suspended != suspended:
        touch(tournament, connection, suspended=suspended)
        log(connection, tournament, "suspend" if suspended else "resume", now, actor=actor)
    return None


def cancel(
    tournament: str, actor: str | None, reason: str, now: float, connection: Connection, _maybe_done: bool
) -> str | None:
    """Cancel a tournament; return the code of the reason why that is not possible. Games in progress continue."""
    row = lock(tournament, connection)
    if row is None or row.is_over:
        return None if row is not None and row.status == "cancelled" else "tournament-over"
    touch(tournament, connection, status="cancelled", ends=micros(now), next_round=None)
    log(connection, tournament, "cancel", now, actor=actor, detail=reason)
    return None
