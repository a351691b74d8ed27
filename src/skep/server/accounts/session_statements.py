"""Reading and writing sessions, and the devices from which players have signed in."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from sqlalchemy import Connection, Row, case, delete, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from skep.server.accounts.credentials import StoredSession
from skep.server.store.account_tables import known_devices, passkey_challenges, reserved_names, sessions
from skep.server.store.api_tables import api_tokens, oauth_codes
from skep.server.store.values import micros, seconds

__all__ = [
    "delete_expired",
    "end_access",
    "end_sessions",
    "renew_session",
    "session",
    "sessions_of",
    "set_method",
    "start_session",
    "touch_sessions",
    "valid_sessions",
]

MAX_SESSIONS = 50
"""Sessions per account; a further one ends the one that has not been used for the longest time."""
MAX_DEVICES = 20
"""Devices per account that are recognised."""
_DEVICE_SECONDS = 365 * 24 * 3600.0
"""How long a device is recognised after its last sign-in."""


def start_session(
    new: StoredSession,
    token: str,
    device: str,
    expires: float,
    ends: float,
    connection: Connection,
    maybe_done: bool,
) -> list[str]:
    """Store a session by the hash of its token and recognise the device from now on; return the sessions it ends."""
    if maybe_done and connection.scalar(select(sessions.c.id).where(sessions.c.id == new.id)) is not None:
        return []
    connection.execute(
        insert(sessions).values(
            id=new.id,
            token=token,
            account=new.account,
            created=micros(new.created),
            seen=micros(new.seen),
            expires=micros(expires),
            ends=micros(ends),
            confirmed=micros(new.confirmed),
            method=new.method,
            device=new.device,
        )
    )
    _remember_device(new.account, device, new.created, connection)
    latest = select(sessions.c.id).where(sessions.c.account == new.account).order_by(sessions.c.seen.desc())
    ended = list(connection.scalars(latest.offset(MAX_SESSIONS)))
    connection.execute(delete(sessions).where(sessions.c.id.in_(ended)))
    return ended


def _remember_device(account: str, device: str, now: float, connection: Connection) -> None:
    dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
    found = dialect.insert(known_devices).values(account=account, device=device, seen=micros(now))
    connection.execute(
        found.on_conflict_do_update(index_elements=["account", "device"], set_={"seen": found.excluded.seen})
    )
    latest = select(known_devices.c.device).where(known_devices.c.account == account)
    forgotten = list(connection.scalars(latest.order_by(known_devices.c.seen.desc()).offset(MAX_DEVICES)))
    connection.execute(
        delete(known_devices).where(known_devices.c.account == account, known_devices.c.device.in_(forgotten))
    )


def renew_session(id_: str, token: str, method: str, now: float, connection: Connection, _maybe_done: bool) -> None:
    """Give a session a new token, after the player has proved who they are."""
    connection.execute(
        update(sessions).where(sessions.c.id == id_).values(token=token, confirmed=micros(now), method=method)
    )


def set_method(id_: str, method: str, connection: Connection, _maybe_done: bool) -> None:
    """Record that a session no longer needs a new password or passkey."""
    connection.execute(update(sessions).where(sessions.c.id == id_).values(method=method))


def session(id_: str, connection: Connection) -> StoredSession | None:
    """Return a session, or None."""
    row = connection.execute(select(sessions).where(sessions.c.id == id_)).one_or_none()
    return None if row is None else _session_of(row)


def sessions_of(account: str, now: float, connection: Connection) -> list[StoredSession]:
    """Return the sessions of an account that have not expired, the latest used first."""
    rows = connection.execute(
        select(sessions)
        .where(sessions.c.account == account, sessions.c.expires > micros(now))
        .order_by(sessions.c.seen.desc(), sessions.c.id)
    )
    return [_session_of(row) for row in rows]


def _session_of(row: Row[Any]) -> StoredSession:
    return StoredSession(
        row.id,
        row.account,
        seconds(row.created),
        seconds(row.seen),
        seconds(row.confirmed),
        row.method,
        row.device,
    )


def end_sessions(
    account: str, ids: Collection[str] | None, kept: str | None, connection: Connection, _maybe_done: bool
) -> list[str]:
    """Delete some sessions of an account, or all but ``kept``; return their ids."""
    these = [sessions.c.account == account]
    if ids is not None:
        these.append(sessions.c.id.in_(ids))
    if kept is not None:
        these.append(sessions.c.id != kept)
    return list(connection.scalars(delete(sessions).where(*these).returning(sessions.c.id)))


def end_access(account: str, connection: Connection) -> None:
    """Delete the sessions of an account and the tokens of its programs."""
    # codes before tokens, so that a token for which one is being exchanged is deleted too
    for column in (sessions.c.account, oauth_codes.c.account, api_tokens.c.account):
        connection.execute(delete(column.table).where(column == account))


def touch_sessions(ids: Collection[str], now: float, expires: float, connection: Connection, _maybe_done: bool) -> None:
    """Record that sessions are in use, which postpones their end, but not beyond their last day."""
    later = case((sessions.c.ends < micros(expires), sessions.c.ends), else_=micros(expires))
    connection.execute(
        update(sessions)
        .where(sessions.c.id.in_(ids), sessions.c.expires > micros(now))
        .values(seen=micros(now), expires=later)
    )


def valid_sessions(ids: Collection[str], now: float, connection: Connection) -> set[str]:
    """Return which of these sessions exist and have not expired."""
    found = select(sessions.c.id).where(sessions.c.id.in_(ids), sessions.c.expires > micros(now))
    return set(connection.scalars(found))


def delete_expired(now: float, connection: Connection, _maybe_done: bool) -> None:
    """Delete what has expired: sessions, challenges, reservations of names, and devices not seen for a year."""
    for table, column in (
        (sessions, sessions.c.expires),
        (passkey_challenges, passkey_challenges.c.expires),
        (reserved_names, reserved_names.c.until),
    ):
        connection.execute(delete(table).where(column <= micros(now)))
    connection.execute(delete(known_devices).where(known_devices.c.seen < micros(now - _DEVICE_SECONDS)))
