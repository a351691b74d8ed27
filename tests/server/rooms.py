"""Rooms of one or several processes, and clients that record their messages."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from functools import wraps
from typing import Any

from skep.server.accounts.secrets import hash_secret
from skep.server.engines.pool import EnginePool
from skep.server.play.commands import Commands
from skep.server.play.computer_player import ComputerPlayer
from skep.server.play.live_game import Command, LiveGame
from skep.server.play.rooms import Rooms
from skep.server.play.server_time import ServerTime
from skep.server.realtime.bus import LocalBus, OnGap, OnMessage, OnTopic
from skep.server.realtime.frames import payload_of
from skep.server.schemas.game import MakeMove
from skep.server.schemas.refusals import Refusal
from skep.server.settings import Settings
from skep.server.store.records import GameRow, Guest, Store
from tests.server.games import GAME, LINKS
from tests.server.memory import MemoryStore

SETTINGS = Settings(database="", min_reply_delay=0.0, move_seconds=0.1)


def in_loop(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """Run a test in its own event loop."""

    @wraps(test)
    def run(*arguments: Any, **named: Any) -> None:
        async def bounded() -> None:
            async with asyncio.timeout(240):
                await test(*arguments, **named)

        asyncio.run(bounded())

    return run


class Listener:
    """A client that records its messages."""

    def __init__(self, guest: str | None = None) -> None:
        self.guest_id = guest
        self.address = "192.0.2.1"
        self.messages: list[dict[str, Any]] = []

    def send(self, framed: bytes) -> None:
        self.messages.append(json.loads(payload_of(framed)))

    @property
    def last(self) -> dict[str, Any]:
        """The latest message other than ``present``, which can arrive at any time."""
        return next(message for message in reversed(self.messages) if message["kind"] != "presence")

    def of(self, kind: str) -> list[dict[str, Any]]:
        return [message for message in self.messages if message["kind"] == kind]


class SharedBus:
    """A bus between the processes of a test, which can be broken."""

    def __init__(self) -> None:
        self.ends: list[BusEnd] = []
        self.broken = False

    def end(self) -> BusEnd:
        self.ends.append(BusEnd(self))
        return self.ends[-1]


class BusEnd(LocalBus):
    """The bus of one process."""

    alone = False

    def __init__(self, bus: SharedBus) -> None:
        self._bus = bus
        self.games: set[str] = set()
        self.topics: dict[str, OnTopic] = {}

    @property
    def connected_since(self) -> float | None:
        return None if self._bus.broken else 0.0

    async def start(self, on_message: OnMessage, on_gap: OnGap) -> None:
        self.on_message, self.on_gap = on_message, on_gap

    async def subscribe(self, game: str) -> None:
        self.games.add(game)

    async def unsubscribe(self, game: str) -> None:
        self.games.discard(game)

    async def listen(self, topic: str, on_message: OnTopic) -> None:
        self.topics[topic] = on_message

    def publish(self, game: str, payload: bytes) -> None:
        if self._bus.broken:
            return
        for end in self._bus.ends:
            if end is not self and game in end.topics:
                end.topics[game](payload)
            elif end is not self and game in end.games:
                asyncio.get_running_loop().call_soon(end.on_message, game, payload)


@asynccontextmanager
async def running_rooms(
    store: Store, bus: LocalBus | None = None, settings: Settings = SETTINGS, time: ServerTime | None = None
) -> AsyncIterator[Rooms]:
    """Open the rooms of one process, with a computer player."""
    rooms = Rooms(store, bus or LocalBus(), LINKS, time=time)
    pool = EnginePool(1)
    rooms.hooks.append(ComputerPlayer(rooms, pool, settings).on_event)
    await rooms.open()
    try:
        yield rooms
    finally:
        pool.close()
        await rooms.close()


async def store_game(store: MemoryStore, row: GameRow) -> str:
    """Store a game with the guests Anna and Ben, and return its id."""
    for name in ("anna", "ben"):
        await store.new_guest(Guest(name, name.title()), hash_secret(name))
    await store.create(row, LiveGame(row).status())
    return row.id


async def watch_game(rooms: Rooms, *guests: str | None) -> list[Listener]:
    """Return clients of these guests that watch the game."""
    clients = [Listener(guest) for guest in guests]
    for client in clients:
        await rooms.watch(GAME, client, 1)
    return clients


async def execute(rooms: Rooms, command: Command, client: Listener, *, arrived: float | None = None) -> Refusal | None:
    """Submit a client's command and wait for its outcome."""
    return await Commands(rooms).execute(command, client, arrived=arrived)


async def until(condition: Callable[[], object], what: str = "") -> None:
    """Wait until a condition holds."""
    for _ in range(2000):
        if condition():
            return
        await asyncio.sleep(0.005)
    raise AssertionError(f"timed out waiting for {what or condition}")


def move(game: str, ply: int, piece: str | None = None, *to: int) -> MakeMove:
    """Return a request for a move."""
    return MakeMove(id=1, game=game, ply=ply, piece=piece, to=(to[0], to[1]) if to else None)
