"""The stream of one game, for one of its players: the whole game first, then what happens in it."""

from __future__ import annotations

import math
import time
from typing import Final

import msgspec
from msgspec import Struct

from skep.pieces import Color
from skep.server.api_access.tokens import Access, ApiTokens
from skep.server.bots.line_streams import LineStream
from skep.server.bots.views import game_full, game_state
from skep.server.http.problem_error import ProblemError
from skep.server.play.live_game import LiveGame
from skep.server.play.room import Room
from skep.server.play.rooms import Rooms
from skep.server.realtime.frames import payload_of
from skep.server.schemas.bots import ChatLineEvent, OpponentGone
from skep.server.schemas.game import ChatReceived
from skep.server.schemas.views import side_name

__all__ = ["GameStream", "side_of"]

_CHECK_SECONDS: Final = 30.0
"""Seconds between checks that the token is still valid."""


class _Message(Struct, frozen=True):
    """The part of a message about the game that says what it is about."""

    kind: str


_read_message: Final = msgspec.json.Decoder(_Message).decode
_read_chat: Final = msgspec.json.Decoder(ChatReceived).decode


async def side_of(rooms: Rooms, player: str, game_id: str) -> Color:
    """Return the side of a game that a player has. Raises UnknownGame, and ProblemError without one."""
    async with rooms.use(game_id) as (room, _):
        sides = await rooms.seats.of_guest(room, player)
    if len(sides) != 1:
        raise ProblemError(403, "not-your-game", "Only one of the two players of a game can use it here.")
    return min(sides)


class GameStream(LineStream):
    """The events of one game. It is a subscriber of the game's room, so that the player is there while it is open."""

    def __init__(self, rooms: Rooms, tokens: ApiTokens, access: Access, game: str, side: Color, address: str) -> None:
        super().__init__(f"{access.player.id} {game}", access.player.id, address)
        self.game = game
        self._rooms = rooms
        self._tokens = tokens
        self._token = access.token
        self._side = side
        self._seq: int | None = None
        """The number of the event after which the state was last sent."""
        self._is_gone = False
        """Whether it was sent that the opponent is gone."""
        self._next_check = 0.0

    @property
    def guest_id(self) -> str:
        """The player."""
        return self.player

    async def watch(self) -> None:
        """Subscribe to the game. Raises UnknownGame."""
        self.on_closed.append(self._unwatch)
        await self._rooms.watch(self.game, self, 0)

    def _unwatch(self) -> None:
        self._rooms.unwatch(self.game, self)

    async def prepare(self) -> None:
        """Check now and then that the token is still valid."""
        if time.monotonic() < self._next_check:
            return
        self._next_check = time.monotonic() + _CHECK_SECONDS
        if not await self._tokens.is_valid(self._token):
            self.close()

    def send(self, framed: bytes) -> None:
        """Turn a message of the room into a line."""
        room = self._rooms.find(self.game)
        if room is None or room.game is None:
            return
        payload = payload_of(framed)
        match _read_message(payload).kind:
            case "game" | "moved":
                self._send_state(room.game)
            case "presence":
                self._send_presence(room)
            case "chat":
                line = _read_chat(payload).line
                name = room.game.row.names[Color[line.by.upper()]]
                self.put(ChatLineEvent(room="player", username=name, text=line.text))

    def _send_state(self, game: LiveGame) -> None:
        if game.seq == self._seq:
            return  # only names or seats have changed
        now = self._rooms.time.now()
        self.put(game_full(game, now) if self._seq is None else game_state(game, now))
        self._seq = game.seq
        if game.result is not None:
            self.end()

    def _send_presence(self, room: Room) -> None:
        claim = room.claim_view()
        is_gone = claim is not None and claim.by == side_name(self._side)
        if is_gone == self._is_gone:
            return
        self._is_gone = is_gone
        left = None if claim is None or not is_gone else math.ceil(claim.after / 1000)
        self.put(OpponentGone(gone=is_gone, claim_win_in_seconds=left))
