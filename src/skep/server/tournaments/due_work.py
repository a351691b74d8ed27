"""The work that is due in tournaments: every process looks for it once a second, and one of them does it."""

from __future__ import annotations

from typing import Any, Final

from msgspec import Struct
from sqlalchemy import ColumnElement, Connection, and_, or_, select

from skep.server.store.moderation_tables import sanctions
from skep.server.store.tables import games
from skep.server.store.tournament_tables import (
    OPEN,
    UNDECIDED,
    tournament_pairings,
    tournament_players,
    tournaments,
)
from skep.server.store.values import micros
from skep.server.tournaments.changes import claim, log, touch
from skep.server.tournaments.facts import suggested_rounds
from skep.server.tournaments.result_statements import record_results
from skep.server.tournaments.settings_statements import MIN_PLAYERS, begin

__all__ = ["REMINDER", "DueWork", "find_banned", "find_due", "record_missed", "start_due"]

REMINDER: Final = 15 * 60.0
"""Seconds before the start when players are reminded."""
_ARENA_BEGUN: Final = 15.0
"""Seconds after the start of an arena when those who are not there are notified."""
_FORGOTTEN: Final = 30 * 24 * 3600.0
"""Seconds after which a tournament is cancelled that its organiser has not started."""
_MAX_DUE: Final = 200

_columns = tournaments.c
_pairings = tournament_pairings.c


class DueWork(Struct, frozen=True, kw_only=True, gc=False):
    """Tournaments in which something may be due, by what it is."""

    start: list[str]
    arenas: list[str]
    """Arenas in progress."""
    rounds: list[str]
    """Those whose next round is due."""
    rulings: list[str]
    """Those with decided games that still run."""
    announce: list[str]
    """Those whose start or round has not been announced."""
    missed: list[str]
    """Games that have ended without a result in their tournament."""
    forgotten: list[str]


def find_due(now: float, connection: Connection) -> DueWork | None:
    """Return what is due, or None if no tournament is planned or in progress."""
    if connection.scalar(select(_columns.id).where(OPEN).limit(1)) is None:
        return None
    at = micros(now)
    is_running = and_(OPEN, _columns.status == "running")
    is_planned = and_(OPEN, _columns.status == "planned")
    is_free = _columns.announcing < at
    return DueWork(
        start=_ids(connection, is_planned, _columns.starts <= at),
        arenas=_ids(connection, is_running, _columns.system == "arena"),
        rounds=_ids(connection, is_running, _columns.system != "arena", ~_columns.suspended, _columns.next_round <= at),
        rulings=_find_decided(connection),
        announce=[
            *_ids(
                connection,
                is_planned,
                is_free,
                _columns.announced < 1,
                _columns.starts <= micros(now + REMINDER),
                _columns.starts > at,
            ),
            *_ids(connection, is_running, is_free, _columns.system != "arena", _columns.announced < _columns.round + 1),
            *_ids(
                connection,
                is_running,
                is_free,
                _columns.system == "arena",
                _columns.announced < 2,
                _columns.starts <= micros(now - _ARENA_BEGUN),
            ),
        ],
        missed=_find_missed(connection),
        forgotten=_ids(connection, is_planned, _columns.starts.is_(None), _columns.created < micros(now - _FORGOTTEN)),
    )


def _ids(connection: Connection, *conditions: ColumnElement[bool] | Any) -> list[str]:
    chosen = select(_columns.id).where(*conditions).order_by(_columns.starts, _columns.id)
    return list(connection.scalars(chosen.limit(_MAX_DUE)))


def _find_decided(connection: Connection) -> list[str]:
    chosen = select(_pairings.tournament).where(UNDECIDED, _pairings.ruling.is_not(None)).distinct()
    return list(connection.scalars(chosen.limit(_MAX_DUE)))


def _find_missed(connection: Connection) -> list[str]:
    """Return games of tournaments that ended in another way than by an event, for example because they expired."""
    chosen = select(_pairings.game).join(games, games.c.id == _pairings.game).where(UNDECIDED, games.c.ended)
    return list(connection.scalars(chosen.limit(_MAX_DUE)))


def record_missed(ended: list[str], connection: Connection, _maybe_done: bool) -> None:
    """Store the results of games that ended in another way than by an event."""
    record_results(connection, ended)


def start_due(tournament: str, now: float, connection: Connection, _maybe_done: bool) -> None:
    """Start a tournament whose time has come, or cancel it if it has too few players."""
    row = claim(tournament, connection)
    if row is None or row.status != "planned" or row.starts is None or row.starts > now:
        return
    if row.is_arena or row.players >= MIN_PLAYERS:
        begin(row, suggested_rounds(row.players), None, now, connection)
        return
    touch(tournament, connection, status="cancelled", ends=micros(now))
    log(connection, tournament, "cancel", now, detail="too few players")


def find_banned(now: float, connection: Connection) -> list[tuple[str, str]]:
    """Return the players of open tournaments who may not play any longer, with their tournaments."""
    columns, players = sanctions.c, tournament_players.c
    is_active = and_(
        columns.kind.in_(("suspension", "ban")),
        ~columns.lifted,
        or_(columns.until.is_(None), columns.until > micros(now)),
    )
    chosen = (
        select(players.tournament, players.player)
        .join(tournaments, and_(_columns.id == players.tournament, OPEN))
        .join(sanctions, and_(columns.player == players.player, is_active))
        .where(players.state.in_(("active", "paused")))
        .distinct()
    )
    return [(tournament, player) for tournament, player in connection.execute(chosen.limit(_MAX_DUE))]
