"""An administrator's work on accounts: roles, names, bans and deletion."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, Row, Table, and_, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from skep.errors import SkepError
from skep.server.accounts.accounts import RESERVED_SECONDS
from skep.server.accounts.names import NameRefused, check_name, name_key
from skep.server.accounts.personal_data import OWN_DATA, PersonalData
from skep.server.accounts.personal_data import delete_account as delete_everything
from skep.server.accounts.session_statements import end_access
from skep.server.store.account_tables import accounts
from skep.server.store.records import Role
from skep.server.store.statements import rename as rename_player
from skep.server.store.tables import guests, metadata
from skep.server.store.values import micros, seconds

__all__ = [
    "AccountRow",
    "SanctionInForce",
    "ban",
    "delete_account",
    "find_account",
    "list_accounts",
    "list_sanctions",
    "rename",
    "set_role",
    "unban",
]

_ADMINISTRATOR: Final = "skep admin"
"""The name of the administrator in the moderators' log."""


@dataclass(frozen=True, slots=True)
class AccountRow:
    """An account."""

    id: str
    name: str
    role: Role
    created: float


@dataclass(frozen=True, slots=True)
class SanctionInForce:
    """A sanction that restricts an account."""

    name: str
    kind: str
    reason: str
    at: float
    until: float | None
    """None for a sanction without an end."""


def find_account(name: str, connection: Connection) -> AccountRow:
    """Return the account with a name, however it is written. Raises SkepError."""
    row = connection.execute(_accounts().where(accounts.c.name_key == name_key(name))).one_or_none()
    if row is None:
        raise SkepError(f"no account has the name {name!r}")
    return _account_row(row)


def list_accounts(role: Role | None, limit: int, connection: Connection) -> list[AccountRow]:
    """Return the latest accounts, or those with a role."""
    found = _accounts().order_by(accounts.c.created.desc(), accounts.c.id).limit(limit)
    if role is not None:
        found = found.where(accounts.c.role == role)
    return [_account_row(row) for row in connection.execute(found)]


def set_role(name: str, role: Role, connection: Connection) -> AccountRow:
    """Give an account a role and return the account as it was before."""
    account = find_account(name, connection)
    connection.execute(update(accounts).where(accounts.c.id == account.id).values(role=role))
    _log(connection, "appoint" if role else "dismiss", account, role)
    return account


def rename(name: str, new_name: str, connection: Connection) -> AccountRow:
    """Rename an account, in its running games too, and return it as it was before. Raises SkepError."""
    account = find_account(name, connection)
    try:
        new_name = check_name(new_name)
    except NameRefused as error:
        raise SkepError(f"cannot use the name {new_name!r}: {error}") from error
    key = name_key(new_name)
    if _is_reserved(connection, key, account.id):
        raise SkepError(f"the name {new_name!r} belonged to another account until recently")
    try:
        with connection.begin_nested():
            connection.execute(update(accounts).where(accounts.c.id == account.id).values(name_key=key))
    except IntegrityError:
        raise SkepError(f"the name {new_name!r} belongs to another account") from None
    rename_player(account.id, new_name, connection, False)
    _log(connection, "rename", account, new_name)
    return account


def ban(name: str, reason: str, until: float | None, connection: Connection) -> AccountRow:
    """Ban an account, and end its sessions and tokens."""
    account, now = find_account(name, connection), time.time()
    connection.execute(
        insert(_moderation("sanctions")).values(
            player=account.id,
            kind="ban",
            reason=reason,
            at=micros(now),
            until=None if until is None else micros(until),
            lifted=False,
            seen=False,
        )
    )
    end_access(account.id, connection)
    _log(connection, "ban", account, reason)
    return account


def unban(name: str, connection: Connection) -> int:
    """Lift every sanction in force against an account and return their number."""
    account, table = find_account(name, connection), _moderation("sanctions")
    in_force = and_(table.c.player == account.id, _in_force(table))
    lifted = connection.execute(update(table).where(in_force).values(lifted=True)).rowcount
    if lifted:
        _log(connection, "lift", account, "")
    return lifted


def list_sanctions(limit: int, connection: Connection) -> list[SanctionInForce]:
    """Return the sanctions in force, the latest first."""
    if "sanctions" not in metadata.tables:
        return []
    table = metadata.tables["sanctions"]
    found = (
        select(table, guests.c.name)
        .join(guests, guests.c.id == table.c.player)
        .where(_in_force(table))
        .order_by(table.c.id.desc())
        .limit(limit)
    )
    return [
        SanctionInForce(
            row.name, row.kind, row.reason, seconds(row.at), None if row.until is None else seconds(row.until)
        )
        for row in connection.execute(found)
    ]


def delete_account(name: str, parts: tuple[PersonalData, ...], connection: Connection) -> AccountRow:
    """Delete an account and what the parts of the server store about it. Its games remain, without its name."""
    account = find_account(name, connection)
    _log(connection, "delete", account, "")
    delete_everything(account.id, (*parts, *OWN_DATA), time.time(), RESERVED_SECONDS, connection, False)
    return account


def _accounts() -> Any:
    return select(accounts.c.id, guests.c.name, accounts.c.role, accounts.c.created).join(
        guests, guests.c.id == accounts.c.id
    )


def _account_row(row: Row[Any]) -> AccountRow:
    return AccountRow(row.id, row.name, row.role, seconds(row.created))


def _moderation(name: str) -> Table:
    """Return a table of moderation, which a version of the server without it does not have."""
    if name not in metadata.tables:
        raise SkepError("this version of skep has no sanctions")
    return metadata.tables[name]


def _in_force(table: Table) -> Any:
    """Return the condition of sanctions that restrict a player."""
    unlimited_or_later = or_(table.c.until.is_(None), table.c.until > micros(time.time()))
    return and_(table.c.kind != "warning", ~table.c.lifted, unlimited_or_later)


def _is_reserved(connection: Connection, key: str, account: str) -> bool:
    """Return whether a name was given up by another account a short time ago."""
    table = metadata.tables.get("reserved_names")
    if table is None:
        return False
    by_another = or_(table.c.account.is_(None), table.c.account != account)
    reserved = select(table.c.name_key).where(table.c.name_key == key, table.c.until > micros(time.time()), by_another)
    return connection.scalar(reserved) is not None


def _log(connection: Connection, action: str, account: AccountRow, detail: str) -> None:
    """Add an entry to the moderators' log."""
    table = metadata.tables.get("moderation_log")
    if table is not None:
        connection.execute(
            insert(table).values(
                at=micros(time.time()),
                moderator="",
                moderator_name=_ADMINISTRATOR,
                action=action,
                player=account.id,
                player_name=account.name,
                detail=detail,
            )
        )
