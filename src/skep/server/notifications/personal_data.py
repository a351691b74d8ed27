"""The data about players of notifications, for the download and the deletion of an account."""

from __future__ import annotations

from typing import Final

from skep.server.accounts.personal_data import rows_of
from skep.server.store.notification_tables import notification_choices, notifications, push_devices

__all__ = ["NOTIFICATION_DATA"]

NOTIFICATION_DATA: Final = (
    rows_of("notifications", notifications.c.player, notification_choices.c.player),
    rows_of("push_devices", push_devices.c.player, without=("p256dh", "auth", "session")),
)
