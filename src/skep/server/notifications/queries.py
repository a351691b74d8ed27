"""Reading notifications from the database."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from sqlalchemy import Connection, Row, func, select

from skep.server.schemas.notifications import Notification
from skep.server.store.notification_tables import notifications
from skep.server.store.values import seconds

__all__ = ["MAX_LISTED", "Content", "content_of", "list_notifications", "notification_of", "unread"]

MAX_LISTED: Final = 50
"""Notifications that are kept and shown per player."""

_columns = notifications.c


class Content(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The fields of a notification that depend on its kind."""

    game: str | None = None
    challenge: str | None = None
    team: str | None = None
    team_name: str = ""
    tournament: str | None = None
    name: str = ""
    until: float | None = None
    won: bool | None = None


_decode: Final = msgspec.json.Decoder(Content, strict=False).decode


def list_notifications(player: str, connection: Connection) -> list[Notification]:
    """Return a player's notifications, the latest first."""
    shown = select(notifications).where(_columns.player == player, ~_columns.withdrawn)
    latest = shown.order_by(_columns.at.desc(), _columns.id.desc()).limit(MAX_LISTED)
    return [notification_of(row) for row in connection.execute(latest)]


def unread(player: str, connection: Connection) -> int:
    """Return how many notifications a player has not read."""
    count = select(func.count()).where(_columns.player == player, ~_columns.withdrawn, ~_columns.read)
    return connection.scalar(count) or 0


def content_of(row: Row[Any]) -> Content:
    """Return the fields of a table row that depend on the kind."""
    return _decode(row.data)


def notification_of(row: Row[Any]) -> Notification:
    """Return the notification of a table row."""
    content = content_of(row)
    return Notification(
        id=row.id,
        kind=row.kind,
        at=seconds(row.at),
        read=row.read,
        game=content.game,
        challenge=content.challenge,
        team=content.team,
        team_name=content.team_name,
        tournament=content.tournament,
        name=content.name,
        until=content.until,
        won=content.won,
    )
