"""Conversions between the values of :mod:`skep.server.store.records` and table columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import Row

from skep.errors import SkepError, quote
from skep.pieces import Color
from skep.server.schemas.game import ClockRule
from skep.server.store.records import Event, EventKind, GameRow, GameStatus, Heartbeat, SeatRating, SeatRow, StoredGame

__all__ = [
    "HEARTBEAT_PREFIX",
    "check_text",
    "clock_text",
    "event_of",
    "heartbeat_of",
    "micros",
    "seat_of",
    "seconds",
    "stored_game",
]

HEARTBEAT_PREFIX: Final = "alive:"
"""The beginning of the setting with the latest heartbeat of a process; the rest is its id."""

_SIDES: Final = {None: None, 0: Color.WHITE, 1: Color.BLACK}
_KINDS: Final = {kind.value: kind for kind in EventKind}
_read_clock: Final = msgspec.json.Decoder(ClockRule).decode


def micros(time: float) -> int:
    """Convert seconds to whole microseconds."""
    return round(time * 1_000_000)


def seconds(time: int) -> float:
    """Convert whole microseconds to seconds."""
    return time / 1_000_000


def check_text(what: str, text: str) -> str:
    """Return a text that both databases can store, or raise SkepError.

    PostgreSQL rejects NUL characters, and a lone surrogate cannot be encoded.

    >>> check_text("a name", "Ann 🐝")
    'Ann 🐝'
    >>> check_text("a name", "Ann\\0")
    Traceback (most recent call last):
    skep.errors.SkepError: cannot store a name with a NUL character: 'Ann\\x00'
    """
    if "\0" in text:
        raise SkepError(f"cannot store {what} with a NUL character: {quote(text)}")
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError as error:
            raise SkepError(f"cannot store {what}: {quote(text)}: {error.reason}") from None
    return text


def clock_text(clock: ClockRule) -> str:
    """Return a clock rule as JSON."""
    return msgspec.json.encode(clock).decode()


def heartbeat_of(row: Row[Any]) -> Heartbeat:
    """Return the heartbeat in a row of the settings."""
    at, wall = row.value.split()
    return Heartbeat(row.name.removeprefix(HEARTBEAT_PREFIX), seconds(int(at)), seconds(int(wall)))


def event_of(row: Row[Any]) -> Event:
    """Return the event of a table row."""
    return Event(row.game, row.seq, _KINDS[row.kind], _SIDES[row.side], row.text, seconds(row.at))


def seat_of(row: Row[Any]) -> SeatRow:
    """Return the seat of a table row, which includes its player's rating."""
    rating = (
        None
        if row.rating is None
        else SeatRating(row.rating, row.deviation, row.volatility, row.rated_at, row.new_rating)
    )
    return SeatRow(
        Color(row.side),
        row.guest,
        row.name,
        row.level,
        row.secret,
        row.invite,
        bool(row.registered),
        rating,
        bool(row.bot),
    )


def stored_game(
    row: Row[Any], seats: Sequence[SeatRow], events: tuple[Event, ...] = (), *, aborted: bool = False
) -> StoredGame:
    """Return the game of a table row, with its seats."""
    white, black = seats
    return StoredGame(
        GameRow(
            row.id,
            row.edition,
            row.game_type,
            row.threefold,
            _read_clock(row.clock),
            seconds(row.created),
            (white, black),
            row.rematch_of,
            row.private,
            row.rated,
            row.pool,
            row.tournament,
        ),
        GameStatus(
            row.ply,
            row.ended,
            None if row.deadline is None else seconds(row.deadline),
            row.computer_to_move,
            _SIDES[row.winner],
            row.ending,
        ),
        seconds(row.updated),
        events,
        aborted,
    )
