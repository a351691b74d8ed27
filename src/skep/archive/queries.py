"""Reading games from the database: filtered lists and complete records."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Row, Select, and_, exists, func, or_, select, true

from skep.archive.dates import format_date
from skep.archive.filters import Filters
from skep.archive.keys import RESULTS, fold_name
from skep.archive.sources import PLAYED_SOURCE, STARTER_SOURCE, Origin
from skep.archive.tables import games, players, records, reviews
from skep.game import ResultCode
from skep.pieces import Color

__all__ = [
    "ArchiveEntry",
    "count",
    "entries_by_id",
    "find",
    "import_size",
    "openings",
    "player_id",
    "player_names",
    "record",
    "records_after",
]

_EXPORT_BATCH: Final = 200
"""Number of records read per query when games are exported."""
_CHUNK: Final = 500
"""Games per statement, because databases limit the number of parameters."""


@dataclass(frozen=True, slots=True)
class ArchiveEntry:
    """Summary of a game, for lists."""

    id: int
    white: str
    black: str
    date: str
    """Formatted as 2026-11-15, without the unknown parts."""
    game_type: str
    edition: str
    result: ResultCode
    reason: str
    plies: int
    event: str
    source: str
    """The origin of the game: a file name, or the source given when it was added."""
    reviewed: bool
    """Whether the archive has a review of the game."""
    opening: str
    """The letters of the bugs of the first four moves, such as ``SAQG``."""
    final: str
    """The stacks of the final position, such as ``0,0,wS1;1,0,bQ,wB1``: coordinates, then pieces from the bottom."""
    clock: str
    """The TimeControl tag, such as ``600+5``, or an empty string if it is unknown."""


def find(connection: Connection, filters: Filters, limit: int, offset: int) -> list[ArchiveEntry]:
    """Return some of the games, the latest first and those without a date last."""
    condition = _condition(connection, filters)
    if condition is None:
        return []
    latest_first = (games.c.date.desc(), games.c.id.desc())
    return _entries(connection, _select_games().where(condition).order_by(*latest_first).limit(limit).offset(offset))


def count(connection: Connection, filters: Filters) -> int:
    """Return the number of games that match the filters."""
    condition = _condition(connection, filters)
    if condition is None:
        return 0
    number: int = connection.execute(select(func.count()).select_from(games).where(condition)).scalar_one()
    return number


def import_size(connection: Connection, import_id: str) -> int:
    """Return the number of games that belong to an import."""
    query = select(func.count()).select_from(games).where(games.c.import_id == import_id)
    number: int = connection.execute(query).scalar_one()
    return number


def entries_by_id(connection: Connection, ids: Sequence[int]) -> list[ArchiveEntry]:
    """Return games by id, in the given order, without the ids that do not exist."""
    if not ids:
        return []
    by_id = {entry.id: entry for entry in _entries(connection, _select_games().where(games.c.id.in_(ids)))}
    return [by_id[id_] for id_ in ids if id_ in by_id]


def record(connection: Connection, id_: int) -> str | None:
    """Return the record of a game, or None."""
    text: str | None = connection.execute(select(records.c.text).where(records.c.game == id_)).scalar()
    return text


def records_after(connection: Connection, filters: Filters, after: int) -> list[tuple[int, str]]:
    """Return the next batch of ids and records after a game id, in the order in which games were added."""
    condition = _condition(connection, filters)
    if condition is None:
        return []
    joined = select(games.c.id, records.c.text).join(records, records.c.game == games.c.id)
    query = joined.where(condition, games.c.id > after).order_by(games.c.id).limit(_EXPORT_BATCH)
    return [(row.id, row.text) for row in connection.execute(query)]


def player_id(connection: Connection, name: str) -> int | None:
    """Return the id of a player, or None if no record has that name."""
    query = select(players.c.id).where(players.c.folded == fold_name(name))
    id_: int | None = connection.execute(query).scalar()
    return id_


def player_names(connection: Connection, ids: Iterable[int]) -> dict[int, str]:
    """Return the names of players by id."""
    rows = connection.execute(select(players.c.id, players.c.name).where(players.c.id.in_(list(ids))))
    return {row.id: row.name for row in rows.all()}


def _condition(connection: Connection, filters: Filters) -> ColumnElement[bool] | None:
    """Return the filters as an SQL condition, or None if no game can match."""
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
        id_ = player_id(connection, filters.player)
        if id_ is None:
            return None
        white, black = games.c.white == id_, games.c.black == id_
        conditions.append({None: or_(white, black), Color.WHITE: white, Color.BLACK: black}[filters.side])
    if filters.name is not None:
        conditions.append(_has_player(filters.name, filters.side))
    if filters.opening is not None:
        # Black's bugs are between White's
        conditions.append(games.c.opening.like("_".join(filters.opening) + "%"))
    if filters.origin is not None:
        conditions.append(_comes_from(filters.origin))
    return and_(*conditions)


def _has_player(part: str, side: Color | None) -> ColumnElement[bool]:
    """Return the condition that a player's name has a part, on one side or on either."""
    ids = select(players.c.id).where(players.c.folded.contains(fold_name(part), autoescape=True))
    white, black = games.c.white.in_(ids), games.c.black.in_(ids)
    return {None: or_(white, black), Color.WHITE: white, Color.BLACK: black}[side]


def _comes_from(origin: Origin) -> ColumnElement[bool]:
    if origin is Origin.IMPORTED:
        return games.c.source.not_in((PLAYED_SOURCE, STARTER_SOURCE))
    return games.c.source == (PLAYED_SOURCE if origin is Origin.PLAYED else STARTER_SOURCE)


def _select_games() -> Select[Any]:
    reviewed = exists().where(reviews.c.game == games.c.id).label("reviewed")
    return select(games, reviewed)


def _entries(connection: Connection, query: Select[Any]) -> list[ArchiveEntry]:
    rows = connection.execute(query).all()
    names = player_names(connection, {id_ for row in rows for id_ in (row.white, row.black)})
    return [_entry(row, names) for row in rows]


def _entry(row: Row[Any], names: dict[int, str]) -> ArchiveEntry:
    return ArchiveEntry(
        id=row.id,
        white=names.get(row.white, ""),
        black=names.get(row.black, ""),
        date=format_date(row.date),
        game_type=row.game_type,
        edition=row.edition,
        result=RESULTS[row.result],
        reason=row.reason,
        plies=row.plies,
        event=row.event,
        source=row.source,
        reviewed=bool(row.reviewed),
        opening=row.opening or "",
        final=row.final or "",
        clock=row.clock or "",
    )


def openings(connection: Connection, source: str, source_keys: Sequence[str]) -> dict[str, str]:
    """Return the first bugs of games from a source, by the games' ids there."""
    found: dict[str, str] = {}
    for start in range(0, len(source_keys), _CHUNK):
        keys = source_keys[start : start + _CHUNK]
        query = select(games.c.source_key, games.c.opening).where(
            games.c.source == source, games.c.source_key.in_(keys)
        )
        found.update((key, opening) for key, opening in connection.execute(query) if opening)
    return found
