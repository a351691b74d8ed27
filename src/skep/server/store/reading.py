"""What is read: one function a question, each in a transaction of its own."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Row, select

from skep.pieces import Color
from skep.server.store.records import ChatRow, Guest, SeatRow, StoredGame
from skep.server.store.tables import TO_ARCHIVE, chat, events, games, guests, seat_guests, seats
from skep.server.store.values import event_of, seat_of, seconds, stored_game

__all__ = [
    "chat_of",
    "computer_to_move",
    "expired_clocks",
    "games_of",
    "guest",
    "invited",
    "live",
    "load",
    "ping",
    "running_clocks",
    "seqs",
    "sides_of",
    "unarchived",
]

_CHUNK = 500
"""How many games one statement asks for: databases bound the number of parameters."""


def ping(connection: Connection) -> None:
    """Send the smallest statement, to see whether the database answers."""
    connection.execute(select(1))


def load(game: str, after: int, connection: Connection) -> StoredGame | None:
    """A game with its events after a number."""
    row = connection.execute(select(games).where(games.c.id == game)).one_or_none()
    if row is None:
        return None
    found = connection.execute(select(events).where(events.c.game == game, events.c.seq > after).order_by(events.c.seq))
    return stored_game(row, _seats(connection, [game])[game], tuple(map(event_of, found)))


def seqs(wanted: Sequence[str], connection: Connection) -> dict[str, int]:
    """The number of the last event of each game that there is."""
    last: dict[str, int] = {}
    for start in range(0, len(wanted), _CHUNK):
        found = select(games.c.id, games.c.seq).where(games.c.id.in_(wanted[start : start + _CHUNK]))
        last.update((game, seq) for game, seq in connection.execute(found))
    return last


def chat_of(game: str, limit: int, connection: Connection) -> list[ChatRow]:
    """The last lines of chat, oldest first."""
    latest = select(chat).where(chat.c.game == game).order_by(chat.c.id.desc()).limit(limit)
    lines = [ChatRow(Color(row.side), row.text, seconds(row.at)) for row in connection.execute(latest)]
    return lines[::-1]


def invited(invite: str, connection: Connection) -> tuple[str, Color] | None:
    """The seat that an invitation opens."""
    row = connection.execute(select(seats.c.game, seats.c.side).where(seats.c.invite == invite)).one_or_none()
    return None if row is None else (row.game, Color(row.side))


def sides_of(game: str, who: str, connection: Connection) -> frozenset[Color]:
    """The sides that a guest plays."""
    held = select(seat_guests.c.side).where(seat_guests.c.guest == who, seat_guests.c.game == game)
    return frozenset(map(Color, connection.scalars(held)))


def guest(token: str, connection: Connection) -> Guest | None:
    """The guest with a token."""
    row = connection.execute(select(guests.c.id, guests.c.name).where(guests.c.token == token)).one_or_none()
    return None if row is None else Guest(row.id, row.name)


def games_of(who: str, limit: int, connection: Connection) -> list[StoredGame]:
    """A guest's games: the unfinished first, then the latest."""
    held = select(seat_guests.c.game).where(seat_guests.c.guest == who)
    wanted = select(games).where(games.c.id.in_(held)).order_by(games.c.ended, games.c.updated.desc(), games.c.id)
    return _listed(connection, connection.execute(wanted.limit(limit)).all())


def live(limit: int, connection: Connection) -> list[StoredGame]:
    """Unfinished games without an open seat, the latest first; what one person plays alone is nobody's business."""
    is_open = select(seats.c.game).where(seats.c.game == games.c.id, seats.c.guest.is_(None), seats.c.level.is_(None))
    other = seats.alias()
    alone = select(seats.c.game).where(
        seats.c.game == games.c.id,
        other.c.game == games.c.id,
        seats.c.side < other.c.side,
        seats.c.guest == other.c.guest,
    )
    going_on = select(games).where(~games.c.ended, ~is_open.exists(), ~alone.exists())
    wanted = going_on.order_by(games.c.updated.desc(), games.c.id)
    return _listed(connection, connection.execute(wanted.limit(limit)).all())


def expired_clocks(now: int, limit: int, connection: Connection) -> list[str]:
    """Games whose time has run out, the longest ago first."""
    late = select(games.c.id).where(~games.c.ended, games.c.deadline <= now).order_by(games.c.deadline)
    return list(connection.scalars(late.limit(limit)))


def running_clocks(after: str, limit: int, connection: Connection) -> list[str]:
    """Games with a running clock, by id."""
    timed = select(games.c.id).where(~games.c.ended, games.c.deadline.is_not(None), games.c.id > after)
    return list(connection.scalars(timed.order_by(games.c.id).limit(limit)))


def computer_to_move(before: int, limit: int, connection: Connection) -> list[str]:
    """Games in which the computer is to move and nothing has happened for long, the longest first."""
    waiting = select(games.c.id).where(games.c.computer_to_move, ~games.c.ended, games.c.updated < before)
    return list(connection.scalars(waiting.order_by(games.c.updated).limit(limit)))


def unarchived(limit: int, connection: Connection) -> list[str]:
    """Finished games in which both sides have moved and that the game database has not got, the oldest first."""
    waiting = select(games.c.id).where(TO_ARCHIVE).order_by(games.c.updated)
    return list(connection.scalars(waiting.limit(limit)))


def _listed(connection: Connection, rows: Sequence[Row[Any]]) -> list[StoredGame]:
    both = _seats(connection, [row.id for row in rows])
    return [stored_game(row, both[row.id]) for row in rows]


def _seats(connection: Connection, wanted: Sequence[str]) -> dict[str, list[SeatRow]]:
    """White's and Black's seats of each game."""
    found: defaultdict[str, list[SeatRow]] = defaultdict(list)
    for start in range(0, len(wanted), _CHUNK):
        some = select(seats).where(seats.c.game.in_(wanted[start : start + _CHUNK])).order_by(seats.c.side)
        for row in connection.execute(some):
            found[row.game].append(seat_of(row))
    return found
