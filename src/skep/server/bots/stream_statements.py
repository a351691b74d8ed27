"""Reading the games of event streams from the database, and storing until when the streams were followed."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import Connection, and_, exists, select
from sqlalchemy.dialects import postgresql, sqlite

from skep.pieces import Color
from skep.server.store.bot_tables import event_streams
from skep.server.store.tables import games, seat_guests, seats
from skep.server.store.values import micros, seconds

__all__ = ["StreamedGame", "find_last_followed", "note_followed", "played_games", "recent_games"]

_MAX_RUNNING = 250
"""More than the unfinished games that a player can have."""
_MAX_ENDED = 100


class StreamedGame(NamedTuple):
    """A game of a player who plays one of its sides."""

    id: str
    side: Color
    has_started: bool
    has_ended: bool


def recent_games(player: str, since: float, connection: Connection) -> list[str]:
    """Return a player's unfinished games, and the latest of those in which something happened since a time."""
    own = select(seat_guests.c.game).where(seat_guests.c.guest == player).distinct()
    running = select(games.c.id).where(games.c.id.in_(own), ~games.c.ended).limit(_MAX_RUNNING)
    ended = select(games.c.id).where(games.c.id.in_(own), games.c.ended, games.c.updated >= micros(since))
    latest = ended.order_by(games.c.updated.desc()).limit(_MAX_ENDED)
    return [*connection.scalars(running), *connection.scalars(latest)]


def played_games(player: str, ids: Collection[str], connection: Connection) -> list[StreamedGame]:
    """Return those of some games in which a player has one of the sides, the oldest first."""
    other = seat_guests.alias()
    is_open = exists().where(seats.c.game == games.c.id, seats.c.guest.is_(None), seats.c.level.is_(None))
    plays_both = exists().where(other.c.guest == player, other.c.game == games.c.id, other.c.side != seat_guests.c.side)
    rows = connection.execute(
        select(games.c.id, seat_guests.c.side, is_open.label("is_open"), games.c.ended)
        .join(seat_guests, and_(seat_guests.c.game == games.c.id, seat_guests.c.guest == player))
        .where(games.c.id.in_(ids), ~plays_both)
        .order_by(games.c.created, games.c.id)
    )
    return [StreamedGame(row.id, Color(row.side), not row.is_open, row.ended) for row in rows]


def find_last_followed(player: str, connection: Connection) -> float | None:
    """Return until when a program has followed the events of an account, or None."""
    at = connection.scalar(select(event_streams.c.followed).where(event_streams.c.account == player))
    return None if at is None else seconds(at)


def note_followed(player: str, at: float, connection: Connection, _maybe_done: bool) -> None:
    """Record until when a program has followed the events of an account."""
    dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
    row = dialect.insert(event_streams).values(account=player, followed=micros(at))
    connection.execute(row.on_conflict_do_update(index_elements=["account"], set_={"followed": row.excluded.followed}))
