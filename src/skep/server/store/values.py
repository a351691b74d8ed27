"""Between the values of :mod:`skep.server.store.records` and what the tables have."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import Row

from skep.errors import SkepError, quoted
from skep.pieces import Color
from skep.server.schemas.game import ClockRule
from skep.server.store.records import Event, EventKind, GameRow, GameStatus, SeatRow, StoredGame

__all__ = ["checked", "clock_text", "event_of", "micros", "seat_of", "seconds", "stored_game"]

_SIDES: Final = {None: None, 0: Color.WHITE, 1: Color.BLACK}
_KINDS: Final = {kind.value: kind for kind in EventKind}
_read_clock: Final = msgspec.json.Decoder(ClockRule).decode


def micros(time: float) -> int:
    """Seconds as whole microseconds."""
    return round(time * 1_000_000)


def seconds(time: int) -> float:
    """Whole microseconds as seconds."""
    return time / 1_000_000


def checked(what: str, text: str) -> str:
    """The text, if both databases can keep it: PostgreSQL refuses NUL, and half a surrogate pair is no text.

    >>> checked("a name", "Ann 🐝")
    'Ann 🐝'
    >>> checked("a name", "Ann\\0")
    Traceback (most recent call last):
    skep.errors.SkepError: not a name that can be kept: 'Ann\\x00': it has a NUL character
    """
    if "\0" in text:
        raise SkepError(f"not {what} that can be kept: {quoted(text)}: it has a NUL character")
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError as error:
            raise SkepError(f"not {what} that can be kept: {quoted(text)}: {error.reason}") from None
    return text


def clock_text(clock: ClockRule) -> str:
    """A clock's rule as JSON."""
    return msgspec.json.encode(clock).decode()


def event_of(row: Row[Any]) -> Event:
    """A row of the table of events."""
    return Event(row.game, row.seq, _KINDS[row.kind], _SIDES[row.side], row.text, seconds(row.at))


def seat_of(row: Row[Any]) -> SeatRow:
    """A row of the table of seats."""
    return SeatRow(Color(row.side), row.guest, row.name, row.level, row.secret, row.invite)


def stored_game(row: Row[Any], seats: Sequence[SeatRow], events: tuple[Event, ...] = ()) -> StoredGame:
    """A row of the table of games, with its seats."""
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
        ),
        GameStatus(row.ply, row.ended, None if row.deadline is None else seconds(row.deadline), row.computer_to_move),
        seconds(row.updated),
        events,
    )
