"""Downloads of games, written on a thread and cached.

Writing the record of a long game takes tens of milliseconds, which would delay every player's moves. A finished game
never changes, so its downloads are written once and answered without loading the game. Identical requests that arrive
while a download is being written share it.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from skep.server.play.live_game import LiveGame
from skep.server.play.rooms import Rooms

__all__ = ["DownloadCache", "WriteGame"]

WriteGame: TypeAlias = Callable[[LiveGame], str]

_MAX_BYTES: Final = 8_000_000
_CHECK_SECONDS: Final = 600.0
"""How often the names of a finished game are checked: they change if a player deletes their account."""

_Version: TypeAlias = tuple[int, str, str]
"""The number of events and the players' names, which can change without an event."""


@dataclass(frozen=True, slots=True)
class _Entry:
    version: _Version
    is_final: bool
    data: bytes
    checked: float = field(default_factory=time.monotonic)

    @property
    def is_current(self) -> bool:
        """Whether it is the latest version without a look at the game."""
        return self.is_final and time.monotonic() < self.checked + _CHECK_SECONDS


class DownloadCache:
    """The downloads of one process: the latest version of each, up to a total size."""

    def __init__(self, rooms: Rooms, max_bytes: int = _MAX_BYTES) -> None:
        self._rooms = rooms
        self._max_bytes = max_bytes
        self._entries: OrderedDict[tuple[str, WriteGame], _Entry] = OrderedDict()
        self._bytes = 0
        self._running: dict[tuple[str, WriteGame, _Version], asyncio.Task[bytes]] = {}

    async def get(self, game_id: str, write: WriteGame) -> bytes:
        """Return a download of a game. Raises UnknownGame, StoreUnavailable and ExecutorFull."""
        entry = self._entries.get((game_id, write))
        if entry is None or not entry.is_current:
            async with self._rooms.use(game_id) as (_, game):
                version = (game.seq, game.row.seats[0].name, game.row.seats[1].name)
                if entry is None or entry.version != version:
                    writing = self._start(game_id, write, version, game)
                    entry = None
            if entry is None:
                return await asyncio.shield(writing)
            if (game_id, write) in self._entries:
                self._entries[game_id, write] = replace(entry, checked=time.monotonic())
        if (game_id, write) in self._entries:
            self._entries.move_to_end((game_id, write))
        return entry.data

    def _start(self, game_id: str, write: WriteGame, version: _Version, game: LiveGame) -> asyncio.Task[bytes]:
        """Start to write a download, unless it is being written."""
        key = (game_id, write, version)
        if key not in self._running:
            task = asyncio.create_task(self._write(game_id, write, version, game.copy()))
            self._running[key] = task
            task.add_done_callback(lambda done: self._on_done(key, done))
        return self._running[key]

    def _on_done(self, key: tuple[str, WriteGame, _Version], task: asyncio.Task[bytes]) -> None:
        del self._running[key]
        if not task.cancelled():
            task.exception()  # mark it as retrieved, because every waiting request may have been cancelled

    async def _write(self, game_id: str, write: WriteGame, version: _Version, game: LiveGame) -> bytes:
        text = await self._rooms.writing.run(write, game)
        data = text.encode()
        self._store((game_id, write), _Entry(version, game.result is not None, data))
        return data

    def _store(self, key: tuple[str, WriteGame], entry: _Entry) -> None:
        before = self._entries.pop(key, None)
        self._bytes += len(entry.data) - (0 if before is None else len(before.data))
        self._entries[key] = entry
        while self._bytes > self._max_bytes:
            _, dropped = self._entries.popitem(last=False)
            self._bytes -= len(dropped.data)
