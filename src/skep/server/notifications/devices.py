"""The devices that messages are pushed to, and what each player wants to be pushed: in the database."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, delete, func, or_, select
from sqlalchemy.dialects import postgresql, sqlite

from skep.server.schemas.notifications import NotificationChoices, NotificationKind, PushDevice, QuietHours
from skep.server.store.account_tables import sessions
from skep.server.store.notification_tables import notification_choices, push_devices
from skep.server.store.values import micros

__all__ = [
    "DEFAULT_CHOICES",
    "MAX_DEVICES",
    "PushTarget",
    "choices_of",
    "count_devices",
    "devices_of",
    "forget_device",
    "remove_device",
    "store_choices",
    "store_device",
]

MAX_DEVICES: Final = 10
"""Devices of one player; the oldest is forgotten when there are more."""
_PUSHED: Final[list[NotificationKind]] = [
    "your-turn",
    "challenge",
    "game-started",
    "tournament-soon",
    "arena-started",
    "round-started",
]
DEFAULT_CHOICES: Final = NotificationChoices(pushed=_PUSHED)
"""The choices of a player who opts in, until they change them."""

_columns = push_devices.c


@dataclass(frozen=True, slots=True)
class PushTarget:
    """A device that messages are pushed to."""

    id: int
    endpoint: str
    p256dh: str
    auth: str
    language: str


def _is_signed_in(now: float) -> ColumnElement[bool]:
    """Return the condition that the session in which a device was added has not ended."""
    valid = select(sessions.c.id).where(sessions.c.id == _columns.session, sessions.c.expires > micros(now))
    return or_(_columns.session.is_(None), valid.exists())


def devices_of(player: str, now: float, connection: Connection) -> list[PushTarget]:
    """Return the devices of a player, except those on which the player has signed out."""
    found = select(push_devices).where(_columns.player == player, _is_signed_in(now)).order_by(_columns.id)
    return [PushTarget(row.id, row.endpoint, row.p256dh, row.auth, row.language) for row in connection.execute(found)]


def count_devices(player: str, now: float, connection: Connection) -> int:
    """Return the number of devices of a player."""
    counted = select(func.count()).select_from(push_devices).where(_columns.player == player, _is_signed_in(now))
    return connection.scalar(counted) or 0


def choices_of(player: str, connection: Connection) -> NotificationChoices:
    """Return what a player wants to be pushed."""
    row = connection.execute(select(notification_choices).where(notification_choices.c.player == player)).one_or_none()
    if row is None:
        return DEFAULT_CHOICES
    quiet = None if row.quiet_from is None else QuietHours(begin=row.quiet_from, end=row.quiet_until)
    return NotificationChoices(pushed=row.pushed.split(), quiet=quiet, zone=row.zone)


def store_choices(player: str, choices: NotificationChoices, connection: Connection, _maybe_done: bool) -> None:
    """Store what a player wants to be pushed."""
    quiet = choices.quiet
    values: dict[str, Any] = {
        "pushed": " ".join(sorted(set(choices.pushed))),
        "quiet_from": None if quiet is None else quiet.begin,
        "quiet_until": None if quiet is None else quiet.end,
        "zone": choices.zone,
    }
    dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
    stored = dialect.insert(notification_choices).values(player=player, **values)
    connection.execute(stored.on_conflict_do_update(index_elements=["player"], set_=values))


def store_device(
    player: str, session: str | None, device: PushDevice, now: float, connection: Connection, _maybe_done: bool
) -> None:
    """Store a device, which no longer belongs to the player who used this browser before."""
    values: dict[str, Any] = {
        "player": player,
        "session": session,
        "p256dh": device.keys.p256dh.rstrip("="),
        "auth": device.keys.auth.rstrip("="),
        "language": device.language,
        "created": micros(now),
    }
    dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
    stored = dialect.insert(push_devices).values(endpoint=device.endpoint, **values)
    connection.execute(stored.on_conflict_do_update(index_elements=["endpoint"], set_=values))
    latest = select(_columns.id).where(_columns.player == player).order_by(_columns.created.desc(), _columns.id.desc())
    surplus = list(connection.scalars(latest.offset(MAX_DEVICES)))
    connection.execute(delete(push_devices).where(_columns.id.in_(surplus)))


def remove_device(player: str, endpoint: str, connection: Connection, _maybe_done: bool) -> None:
    """Forget a device of a player."""
    connection.execute(delete(push_devices).where(_columns.player == player, _columns.endpoint == endpoint))


def forget_device(device: int, endpoint: str, connection: Connection, _maybe_done: bool) -> None:
    """Forget a device whose subscription has ended."""
    connection.execute(delete(push_devices).where(_columns.id == device, _columns.endpoint == endpoint))
