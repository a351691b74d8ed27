"""The players who are online: connected to this process, or seen by another one a moment ago."""

from __future__ import annotations

import asyncio
import logging
import time
from functools import partial
from typing import Final, Protocol

from skep.server.http.background import stop_task
from skep.server.profiles import statements
from skep.server.store.records import Store, StoreOverloaded, StoreUnavailable

__all__ = ["Connections", "OnlinePlayers"]

log = logging.getLogger("skep.server")

_PERIOD: Final = 60.0
_ONLINE_SECONDS: Final = 2 * _PERIOD + 10
"""Seconds after which a player whom another process has seen no longer counts as online."""


class Connections(Protocol):
    """The connections of the players in this process."""

    def is_connected(self, player: str) -> bool:
        """Return whether a player is connected to this process."""

    def players(self) -> frozenset[str]:
        """Return the players who are connected to this process."""


class OnlinePlayers:
    """Says who is online, and tells the other processes once a minute who is connected to this one."""

    def __init__(self, store: Store, connections: Connections) -> None:
        self._store = store
        self._connections = connections
        self._task: asyncio.Task[None] | None = None

    def is_online(self, player: str, seen: float | None) -> bool:
        """Return whether a player is online, who was last seen at a time."""
        return self._connections.is_connected(player) or (seen is not None and time.time() - seen < _ONLINE_SECONDS)

    def open(self) -> None:
        """Start noting who is connected."""
        self._task = asyncio.get_running_loop().create_task(self._run())

    async def close(self) -> None:
        """Stop noting who is connected."""
        await stop_task(self._task)

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(_PERIOD)
            try:
                await self.note_connected()
            except (StoreUnavailable, StoreOverloaded) as error:
                log.warning("cannot store who is connected: %s", error)
            except Exception:
                log.exception("cannot store who is connected")

    async def note_connected(self) -> None:
        """Store that the connected players are connected."""
        if players := self._connections.players():
            await self._store.write(partial(statements.note_seen, sorted(players), time.time()))
