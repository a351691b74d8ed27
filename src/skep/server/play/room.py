"""Room: a table in memory, with a lock, those who watch it, and what each of them is told."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from typing import Final, Protocol

import msgspec
from msgspec import Struct

from skep.pieces import Color
from skep.server.accounts.secrets import Links
from skep.server.play.bus_messages import PresenceReport
from skep.server.play.clocks import side_name
from skep.server.play.live_game import LiveGame
from skep.server.play.locks import Lock
from skep.server.play.snapshots import Presence, moved, snapshot
from skep.server.realtime.frames import frame
from skep.server.schemas.game import ChatLine, ChatReceived, PresenceChanged, Way
from skep.server.store.records import ChatRow, Event, EventKind

__all__ = ["Room", "Subscriber"]

_LINES_KEPT: Final = 200
_ELSEWHERE_KNOWN: Final = 75.0
"""Seconds for which it is believed who is connected to another process; it says so every half minute."""
_PRESENCE_DELAY: Final = 0.3
"""Seconds in which comings and goings are gathered into one message."""

_encoder = msgspec.json.Encoder()


class Subscriber(Protocol):
    """Somebody who is told what happens in games."""

    @property
    def guest_id(self) -> str | None:
        """Who it is, where that is known."""

    def tell(self, framed: bytes) -> None:
        """Send a message, framed, soon; never waits."""


class Room:
    """One game in this process. Whoever reads or changes its table holds its lock."""

    def __init__(self, game: str, links: Links) -> None:
        self.game = game
        self.lock = Lock()
        self.table: LiveGame | None = None
        self.stale = False
        """Whether the store may hold events that this table has not seen."""
        self.subscribed = False
        """Whether the bus was asked for news of it."""
        self.users = 0
        """How many are just doing something here: the room is not dropped under them."""
        self.watchers: dict[Subscriber, frozenset[Color]] = {}
        self.expected: dict[str, frozenset[Color]] = {}
        """The sides of guests who will come from the game before: each is asked for once."""
        self.chat: deque[ChatLine] | None = None
        self.thinking: int | None = None
        """The board's number that the computer is thinking about."""
        self.judging: int | None = None
        """The event of the draw offer that the computer is thinking about."""
        self.ways: dict[tuple[int, str], list[Way]] = {}
        """The answers to ``ways`` for the present board: several tabs and every hover ask the same."""
        self._links = links
        self._elsewhere: dict[str, tuple[Presence, float]] = {}
        self._flag: asyncio.TimerHandle | None = None
        self._presence: asyncio.TimerHandle | None = None
        self._tell_others: Callable[[Room], None] | None = None

    @property
    def idle(self) -> bool:
        """Whether nobody needs this room in memory."""
        return not (self.users or self.watchers or self.thinking is not None or self.judging is not None)

    def begin(self, table: LiveGame, *, after: Room) -> None:
        """Become the room of a new game, in which those who watch another sit the other way round.

        Who holds a seat there from a second device is left out: the store has to be asked, and told.
        """
        self.table = table
        self.keep_chat([])
        sides: dict[str, frozenset[Color]] = {}
        for watcher, own in after.watchers.items():
            if watcher.guest_id is not None:
                sides[watcher.guest_id] = sides.get(watcher.guest_id, frozenset()) | own
        for guest, before in sides.items():
            own = frozenset(seat.side for seat in table.row.seats if seat.guest == guest)
            if own == {side.other for side in before}:
                self.expected[guest] = own

    # telling

    def broadcast(self, message: Struct) -> None:
        """The same words to everybody, encoded once."""
        framed = frame(_encoder.encode(message))
        for watcher in self.watchers:
            watcher.tell(framed)

    def broadcast_move(self) -> None:
        """The last move."""
        assert self.table is not None
        self.broadcast(moved(self.table, time.time()))

    def broadcast_state(self) -> None:
        """The whole game to everybody, to each as much as is theirs: one text for each way to sit at the table."""
        frames: dict[frozenset[Color], bytes] = {}
        for watcher, sides in self.watchers.items():
            if sides not in frames:
                frames[sides] = frame(self.snapshot_json(sides))
            watcher.tell(frames[sides])

    def broadcast_events(self, events: list[Event]) -> None:
        """What just happened, in the fewest bytes."""
        self.ways.clear()
        if len(events) == 1 and events[0].kind is EventKind.MOVE:
            self.broadcast_move()
        elif events:
            self.broadcast_state()

    def snapshot_json(self, sides: frozenset[Color], answer_to: int | None = None) -> bytes:
        """The whole game as a client that plays these sides may see it."""
        assert self.table is not None
        state = snapshot(
            self.table,
            sides,
            presence=self.presence(),
            chat=self.chat or (),
            links=self._links,
            now=time.time(),
            answer_to=answer_to,
        )
        return _encoder.encode(state)

    def broadcast_chat(self, line: ChatLine) -> None:
        """A line of chat, to the players alone."""
        if self.chat is not None:
            self.chat.append(line)
        framed = frame(_encoder.encode(ChatReceived(game=self.game, line=line)))
        for watcher, sides in self.watchers.items():
            if sides:
                watcher.tell(framed)

    def keep_chat(self, rows: list[ChatRow]) -> None:
        """Remember what was said."""
        lines = (ChatLine(by=side_name(row.side), text=row.text, at=row.at) for row in rows)
        self.chat = deque(lines, maxlen=_LINES_KEPT)

    # who is there

    def here(self) -> Presence:
        """Who is connected to this process."""
        every = self.watchers.values()
        return Presence(
            white=any(Color.WHITE in sides for sides in every),
            black=any(Color.BLACK in sides for sides in every),
            watchers=sum(not sides for sides in every),
        )

    def presence(self) -> Presence:
        """Who is connected to any process."""
        fresh = time.monotonic() - _ELSEWHERE_KNOWN
        found = [self.here(), *(there for there, at in self._elsewhere.values() if at > fresh)]
        return Presence(
            white=any(there.white for there in found),
            black=any(there.black for there in found),
            watchers=sum(there.watchers for there in found),
        )

    def note_elsewhere(self, news: PresenceReport) -> None:
        """Who is connected to another process."""
        there = Presence(news.white, news.black, news.watchers)
        self._elsewhere[news.sender] = (there, time.monotonic())

    def presence_changed(self, tell_others: Callable[[Room], None] | None = None) -> None:
        """Tell soon who is there; ``tell_others`` tells the other processes, when it changed in this one."""
        self._tell_others = tell_others or self._tell_others
        if self._presence is None:
            self._presence = asyncio.get_running_loop().call_later(_PRESENCE_DELAY, self._broadcast_presence)

    def _broadcast_presence(self) -> None:
        self._presence = None
        there = self.presence()
        message = PresenceChanged(game=self.game, white=there.white, black=there.black, watchers=there.watchers)
        self.broadcast(message)
        tell_others, self._tell_others = self._tell_others, None
        if tell_others is not None:
            tell_others(self)

    def seat(self, watcher: Subscriber, sides: frozenset[Color]) -> None:
        """Somebody begins to watch; who plays in one tab plays in all of them."""
        self.watchers[watcher] = sides
        if sides and len(self.watchers) > 1:
            for other in self.watchers:
                if other.guest_id == watcher.guest_id:
                    self.watchers[other] = sides

    def seated(self, events: list[Event]) -> None:
        """Watchers who took a seat know it at once, in all their tabs."""
        for event in events:
            if event.kind is EventKind.JOIN and event.side is not None:
                for watcher, sides in self.watchers.items():
                    if watcher.guest_id == event.text:
                        self.watchers[watcher] = sides | {event.side}

    # the flag

    def watch_flag(self, fallen: Callable[[str], None]) -> None:
        """Look at the clock when the side to move will have lost on time."""
        deadline = None if self.table is None else self.table.deadline
        if deadline is None:
            return
        loop = asyncio.get_running_loop()
        due = loop.time() + max(0.0, deadline - time.time()) + 0.01
        if self._flag is not None:
            if self._flag.when() <= due and not self._flag.cancelled():
                return  # it will look too early, and look again
            self._flag.cancel()
        self._flag = loop.call_at(due, self._look, fallen)

    def _look(self, fallen: Callable[[str], None]) -> None:
        self._flag = None
        if self.table is not None and self.table.is_overdue(time.time()):
            fallen(self.game)
        else:
            self.watch_flag(fallen)

    def leave(self) -> None:
        """Stop the timers: the room is dropped."""
        for timer in (self._flag, self._presence):
            if timer is not None:
                timer.cancel()
        self._flag = self._presence = None
