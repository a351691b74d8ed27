"""What is written besides events: one function a matter, run by the writer in its transaction.

The flag of each says that it may have been written already, by a commit that broke; each may be run again then.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Table, exists, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from skep.errors import SkepError
from skep.pieces import Color
from skep.server.store.batches import Entry, store_entries
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
    """What is set under a name, which becomes the fresh value if nothing is."""
    _insert_new(connection, settings, name=name, value=fresh)
    value: bytes = connection.scalars(select(settings.c.value).where(settings.c.name == name)).one()
    return bytes(value)


def heartbeat(now: float, connection: Connection, _maybe_done: bool) -> float | None:
    """The latest time at which a server was running, which becomes now."""
    noted = select(settings.c.value).where(settings.c.name == "alive").with_for_update()
    before = connection.scalar(noted)
    if before is None:
        _insert_new(connection, settings, name="alive", value=b"%d" % micros(now))
        return None
    latest = max(int(before), micros(now))
    connection.execute(update(settings).where(settings.c.name == "alive").values(value=b"%d" % latest))
    return seconds(int(before))


def mark_archived(done: Sequence[str], connection: Connection, _maybe_done: bool) -> None:
    """The game database has these games."""
    connection.execute(update(games).where(games.c.id.in_(done)).values(archived=True))


def create(game: GameRow, status: GameStatus, connection: Connection, maybe_done: bool) -> None:
    """A new game, its seats and who holds them."""
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


def join(entry: Entry, connection: Connection, maybe_done: bool) -> bool:
    """The event that the open seat is taken, and the seat filled; False when the event's number is taken."""
    if not store_entries(connection, [entry])[0]:
        return maybe_done and _holds_seat(connection, entry)
    name = select(guests.c.name).where(guests.c.id == entry.text).scalar_subquery()
    filled = connection.execute(
        update(seats)
        .where(seats.c.game == entry.game, seats.c.side == entry.side, seats.c.guest.is_(None), seats.c.level.is_(None))
        .values(guest=entry.text, name=name, invite=None)
    )
    if filled.rowcount != 1:
        raise SkepError(f"the seat that {entry.text!r} would take in game {entry.game!r} is not open")
    connection.execute(insert(seat_guests).values(guest=entry.text, game=entry.game, side=entry.side))
    return True


def rematch(entry: Entry, game: GameRow, status: GameStatus, connection: Connection, maybe_done: bool) -> bool:
    """Store the event that points to a new game, and create that game; return False if the number is taken."""
    if not store_entries(connection, [entry])[0]:
        return maybe_done and _is_created(connection, game.id)
    create(game, status, connection, maybe_done)
    return True


def _is_created(connection: Connection, game: str) -> bool:
    return connection.execute(select(games.c.id).where(games.c.id == game)).one_or_none() is not None


def _holds_seat(connection: Connection, entry: Entry) -> bool:
    columns = seats.c
    holder = select(columns.guest).where(columns.game == entry.game, columns.side == entry.side)
    stored = select(events.c.at).where(events.c.game == entry.game, events.c.seq == entry.seq)
    return connection.scalar(holder) == entry.text and connection.scalar(stored) == entry.at


def say(game: str, line: ChatRow, connection: Connection, maybe_done: bool) -> None:
    """A line of chat."""
    said = {"game": game, "side": int(line.side), "text": line.text, "at": micros(line.at)}
    same = exists().where(*(chat.c[name] == value for name, value in said.items()))
    if not (maybe_done and connection.scalar(select(same))):
        connection.execute(insert(chat).values(said))


def claim_seat(secret: str, guest: str, connection: Connection, _maybe_done: bool) -> tuple[str, Color] | None:
    """One more guest holds the seat with a secret."""
    seat = connection.execute(select(seats.c.game, seats.c.side).where(seats.c.secret == secret)).one_or_none()
    if seat is None:
        return None
    _insert_new(connection, seat_guests, guest=guest, game=seat.game, side=seat.side)
    return seat.game, Color(seat.side)


def new_guest(guest: Guest, token: str, now: float, connection: Connection, maybe_done: bool) -> None:
    """A guest."""
    if maybe_done and connection.scalar(select(guests.c.token).where(guests.c.id == guest.id)) == token:
        return
    connection.execute(insert(guests).values(id=guest.id, name=guest.name, token=token, created=micros(now)))


def rename(guest: str, name: str, connection: Connection, _maybe_done: bool) -> None:
    """A guest's name, and that of the seats taken by them in unfinished games."""
    connection.execute(update(guests).where(guests.c.id == guest).values(name=name))
    running = select(games.c.id).where(games.c.id == seats.c.game, ~games.c.ended)
    connection.execute(update(seats).where(seats.c.guest == guest, running.exists()).values(name=name))


def _insert_new(connection: Connection, table: Table, **values: Any) -> None:
    """Insert a row unless there is one with its primary key."""
    dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
    connection.execute(dialect.insert(table).values(values).on_conflict_do_nothing())
