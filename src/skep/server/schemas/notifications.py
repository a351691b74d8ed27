"""Notifications: the messages and bodies about what a player should know while they are elsewhere."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from skep.server.schemas.game import GameId, LanguageCode, ServerMessage
from skep.server.schemas.lobby import Body
from skep.server.schemas.patterns import whole_match

__all__ = [
    "DeviceAddress",
    "Notification",
    "NotificationChoices",
    "NotificationKind",
    "NotificationList",
    "NotificationSettings",
    "NotificationsChanged",
    "NotificationsSeen",
    "PushDevice",
    "PushKeys",
    "QuietHours",
]

NotificationKind: TypeAlias = Literal[
    "your-turn",
    "challenge",
    "game-started",
    "game-finished",
    "vacation",
    "tournament-soon",
    "arena-started",
    "round-started",
    "team-request",
    "team-accepted",
]
"""A turn in a daily game, a challenge, a game that began or ended without the player, an opponent's vacation; a
tournament that starts in 15 minutes, an arena that has begun without the player, a round that has begun; a player who
would like to join a team that the player leads, and a team that has accepted the player."""

Minute: TypeAlias = Annotated[int, Meta(ge=0, lt=24 * 60)]
Endpoint: TypeAlias = Annotated[str, whole_match(r"[^\x00]{1,1000}")]


class Notification(Struct, frozen=True, kw_only=True, gc=False):
    """Something that a player should know. What does not apply to its kind is None or empty."""

    id: int
    kind: NotificationKind
    at: float
    """Seconds since 1970."""
    read: bool
    game: str | None = None
    challenge: str | None = None
    """The id of a challenge."""
    tournament: str | None = None
    """The id of a tournament."""
    team: str | None = None
    """The id of a team."""
    team_name: str = ""
    name: str = ""
    """The name of the opponent, of the player who challenges or asks to join, or of the tournament; can be empty."""
    until: float | None = None
    """When a move is due, a challenge or a vacation ends, or a tournament starts, in seconds since 1970."""
    won: bool | None = None
    """Whether the player won a game that has ended; None without a winner."""


class NotificationsChanged(ServerMessage, tag="notifications", frozen=True, kw_only=True, gc=False):
    """The player's notifications have changed, here or on another device."""

    unread: int
    latest: Notification | None = None
    """The notification that has just been added."""


class NotificationList(Struct, frozen=True, kw_only=True, gc=False):
    """The player's notifications, the latest first."""

    notifications: list[Notification]
    unread: int


class NotificationsSeen(Body, frozen=True, kw_only=True):
    """The notifications to mark as read: one of them, those about a game or, if both are left out, all."""

    notification: Annotated[int, Meta(ge=0, lt=1 << 53)] | None = None
    game: GameId | None = None


class QuietHours(Body, frozen=True, kw_only=True):
    """The hours in which nothing is pushed, in minutes after midnight. They can span midnight."""

    begin: Minute
    end: Minute


class NotificationChoices(Body, frozen=True, kw_only=True):
    """The notifications that a player receives on devices, and when."""

    pushed: list[NotificationKind]
    quiet: QuietHours | None = None
    zone: Annotated[str, Meta(max_length=64)] = "UTC"
    """The time zone of the quiet hours, such as ``Europe/Paris``."""


class NotificationSettings(Struct, frozen=True, kw_only=True):
    """A player's choices, and what a browser needs to opt in."""

    choices: NotificationChoices
    key: str
    """The server's public VAPID key, in unpadded base64url."""
    devices: int
    """The number of devices that messages are pushed to."""


class PushKeys(Body, frozen=True, kw_only=True):
    """The keys of a push subscription, in base64url."""

    p256dh: Annotated[str, whole_match("[A-Za-z0-9_-]{87}=?")]
    auth: Annotated[str, whole_match("[A-Za-z0-9_-]{22}(==)?")]


class PushDevice(Body, frozen=True, kw_only=True):
    """A push subscription of a browser, and the language of its messages."""

    endpoint: Endpoint
    keys: PushKeys
    language: LanguageCode = "en"


class DeviceAddress(Body, frozen=True, kw_only=True):
    """The address of a push subscription that is no longer wanted."""

    endpoint: Endpoint
