"""Reading games: lists of them under filters, and whole records."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Row, Select, and_, exists, func, or_, select, true

from skep.archive.dates import shown_date
from skep.archive.filters import Filters
from skep.archive.keys import RESULTS, folded
from skep.archive.tables import games, players, records, reviews
from skep.game import ResultCode
from skep.pieces import Color

__all__ = ["Entry", "count", "entries", "find", "player_number", "record", "records_of"]

_AT_ONCE: Final = 200
"""Records that are read in one go when games are exported."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A game of the database, as lists show it."""

    id: int
    white: str
    black: str
    date: str
    """As in 2026-11-15; what is unknown is left out."""
    game_type: str
    edition: str
    result: ResultCode
    reason: str
    plies: int
    event: str
    source: str
    """Where it came from: a file's name, or what the one who added it said."""
    reviewed: bool
    """Whether a review of it is kept."""


def find(connection: Connection, filters: Filters, limit: int, offset: int) -> list[Entry]:
    """Some of the games, the latest first; those without a date last."""
    wanted = _wanted(connection, filters)
    if wanted is None:
        return []
    latest = (games.c.date.desc(), games.c.id.desc())
    return _told(connection, _listed().where(wanted).order_by(*latest).limit(limit).offset(offset))


def count(connection: Connection, filters: Filters) -> int:
    """How many games there are under the filters."""
    wanted = _wanted(connection, filters)
    if wanted is None:
        return 0
    found: int = connection.execute(select(func.count()).select_from(games).where(wanted)).scalar_one()
    return found


def entries(connection: Connection, ids: Sequence[int]) -> list[Entry]:
    """Games by their numbers, in that order; numbers that nobody has are left out."""
    if not ids:
        return []
    found = {entry.id: entry for entry in _told(connection, _listed().where(games.c.id.in_(ids)))}
    return [found[id_] for id_ in ids if id_ in found]


def record(connection: Connection, id_: int) -> str | None:
    """The record of one game."""
    found: str | None = connection.execute(select(records.c.text).where(records.c.game == id_)).scalar()
    return found


def records_of(connection: Connection, filters: Filters, after: int) -> list[tuple[int, str]]:
    """The next records after the game of that number, in the order in which they were added."""
    wanted = _wanted(connection, filters)
    if wanted is None:
        return []
    joined = select(games.c.id, records.c.text).join(records, records.c.game == games.c.id)
    asked = joined.where(wanted, games.c.id > after).order_by(games.c.id).limit(_AT_ONCE)
    return [(row.id, row.text) for row in connection.execute(asked)]


def player_number(connection: Connection, name: str) -> int | None:
    """The number of a player, or None when no record names them."""
    asked = select(players.c.id).where(players.c.folded == folded(name))
    found: int | None = connection.execute(asked).scalar()
    return found


def player_names(connection: Connection, numbers: Iterable[int]) -> dict[int, str]:
    """The names of some players."""
    found = connection.execute(select(players.c.id, players.c.name).where(players.c.id.in_(list(numbers))))
    return {row.id: row.name for row in found.all()}


def _wanted(connection: Connection, filters: Filters) -> ColumnElement[bool] | None:
    """The filters as a condition on games; None when no game can fulfil them."""
    conditions: list[ColumnElement[bool]] = [true()]
    if filters.game_type is not None:
        conditions.append(games.c.game_type == str(filters.game_type))
    if filters.edition is not None:
        conditions.append(games.c.edition == filters.edition.id)
    if filters.result is not None:
        conditions.append(games.c.result == RESULTS.index(filters.result))
    if filters.days is not None:
        conditions.append(games.c.date.between(*filters.days))
    if filters.player is not None:
        number = player_number(connection, filters.player)
        if number is None:
            return None
        white, black = games.c.white == number, games.c.black == number
        conditions.append({None: or_(white, black), Color.WHITE: white, Color.BLACK: black}[filters.side])
    return and_(*conditions)


def _listed() -> Select[Any]:
    reviewed = exists().where(reviews.c.game == games.c.id).label("reviewed")
    return select(games, reviewed)


def _told(connection: Connection, asked: Select[Any]) -> list[Entry]:
    rows = connection.execute(asked).all()
    names = player_names(connection, {number for row in rows for number in (row.white, row.black)})
    return [_entry(row, names) for row in rows]


def _entry(row: Row[Any], names: dict[int, str]) -> Entry:
    return Entry(
        id=row.id,
        white=names.get(row.white, ""),
        black=names.get(row.black, ""),
        date=shown_date(row.date),
        game_type=row.game_type,
        edition=row.edition,
        result=RESULTS[row.result],
        reason=row.reason,
        plies=row.plies,
        event=row.event,
        source=row.source,
        reviewed=bool(row.reviewed),
    )
