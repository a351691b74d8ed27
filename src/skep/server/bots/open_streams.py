"""The open streams of this process: the latest of each kind per account, and the hints that wake them up.

A hint says that something may have happened to a player. Streams look at the database to find out what, and also look
without a hint from time to time, because the bus can lose messages.
"""

from __future__ import annotations

import logging
import time
from collections import OrderedDict
from collections.abc import Iterable
from typing import Final, TypeAlias

import msgspec
from msgspec import Struct

from skep.server.accounts.secrets import new_guest_id
from skep.server.bots.event_stream import EventStream
from skep.server.bots.game_stream import GameStream
from skep.server.bots.line_streams import LineStream
from skep.server.http.problem_error import ProblemError
from skep.server.play.room import Room
from skep.server.realtime.bus import Bus
from skep.server.realtime.player_channels import PlayerChannels

__all__ = ["OpenStreams"]

log = logging.getLogger("skep.server")

_TOPIC: Final = "streams"
_MAX_STREAMS: Final = 64
"""Open streams of an account in one process."""
_MAX_STATES: Final = 20_000


class _Opened(Struct, frozen=True, tag="opened"):
    """A stream was opened, which replaces older ones."""

    key: str
    id: str
    at: float


class _GameChanged(Struct, frozen=True, tag="game"):
    """A game has started or ended."""

    game: str
    players: list[str]


_News: TypeAlias = _Opened | _GameChanged
_encode: Final = msgspec.msgpack.Encoder().encode
_decoder: Final[msgspec.msgpack.Decoder[_News]] = msgspec.msgpack.Decoder(_News)


class _Listener:
    """The connection of a player, as player channels know it, that belongs to a stream."""

    def __init__(self, stream: LineStream) -> None:
        self._stream = stream

    def send(self, framed: bytes) -> None:
        """Pass on a message to the player."""
        if isinstance(self._stream, EventStream):
            self._stream.receive(framed)

    def sign_out(self) -> None:
        """End the stream, because the player may no longer be here."""
        self._stream.close()


class OpenStreams:
    """The streams of one process."""

    def __init__(self, bus: Bus, channels: PlayerChannels) -> None:
        self._bus = bus
        self._channels = channels
        self._streams: dict[str, tuple[_Opened, LineStream]] = {}
        self._by_player: dict[str, set[LineStream]] = {}
        self._states: OrderedDict[str, str] = OrderedDict()
        """Whether each of the games that changed last is open, running or over."""

    async def open(self) -> None:
        """Start listening to the other processes."""
        await self._bus.listen(_TOPIC, self._on_message)

    def close(self) -> None:
        """End all streams."""
        for _, stream in tuple(self._streams.values()):
            stream.end()

    def __len__(self) -> int:
        return len(self._streams)

    def add(self, stream: LineStream) -> None:
        """Note an open stream, which ends older ones of its kind in every process. Raises ProblemError."""
        own = self._by_player.setdefault(stream.player, set())
        if len(own) >= _MAX_STREAMS and stream.key not in self._streams:
            message = f"This account has {_MAX_STREAMS} open streams. Close one of them first."
            raise ProblemError(429, "too-many-streams", message)
        opened = _Opened(stream.key, new_guest_id(), time.time())
        self._end_older(opened)
        self._streams[stream.key] = opened, stream
        own.add(stream)
        listener = _Listener(stream)
        self._channels.move(listener, None, stream.player)
        stream.on_closed.append(lambda: self._remove(stream, listener))
        self._publish(opened)

    def _remove(self, stream: LineStream, listener: _Listener) -> None:
        self._channels.move(listener, stream.player, None)
        if (current := self._streams.get(stream.key)) is not None and current[1] is stream:
            del self._streams[stream.key]
        own = self._by_player.get(stream.player, set())
        own.discard(stream)
        if not own:
            self._by_player.pop(stream.player, None)

    def _end_older(self, opened: _Opened) -> None:
        current = self._streams.get(opened.key)
        if current is not None and (current[0].at, current[0].id) < (opened.at, opened.id):
            current[1].close()

    def players_with_events(self) -> frozenset[str]:
        """Return the players who follow their events in this process."""
        streams = [stream for _, stream in self._streams.values()]
        return frozenset(stream.player for stream in streams if isinstance(stream, EventStream))

    def of_game(self, player: str, game: str) -> GameStream | None:
        """Return the stream of a game that a player follows in this process, or None."""
        own = self._by_player.get(player, ())
        return next((stream for stream in own if isinstance(stream, GameStream) and stream.game == game), None)

    # hints

    def on_event(self, room: Room) -> None:
        """Notice that a game has started or ended. A hook of :class:`~skep.server.play.rooms.Rooms`."""
        game = room.game
        if game is None:
            return
        state = "over" if game.result is not None else "running" if game.started else "open"
        before = self._states.get(room.id)
        if state == before:
            return
        self._states[room.id] = state
        self._states.move_to_end(room.id)
        if len(self._states) > _MAX_STATES:
            self._states.popitem(last=False)
        players = [seat.guest for seat in game.row.seats if seat.guest is not None and seat.registered]
        # a game that is loaded after its end has no news for other processes
        is_news = before is not None or (state == "running" and not game.ply)
        self.game_changed(room.id, players, everywhere=is_news)

    def game_changed(self, game: str, players: Iterable[str], *, everywhere: bool = True) -> None:
        """Tell the event streams of some players that a game has started or ended."""
        news = _GameChanged(game, list(players))
        self._hint(news)
        if everywhere and news.players:
            self._publish(news)

    def _hint(self, news: _GameChanged) -> None:
        for player in news.players:
            for stream in self._by_player.get(player, ()):
                if isinstance(stream, EventStream):
                    stream.look_at(news.game)

    def _publish(self, news: _News) -> None:
        if not self._bus.alone:
            self._bus.publish(_TOPIC, _encode(news))

    def _on_message(self, payload: bytes) -> None:
        try:
            news = _decoder.decode(payload)
        except msgspec.MsgspecError:
            log.warning("another process sent a malformed message about streams")
            return
        if isinstance(news, _GameChanged):
            self._hint(news)
        else:
            self._end_older(news)
