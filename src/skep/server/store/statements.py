"""Writes other than batches of events: one function for each, run by the writer in its transaction.

Each function is safe to repeat. ``maybe_done`` is true if it may already have been committed on a connection that was
lost during COMMIT.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Table, exists, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from skep.errors import SkepError
from skep.pieces import Color
from skep.server.store.batches import EventRow, store_events
from skep.server.store.records import ChatRow, GameRow, GameStatus, Guest
from skep.server.store.tables import chat, events, games, guests, seat_guests, seats, settings
from skep.server.store.values import clock_text, micros, seconds

__all__ = [
    "claim_seat",
    "create",
    "heartbeat",
    "join",
    "mark_archived",
    "new_guest",
    "rematch",
    "rename",
    "say",
    "setting",
]


def setting(name: str, fresh: bytes, connection: Connection, _maybe_done: bool) -> bytes:
    """Return a setting, which is set to ``fresh`` first if it does not exist."""
    _insert_new(connection, settings, name=name, value=fresh)
    value: bytes = connection.scalars(select(settings.c.value).where(settings.c.name == name)).one()
    return bytes(value)


def heartbeat(now: float, connection: Connection, _maybe_done: bool) -> float | None:
    """Record that a server is running now; return the previous record, or None."""
    recorded = select(settings.c.value).where(settings.c.name == "alive").with_for_update()
    before = connection.scalar(recorded)
    if before is None:
        _insert_new(connection, settings, name="alive", value=b"%d" % micros(now))
        return None
    latest = max(int(before), micros(now))
    connection.execute(update(settings).where(settings.c.name == "alive").values(value=b"%d" % latest))
    return seconds(int(before))


def mark_archived(ids: Sequence[str], connection: Connection, _maybe_done: bool) -> None:
    """Record that the game database has these games."""
    connection.execute(update(games).where(games.c.id.in_(ids)).values(archived=True))


def create(game: GameRow, status: GameStatus, connection: Connection, maybe_done: bool) -> None:
    """Insert a new game, its seats and the guests who hold them."""
    if maybe_done and _is_created(connection, game.id):
        return
    connection.execute(
        insert(games).values(
            id=game.id,
            edition=game.edition,
            game_type=game.game_type,
            threefold=game.threefold,
            clock=clock_text(game.clock),
            created=micros(game.created),
            rematch_of=game.rematch_of,
            seq=0,
            ply=status.ply,
            ended=status.ended,
            deadline=None if status.deadline is None else micros(status.deadline),
            computer_to_move=status.computer_to_move,
            updated=micros(game.created),
        )
    )
    connection.execute(
        insert(seats),
        [
            {
                "game": game.id,
                "side": int(seat.side),
                "guest": seat.guest,
                "name": seat.name,
                "level": seat.level,
                "secret": seat.secret,
                "invite": seat.invite,
            }
            for seat in game.seats
        ],
    )
    holders = [
        {"guest": seat.guest, "game": game.id, "side": int(seat.side)} for seat in game.seats if seat.guest is not None
    ]
    if holders:
        connection.execute(insert(seat_guests), holders)


def join(row: EventRow, connection: Connection, maybe_done: bool) -> bool:
    """Store a JOIN event and give the open seat to the guest; return False if the event's number is taken."""
    if not store_events(connection, [row])[0]:
        return maybe_done and _holds_seat(connection, row)
    name = select(guests.c.name).where(guests.c.id == row.text).scalar_subquery()
    filled = connection.execute(
        update(seats)
        .where(seats.c.game == row.game, seats.c.side == row.side, seats.c.guest.is_(None), seats.c.level.is_(None))
        .values(guest=row.text, name=name, invite=None)
    )
    if filled.rowcount != 1:
        raise SkepError(f"guest {row.text!r} cannot join game {row.game!r}: the seat is not open")
    connection.execute(insert(seat_guests).values(guest=row.text, game=row.game, side=row.side))
    return True


def rematch(row: EventRow, game: GameRow, status: GameStatus, connection: Connection, maybe_done: bool) -> bool:
    """Store the event that points to a new game, and create that game; return False if the number is taken."""
    if not store_events(connection, [row])[0]:
        return maybe_done and _is_created(connection, game.id)
    create(game, status, connection, maybe_done)
    return True


def _is_created(connection: Connection, game: str) -> bool:
    return connection.execute(select(games.c.id).where(games.c.id == game)).one_or_none() is not None


def _holds_seat(connection: Connection, row: EventRow) -> bool:
    columns = seats.c
    holder = select(columns.guest).where(columns.game == row.game, columns.side == row.side)
    stored = select(events.c.at).where(events.c.game == row.game, events.c.seq == row.seq)
    return connection.scalar(holder) == row.text and connection.scalar(stored) == row.at


def say(game: str, line: ChatRow, connection: Connection, maybe_done: bool) -> None:
    """Insert a line of chat."""
    values = {"game": game, "side": int(line.side), "text": line.text, "at": micros(line.at)}
    same = exists().where(*(chat.c[name] == value for name, value in values.items()))
    if not (maybe_done and connection.scalar(select(same))):
        connection.execute(insert(chat).values(values))


def claim_seat(secret: str, guest: str, connection: Connection, _maybe_done: bool) -> tuple[str, Color] | None:
    """Give the seat with a secret to one more guest; return its game and side, or None."""
    seat = connection.execute(select(seats.c.game, seats.c.side).where(seats.c.secret == secret)).one_or_none()
    if seat is None:
        return None
    _insert_new(connection, seat_guests, guest=guest, game=seat.game, side=seat.side)
    return seat.game, Color(seat.side)


def new_guest(guest: Guest, token: str, now: float, connection: Connection, maybe_done: bool) -> None:
    """Insert a guest."""
    if maybe_done and connection.scalar(select(guests.c.token).where(guests.c.id == guest.id)) == token:
        return
    connection.execute(insert(guests).values(id=guest.id, name=guest.name, token=token, created=micros(now)))


def rename(guest: str, name: str, connection: Connection, _maybe_done: bool) -> None:
    """Rename a guest, and their seats in unfinished games."""
    connection.execute(update(guests).where(guests.c.id == guest).values(name=name))
    running = select(games.c.id).where(games.c.id == seats.c.game, ~games.c.ended)
    connection.execute(update(seats).where(seats.c.guest == guest, running.exists()).values(name=name))


def _insert_new(connection: Connection, table: Table, **values: Any) -> None:
    """Insert a row unless its primary key exists."""
    dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
    connection.execute(dialect.insert(table).values(values).on_conflict_do_nothing())
