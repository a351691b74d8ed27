"""The tables of notifications, of the devices they are pushed to, and of what each player wants to hear about."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, Integer, SmallInteger, Table, Text, text

from skep.server.store.tables import metadata

__all__ = ["PUSH_DUE", "notification_choices", "notifications", "push_devices"]

notifications: Final = Table(
    "notifications",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("player", Text, ForeignKey("guests.id"), nullable=False),
    # What the notification is about, such as `game abcdefghij`: a new one replaces the one before.
    Column("topic", Text, nullable=False),
    # Increases with every notification about the topic; a version is stored once, whichever process is first.
    Column("version", Integer, nullable=False),
    Column("kind", Text, nullable=False),
    # The fields of a Notification that depend on the kind, as JSON.
    Column("data", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("read", Boolean, nullable=False),
    # Whether the event it announced is over; the row remains, so that it is not announced again.
    Column("withdrawn", Boolean, nullable=False),
    # When it is pushed to the player's devices; NULL if never, or if that is done.
    Column("push_at", BigInteger),
    # How often a process has tried to push it.
    Column("attempts", SmallInteger, nullable=False),
)
Index("uq_notifications_player_topic", notifications.c.player, notifications.c.topic, unique=True)
Index("ix_notifications_player_at", notifications.c.player, notifications.c.at)
Index("ix_notifications_at", notifications.c.at)
PUSH_DUE: Final = text("push_at IS NOT NULL")
Index("ix_notifications_push_at", notifications.c.push_at, sqlite_where=PUSH_DUE, postgresql_where=PUSH_DUE)

push_devices: Final = Table(
    "push_devices",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("player", Text, ForeignKey("guests.id"), nullable=False, index=True),
    # The session in which the player opted in: nothing is pushed once it has ended. NULL for a guest.
    Column("session", Text),
    # The address at the browser's push service, and the keys that messages are encrypted with.
    Column("endpoint", Text, nullable=False, unique=True),
    Column("p256dh", Text, nullable=False),
    Column("auth", Text, nullable=False),
    # The language of the messages.
    Column("language", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
)

notification_choices: Final = Table(
    "notification_choices",
    metadata,
    Column("player", Text, ForeignKey("guests.id"), primary_key=True),
    # The kinds that are pushed, separated by spaces.
    Column("pushed", Text, nullable=False),
    # Quiet hours, in minutes after midnight of the time zone; NULL without.
    Column("quiet_from", SmallInteger),
    Column("quiet_until", SmallInteger),
    Column("zone", Text, nullable=False),
    sqlite_with_rowid=False,
)
