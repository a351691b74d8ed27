"""Reading and writing accounts and sessions in the database."""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from skep.server.store.account_tables import accounts, sessions
from skep.server.store.records import Guest
from skep.server.store.tables import guests
from skep.server.store.values import micros

__all__ = ["credentials_of", "end_session", "insert_account", "start_session"]


def insert_account(
    player: str, name: str, key: str, password: str | None, now: float, connection: Connection, maybe_done: bool
) -> bool:
    """Turn a guest into an account; return False if the name is taken or the guest already has an account.

    The guest's cookie stops working: from now on the player has to sign in.
    """
    if maybe_done and connection.scalar(select(accounts.c.name_key).where(accounts.c.id == player)) == key:
        return True
    try:
        with connection.begin_nested():
            connection.execute(
                insert(accounts).values(id=player, name_key=key, password=password, role="", created=micros(now))
            )
    except IntegrityError:
        return False
    connection.execute(update(guests).where(guests.c.id == player).values(name=name, token=f"account {player}"))
    return True


def start_session(
    token: str, account: str, device: str, now: float, expires: float, connection: Connection, maybe_done: bool
) -> None:
    """Store a session by the hash of its token."""
    if maybe_done and connection.scalar(select(sessions.c.account).where(sessions.c.token == token)) is not None:
        return
    connection.execute(
        insert(sessions).values(
            token=token,
            account=account,
            device=device,
            created=micros(now),
            seen=micros(now),
            expires=micros(expires),
        )
    )


def end_session(token: str, connection: Connection, _maybe_done: bool) -> None:
    """Delete a session."""
    connection.execute(delete(sessions).where(sessions.c.token == token))


def credentials_of(key: str, connection: Connection) -> tuple[Guest, str | None] | None:
    """Return the account with a name and the hash of its password, or None."""
    row = connection.execute(
        select(guests.c.id, guests.c.name, accounts.c.role, accounts.c.password)
        .join(accounts, accounts.c.id == guests.c.id)
        .where(accounts.c.name_key == key)
    ).one_or_none()
    return None if row is None else (Guest(row.id, row.name, registered=True, role=row.role), row.password)
