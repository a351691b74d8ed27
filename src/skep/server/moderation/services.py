"""The services of moderation, put together once by the application."""

from __future__ import annotations

import asyncio
import logging
from typing import Annotated, Final

from fastapi import Depends

from skep.server.accounts.visitor import CurrentVisitor
from skep.server.http.problem_error import ProblemError
from skep.server.http.services import provide
from skep.server.moderation.blocks import Blocks
from skep.server.moderation.leavers import Leavers
from skep.server.moderation.moderators import BeforeBan, Moderators, OnBan, OnRename
from skep.server.moderation.people import Authors, People
from skep.server.moderation.reports import Reports
from skep.server.moderation.sanctions import Sanctioned, Sanctions
from skep.server.moderation.words import Words
from skep.server.realtime.bus import Bus
from skep.server.realtime.player_channels import PlayerChannels
from skep.server.store.records import Guest, Store, StoreOverloaded, StoreUnavailable

__all__ = ["CurrentAdmin", "CurrentModerator", "Moderation", "ModerationDep"]


log = logging.getLogger("skep.server")

_NOTICE_SECONDS: Final = 0.5
"""Seconds between the message about a sanction and the end of the connection."""


class Moderation:
    """Everything that keeps the site pleasant."""

    def __init__(
        self,
        store: Store,
        bus: Bus,
        channels: PlayerChannels,
        key: bytes,
        on_rename: OnRename,
        on_ban: tuple[OnBan, ...] = (),
        before_ban: tuple[BeforeBan, ...] = (),
    ) -> None:
        """``before_ban`` and ``on_ban`` are the consequences of a ban in other parts of the server."""
        self.blocks = Blocks(store)
        self.sanctions = Sanctions(store, bus)
        self.words = Words(store, bus)
        self.people = People(store, Authors(key))
        self.reports = Reports(store, self.people)
        self.leavers = Leavers(store)
        self.moderators = Moderators(store, self.sanctions, channels, on_rename, on_ban, before_ban)
        self._channels = channels
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Start listening to the other processes."""
        self.sanctions.on_change.append(self._on_sanction)
        await self.sanctions.open()
        await self.words.open()

    async def close(self) -> None:
        """Stop what runs in the background."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.words.close()

    def _on_sanction(self, player: str) -> None:
        task = asyncio.create_task(self._disconnect(player))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _disconnect(self, player: str) -> None:
        """Close the connections of a player who may not play any longer, after the message that says why."""
        try:
            await self.sanctions.check_play(player)
        except Sanctioned:
            await asyncio.sleep(_NOTICE_SECONDS)
            self._channels.disconnect(player)
        except (StoreUnavailable, StoreOverloaded):
            log.warning("player %s could not be disconnected: the store is unavailable", player)


ModerationDep = Annotated[Moderation, Depends(provide(Moderation))]


async def _moderator(visitor: CurrentVisitor) -> Guest:
    player = await visitor.account()
    if player.role not in ("moderator", "admin"):
        raise ProblemError(403, "moderators-only", "Only moderators can do this.")
    return player


async def _admin(visitor: CurrentVisitor) -> Guest:
    player = await visitor.account()
    if player.role != "admin":
        raise ProblemError(403, "admins-only", "Only admins can do this.")
    return player


CurrentModerator = Annotated[Guest, Depends(_moderator)]
"""The moderator behind a request. Everyone else is refused."""
CurrentAdmin = Annotated[Guest, Depends(_admin)]
