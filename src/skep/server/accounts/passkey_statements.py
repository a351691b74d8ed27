"""Reading and writing passkeys and the challenges that they sign."""

from __future__ import annotations

from sqlalchemy import ColumnElement, Connection, delete, exists, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from skep.server.accounts.credentials import NewPasskey, StoredPasskey
from skep.server.store.account_tables import accounts, passkey_challenges, passkeys
from skep.server.store.records import Guest
from skep.server.store.tables import guests
from skep.server.store.values import micros, seconds

__all__ = [
    "MAX_PASSKEYS",
    "add_challenge",
    "add_passkey",
    "insert_passkey",
    "passkey",
    "passkeys_of",
    "remove_passkey",
    "rename_passkey",
    "take_challenge",
    "use_passkey",
]

MAX_PASSKEYS = 20
"""Passkeys per account."""


def add_challenge(
    challenge: str, purpose: str, player: str | None, expires: float, connection: Connection, maybe_done: bool
) -> None:
    """Store a challenge by its hash."""
    if (
        maybe_done
        and connection.scalar(select(passkey_challenges.c.id).where(passkey_challenges.c.id == challenge)) is not None
    ):
        return
    connection.execute(
        insert(passkey_challenges).values(id=challenge, purpose=purpose, player=player, expires=micros(expires))
    )


def take_challenge(
    challenge: str, purpose: str, player: str | None, now: float, connection: Connection, _maybe_done: bool
) -> bool:
    """Delete a challenge; return whether it was made for this purpose and player and has not expired."""
    columns = passkey_challenges.c
    row = connection.execute(
        delete(passkey_challenges)
        .where(columns.id == challenge)
        .returning(columns.purpose, columns.player, columns.expires)
    ).one_or_none()
    return row is not None and (row.purpose, row.player) == (purpose, player) and row.expires > micros(now)


def insert_passkey(player: str, new: NewPasskey, now: float, connection: Connection) -> None:
    """Insert a passkey. Raises IntegrityError if it exists."""
    connection.execute(
        insert(passkeys).values(
            id=new.id,
            account=player,
            name=new.name,
            public_key=new.public_key,
            sign_count=new.sign_count,
            created=micros(now),
        )
    )


def add_passkey(player: str, new: NewPasskey, now: float, connection: Connection, maybe_done: bool) -> bool:
    """Add a passkey to an account; return False if it exists or the account has too many."""
    if maybe_done and connection.scalar(select(passkeys.c.account).where(passkeys.c.id == new.id)) == player:
        return True
    if (connection.scalar(select(func.count()).where(passkeys.c.account == player)) or 0) >= MAX_PASSKEYS:
        return False
    try:
        with connection.begin_nested():
            insert_passkey(player, new, now, connection)
    except IntegrityError:
        return False
    return True


def passkey(id_: str, connection: Connection) -> StoredPasskey | None:
    """Return a passkey, or None."""
    found = _find(passkeys.c.id == id_, connection)
    return found[0] if found else None


def passkeys_of(player: str, connection: Connection) -> list[StoredPasskey]:
    """Return an account's passkeys, the oldest first."""
    return _find(passkeys.c.account == player, connection)


def _find(condition: ColumnElement[bool], connection: Connection) -> list[StoredPasskey]:
    owner = passkeys.join(accounts, accounts.c.id == passkeys.c.account).join(guests, guests.c.id == accounts.c.id)
    rows = connection.execute(
        select(passkeys, guests.c.id.label("player"), guests.c.name.label("player_name"), accounts.c.role)
        .select_from(owner)
        .where(condition)
        .order_by(passkeys.c.created, passkeys.c.id)
    )
    return [
        StoredPasskey(
            row.id,
            Guest(row.player, row.player_name, registered=True, role=row.role),
            bytes(row.public_key),
            row.sign_count,
            row.name,
            seconds(row.created),
            None if row.used is None else seconds(row.used),
        )
        for row in rows
    ]


def use_passkey(id_: str, before: int, count: int, now: float, connection: Connection, maybe_done: bool) -> bool:
    """Record a use of a passkey; return False if another use has changed its counter in the meantime."""
    changed = connection.execute(
        update(passkeys)
        .where(passkeys.c.id == id_, passkeys.c.sign_count == before)
        .values(sign_count=count, used=micros(now))
    )
    return changed.rowcount == 1 or maybe_done


def rename_passkey(player: str, id_: str, name: str, connection: Connection, _maybe_done: bool) -> bool:
    """Rename a passkey of an account; return whether it exists."""
    this = passkeys.c.id == id_, passkeys.c.account == player
    return connection.execute(update(passkeys).where(*this).values(name=name)).rowcount == 1


def remove_passkey(player: str, id_: str, connection: Connection, _maybe_done: bool) -> bool:
    """Remove a passkey unless it is the account's last way to sign in; return whether it is gone."""
    has_password = exists().where(accounts.c.id == player, accounts.c.password.is_not(None))
    has_other = exists().where(passkeys.c.account == player, passkeys.c.id != id_)
    if not connection.scalar(select(has_password | has_other)):
        return False
    connection.execute(delete(passkeys).where(passkeys.c.id == id_, passkeys.c.account == player))
    return True
