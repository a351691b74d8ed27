"""Deleting a row with everything that refers to it, in whichever tables this version of the server has."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Column, Connection, Table, delete, update

from skep.server.store.tables import metadata

__all__ = ["delete_referring", "references_to"]


def references_to(key: Column[Any]) -> list[Column[Any]]:
    """Return the columns that refer to a key, directly or through a column that does.

    >>> from skep.server.store.tables import games
    >>> {f"{column.table.name}.{column.name}" for column in references_to(games.c.id)} >= {
    ...     "events.game", "seats.game", "seat_guests.game"}
    True
    """
    found: list[Column[Any]] = []
    pending: list[Column[Any]] = [key]
    while pending:
        target = pending.pop()
        for table in metadata.tables.values():
            for foreign in table.foreign_keys:
                if foreign.column is target and foreign.parent not in found:
                    found.append(foreign.parent)
                    pending.append(foreign.parent)
    return found


def delete_referring(connection: Connection, key: Column[Any], value: str) -> None:
    """Delete the rows that refer to a row; rows of its own table forget it instead."""
    columns = references_to(key)
    for table in reversed(metadata.sorted_tables):
        for column in columns:
            if column.table is not table:
                continue
            if column.table is key.table:
                connection.execute(update(_table(column)).where(column == value).values({column.name: None}))
            else:
                connection.execute(delete(_table(column)).where(column == value))


def _table(column: Column[Any]) -> Table:
    assert isinstance(column.table, Table)
    return column.table
