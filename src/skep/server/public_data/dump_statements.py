"""Reading the rated games of a month from the database, in small pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import partial
from typing import Any, Final, Protocol, TypeVar

from sqlalchemy import Connection, Row, Select, and_, func, select, tuple_

from skep.server.store import queries
from skep.server.store.records import StoredGame
from skep.server.store.tables import RATED_GAMES, games, seats
from skep.server.store.values import micros, seconds

__all__ = ["Read", "first_month", "game_keys", "months_between", "next_month", "stored_games"]

_PAGE: Final = 500
_WITHOUT_RESULT: Final = ("aborted", "abandoned")

_Answer = TypeVar("_Answer")


class Read(Protocol):
    """Runs a query in a transaction of its own."""

    def __call__(self, job: Callable[[Connection], _Answer], /) -> _Answer:
        """Return the result of a query."""


def first_month(connection: Connection) -> str | None:
    """Return the month in which the first rated game began, or None."""
    at = connection.scalar(select(func.min(games.c.created)).where(RATED_GAMES))
    return None if at is None else datetime.fromtimestamp(seconds(at), UTC).strftime("%Y-%m")


def next_month(month: str) -> str:
    """Return the month after another.

    >>> next_month("2025-12")
    '2026-01'
    """
    year, number = divmod(12 * int(month[:4]) + int(month[5:]), 12)
    return f"{year}-{number + 1:02}"


def months_between(first: str, last: str) -> Iterator[str]:
    """Return the months from one to another."""
    while first <= last:
        yield first
        first = next_month(first)


def _begin(month: str) -> int:
    return micros(datetime(int(month[:4]), int(month[5:]), 1, tzinfo=UTC).timestamp())


def game_keys(read: Read, month: str) -> Iterator[Row[Any]]:
    """Return the ids and the players' names of the games of a month, in the order in which they began."""
    after = (_begin(month), "")
    while page := read(partial(_page, _begin(next_month(month)), after)):
        yield from page
        after = page[-1].created, page[-1].id


def _page(until: int, after: tuple[int, str], connection: Connection) -> list[Row[Any]]:
    return list(connection.execute(_games(until, after)).all())


def _games(until: int, after: tuple[int, str]) -> Select[Any]:
    white, black = seats.alias("white"), seats.alias("black")
    columns = games.c
    return (
        select(columns.id, columns.created, columns.seq, white.c.name.label("white"), black.c.name.label("black"))
        .join(white, and_(white.c.game == columns.id, white.c.side == 0))
        .join(black, and_(black.c.game == columns.id, black.c.side == 1))
        .where(
            RATED_GAMES,
            columns.created >= after[0],
            columns.created < until,
            tuple_(columns.created, columns.id) > after,
            columns.ending.not_in(_WITHOUT_RESULT),
        )
        .order_by(columns.created, columns.id)
        .limit(_PAGE)
    )


def stored_games(read: Read, month: str) -> Iterator[StoredGame]:
    """Return the games of a month with their events, one after the other."""
    for key in game_keys(read, month):
        stored = read(partial(queries.load, key.id, 0))
        if stored is not None:
            yield stored
