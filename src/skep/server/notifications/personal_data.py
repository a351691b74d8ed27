"""The data about players of notifications, for the download and the deletion of an account."""

from __future__ import annotations

from typing import Final

import msgspec
from sqlalchemy import Connection, delete, literal, select

from skep.server.accounts.personal_data import PersonalData, rows_of
from skep.server.store.notification_tables import notification_choices, notifications, push_devices
from skep.server.store.tables import guests, seat_guests

__all__ = ["NOTIFICATION_DATA"]

_NAMING: Final = ("challenge", "team-request")
"""The kinds of notifications without a game that name another player."""
_OWN: Final = rows_of("notifications", notifications.c.player, notification_choices.c.player)


def _erase(player: str, connection: Connection) -> None:
    """Delete a player's notifications, and those of others that contain the player's name."""
    _OWN.erase(player, connection)
    games = select(literal("game ").concat(seat_guests.c.game)).where(seat_guests.c.guest == player)
    connection.execute(delete(notifications).where(notifications.c.topic.in_(games)))
    name = connection.scalar(select(guests.c.name).where(guests.c.id == player)) or ""
    is_named = notifications.c.data.contains(msgspec.json.encode(name).decode(), autoescape=True)
    connection.execute(delete(notifications).where(notifications.c.kind.in_(_NAMING), is_named))


NOTIFICATION_DATA: Final = (
    PersonalData("notifications", _OWN.export, _erase),
    rows_of("push_devices", push_devices.c.player, without=("p256dh", "auth", "session")),
)
