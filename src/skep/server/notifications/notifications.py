"""Notifications of the players: stored first, then sent to the page and pushed to devices."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Final, TypeAlias

from skep.server.notifications import queries, statements
from skep.server.notifications.queries import Content
from skep.server.notifications.statements import Draft, Stored
from skep.server.realtime.player_channels import PlayerChannels
from skep.server.schemas.notifications import Notification, NotificationKind, NotificationList, NotificationsChanged
from skep.server.store.records import Store

__all__ = ["Notifications", "TeamTopic", "topic_of"]

_KEPT_SECONDS: Final = 60 * 24 * 3600.0
"""How long notifications are kept."""

PushTime: TypeAlias = Callable[[str, NotificationKind, float], Awaitable[float | None]]
"""Returns when a notification of a kind is pushed to a player, or None."""


@dataclass(frozen=True, slots=True)
class TeamTopic:
    """A team that a notification is about."""

    team: str
    name: str
    applicant: str | None = None
    """The id of the player who asks to join, of whom each is a topic of its own."""

    def __str__(self) -> str:
        """Return the topic as it is stored."""
        return f"team {self.team}" if self.applicant is None else f"team {self.team} {self.applicant}"


class Notifications:
    """The notifications of all players."""

    def __init__(self, store: Store, channels: PlayerChannels, push_time: PushTime | None = None) -> None:
        self._store = store
        self._channels = channels
        self._push_time = push_time

    async def notify(
        self,
        player_id: str,
        kind: NotificationKind,
        *,
        game: str | None = None,
        challenge: str | None = None,
        tournament: str | None = None,
        team: TeamTopic | None = None,
        name: str = "",
        until: float | None = None,
        won: bool | None = None,
        version: int = 1,
    ) -> Notification | None:
        """Store a notification, send it to the page, and push it to the devices of players who want that.

        It replaces the one before about the same game, challenge, tournament or team. ``version`` increases with every
        notification about one, for example the number of the game's event: if several processes report the same
        version, or one process reports it again after a crash, it counts once and the others get None.
        """
        now = time.time()
        content = Content(
            game=game,
            challenge=challenge,
            tournament=tournament,
            team=None if team is None else team.team,
            team_name="" if team is None else team.name,
            name=name,
            until=until,
            won=won,
        )
        push_at = None if self._push_time is None else await self._push_time(player_id, kind, now)
        draft = Draft(player_id, topic_of(game, challenge, tournament, team), version, kind, content, now, push_at)
        stored: Stored | None = await self._store.write(partial(statements.store_notification, draft))
        if stored is None:
            return None
        self._channels.send(player_id, NotificationsChanged(unread=stored.unread, latest=stored.notification))
        return stored.notification

    async def withdraw(
        self,
        kind: NotificationKind,
        *,
        game: str | None = None,
        challenge: str | None = None,
        team: TeamTopic | None = None,
        before: int = 2**31 - 1,
    ) -> None:
        """Withdraw the notifications of a kind about a game, challenge or team with versions below ``before``."""
        topic = topic_of(game, challenge, team=team)
        left: dict[str, int] = await self._store.write(partial(statements.withdraw, topic, kind, before))
        for player, unread in left.items():
            self._channels.send(player, NotificationsChanged(unread=unread))

    async def mark_read(self, player_id: str, *, notification: int | None = None, game: str | None = None) -> None:
        """Mark a notification, those about a game, or all of a player as read, in all their tabs and devices."""
        topic = None if game is None else topic_of(game)
        mark = partial(statements.mark_read, player_id, notification, topic)
        unread: int = await self._store.write(mark)
        self._channels.send(player_id, NotificationsChanged(unread=unread))

    async def list(self, player_id: str) -> NotificationList:
        """Return a player's notifications, the latest first."""
        found = await self._store.read(partial(queries.list_notifications, player_id))
        return NotificationList(notifications=found, unread=sum(not each.read for each in found))

    async def delete_old(self) -> None:
        """Delete the notifications that no one will look for."""
        await self._store.write(partial(statements.delete_old, time.time() - _KEPT_SECONDS))


def topic_of(
    game: str | None,
    challenge: str | None = None,
    tournament: str | None = None,
    team: TeamTopic | None = None,
) -> str:
    """Return what a notification is about. A round of a tournament can have a game to open."""
    if tournament is not None:
        return f"tournament {tournament}"
    topics = {"game": game, "challenge": challenge}
    found = [f"{kind} {id_}" for kind, id_ in topics.items() if id_ is not None]
    found += [] if team is None else [str(team)]
    if len(found) != 1:
        raise ValueError("a notification is about either a game, a challenge, a tournament or a team")
    return found[0]
