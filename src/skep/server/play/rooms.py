"""Rooms: the games in this process, and everyone who watches them.

A room is loaded on demand and dropped once it is idle; everything it knew is in the store. An event is stored before
it is broadcast. Other processes receive it over the bus. If two processes store an event with the same number, the
store accepts the first; the second process catches up and judges its request again.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from types import TracebackType
from typing import Any, Final

import msgspec

from skep.server.accounts.secrets import Links, new_guest_id
from skep.server.engines.executor import BoundedExecutor, ExecutorFull
from skep.server.metrics import NO_METRICS, Metrics
from skep.server.play import bus_messages
from skep.server.play.live_game import DamagedGame, LiveGame
from skep.server.play.room import Room, Subscriber
from skep.server.play.seats import Seats
from skep.server.play.server_time import ServerTime
from skep.server.realtime.bus import Bus
from skep.server.realtime.frames import frame
from skep.server.store.records import (
    Event,
    EventKind,
    GameRow,
    Store,
    StoredGame,
    StoreOverloaded,
    StoreUnavailable,
)

__all__ = ["EventHook", "Rooms", "UnknownGame"]

log = logging.getLogger("skep.server")

EventHook = Callable[[Room], None]

_GAMES_PER_QUERY: Final = 500
_SHORT_REPLAY: Final = 100
"""Games with up to this many events are replayed on the event loop, in about a millisecond."""
_MAX_DROPPED: Final = 100
"""The number of unused games that are kept in memory."""
_MAX_REPLAYS: Final = 10_000
"""Replays that can wait. After an interruption of the server, all games with clocks are loaded."""
_MAX_SETTLEMENTS: Final = 3
"""A credit, the end on time, and once more after another process was first."""


class UnknownGame(LookupError):
    """A game that does not exist."""


class _Use:
    """An async context manager: a room that is loaded, locked and kept in memory while it is in use."""

    __slots__ = ("_game_id", "_room", "_rooms")

    def __init__(self, rooms: Rooms, game_id: str) -> None:
        self._rooms = rooms
        self._game_id = game_id

    async def __aenter__(self) -> tuple[Room, LiveGame]:
        self._room = room = self._rooms.room(self._game_id)
        room.users += 1
        try:
            await room.lock.acquire()
            try:
                if room.game is None or room.stale:
                    await self._rooms.refresh_room(room)
                if room.game is None:
                    raise UnknownGame(self._game_id)
            except BaseException:
                room.lock.release()
                raise
        except BaseException:
            self._leave()
            raise
        return room, room.game

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._room.lock.release()
        self._leave()

    def _leave(self) -> None:
        self._room.users -= 1
        self._rooms.drop_if_idle(self._room)


class Rooms:
    """All rooms of a process."""

    def __init__(
        self,
        store: Store,
        bus: Bus,
        links: Links,
        hooks: tuple[EventHook, ...] = (),
        *,
        time: ServerTime | None = None,
        metrics: Metrics = NO_METRICS,
    ) -> None:
        self.store = store
        self.metrics = metrics
        self.seats = Seats(store)
        self.time = ServerTime() if time is None else time
        self.links = links
        self.bus = bus
        self.process = new_guest_id()
        self.hooks = list(hooks)
        """Called with the lock held after a game against the computer was loaded or changed."""
        self.clock_hooks: list[EventHook] = []
        """Called like hooks, for games with a clock."""
        self.event_hooks: list[EventHook] = []
        """Called like hooks, for all games."""
        self.writing = BoundedExecutor(threads=1)
        """Writes downloads, and checks long requests."""
        self._replaying = BoundedExecutor(threads=1, max_waiting=_MAX_REPLAYS)
        self._rooms: dict[str, Room] = {}
        self._dropped: OrderedDict[str, LiveGame] = OrderedDict()
        """The games of the latest dropped rooms, because replaying one takes much longer than catching up."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    async def open(self) -> None:
        """Start listening to the other processes."""
        self.time.open(lambda: self.spawn(self._credit_loaded()))
        await self.bus.start(self._on_message, self._on_gap)

    async def close(self) -> None:
        """Drop every room; the store has everything."""
        self._closed = True
        self.time.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for room in self._rooms.values():
            room.close()
        self._rooms.clear()
        await self.writing.close()
        await self._replaying.close()
        await self.bus.close()

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine in the background and log its failure."""
        if self._closed:
            work.close()
            return
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._on_task_done)

    def _on_task_done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if task.cancelled():
            return
        error = task.exception()
        if isinstance(error, StoreUnavailable | StoreOverloaded):
            log.warning("the store is unavailable: %s", error)
        elif isinstance(error, ExecutorFull):
            log.warning("too many long games are being loaded")
        elif error is not None and not isinstance(error, UnknownGame):
            log.error("a background task of the rooms failed", exc_info=error)

    # loading and dropping

    def use(self, game_id: str) -> _Use:
        """Return a context manager for a game's room and state, loaded and locked.

        Entering it raises UnknownGame and StoreUnavailable.
        """
        return _Use(self, game_id)

    def room(self, game_id: str) -> Room:
        """Return a game's room, loaded or not."""
        room = self._rooms.get(game_id)
        if room is None:
            room = self._rooms[game_id] = Room(game_id, self.links, self.time, self.bus)
        return room

    def find(self, game_id: str) -> Room | None:
        """Return a game's room if it is in memory."""
        return self._rooms.get(game_id)

    def list_loaded(self) -> list[Room]:
        """Return the rooms in memory."""
        return list(self._rooms.values())

    def drop_if_idle(self, room: Room) -> None:
        """Drop a room that is no longer in use."""
        if room.idle and self._rooms.get(room.id) is room:
            del self._rooms[room.id]
            room.close()
            if room.game is not None:
                self._dropped[room.id] = room.game
                if len(self._dropped) > _MAX_DROPPED:
                    self._dropped.popitem(last=False)
            if room.subscribed:
                self.spawn(self._unsubscribe(room.id))

    def forget_expected(self, game_id: str, guest: str) -> None:
        """Stop expecting a guest in a rematch, because they have taken a seat in the meantime."""
        room = self._rooms.get(game_id)
        if room is not None and room.expected.pop(guest, None) is not None:
            self.drop_if_idle(room)

    async def _unsubscribe(self, game_id: str) -> None:
        if game_id not in self._rooms:
            await self.bus.unsubscribe(game_id)

    async def refresh_room(self, room: Room) -> None:
        """Load a room's game, or apply and broadcast the events it has missed. The lock is held."""
        if room.game is not None:
            await self.catch_up(room, room.game)
            return
        # subscribe before reading, so that no event is missed in between
        room.subscribed = True
        await self.bus.subscribe(room.id)
        room.game = await self._load(room.id)
        if room.game is None:
            return
        room.loaded_at = self.time.now()
        room.stale = False
        self.publish(room.id, bus_messages.PresenceRequest(sender=self.process))
        self.after_event(room)

    async def _load(self, game_id: str) -> LiveGame | None:
        """Return a game from the store, or one that was dropped recently with the events it has missed."""
        game = self._dropped.pop(game_id, None)
        if game is not None:
            missed = await self.store.load(game_id, after=game.seq)
            try:
                for event in () if missed is None else missed.events:
                    game.apply(event)
            except DamagedGame:
                log.exception("game %s: reloading, because its events do not fit", game_id)
            else:
                if missed is not None:
                    game.row = missed.row
                    return game
        stored = await self.store.load(game_id)
        return None if stored is None else await self._restore(stored)

    async def _restore(self, stored: StoredGame) -> LiveGame:
        """Replay a stored game, a long one on a thread so that the event loop is not blocked."""
        if len(stored.events) <= _SHORT_REPLAY:
            return LiveGame.restore(stored)
        return await self._replaying.run(LiveGame.restore, stored)

    async def catch_up(self, room: Room, game: LiveGame) -> None:
        """Apply and broadcast the stored events that a game has not seen. The lock is held."""
        room.stale = True
        stored = await self.store.load(room.id, after=game.seq)
        if stored is None:
            raise UnknownGame(room.id)
        try:
            for event in stored.events:
                game.apply(event)
            await self._replace_row(room, game, stored.row)
        except DamagedGame:
            log.exception("game %s: reloading, because its events do not fit", room.id)
            await self._reload(room)
            return
        room.stale = False
        events = list(stored.events)
        room.seat_joined(events)
        room.broadcast_events(events)
        self.after_event(room)

    async def _catch_up_with_others(self, room: Room, game: LiveGame) -> None:
        """Catch up with events that no other process has announced, because it died right after it had stored them.

        A player whose connection ended with that process has received them, and connects to this one. The lock is held.
        """
        if not self.bus.alone and (await self.store.seqs([room.id])).get(room.id, 0) > game.seq:
            await self.catch_up(room, game)

    async def _reload(self, room: Room) -> None:
        stored = await self.store.load(room.id)
        if stored is None:
            raise UnknownGame(room.id)
        room.game = await self._restore(stored)
        room.stale = False
        room.paths.clear()
        room.broadcast_state()
        self.after_event(room)

    async def wake(self, game_id: str) -> None:
        """Load a game and do what is due in it: let the computer think, or end the game on time."""
        async with self.use(game_id) as (room, _):
            await self.settle_clock(room)

    # clocks

    def decide_due(self, room: Room, *, arrived: float | None = None) -> Event | None:
        """Return the credit or the end on time that has to be stored before anything else counts, or None.

        Every decision about a clock that has run out is made here. ``arrived`` is when the message that is judged
        arrived, on the monotonic clock.
        """
        game = room.game
        assert game is not None
        if not game.clocks.counted or game.result is not None or not game.started:
            return None
        now = self.time.now()
        waiting = None if arrived is None else self.time.at(arrived)
        lost = room.lost_time(now, alone=self.bus.alone, arrived=waiting)
        return game.decide_due(now, lost, grace=room.grace())

    async def settle_clock(self, room: Room) -> None:
        """Store what is due in a game: a credit, and the end of the game if its time is up. The lock is held."""
        for _ in range(_MAX_SETTLEMENTS):
            event = self.decide_due(room)
            if event is None:
                return
            await self.commit(room, event)

    async def _credit_loaded(self) -> None:
        """Correct the clocks of all games in memory after a long interruption."""
        for room in self.list_loaded():
            if room.game is not None and room.game.clocks.counted and room.game.running is not None:
                await self.wake(room.id)

    # events

    async def commit(self, room: Room, event: Event, *, row: GameRow | None = None) -> bool:
        """Store an event, apply it and broadcast it. The room's lock is held.

        Returns False if another process stored an event with this number first; that event is then applied instead.
        ``row`` is the game's row after the event, if the event changes it.
        """
        game = room.game
        assert game is not None
        try:
            stored = await self.store.append(event, game.status_after(event))
        except BaseException as error:
            self.discard(room, game, error)
            raise
        if not stored:
            game.withdraw()
            await self.catch_up(room, game)
            return False
        self.apply_stored(room, game, event, row=row)
        return True

    def discard(self, room: Room, game: LiveGame, error: BaseException) -> None:
        """Take back a prepared event whose storing failed."""
        game.withdraw()
        # unless the store was overloaded, the event may have been stored: read before the next request
        room.stale = room.stale or not isinstance(error, StoreOverloaded)

    def apply_stored(self, room: Room, game: LiveGame, event: Event, *, row: GameRow | None = None) -> None:
        """Apply an event that is stored, and broadcast it."""
        game.apply(event)
        if row is not None:
            game.row = row
        if event.kind is EventKind.JOIN:
            room.seat_joined([event])
        room.broadcast_events([event])
        if event.kind is EventKind.MOVE:
            self.metrics.move()
        if not self.bus.alone:
            self.publish(room.id, bus_messages.EventStored(sender=self.process, event=event))
        self.after_event(room)
        if game.row.rated and game.result is not None and event.kind in (EventKind.MOVE, EventKind.END):
            self.spawn(self.refresh(room.id))  # the ratings changed with the event

    def after_event(self, room: Room) -> None:
        """Set the flag timer and call the hooks after a game was loaded or changed."""
        game = room.game
        assert game is not None
        if game.clocks.counted:
            room.set_flag_timer(self._on_flag)
            room.turn_changed()
            for hook in self.clock_hooks:
                hook(room)
        if game.computer is not None:
            for hook in self.hooks:
                hook(room)
        for hook in self.event_hooks:
            hook(room)

    def _on_flag(self, game_id: str) -> None:
        self.spawn(self.wake(game_id))

    # subscribers

    async def watch(self, game_id: str, subscriber: Subscriber, reply_to: int) -> None:
        """Subscribe a client to a game and send it the game's state."""
        loaded = self.find(game_id) is not None
        async with self.use(game_id) as (room, game):
            if loaded:
                await self._catch_up_with_others(room, game)
            sides = room.expected.pop(subscriber.guest_id or "", None)
            if sides is None:
                sides = await self.seats.claim(room, subscriber)
            await self.load_chat(room)
            room.add(subscriber, sides)
            subscriber.send(frame(room.snapshot_json(sides, reply_to)))
            room.presence_changed(self._publish_presence)

    def unwatch(self, game_id: str, subscriber: Subscriber) -> None:
        """Unsubscribe a client from a game."""
        room = self._rooms.get(game_id)
        if room is None or room.subscribers.pop(subscriber, None) is None:
            return
        if room.subscribers:
            room.presence_changed(self._publish_presence)
        else:
            self._publish_presence(room)  # now, because the room may be dropped next
            self.drop_if_idle(room)

    async def load_chat(self, room: Room) -> None:
        """Load a room's chats unless they are loaded already."""
        if room.chat is None:
            room.set_chat(*await self.store.chats(room.id))

    async def refresh(self, game_id: str) -> None:
        """Broadcast, in every process, a change of the seats that is not an event."""
        self.publish(game_id, bus_messages.Refresh(sender=self.process))
        room = self._rooms.get(game_id)
        if room is not None:
            await self._refresh_seats(room)

    async def _refresh_seats(self, room: Room) -> None:
        async with self.use(room.id) as (loaded, game):
            stored = await self.store.load(room.id, after=game.seq)
            if stored is not None and not stored.events:
                await self._replace_row(loaded, game, stored.row)
                loaded.broadcast_state()
            else:
                await self.catch_up(loaded, game)

    async def _replace_row(self, room: Room, game: LiveGame, row: GameRow) -> None:
        """Replace a game's row. If a seat's links were renewed, look up again who plays it."""
        renewed = any(old.secret != new.secret for old, new in zip(game.row.seats, row.seats, strict=True))
        game.row = row
        if not renewed:
            return
        room.expected.clear()
        for subscriber, sides in list(room.subscribers.items()):
            if sides and subscriber.guest_id is not None:
                sides = await self.store.sides_of(room.id, subscriber.guest_id)
                if subscriber in room.subscribers:
                    room.subscribers[subscriber] = sides
        room.presence_changed(self._publish_presence)

    # the other processes

    def publish(self, game_id: str, message: bus_messages.BusMessage) -> None:
        """Send a message about a game to the other processes."""
        self.bus.publish(game_id, bus_messages.encode(message))

    def _publish_presence(self, room: Room) -> None:
        here = room.local_presence()
        report = bus_messages.PresenceReport(
            sender=self.process, white=here.white, black=here.black, watchers=here.watchers
        )
        self.publish(room.id, report)

    def republish_presence(self) -> None:
        """Publish presence again before the other processes forget it."""
        for room in self._rooms.values():
            if room.subscribers:
                self._publish_presence(room)
                room.check_presence()

    def _on_message(self, game_id: str, payload: bytes) -> None:
        room = self._rooms.get(game_id)
        if room is None:
            return
        try:
            message = bus_messages.decode(payload)
        except msgspec.MsgspecError:
            log.warning("game %s: unreadable message from another process", game_id)
            return
        if message.sender == self.process:
            return
        match message:
            case bus_messages.EventStored():
                self.spawn(self._on_event(game_id, message.event))
            case bus_messages.ChatRelayed():
                room.broadcast_chat(message.line)
            case bus_messages.SpectatorChatRelayed() if room.game is not None:
                room.broadcast_spectator_chat(message.line)
            case bus_messages.PresenceReport():
                room.set_remote_presence(message)
                room.presence_changed()
            case bus_messages.PresenceRequest():
                self._publish_presence(room)
            case bus_messages.Refresh():
                self.spawn(self._refresh_seats(room))

    async def _on_event(self, game_id: str, event: Event) -> None:
        async with self.use(game_id) as (room, game):
            if event.seq <= game.seq:
                return
            if event.seq == game.seq + 1 and event.kind is EventKind.MOVE:
                game.apply(event)
                room.broadcast_events([event])
                self.after_event(room)
            else:
                await self.catch_up(room, game)

    def _on_gap(self) -> None:
        self.spawn(self.catch_up_all())

    async def catch_up_all(self) -> None:
        """Read what was stored while the bus or the store was down, or by a process that died before announcing it.

        A room that is in use is left alone: its own event may just have been stored.
        """
        games = [room.id for room in self._rooms.values() if room.game is not None]
        for first in range(0, len(games), _GAMES_PER_QUERY):
            latest = await self.store.seqs(games[first : first + _GAMES_PER_QUERY])
            for game_id, seq in latest.items():
                room = self._rooms.get(game_id)
                if room is None or room.game is None or room.lock.held:
                    continue
                if room.stale or seq > room.game.seq:
                    room.stale = True
                    self.spawn(self.wake(game_id))
