"""Preparing the server for attacks."""

from __future__ import annotations

import asyncio
import secrets
from typing import Any, Final

from sqlalchemy import Connection, Engine, Table, select

from bench.attack.shuffle import move_strings
from bench.guests import Guest, http_client
from skep.database.engines import read_url, writing_engine
from skep.server.store.tables import games, seat_guests, seats

__all__ = ["add_invitations", "warm_up"]

_ADDRESS: Final = "127.2.0.1"
_CHUNK: Final = 1000
"""Invitations per transaction, few enough for the server to write in between."""
_POLL: Final = 0.2
_AHEAD: Final = 3600 * 1_000_000
"""Microseconds by which invitations are newer than running games."""


def warm_up(port: int) -> None:
    """Use what allocates memory that a server keeps: the strongest level and the process that draws animations."""
    asyncio.run(_warm_up(port))


async def _warm_up(port: int) -> None:
    async with http_client(_ADDRESS) as client:
        guest = Guest(client, port)
        game = await guest.create_game("computer", level=10, side="black")
        while not (await guest.request("GET", f"/games/{game}")).raise_for_status().json()["moves"]:
            await asyncio.sleep(_POLL)
        study = {"start": "ultimate-2024 Base White[1] -", "moves": move_strings(20)}
        (await guest.request("POST", "/pictures", {**study, "form": "gif"})).raise_for_status()


def add_invitations(port: int, database: str, count: int) -> None:
    """Store open invitations, which are copies of one that was created over REST."""
    original = asyncio.run(_new_invitation(port))
    engine = writing_engine(read_url(database))
    try:
        rows = {
            table: _rows(engine, table, column, original)
            for table, column in ((games, "id"), (seats, "game"), (seat_guests, "game"))
        }
        for first in range(0, count, _CHUNK):
            numbers = range(first, min(first + _CHUNK, count))
            with engine.begin() as connection:
                for table, originals in rows.items():
                    _insert_copies(connection, table, originals, numbers)
    finally:
        engine.dispose()


async def _new_invitation(port: int) -> str:
    async with http_client(_ADDRESS) as client:
        return await Guest(client, port).create_game("friend")


def _rows(engine: Engine, table: Table, column: str, game: str) -> list[dict[str, Any]]:
    with engine.connect() as connection:
        found = connection.execute(select(table).where(table.c[column] == game)).mappings()
        return [dict(row) for row in found]


def _insert_copies(connection: Connection, table: Table, originals: list[dict[str, Any]], numbers: range) -> None:
    copies = [_copy(row, f"{number:010}") for number in numbers for row in originals]
    connection.execute(table.insert(), copies)


def _copy(row: dict[str, Any], game: str) -> dict[str, Any]:
    """Return a row for another game, with other secrets, which have to be unique.

    It is newer than any running game, as if it was created during the attack.
    """
    changes: dict[str, Any] = {"id" if "id" in row else "game": game}
    if "updated" in row:
        changes["updated"] = row["updated"] + _AHEAD
    for name in ("secret", "invite"):
        if row.get(name) is not None:
            changes[name] = secrets.token_hex(32)
    return {**row, **changes}
