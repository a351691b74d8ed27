"""Everything stored about a player: as a download, and how it is deleted with the account.

Each part of the server that stores something about players has an entry; the application lists them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final

import msgspec
from sqlalchemy import Column, ColumnElement, Connection, Select, Table, and_, delete, func, or_, select, tuple_, update

from skep.pieces import Color
from skep.server.accounts.statements import reserve_name
from skep.server.store.account_tables import (
    account_data,
    accounts,
    known_devices,
    passkey_challenges,
    passkeys,
    recovery_codes,
    reserved_names,
    sessions,
)
from skep.server.store.tables import chat, games, guests, seat_guests, seats, spectator_chat
from skep.server.store.values import seconds

__all__ = ["DELETED_NAME", "OWN_DATA", "PersonalData", "delete_account", "export_all", "has_deleted_account", "rows_of"]

DELETED_NAME: Final = "deleted account"
"""The name of a deleted account in its games. Nobody can choose it."""
_DELETED_TOKEN: Final = "deleted "
"""Begins the token of a deleted account, which no cookie has; its id follows."""


def nothing_of_guests(_guest: str, _account: str, _connection: Connection) -> None:
    """Give nothing to an account: what is not stored about guests."""


@dataclass(frozen=True, slots=True)
class PersonalData:
    """The data that one part of the server stores about players."""

    name: str
    """Its key in the download."""
    export: Callable[[str, Connection], object]
    """Returns what is stored about a player, as values that JSON can represent."""
    erase: Callable[[str, Connection], None]
    """Deletes it, or removes what identifies the player."""
    adopt: Callable[[str, str, Connection], None] = nothing_of_guests
    """Gives what is stored about a guest to an account, whose own data stay."""


def rows_of(name: str, *columns: Column[Any], without: tuple[str, ...] = (), kept: bool = False) -> PersonalData:
    """Return the data in the rows of some tables that name a player in a column.

    ``without`` names the columns that are secret. Rows that are ``kept`` are exported, but outlive the account.
    """
    tables: dict[Table, list[Column[Any]]] = {}
    for column in columns:
        tables.setdefault(column.table, []).append(column)

    def names(player: str, own: list[Column[Any]]) -> ColumnElement[bool]:
        return or_(*(column == player for column in own))

    def export(player: str, connection: Connection) -> object:
        rows = {table: connection.execute(select(table).where(names(player, own))) for table, own in tables.items()}
        return {
            table.name: [{key: row[key] for key in row if key not in without} for row in found.mappings()]
            for table, found in rows.items()
        }

    def erase(player: str, connection: Connection) -> None:
        for table, own in tables.items():
            if not kept:
                connection.execute(delete(table).where(names(player, own)))

    return PersonalData(name, export, erase)


def export_all(player: str, parts: Iterable[PersonalData], connection: Connection) -> dict[str, object]:
    """Return everything stored about a player."""
    return {part.name: part.export(player, connection) for part in parts}


def delete_account(
    player: str,
    parts: tuple[PersonalData, ...],
    now: float,
    reserved: float,
    connection: Connection,
    _maybe_done: bool,
) -> list[str]:
    """Delete an account and everything personal; return its sessions. Its games remain, without a name."""
    key = connection.scalar(select(accounts.c.name_key).where(accounts.c.id == player))
    if key is None:
        return []
    ended = list(connection.scalars(select(sessions.c.id).where(sessions.c.account == player)))
    for part in parts:
        part.erase(player, connection)
    connection.execute(delete(accounts).where(accounts.c.id == player))
    reserve_name(key, None, now + reserved, connection)
    # the row stays, because the games refer to it
    gone = {"name": DELETED_NAME, "token": f"{_DELETED_TOKEN}{player}"}
    connection.execute(update(guests).where(guests.c.id == player).values(gone))
    return ended


def has_deleted_account(player: ColumnElement[str | None]) -> ColumnElement[bool]:
    """Return the condition that a player, whose id a column has, had an account that was deleted."""
    columns = guests.c
    return select(columns.id).where(columns.id == player, columns.token == _DELETED_TOKEN + columns.id).exists()


def _export_account(player: str, connection: Connection) -> object:
    row = connection.execute(
        select(guests.c.id, guests.c.name, guests.c.created.label("first_seen"), accounts)
        .join(accounts, accounts.c.id == guests.c.id)
        .where(guests.c.id == player)
    ).one()
    former = select(reserved_names.c.name_key, reserved_names.c.until).where(reserved_names.c.account == player)
    return {
        "id": row.id,
        "name": row.name,
        "first_seen": seconds(row.first_seen),
        "created": seconds(row.created),
        "renamed": None if row.renamed is None else seconds(row.renamed),
        "role": row.role,
        "bot": row.bot,
        "has_password": row.password is not None,
        "recovery_codes": _count(recovery_codes.c.account, player, connection),
        "known_devices": _count(known_devices.c.account, player, connection),
        "reserved_names": [{"name": key, "until": seconds(until)} for key, until in connection.execute(former)],
    }


def _count(column: Any, player: str, connection: Connection) -> int:
    return connection.scalar(select(func.count()).where(column == player)) or 0


def _erase_account(player: str, connection: Connection) -> None:
    for column in (
        recovery_codes.c.account,
        known_devices.c.account,
        reserved_names.c.account,
        passkey_challenges.c.player,
    ):
        connection.execute(delete(column.table).where(column == player))


def _export_passkeys(player: str, connection: Connection) -> object:
    rows = connection.execute(select(passkeys).where(passkeys.c.account == player).order_by(passkeys.c.created))
    return [
        {
            "id": row.id,
            "name": row.name,
            "created": seconds(row.created),
            "used": None if row.used is None else seconds(row.used),
            "sign_count": row.sign_count,
        }
        for row in rows
    ]


def _erase_passkeys(player: str, connection: Connection) -> None:
    connection.execute(delete(passkeys).where(passkeys.c.account == player))


def _export_sessions(player: str, connection: Connection) -> object:
    rows = connection.execute(select(sessions).where(sessions.c.account == player).order_by(sessions.c.created))
    return [
        {
            "device": row.device,
            "created": seconds(row.created),
            "seen": seconds(row.seen),
            "expires": seconds(row.expires),
            "method": row.method,
        }
        for row in rows
    ]


def _erase_sessions(player: str, connection: Connection) -> None:
    connection.execute(delete(sessions).where(sessions.c.account == player))


def _export_data(player: str, connection: Connection) -> object:
    rows = connection.execute(select(account_data).where(account_data.c.account == player))
    return {row.kind: msgspec.Raw(bytes(row.value)) for row in rows}


def _erase_data(player: str, connection: Connection) -> None:
    connection.execute(delete(account_data).where(account_data.c.account == player))


def _games_of(player: str) -> Select[Any]:
    return (
        select(games, seat_guests.c.side, seats.c.name)
        .join(seat_guests, seat_guests.c.game == games.c.id)
        .join(seats, (seats.c.game == games.c.id) & (seats.c.side == seat_guests.c.side))
        .where(seat_guests.c.guest == player)
        .order_by(games.c.created, games.c.id)
    )


def _export_games(player: str, connection: Connection) -> object:
    return [
        {
            "id": row.id,
            "side": Color(row.side).name.lower(),
            "name": row.name,
            "created": seconds(row.created),
            "ended": row.ended,
            "ending": row.ending,
            "winner": None if row.winner is None else Color(row.winner).name.lower(),
            "rated": row.rated,
            "private": row.private,
            "pgn": f"/api/games/{row.id}/record.pgn",
        }
        for row in connection.execute(_games_of(player))
    ]


def _erase_games(player: str, connection: Connection) -> None:
    """Remove the player's name from their games, which belong to their opponents too, and from the game database."""
    connection.execute(update(seats).where(seats.c.guest == player).values(name=DELETED_NAME))
    own = select(seats.c.game).where(seats.c.guest == player)
    connection.execute(update(games).where(games.c.id.in_(own), games.c.archived).values(archived=False))


def _export_chat(player: str, connection: Connection) -> object:
    rows = connection.execute(
        select(chat)
        .join(seat_guests, (seat_guests.c.game == chat.c.game) & (seat_guests.c.side == chat.c.side))
        .where(seat_guests.c.guest == player)
        .order_by(chat.c.at)
    )
    lines = [{"game": row.game, "text": row.text, "at": seconds(row.at)} for row in rows]
    watched = connection.execute(select(spectator_chat).where(_wrote_as_spectator(player)).order_by("at"))
    return {
        "as_player": lines,
        "as_spectator": [{"game": row.game, "text": row.text, "at": seconds(row.at)} for row in watched],
    }


def _erase_chat(player: str, connection: Connection) -> None:
    own = select(seats.c.game, seats.c.side).where(seats.c.guest == player)
    connection.execute(delete(chat).where(tuple_(chat.c.game, chat.c.side).in_(own)))
    connection.execute(delete(spectator_chat).where(_wrote_as_spectator(player)))


def _wrote_as_spectator(player: str) -> ColumnElement[bool]:
    """Return the condition on a line that the player wrote it. Lines of earlier versions have only a name."""
    name = select(guests.c.name).where(guests.c.id == player).scalar_subquery()
    chat_line = spectator_chat.c
    by_name = and_(chat_line.guest.is_(None), chat_line.name == name, chat_line.name != "")
    return or_(chat_line.guest == player, by_name)


OWN_DATA: Final = (
    PersonalData("account", _export_account, _erase_account),
    PersonalData("passkeys", _export_passkeys, _erase_passkeys),
    PersonalData("sessions", _export_sessions, _erase_sessions),
    PersonalData("data", _export_data, _erase_data),
    PersonalData("chat", _export_chat, _erase_chat),
    PersonalData("games", _export_games, _erase_games),
)
"""The data of accounts, games and chat."""
