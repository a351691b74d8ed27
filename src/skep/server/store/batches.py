"""Batches of events, stored with two statements.

One statement inserts the events whose sequence numbers are free, the other updates the status of their games. The
events are passed as one JSON parameter. Measured on two cores, the interpreter then spends a third (SQLite) to a fifth
(PostgreSQL) of the time that one parameter per column takes, and the event loop runs while the database works.

SQLite finds an item of an array faster than a key of an object. PostgreSQL makes rows of objects only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

import msgspec
from msgspec.structs import astuple
from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    ColumnElement,
    Connection,
    Executable,
    Integer,
    SmallInteger,
    Text,
    bindparam,
    cast,
    column,
    func,
    select,
    true,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.types import TypeEngine

from skep.server.store.records import EventKind
from skep.server.store.tables import events, games

__all__ = ["ENDS", "EventRow", "store_events"]

ENDS: Final = (EventKind.MOVE.value, EventKind.END.value)
"""The kinds of events that can end a game."""


class EventRow(msgspec.Struct, gc=False):
    """An event and the status of the game after it, as column values."""

    game: str
    seq: int
    kind: str
    side: int | None
    text: str
    at: int
    ply: int
    ended: bool
    deadline: int | None
    computer_to_move: bool
    winner: int | None
    ending: str | None

    @property
    def ends_game(self) -> bool:
        """Whether the event ended the game. Others can follow, such as the offer of a rematch."""
        return self.ended and self.kind in ENDS


_EVENT: Final = ("game", "seq", "kind", "side", "text", "at")
_STATUS: Final = ("seq", "ply", "ended", "deadline", "computer_to_move", "winner", "ending")
_TYPES: Final[dict[str, TypeEngine[Any]]] = {
    "game": Text(),
    "seq": Integer(),
    "kind": Text(),
    "side": SmallInteger(),
    "text": Text(),
    "at": BigInteger(),
    "ply": Integer(),
    "ended": Boolean(),
    "deadline": BigInteger(),
    "computer_to_move": Boolean(),
    "winner": SmallInteger(),
    "ending": Text(),
}
_encode: Final = msgspec.json.Encoder().encode


def _arrays(rows: Sequence[EventRow]) -> str:
    return _encode([astuple(row) for row in rows]).decode()


def _objects(rows: Sequence[EventRow]) -> str:
    return _encode(rows).decode()


def _columns(dialect: str) -> dict[str, ColumnElement[Any]]:
    """Return the rows of the JSON parameter as columns of a table."""
    batch = bindparam("batch", type_=Text())
    if dialect == "sqlite":
        each = func.json_each(batch).table_valued("value", name="event")
        return {
            name: func.json_extract(each.c.value, f"$[{index}]", type_=_TYPES[name])
            for index, name in enumerate(EventRow.__struct_fields__)
        }
    rows = func.json_to_recordset(cast(batch, JSON)).table_valued(
        *(column(name, type_) for name, type_ in _TYPES.items())
    )
    return dict(rows.render_derived(name="event", with_types=True).c)


class _Statements(NamedTuple):
    encode: Callable[[Sequence[EventRow]], str]
    """Returns the JSON parameter."""
    insert: Executable
    """Returns the number of inserted rows."""
    insert_returning: Executable
    """Returns the inserted rows."""
    status: Executable


def _statements(dialect: str) -> _Statements:
    batch_columns = _columns(dialect)
    # Without a WHERE before it, SQLite would read ON CONFLICT as the ON of a join.
    rows = select(*(batch_columns[name] for name in _EVENT)).where(true())
    insert = (sqlite if dialect == "sqlite" else postgresql).insert(events).from_select(_EVENT, rows)
    free = insert.on_conflict_do_nothing()
    values = {**{name: batch_columns[name] for name in _STATUS}, "updated": batch_columns["at"]}
    return _Statements(
        _arrays if dialect == "sqlite" else _objects,
        free.execution_options(preserve_rowcount=True),
        free.returning(events.c.game, events.c.seq),
        update(games).where(games.c.id == batch_columns["game"]).values(values),
    )


_STATEMENTS: Final = {dialect: _statements(dialect) for dialect in ("sqlite", "postgresql")}


def store_events(connection: Connection, rows: Sequence[EventRow]) -> list[bool]:
    """Store the events whose numbers are free and the status of their games; return which events were stored.

    A call with several events has to be the first of its transaction, because it can roll back. Nearly always all
    events are stored, and then their number is enough: SQLite releases the interpreter for every row it returns, and
    the event loop would have to wait for it each time.
    """
    statements = _STATEMENTS[connection.dialect.name]
    # The same order in every process prevents deadlocks between two that store events of the same two games.
    ordered = sorted(rows, key=_number)
    batch = statements.encode(ordered)
    count = connection.execute(statements.insert, {"batch": batch}).rowcount
    if count in (0, len(rows)):
        fresh, stored = ordered[:count], [count > 0] * len(rows)
    else:
        connection.rollback()
        inserted = connection.execute(statements.insert_returning, {"batch": batch})
        fresh, stored = _inserted_rows(ordered, rows, {(game, seq) for game, seq in inserted})
    latest = {row.game: row for row in fresh}
    if len(latest) < len(rows):
        batch = statements.encode(list(latest.values()))
    if latest:
        connection.execute(statements.status, {"batch": batch})
    return stored


def _number(row: EventRow) -> tuple[str, int]:
    return row.game, row.seq


def _inserted_rows(
    ordered: Sequence[EventRow], rows: Sequence[EventRow], inserted: set[tuple[str, int]]
) -> tuple[list[EventRow], list[bool]]:
    """Return the inserted rows and, for each row, whether it is one of them.

    Of several rows with the same number, the database inserts the first.
    """
    fresh: dict[int, EventRow] = {}
    for row in ordered:
        if _number(row) in inserted:
            inserted.discard(_number(row))
            fresh[id(row)] = row
    return list(fresh.values()), [id(row) in fresh for row in rows]
