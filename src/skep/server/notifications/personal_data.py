"""The data about players of notifications, for the download and the deletion of an account."""

from __future__ import annotations

from typing import Final

import msgspec
from sqlalchemy import Connection, delete, exists, literal, select, update

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


def _adopt(guest: str, account: str, connection: Connection) -> None:
    """Give an account the notifications of a guest, and the guest's choices if the account has made none.

    The devices of a guest stay with the browser, in which the account can opt in.
    """
    columns, same = notifications.c, notifications.alias("same")
    known = exists().where(same.c.player == account, same.c.topic == columns.topic)
    connection.execute(delete(notifications).where(columns.player == guest, known))
    connection.execute(update(notifications).where(columns.player == guest).values(player=account))
    chosen = notification_choices.c.player
    if connection.scalar(select(chosen).where(chosen == account)) is None:
        connection.execute(update(notification_choices).where(chosen == guest).values(player=account))


NOTIFICATION_DATA: Final = (
    PersonalData("notifications", _OWN.export, _erase, _adopt),
    rows_of("push_devices", push_devices.c.player, without=("p256dh", "auth", "session")),
)
