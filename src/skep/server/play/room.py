"""A room: one game in memory, with its lock, its subscribers and what each of them receives."""

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
from skep.server.moderation.people import Authors
from skep.server.play.absences import Absences, claim_delay
from skep.server.play.bus_messages import PresenceReport
from skep.server.play.live_game import LiveGame
from skep.server.play.locks import Lock
from skep.server.play.server_time import ServerTime
from skep.server.play.snapshots import Presence, move_made, sees_spectators, snapshot
from skep.server.realtime.bus import Bus
from skep.server.realtime.frames import frame
from skep.server.schemas.game import (
    ChatLine,
    ChatReceived,
    ClaimView,
    PathView,
    PresenceChanged,
    SpectatorChatReceived,
    SpectatorLine,
)
from skep.server.schemas.views import side_name
from skep.server.store.records import ChatRow, Event, EventKind, SpectatorRow

__all__ = ["Room", "Subscriber"]

_MAX_CHAT_LINES: Final = 200
_REMOTE_PRESENCE_LIFETIME: Final = 75.0
"""Seconds for which another process's presence report counts; a process repeats it every half minute."""
_GRACE: Final = 9.0
"""Seconds within which the other processes notice that a process was interrupted."""
_MAX_TIMER: Final = 3600.0
"""The longest time, in seconds, for which a room sets a timer."""
_PRESENCE_DELAY: Final = 0.3
"""Seconds over which changes of presence are gathered into one message."""

_encoder = msgspec.json.Encoder()


class Subscriber(Protocol):
    """A client that receives what happens in a game."""

    @property
    def guest_id(self) -> str | None:
        """The client's guest, or None while it is unknown."""

    @property
    def address(self) -> str:
        """The client's address, for limits."""

    def send(self, framed: bytes) -> None:
        """Queue a framed message; never blocks."""


class Room:
    """One game in this process. Its lock has to be held to read or change the game."""

    def __init__(self, game_id: str, links: Links, time: ServerTime, bus: Bus) -> None:
        self.id = game_id
        self.time = time
        self.lock = Lock()
        self.game: LiveGame | None = None
        self.stale = False
        """Whether the store may hold events that this game has not seen."""
        self.loaded_at = 0.0
        """When the game was loaded."""
        self.subscribed = False
        """Whether the bus delivers this game's messages."""
        self.users = 0
        """The number of operations in progress; the room is not dropped before they end."""
        self.subscribers: dict[Subscriber, frozenset[Color]] = {}
        """Each with the sides it plays."""
        self.expected: dict[str, frozenset[Color]] = {}
        """The sides of guests who are about to arrive from the previous game; each entry is used once."""
        self.chat: deque[ChatLine] | None = None
        self.spectator_chat: deque[SpectatorLine] | None = None
        self.thinking: int | None = None
        """The board's event number that the computer is thinking about."""
        self.judging: int | None = None
        """The event number of the draw offer that the computer is thinking about."""
        self.paths: dict[str, list[PathView]] = {}
        """The paths of each piece on the current board; every hover in every tab asks for the same ones."""
        self._links = links
        self._authors = Authors(links.key)
        self._absences = Absences(bus)
        self._remote: dict[str, tuple[Presence, float]] = {}
        self._flag_timer: asyncio.TimerHandle | None = None
        self._presence_timer: asyncio.TimerHandle | None = None
        self._shown = Presence()
        """The presence that was last broadcast."""
        self._publish: Callable[[Room], None] | None = None

    @property
    def idle(self) -> bool:
        """Whether nothing needs this room in memory."""
        return not (
            self.users or self.subscribers or self.expected or self.thinking is not None or self.judging is not None
        )

    def begin(self, game: LiveGame, *, after: Room) -> None:
        """Start a rematch, in which the subscribers of another room play the other side.

        A guest who plays from a second device is left out: their seat has to be looked up and stored first.
        """
        self.game = game
        self.loaded_at = self.time.now()
        self.set_chat([], [])
        sides: dict[str, frozenset[Color]] = {}
        for subscriber, own in after.subscribers.items():
            if subscriber.guest_id is not None:
                sides[subscriber.guest_id] = sides.get(subscriber.guest_id, frozenset()) | own
        for guest, before in sides.items():
            own = frozenset(seat.side for seat in game.row.seats if seat.guest == guest)
            if own == {side.other for side in before}:
                self.expected[guest] = own

    # sending

    def broadcast(self, message: Struct) -> None:
        """Send the same message to every subscriber, encoded once."""
        framed = frame(_encoder.encode(message))
        for subscriber in self.subscribers:
            subscriber.send(framed)

    def broadcast_move(self) -> None:
        """Send the last move to every subscriber."""
        assert self.game is not None
        self.broadcast(move_made(self.game, self.time.now()))

    def broadcast_state(self) -> None:
        """Send every subscriber the game as it may see it, encoded once per set of sides."""
        frames: dict[frozenset[Color], bytes] = {}
        for subscriber, sides in self.subscribers.items():
            if sides not in frames:
                frames[sides] = frame(self.snapshot_json(sides))
            subscriber.send(frames[sides])

    def broadcast_events(self, events: list[Event]) -> None:
        """Send new events in the shortest form: a single move, or the whole state."""
        self.paths.clear()
        if len(events) == 1 and events[0].kind is EventKind.MOVE:
            self.broadcast_move()
        elif events:
            self.broadcast_state()

    def snapshot_json(self, sides: frozenset[Color], reply_to: int | None = None) -> bytes:
        """Return the game's state as JSON for a client that plays these sides."""
        assert self.game is not None
        state = snapshot(
            self.game,
            sides,
            presence=self.presence(),
            chat=self.chat or (),
            spectator_chat=self.spectator_chat or (),
            links=self._links,
            now=self.time.now(),
            claim=self.claim_view(),
            reply_to=reply_to,
        )
        return _encoder.encode(state)

    def broadcast_chat(self, line: ChatLine) -> None:
        """Send a line of chat to the players only."""
        if self.chat is not None:
            self.chat.append(line)
        framed = frame(_encoder.encode(ChatReceived(game=self.id, line=line)))
        for subscriber, sides in self.subscribers.items():
            if sides:
                subscriber.send(framed)

    def broadcast_spectator_chat(self, line: SpectatorLine) -> None:
        """Send a line of the spectators' chat to those who may read it."""
        assert self.game is not None
        if self.spectator_chat is not None:
            self.spectator_chat.append(line)
        framed = frame(_encoder.encode(SpectatorChatReceived(game=self.id, line=line)))
        for subscriber, sides in self.subscribers.items():
            if sees_spectators(self.game, sides):
                subscriber.send(framed)

    def set_chat(self, rows: list[ChatRow], spectator_rows: list[SpectatorRow]) -> None:
        """Set both chats to the stored lines."""
        lines = (ChatLine(by=side_name(row.side), text=row.text, at=row.at) for row in rows)
        self.chat = deque(lines, maxlen=_MAX_CHAT_LINES)
        self.spectator_chat = deque(map(self.spectator_line, spectator_rows), maxlen=_MAX_CHAT_LINES)

    def spectator_line(self, row: SpectatorRow) -> SpectatorLine:
        """Return a line of the spectators' chat as clients receive it."""
        author = "" if row.guest is None else self._authors.of(row.guest)
        return SpectatorLine(name=row.name, text=row.text, at=row.at, author=author)

    # presence

    def local_presence(self) -> Presence:
        """Return who is connected to this process."""
        every = self.subscribers.values()
        return Presence(
            white=any(Color.WHITE in sides for sides in every),
            black=any(Color.BLACK in sides for sides in every),
            watchers=sum(not sides for sides in every),
        )

    def presence(self) -> Presence:
        """Return who is connected to any process."""
        self._forget_remote()
        found = [self.local_presence(), *(there for there, _ in self._remote.values())]
        return Presence(
            white=any(there.white for there in found),
            black=any(there.black for there in found),
            watchers=sum(there.watchers for there in found),
        )

    def is_present(self, side: Color) -> bool:
        """Return whether a player of a side is connected to any process, without counting all clients."""
        for sides in self.subscribers.values():
            if side in sides:
                return True
        self._forget_remote()
        return any((there.white, there.black)[side] for there, _ in self._remote.values())

    def set_remote_presence(self, report: PresenceReport) -> None:
        """Note who is connected to another process."""
        self._forget_remote()
        self._remote[report.sender] = Presence(report.white, report.black, report.watchers), time.monotonic()

    def _forget_remote(self) -> None:
        """Drop reports of processes that have fallen silent."""
        oldest = time.monotonic() - _REMOTE_PRESENCE_LIFETIME
        for sender in [sender for sender, (_, at) in self._remote.items() if at <= oldest]:
            del self._remote[sender]

    def presence_changed(self, publish: Callable[[Room], None] | None = None) -> None:
        """Broadcast presence soon; ``publish`` also informs the other processes of a change in this one."""
        self._publish = publish or self._publish
        self._note_absences()
        if self._presence_timer is None:
            loop = asyncio.get_running_loop()
            self._presence_timer = loop.call_later(_PRESENCE_DELAY, self._broadcast_presence)

    def _broadcast_presence(self) -> None:
        self._presence_timer = None
        there = self.presence()
        self._shown = there
        self.broadcast(
            PresenceChanged(
                game=self.id,
                white=there.white,
                black=there.black,
                watchers=there.watchers,
                claim=self.claim_view(),
            )
        )
        publish, self._publish = self._publish, None
        if publish is not None:
            publish(self)

    def check_presence(self) -> None:
        """Broadcast presence if the reports of another process have expired."""
        if self.presence() != self._shown:
            self.presence_changed()

    # absences

    def turn_changed(self) -> None:
        """Broadcast presence if a player is gone, because what may be claimed depends on the turn."""
        if self._absences and self.game is not None and claim_delay(self.game.row.clock) is not None:
            self.presence_changed()

    def _note_absences(self) -> None:
        there = self.presence()
        self._absences.update(self.time.now(), white=there.white, black=there.black)

    def claim_from(self, side: Color) -> float | None:
        """Return when a side may claim the game, because the other player is gone while their clock runs, or None."""
        game = self.game
        if game is None or game.running is not side.other or game.ply < 2 or game.same_screen:
            return None
        delay = claim_delay(game.row.clock)
        if delay is None or game.computer is not None:
            return None
        self._note_absences()
        now = self.time.now()
        since = self._absences.since(side.other, now)
        if since is None:
            return None
        start = max(since, game.clocks.since)
        # a player cannot return while the server is interrupted
        return start + delay + self.time.lost_seconds(start, max(start, now))

    def claim_view(self) -> ClaimView | None:
        """Return who may claim the game, and when, as clients receive it."""
        running = None if self.game is None else self.game.running
        at = None if running is None else self.claim_from(running.other)
        if running is None or at is None:
            return None
        return ClaimView(by=side_name(running.other), after=max(0, round(1000 * (at - self.time.now()))))

    def may_claim(self, side: Color) -> bool:
        """Return whether a side may claim the game now."""
        at = self.claim_from(side)
        return at is not None and self.time.now() >= at

    def add(self, subscriber: Subscriber, sides: frozenset[Color]) -> None:
        """Add a subscriber. A guest who plays in one tab plays in all of them."""
        self.subscribers[subscriber] = sides
        if sides and len(self.subscribers) > 1:
            for other in self.subscribers:
                if other.guest_id == subscriber.guest_id:
                    self.subscribers[other] = sides

    def seat_joined(self, events: list[Event]) -> None:
        """Update the sides of subscribers who took a seat, in all their tabs."""
        for event in events:
            if event.kind is EventKind.JOIN and event.side is not None:
                for subscriber, sides in self.subscribers.items():
                    if subscriber.guest_id == event.text:
                        self.subscribers[subscriber] = sides | {event.side}

    # clocks

    def grace(self) -> float:
        """Return how long this process leaves it to another one to end the game on time.

        If the side to move is connected only to another process, that one knows when its last message arrived.
        """
        return _GRACE if self._serving_processes() else 0.0

    def _serving_processes(self) -> list[str]:
        """Return the processes to which the side to move is connected, unless it is connected to this one."""
        if not self._remote:
            return []
        self._forget_remote()
        side = None if self.game is None else self.game.running
        if side is None or any(side in sides for sides in self.subscribers.values()):
            return []
        return [sender for sender, (there, _) in self._remote.items() if (there.white, there.black)[side]]

    def lost_time(self, now: float, *, alone: bool, arrived: float | None = None) -> float:
        """Return how much of the current turn the side to move has lost because the server was interrupted.

        ``alone`` says that there is no other process; ``arrived`` is when the message that is judged arrived. If there
        are other processes, gaps of this one count only for players who are connected to it or to no other.
        """
        game = self.game
        assert game is not None
        start = game.uncredited_since
        if serving := self._serving_processes():
            silent = self.time.silent
            return max((now - max(start, silent[sender]) for sender in serving if sender in silent), default=0.0)
        return self.time.lost_seconds(start if alone else max(start, self.loaded_at), now, waiting=arrived)

    # timers

    def set_flag_timer(self, on_flag: Callable[[str], None]) -> None:
        """Call ``on_flag`` when the side to move runs out of time, unless that is left to the watchdog.

        The watchdog finds expired clocks in an index, so turns that last for hours or days need no timers.
        """
        deadline = None if self.game is None else self.game.deadline
        if deadline is None:
            return
        left = max(0.0, deadline + self.grace() - self.time.now())
        if left > _MAX_TIMER:
            if self._flag_timer is not None:
                self._flag_timer.cancel()
                self._flag_timer = None
            return
        loop = asyncio.get_running_loop()
        due = loop.time() + left + 0.01
        if self._flag_timer is not None:
            if self._flag_timer.when() <= due and not self._flag_timer.cancelled():
                return  # it fires too early, and is then set again
            self._flag_timer.cancel()
        self._flag_timer = loop.call_at(due, self._check_flag, on_flag)

    def _check_flag(self, on_flag: Callable[[str], None]) -> None:
        self._flag_timer = None
        if self.game is not None and self.game.is_overdue(self.time.now() - self.grace()):
            on_flag(self.id)
        else:
            self.set_flag_timer(on_flag)

    @property
    def has_flag_timer(self) -> bool:
        """Whether a timer waits for the end of the turn."""
        return self._flag_timer is not None

    def close(self) -> None:
        """Cancel the timers when the room is dropped."""
        for timer in (self._flag_timer, self._presence_timer):
            if timer is not None:
                timer.cancel()
        self._flag_timer = self._presence_timer = None
