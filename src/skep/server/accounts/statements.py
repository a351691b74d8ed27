"""Reading and writing accounts and their names in the database."""

from __future__ import annotations

from sqlalchemy import ColumnElement, Connection, delete, exists, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from skep.server.accounts.credentials import Account, Credential, NewPasskey
from skep.server.accounts.passkey_statements import insert_passkey
from skep.server.store.account_tables import (
    accounts,
    known_devices,
    passkeys,
    recovery_codes,
    reserved_names,
)
from skep.server.store.records import Guest
from skep.server.store.statements import rename
from skep.server.store.tables import guests
from skep.server.store.values import micros, seconds

__all__ = [
    "account_of",
    "credential_of",
    "insert_account",
    "is_taken",
    "player_of",
    "rename_account",
    "replace_codes",
    "reserve_name",
    "set_password",
    "use_code",
]

_MAX_RESERVED = 20
"""Former names that are reserved for one account."""


def insert_account(
    player: str,
    name: str,
    key: str,
    password: str | None,
    passkey: NewPasskey | None,
    now: float,
    connection: Connection,
    maybe_done: bool,
) -> bool:
    """Turn a guest into an account; return False if the name is taken or the guest already has an account.

    The guest's cookie stops working: from now on the player has to sign in.
    """
    if maybe_done and connection.scalar(select(accounts.c.name_key).where(accounts.c.id == player)) == key:
        return True
    if is_taken(key, player, now, connection):
        return False
    try:
        with connection.begin_nested():
            connection.execute(
                insert(accounts).values(id=player, name_key=key, password=password, role="", created=micros(now))
            )
            if passkey is not None:
                insert_passkey(player, passkey, now, connection)
    except IntegrityError:
        return False
    rename(player, name, connection, False)
    connection.execute(update(guests).where(guests.c.id == player).values(token=f"account {player}"))
    return True


def is_taken(key: str, player: str, now: float, connection: Connection) -> bool:
    """Return whether a name belongs to another account, or did until recently."""
    owned = exists().where(accounts.c.name_key == key, accounts.c.id != player)
    other = or_(reserved_names.c.account.is_(None), reserved_names.c.account != player)
    reserved = exists().where(reserved_names.c.name_key == key, reserved_names.c.until > micros(now), other)
    return bool(connection.scalar(select(or_(owned, reserved))))


def reserve_name(key: str, player: str | None, until: float, connection: Connection) -> None:
    """Keep a name from others until a time. Of an account's former names, only the latest are kept."""
    connection.execute(delete(reserved_names).where(reserved_names.c.name_key == key))
    connection.execute(insert(reserved_names).values(name_key=key, account=player, until=micros(until)))
    if player is not None:
        latest = select(reserved_names.c.name_key).where(reserved_names.c.account == player)
        kept = list(connection.scalars(latest.order_by(reserved_names.c.until.desc()).limit(_MAX_RESERVED)))
        connection.execute(
            delete(reserved_names).where(reserved_names.c.account == player, reserved_names.c.name_key.not_in(kept))
        )


def rename_account(
    player: str,
    name: str,
    key: str,
    cooldown: float,
    reserved: float,
    now: float,
    connection: Connection,
    maybe_done: bool,
) -> bool | float:
    """Rename an account and reserve its former name for ``reserved`` seconds.

    Returns False if the name is taken, or the time before which the account cannot be renamed again.
    """
    row = connection.execute(
        select(accounts.c.name_key, accounts.c.renamed, guests.c.name)
        .join(guests, guests.c.id == accounts.c.id)
        .where(accounts.c.id == player)
    ).one()
    if row.name == name or (maybe_done and row.name_key == key):
        return True
    if is_taken(key, player, now, connection):
        return False
    if row.renamed is not None and seconds(row.renamed) + cooldown > now:
        return seconds(row.renamed) + cooldown
    if row.name_key != key:
        reserve_name(row.name_key, player, now + reserved, connection)
        connection.execute(delete(reserved_names).where(reserved_names.c.name_key == key))
    connection.execute(update(accounts).where(accounts.c.id == player).values(name_key=key, renamed=micros(now)))
    rename(player, name, connection, False)
    return True


def credential_of(key: str, device: str, connection: Connection) -> Credential | None:
    """Return the account with a name, the hash of its password and whether a device has signed in to it before."""
    return _find_credential(accounts.c.name_key == key, device, connection)


def player_of(player: str, device: str, connection: Connection) -> Credential | None:
    """Return the same for the id of an account."""
    return _find_credential(accounts.c.id == player, device, connection)


def _find_credential(condition: ColumnElement[bool], device: str, connection: Connection) -> Credential | None:
    known = exists().where(known_devices.c.account == accounts.c.id, known_devices.c.device == device)
    row = connection.execute(
        select(guests.c.id, guests.c.name, accounts.c.role, accounts.c.password, known.label("known"))
        .join(accounts, accounts.c.id == guests.c.id)
        .where(condition)
    ).one_or_none()
    if row is None:
        return None
    return Credential(Guest(row.id, row.name, registered=True, role=row.role), row.password, known=bool(row.known))


def account_of(player: str, connection: Connection) -> Account:
    """Return the stored facts about an account itself."""
    codes = select(func.count()).where(recovery_codes.c.account == player).scalar_subquery()
    keys = select(func.count()).where(passkeys.c.account == player).scalar_subquery()
    row = connection.execute(
        select(accounts, codes.label("codes"), keys.label("keys")).where(accounts.c.id == player)
    ).one()
    return Account(
        id=row.id,
        has_password=row.password is not None,
        created=seconds(row.created),
        renamed=None if row.renamed is None else seconds(row.renamed),
        codes=row.codes,
        passkeys=row.keys,
    )


def set_password(player: str, password: str | None, connection: Connection, _maybe_done: bool) -> bool:
    """Replace the hash of a password. Returns False if the account would be left without a way to sign in."""
    if password is None and not connection.scalar(select(exists().where(passkeys.c.account == player))):
        return False
    connection.execute(update(accounts).where(accounts.c.id == player).values(password=password))
    return True


def replace_codes(player: str, hashes: tuple[str, ...], connection: Connection, _maybe_done: bool) -> None:
    """Replace an account's recovery codes."""
    connection.execute(delete(recovery_codes).where(recovery_codes.c.account == player))
    connection.execute(insert(recovery_codes), [{"code": code, "account": player} for code in hashes])


def use_code(code: str, connection: Connection, _maybe_done: bool) -> Guest | None:
    """Delete a recovery code and return its account, or None if there is no such code."""
    player = connection.scalar(
        delete(recovery_codes).where(recovery_codes.c.code == code).returning(recovery_codes.c.account)
    )
    if player is None:
        return None
    found = _find_credential(accounts.c.id == player, "", connection)
    return None if found is None else found.player
