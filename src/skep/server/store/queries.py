"""Queries of the store: one function for each, run in its own transaction."""

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
"""Games per statement, because databases limit the number of parameters."""


def ping(connection: Connection) -> None:
    """Send the smallest statement, to check that the database responds."""
    connection.execute(select(1))


def load(game: str, after: int, connection: Connection) -> StoredGame | None:
    """Return a game with its events after a sequence number, or None."""
    row = connection.execute(select(games).where(games.c.id == game)).one_or_none()
    if row is None:
        return None
    later = connection.execute(select(events).where(events.c.game == game, events.c.seq > after).order_by(events.c.seq))
    return stored_game(row, _seats(connection, [game])[game], tuple(map(event_of, later)))


def seqs(ids: Sequence[str], connection: Connection) -> dict[str, int]:
    """Return the sequence number of the last event of each game that exists."""
    last: dict[str, int] = {}
    for start in range(0, len(ids), _CHUNK):
        chunk = select(games.c.id, games.c.seq).where(games.c.id.in_(ids[start : start + _CHUNK]))
        last.update((game, seq) for game, seq in connection.execute(chunk))
    return last


def chat_of(game: str, limit: int, connection: Connection) -> list[ChatRow]:
    """Return the latest lines of chat, oldest first."""
    latest = select(chat).where(chat.c.game == game).order_by(chat.c.id.desc()).limit(limit)
    lines = [ChatRow(Color(row.side), row.text, seconds(row.at)) for row in connection.execute(latest)]
    return lines[::-1]


def invited(invite: str, connection: Connection) -> tuple[str, Color] | None:
    """Return the game and side of an invitation, or None."""
    row = connection.execute(select(seats.c.game, seats.c.side).where(seats.c.invite == invite)).one_or_none()
    return None if row is None else (row.game, Color(row.side))


def sides_of(game: str, who: str, connection: Connection) -> frozenset[Color]:
    """Return the sides that a guest plays in a game."""
    sides = select(seat_guests.c.side).where(seat_guests.c.guest == who, seat_guests.c.game == game)
    return frozenset(map(Color, connection.scalars(sides)))


def guest(token: str, connection: Connection) -> Guest | None:
    """Return the guest with a token, or None."""
    row = connection.execute(select(guests.c.id, guests.c.name).where(guests.c.token == token)).one_or_none()
    return None if row is None else Guest(row.id, row.name)


def games_of(who: str, limit: int, connection: Connection) -> list[StoredGame]:
    """Return a guest's games, unfinished games first, then the latest."""
    own = select(seat_guests.c.game).where(seat_guests.c.guest == who)
    latest = select(games).where(games.c.id.in_(own)).order_by(games.c.ended, games.c.updated.desc(), games.c.id)
    return _with_seats(connection, connection.execute(latest.limit(limit)).all())


def live(limit: int, connection: Connection) -> list[StoredGame]:
    """Return unfinished games between two players, the latest first, without games that one guest plays alone."""
    is_open = select(seats.c.game).where(seats.c.game == games.c.id, seats.c.guest.is_(None), seats.c.level.is_(None))
    other = seats.alias()
    alone = select(seats.c.game).where(
        seats.c.game == games.c.id,
        other.c.game == games.c.id,
        seats.c.side < other.c.side,
        seats.c.guest == other.c.guest,
    )
    running = select(games).where(~games.c.ended, ~is_open.exists(), ~alone.exists())
    latest = running.order_by(games.c.updated.desc(), games.c.id)
    return _with_seats(connection, connection.execute(latest.limit(limit)).all())


def expired_clocks(now: int, limit: int, connection: Connection) -> list[str]:
    """Return the games whose time has run out, the longest overdue first."""
    overdue = select(games.c.id).where(~games.c.ended, games.c.deadline <= now).order_by(games.c.deadline)
    return list(connection.scalars(overdue.limit(limit)))


def running_clocks(after: str, limit: int, connection: Connection) -> list[str]:
    """Return the games with a running clock, ordered by id."""
    timed = select(games.c.id).where(~games.c.ended, games.c.deadline.is_not(None), games.c.id > after)
    return list(connection.scalars(timed.order_by(games.c.id).limit(limit)))


def computer_to_move(before: int, limit: int, connection: Connection) -> list[str]:
    """Return the games that have waited for the computer since a time, the longest waiting first."""
    waiting = select(games.c.id).where(games.c.computer_to_move, ~games.c.ended, games.c.updated < before)
    return list(connection.scalars(waiting.order_by(games.c.updated).limit(limit)))


def unarchived(limit: int, connection: Connection) -> list[str]:
    """Return finished games in which both sides have moved and that are not archived, the oldest first."""
    waiting = select(games.c.id).where(TO_ARCHIVE).order_by(games.c.updated)
    return list(connection.scalars(waiting.limit(limit)))


def _with_seats(connection: Connection, rows: Sequence[Row[Any]]) -> list[StoredGame]:
    seats_by_game = _seats(connection, [row.id for row in rows])
    return [stored_game(row, seats_by_game[row.id]) for row in rows]


def _seats(connection: Connection, ids: Sequence[str]) -> dict[str, list[SeatRow]]:
    """Return White's and Black's seats of each game."""
    by_game: defaultdict[str, list[SeatRow]] = defaultdict(list)
    for start in range(0, len(ids), _CHUNK):
        chunk = select(seats).where(seats.c.game.in_(ids[start : start + _CHUNK])).order_by(seats.c.side)
        for row in connection.execute(chunk):
            by_game[row.game].append(seat_of(row))
    return by_game
