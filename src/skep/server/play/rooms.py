"""Rooms: the games in this process. An event is stored first, and then told to everybody who watches.

A room is loaded when somebody needs it and dropped when nobody does; what it knew is in the store. Other processes
hear of an event over the bus. Two that happen at once claim one number: the second is not stored, sees what was
first, and is judged again.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from functools import partial
from types import TracebackType
from typing import Any, Final, TypeAlias

import msgspec

from skep.pieces import Color
from skep.server.accounts.secrets import Links, new_game_id, new_guest_id
from skep.server.play import bus_messages as news
from skep.server.play.live_game import Command, DamagedGame, LiveGame, Refusal
from skep.server.play.new_games import rematch_row
from skep.server.play.room import Room, Subscriber
from skep.server.realtime.bus import Bus
from skep.server.realtime.frames import frame
from skep.server.schemas.game import ChatLine, MakeMove, Propose, Reply
from skep.server.store.records import ChatRow, Event, EventKind, GameRow, Store, StoreOverloaded, StoreUnavailable

__all__ = ["Rooms", "UnknownGame"]

log = logging.getLogger("skep.server")

Answered: TypeAlias = Callable[[Refusal | None], None]

_TRIES: Final = 4
"""How often a request is judged again when another process was first."""
_SEQS_AT_ONCE: Final = 500
_EXPECTED: Final = 5.0
"""Seconds for which the room of a rematch is kept ready for those who watched the game before."""

BUSY: Final = Refusal("busy", "The server cannot store this now; nothing was changed. Try again in a moment.")
NOT_YOURS: Final = Refusal("not-your-game", "Only the players may do this.")


class UnknownGame(LookupError):
    """There is no such game."""


class _Use:
    """A room, loaded and locked, that is not dropped as long as it is used."""

    __slots__ = ("_game", "_room", "_rooms")

    def __init__(self, rooms: Rooms, game: str) -> None:
        self._rooms = rooms
        self._game = game

    async def __aenter__(self) -> tuple[Room, LiveGame]:
        self._room = room = self._rooms.room(self._game)
        room.users += 1
        try:
            await room.lock.acquire()
            try:
                if room.table is None or room.stale:
                    await self._rooms.refresh_room(room)
                if room.table is None:
                    raise UnknownGame(self._game)
            except BaseException:
                room.lock.release()
                raise
        except BaseException:
            self._leave()
            raise
        return room, room.table

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

    def __init__(self, store: Store, bus: Bus, links: Links) -> None:
        self.store = store
        self.links = links
        self.process = new_guest_id()
        self.after_event: list[Callable[[Room], None]] = []
        """Called when the table of a game against the computer was loaded or changed, with its lock held: here it
        begins to think."""
        self._bus = bus
        self._rooms: dict[str, Room] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    async def open(self) -> None:
        """Begin to listen to the other processes."""
        await self._bus.start(self._on_message, self._lost)

    async def close(self) -> None:
        """Forget everything; the store has it."""
        self._closed = True
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for room in self._rooms.values():
            room.leave()
        self._rooms.clear()
        await self._bus.close()

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something in the background; what goes wrong there is logged."""
        if self._closed:
            work.close()
            return
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if task.cancelled():
            return
        error = task.exception()
        if isinstance(error, StoreUnavailable | StoreOverloaded):
            log.warning("the store does not answer: %s", error)
        elif error is not None and not isinstance(error, UnknownGame):
            log.error("a task of the rooms failed", exc_info=error)

    # coming into memory, and leaving it

    def use(self, game: str) -> _Use:
        """The room and table of a game, loaded and locked: ``async with``. Raises UnknownGame and StoreDown."""
        return _Use(self, game)

    def room(self, game: str) -> Room:
        """A game's room, loaded or not."""
        room = self._rooms.get(game)
        if room is None:
            room = self._rooms[game] = Room(game, self.links)
        return room

    def loaded(self) -> list[Room]:
        """The rooms in memory."""
        return list(self._rooms.values())

    def drop_if_idle(self, room: Room) -> None:
        """Forget a room that nobody needs."""
        if room.idle and self._rooms.get(room.game) is room:
            del self._rooms[room.game]
            room.leave()
            if room.subscribed:
                self.spawn(self._unsubscribe(room.game))

    async def _unsubscribe(self, game: str) -> None:
        if game not in self._rooms:
            await self._bus.unsubscribe(game)

    async def refresh_room(self, room: Room) -> None:
        """Load a room's table, or the events it has missed, and tell of those. The lock is held."""
        if room.table is None:
            # before the events are read, so that none falls between
            room.subscribed = True
            await self._bus.subscribe(room.game)
            stored = await self.store.load(room.game)
            if stored is None:
                return
            room.table = LiveGame.restored(stored)
            room.stale = False
            self._publish(room.game, news.PresenceRequest(sender=self.process))
            self._after_event(room)
            return
        await self._catch_up(room, room.table)

    async def _catch_up(self, room: Room, table: LiveGame) -> None:
        room.stale = True
        stored = await self.store.load(room.game, after=table.seq)
        if stored is None:
            raise UnknownGame(room.game)
        try:
            for event in stored.events:
                table.apply(event)
            table.row = stored.row
        except DamagedGame:
            log.exception("game %s: loaded anew, since its events did not fit", room.game)
            await self._reload(room)
            return
        room.stale = False
        events = list(stored.events)
        room.seated(events)
        room.broadcast_events(events)
        self._after_event(room)

    async def _reload(self, room: Room) -> None:
        stored = await self.store.load(room.game)
        if stored is None:
            raise UnknownGame(room.game)
        room.table = LiveGame.restored(stored)
        room.stale = False
        room.ways.clear()
        room.broadcast_state()
        self._after_event(room)

    # what happens

    async def act(self, wish: Command, watcher: Subscriber) -> Refusal | None:
        """Do what a player asks, or say why not. Once this returns None it is stored, and everybody was told."""
        async with self.use(wish.game) as (room, _):
            own = room.watchers.get(watcher) or await self.sides(room, watcher)
            if not own:
                return NOT_YOURS
            for _ in range(_TRIES):
                table = room.table
                assert table is not None
                if table.is_overdue(time.time()) and await self._flagged(room, table):
                    continue
                decided = self._decide(table, own, wish)
                if isinstance(decided, Refusal):
                    return decided
                if decided.kind is EventKind.REMATCH and not await self._prepare_rematch(room, table, decided):
                    return BUSY
                if await self.commit(room, decided):
                    return None
                if decided.kind is EventKind.REMATCH:
                    self.spawn(self._abandon(decided.text))
        return BUSY

    def free_room(self, game: str, watcher: Subscriber) -> Room | None:
        """The room where a player's move can be judged at once: it is loaded, and nobody is busy in it."""
        room = self._rooms.get(game)
        if room is None or room.table is None or room.stale or room.lock.held or not room.watchers.get(watcher):
            return None
        return room

    def move(self, room: Room, wish: MakeMove, watcher: Subscriber, answer: Answered) -> None:
        """The same as ``act``, for a move in a free room; ``answer`` is called with what ``act`` would return.

        Nearly everything that happens is a move, and without tasks and coroutines it takes two thirds of the time.
        """
        table, now = room.table, time.time()
        assert table is not None
        if table.is_overdue(now):
            self.spawn(self._act_and_answer(wish, watcher, answer))
            return
        decided = table.decide(_acting(table, room.watchers[watcher], wish), wish, now)
        if isinstance(decided, Refusal):
            answer(decided)
            return
        done = partial(self._move_done, room, decided, wish, watcher, answer)
        try:
            self.store.append_nowait(decided, table.status_after(decided), done)
        except (StoreOverloaded, StoreUnavailable):
            table.withdraw()
            answer(BUSY)
            return
        room.lock.take()
        room.users += 1

    def _move_done(
        self, room: Room, event: Event, wish: MakeMove, watcher: Subscriber, answer: Answered, stored: bool | Exception
    ) -> None:
        table = room.table
        assert table is not None
        try:
            if isinstance(stored, Exception):
                self._not_stored(room, table, stored)
                answer(BUSY)
            elif stored:
                self._apply_stored(room, table, event)
                answer(None)
            else:
                # another process was first: catch up, and judge again
                table.withdraw()
                room.stale = True
                self.spawn(self._act_and_answer(wish, watcher, answer))
        except Exception:
            log.exception("game %s: a move that was stored could not be told", room.game)
            room.stale = True
            answer(BUSY)
        finally:
            room.lock.release()
            room.users -= 1
            if not room.watchers:
                self.drop_if_idle(room)

    async def _act_and_answer(self, wish: MakeMove, watcher: Subscriber, answer: Answered) -> None:
        try:
            answer(await self.act(wish, watcher))
        except Exception:
            answer(BUSY)
            raise

    async def _abandon(self, game: str) -> None:
        """End a game that nobody will ever be told of."""
        async with self.use(game) as (room, _):
            await self.commit(room, Event(game, 1, EventKind.END, None, "aborted", time.time()))

    def _decide(self, table: LiveGame, own: frozenset[Color], wish: Command) -> Event | Refusal:
        side = _acting(table, own, wish)
        next_game = new_game_id() if isinstance(wish, (Propose, Reply)) and wish.what == "rematch" else ""
        return table.decide(side, wish, time.time(), next_game=next_game)

    async def _prepare_rematch(self, room: Room, table: LiveGame, event: Event) -> bool:
        """Store the game that follows, before anything points to it; who is here will find it loaded."""
        row = rematch_row(table, event.text, self.links, time.time())
        following = self.room(row.id)
        following.subscribed = True
        await self._bus.subscribe(row.id)
        fresh = LiveGame(row)
        try:
            await self.store.create(row, fresh.status())
            following.begin(fresh, after=room)
        except (StoreOverloaded, StoreUnavailable):
            return False
        finally:
            if following.table is None:
                self.drop_if_idle(following)
        self._after_event(following)
        asyncio.get_running_loop().call_later(_EXPECTED, self._stop_expecting, following)
        return True

    def forget_expected(self, game: str, guest: str) -> None:
        """A guest who was to come from the game before has taken a seat meanwhile."""
        if (room := self._rooms.get(game)) is not None:
            room.expected.pop(guest, None)

    def _stop_expecting(self, room: Room) -> None:
        room.expected.clear()
        self.drop_if_idle(room)

    async def wake(self, game: str) -> None:
        """Load a game, so that what is due there happens: a thought of the computer, a fallen flag."""
        async with self.use(game) as (room, table):
            await self._flagged(room, table)

    async def _flagged(self, room: Room, table: LiveGame) -> bool:
        """Whether the side to move had run out of time, and the game is over now."""
        ending = table.decide_flag(time.time())
        if ending is None:
            return False
        await self.commit(room, ending)
        return True

    async def commit(self, room: Room, event: Event, *, row: GameRow | None = None) -> bool:
        """Store an event, apply it and tell of it; False when another process was first, which was then told of.

        ``row`` is the game's row as the event leaves it, where it changes it. The room's lock is held.
        """
        table = room.table
        assert table is not None
        status = table.status_after(event)
        try:
            stored = await self.store.append(event, status)
        except BaseException as error:
            self._not_stored(room, table, error)
            raise
        if not stored:
            table.withdraw()
            await self._catch_up(room, table)
            return False
        self._apply_stored(room, table, event, row=row)
        return True

    def _not_stored(self, room: Room, table: LiveGame, error: BaseException) -> None:
        table.withdraw()
        # unless the store was too busy, it may have been stored all the same: the store is asked before the next
        room.stale = room.stale or not isinstance(error, StoreOverloaded)

    def _apply_stored(self, room: Room, table: LiveGame, event: Event, *, row: GameRow | None = None) -> None:
        """Apply an event that is stored, and tell of it."""
        table.apply(event)
        if row is not None:
            table.row = row
        if event.kind is EventKind.JOIN:
            room.seated([event])
        room.broadcast_events([event])
        if not self._bus.alone:
            self._publish(room.game, news.EventStored(sender=self.process, event=event))
        self._after_event(room)

    def _after_event(self, room: Room) -> None:
        """See to it that what is due after an event will happen."""
        table = room.table
        assert table is not None
        if table.clocks.counted:
            room.watch_flag(self._on_flag)
        if table.computer is not None:
            for hook in self.after_event:
                hook(room)

    def _on_flag(self, game: str) -> None:
        self.spawn(self.wake(game))

    # watching

    async def sides(self, room: Room, watcher: Subscriber) -> frozenset[Color]:
        """The sides that a watcher plays here."""
        known = room.watchers.get(watcher)
        if known:
            return known
        return await self.sides_of(room, watcher.guest_id)

    async def sides_of(self, room: Room, guest: str | None) -> frozenset[Color]:
        """The sides that a guest plays here: who held a seat from a second device holds it in the rematch too."""
        table = room.table
        if guest is None or table is None:
            return frozenset()
        sides = await self.store.sides_of(room.game, guest)
        before = table.row.rematch_of
        if sides or before is None or table.same_screen:
            return sides
        for side in await self.store.sides_of(before, guest):
            if table.row.seats[side.other].level is None:
                await self.store.claim_seat(table.row.seats[side.other].secret, guest)
                sides |= {side.other}
        return sides

    async def watch(self, game: str, watcher: Subscriber, answer_to: int) -> None:
        """Tell a watcher of a game from now on, and at once how it stands."""
        async with self.use(game) as (room, _):
            sides = room.expected.pop(watcher.guest_id or "", None)
            if sides is None:
                sides = await self.sides_of(room, watcher.guest_id)
            if sides:
                await self.need_chat(room)
            room.seat(watcher, sides)
            watcher.tell(frame(room.snapshot_json(sides, answer_to)))
            room.presence_changed(self._publish_presence)

    async def need_chat(self, room: Room) -> None:
        """Have what was said at hand."""
        if room.chat is None:
            room.keep_chat(await self.store.chat(room.game))

    def unwatch(self, game: str, watcher: Subscriber) -> None:
        """Tell a watcher no more."""
        room = self._rooms.get(game)
        if room is None or room.watchers.pop(watcher, None) is None:
            return
        if room.watchers:
            room.presence_changed(self._publish_presence)
        else:
            self._publish_presence(room)  # at once: the room may be gone in a moment
            self.drop_if_idle(room)

    async def say(self, game: str, watcher: Subscriber, text: str) -> Refusal | None:
        """A line of chat from a player to the other."""
        async with self.use(game) as (room, table):
            sides = await self.sides(room, watcher)
            if not sides:
                return NOT_YOURS
            if table.same_screen or table.computer is not None:
                return Refusal("not-possible", "There is nobody else to talk to in this game.")
            row = ChatRow(min(sides), text, time.time())
            await self.store.say(game, row)
            line = ChatLine(by=("white", "black")[row.side], text=row.text, at=row.at)
            room.broadcast_chat(line)
            self._publish(game, news.ChatRelayed(sender=self.process, line=line))
        return None

    async def refresh(self, game: str) -> None:
        """Tell everywhere of a change to the seats that is no event."""
        self._publish(game, news.Refresh(sender=self.process))
        room = self._rooms.get(game)
        if room is not None:
            await self._refresh_here(room)

    async def _refresh_here(self, room: Room) -> None:
        async with self.use(room.game) as (again, table):
            stored = await self.store.load(room.game, after=table.seq)
            if stored is not None and not stored.events:
                table.row = stored.row
                again.broadcast_state()
            else:
                await self._catch_up(again, table)

    # the other processes

    def _publish(self, game: str, what: news.BusMessage) -> None:
        self._bus.publish(game, news.encode(what))

    def _publish_presence(self, room: Room) -> None:
        here = room.here()
        self._publish(
            room.game,
            news.PresenceReport(sender=self.process, white=here.white, black=here.black, watchers=here.watchers),
        )

    def republish_presence(self) -> None:
        """Say who is here before the other processes forget it."""
        for room in self._rooms.values():
            if room.watchers:
                self._publish_presence(room)

    def _on_message(self, game: str, payload: bytes) -> None:
        room = self._rooms.get(game)
        if room is None:
            return
        try:
            said = news.decode(payload)
        except msgspec.MsgspecError:
            log.warning("game %s: another process says what this one does not understand", game)
            return
        if said.sender == self.process:
            return
        if isinstance(said, news.EventStored):
            self.spawn(self._on_event(game, said.event))
        elif isinstance(said, news.ChatRelayed):
            room.broadcast_chat(said.line)
        elif isinstance(said, news.PresenceReport):
            room.note_elsewhere(said)
            room.presence_changed()
        elif isinstance(said, news.PresenceRequest):
            self._publish_presence(room)
        else:
            self.spawn(self._refresh_here(room))

    async def _on_event(self, game: str, event: Event) -> None:
        async with self.use(game) as (room, table):
            if event.seq <= table.seq:
                return
            if event.seq == table.seq + 1 and event.kind is EventKind.MOVE:
                table.apply(event)
                room.broadcast_events([event])
                self._after_event(room)
            else:
                await self._catch_up(room, table)

    def _lost(self) -> None:
        self.spawn(self.catch_up_all())

    async def catch_up_all(self) -> None:
        """Ask the store what happened while the bus, or the store itself, was silent."""
        games = [room.game for room in self._rooms.values() if room.table is not None]
        for first in range(0, len(games), _SEQS_AT_ONCE):
            latest = await self.store.seqs(games[first : first + _SEQS_AT_ONCE])
            for game, seq in latest.items():
                room = self._rooms.get(game)
                if room is not None and room.table is not None and (room.stale or seq > room.table.seq):
                    room.stale = True
                    self.spawn(self.wake(game))


def _acting(table: LiveGame, own: frozenset[Color], wish: Command) -> Color:
    """The side that asks, for a guest who plays both: the one whose turn, or whose answer, it is."""
    if len(own) == 1:
        return next(iter(own))
    if isinstance(wish, Reply) and wish.accept and (by := table.proposals.get(wish.what)) is not None:
        return by.other
    return table.to_move
