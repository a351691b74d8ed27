"""Writing notifications to the database. Every statement is safe to repeat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import msgspec
from sqlalchemy import Connection, delete, select, update
from sqlalchemy.dialects import postgresql, sqlite

from skep.server.notifications.queries import MAX_LISTED, Content, notification_of, unread
from skep.server.schemas.notifications import Notification
from skep.server.store.notification_tables import notifications
from skep.server.store.values import micros

__all__ = ["Draft", "Stored", "delete_old", "mark_read", "store_notification", "withdraw"]

_columns = notifications.c
_encode: Final = msgspec.json.Encoder().encode


@dataclass(frozen=True, slots=True)
class Draft:
    """A notification before it is stored."""

    player: str
    topic: str
    version: int
    kind: str
    content: Content
    at: float
    push_at: float | None
    """When it is pushed; None if the player does not want it pushed."""


@dataclass(frozen=True, slots=True)
class Stored:
    """A notification that was stored, and how many the player has not read."""

    notification: Notification
    unread: int


def store_notification(draft: Draft, connection: Connection, maybe_done: bool) -> Stored | None:
    """Store a notification in place of the one before about its topic; None if this version is stored already."""
    values = {
        "version": draft.version,
        "kind": draft.kind,
        "data": _encode(draft.content).decode(),
        "at": micros(draft.at),
        "read": False,
        "withdrawn": False,
        "push_at": None if draft.push_at is None else micros(draft.push_at),
        "attempts": 0,
    }
    dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
    stored = dialect.insert(notifications).values(player=draft.player, topic=draft.topic, **values)
    newest = stored.on_conflict_do_update(
        index_elements=["player", "topic"], set_=values, where=_columns.version < draft.version
    )
    is_new = connection.scalar(newest.returning(_columns.id)) is not None
    row = connection.execute(
        select(notifications).where(_columns.player == draft.player, _columns.topic == draft.topic)
    ).one()
    is_same = maybe_done and row.version == draft.version and row.at == values["at"]
    if not is_new and not is_same:
        return None
    _drop_oldest(draft.player, connection)
    return Stored(notification_of(row), unread(draft.player, connection))


def _drop_oldest(player: str, connection: Connection) -> None:
    """Delete the notifications that are no longer shown because there are too many."""
    listed = select(_columns.id).where(_columns.player == player).order_by(_columns.at.desc(), _columns.id.desc())
    surplus = list(connection.scalars(listed.offset(2 * MAX_LISTED)))
    if surplus:
        connection.execute(delete(notifications).where(_columns.id.in_(surplus)))


def mark_read(
    player: str, notification: int | None, topic: str | None, connection: Connection, _maybe_done: bool
) -> int:
    """Mark a player's notifications as read: one, those about a topic, or all. Return how many are left unread."""
    seen = update(notifications).where(_columns.player == player, ~_columns.read)
    if notification is not None:
        seen = seen.where(_columns.id == notification)
    if topic is not None:
        seen = seen.where(_columns.topic == topic)
    connection.execute(seen.values(read=True, push_at=None))
    return unread(player, connection)


def withdraw(topic: str, kind: str, before: int, connection: Connection, _maybe_done: bool) -> dict[str, int]:
    """Withdraw the notifications of a kind about a topic that are older than a version.

    Returns the players concerned and how many notifications each has not read.
    """
    over = update(notifications).where(
        _columns.topic == topic, _columns.kind == kind, _columns.version < before, ~_columns.withdrawn
    )
    players = connection.scalars(over.values(withdrawn=True, push_at=None).returning(_columns.player)).all()
    return {player: unread(player, connection) for player in players}


def delete_old(before: float, connection: Connection, _maybe_done: bool) -> None:
    """Delete the notifications from before a time."""
    connection.execute(delete(notifications).where(_columns.at < micros(before)))
