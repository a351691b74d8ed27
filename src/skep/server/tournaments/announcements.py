"""Notifications of players: a tournament starts soon, an arena has begun without them, and a round has begun.

A process claims the announcement for a minute. If it dies, another one repeats it: notifications have a version, so
nobody gets one twice.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from msgspec import Struct
from sqlalchemy import Connection, or_, select, update

from skep.server.notifications import Notifications
from skep.server.play.rooms import Rooms
from skep.server.schemas.notifications import NotificationKind
from skep.server.store.tournament_tables import tournament_pairings, tournament_players, tournaments
from skep.server.store.values import micros
from skep.server.tournaments.arena_statements import present_players
from skep.server.tournaments.changes import claim
from skep.server.tournaments.rows import TournamentRow

__all__ = ["Announcements"]

_LEASE: Final = 60.0
"""Seconds for which an announcement belongs to a process."""

_columns = tournaments.c
_pairings = tournament_pairings.c
_players = tournament_players.c


class _Announcement(Struct, frozen=True, kw_only=True):
    """The content of an announcement to the players of a tournament."""

    kind: NotificationKind
    number: int
    name: str
    starts: float | None
    games: dict[str, str | None]
    """The players to notify, and the games that they have in the round that has begun."""


class Announcements:
    """Announces what happens in tournaments."""

    def __init__(self, rooms: Rooms, notifications: Notifications) -> None:
        self._rooms = rooms
        self._store = rooms.store
        self._notifications = notifications

    async def announce(self, tournament: str) -> None:
        """Notify the players of a tournament of its start or of a round, unless another process does."""
        found: _Announcement | None = await self._store.write(partial(_claim, tournament, self._rooms.time.now()))
        if found is None:
            return
        for player, game in found.games.items():
            await self._notifications.notify(
                player,
                found.kind,
                tournament=tournament,
                game=game,
                name=found.name,
                until=found.starts if found.kind == "tournament-soon" else None,
                version=found.number,
            )
        await self._store.write(partial(_mark_announced, tournament, found.number))


def _claim(tournament: str, now: float, connection: Connection, _maybe_done: bool) -> _Announcement | None:
    """Claim the announcement that is due, and return it."""
    row = claim(tournament, connection)
    if row is None or row.is_over:
        return None
    kind = _kind_of(row)
    number = 1 if kind == "tournament-soon" else 2 if kind == "arena-started" else row.round + 1
    is_free = _columns.id == tournament, _columns.announcing < micros(now), _columns.announced < number
    claimed = connection.execute(update(tournaments).where(*is_free).values(announcing=micros(now + _LEASE)))
    if claimed.rowcount != 1:
        return None
    games = (
        _find_paired(tournament, row.round, connection)
        if kind == "round-started"
        else _entrants(tournament, connection)
    )
    if kind == "arena-started":
        there = present_players(tournament, now, connection)
        games = {player: None for player in games if player not in there}
    return _Announcement(kind=kind, number=number, name=row.name, starts=row.starts, games=games)


def _kind_of(row: TournamentRow) -> NotificationKind:
    if row.status == "planned":
        return "tournament-soon"
    return "arena-started" if row.is_arena else "round-started"


def _entrants(tournament: str, connection: Connection) -> dict[str, str | None]:
    """Return the players who have no game yet."""
    is_free = _players.tournament == tournament, _players.state == "active", ~_players.bot, _players.game.is_(None)
    return dict.fromkeys(connection.scalars(select(_players.player).where(*is_free)))


def _find_paired(tournament: str, round_: int, connection: Connection) -> dict[str, str | None]:
    """Return the players of a round that has begun, and their games in progress."""
    chosen = (
        select(_players.player, _pairings.game)
        .join(
            tournament_pairings,
            (_pairings.tournament == tournament)
            & (_pairings.round == round_)
            & or_(_pairings.white == _players.player, _pairings.black == _players.player),
        )
        .where(_players.tournament == tournament, _pairings.outcome.is_(None), ~_players.bot)
        .order_by(_pairings.id)
    )
    return {row.player: row.game for row in connection.execute(chosen)}


def _mark_announced(tournament: str, number: int, connection: Connection, _maybe_done: bool) -> None:
    is_row = _columns.id == tournament, _columns.announced < number
    connection.execute(update(tournaments).where(*is_row).values(announced=number, announcing=0))
