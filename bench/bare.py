"""The peer of the load run: a Starlette WebSocket server that broadcasts the same messages and stores nothing.

It decodes requests as the server does, answers them, and broadcasts the next message of a recorded game to the room. It
knows no rules, stores nothing, and its only state is one number per room.
"""

from __future__ import annotations

import random
import sys
import time
from typing import Final

import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from skep.pieces import Color
from skep.server.accounts.secrets import Links
from skep.server.play.live_game import LiveGame
from skep.server.play.snapshots import Presence, move_made, snapshot
from skep.server.run import uvicorn_options
from skep.server.schemas.game import ClientRequest, ClockRule, MakeMove, Ok
from skep.server.store.records import Event, GameRow, SeatRow

RECORDINGS: Final = 5
LENGTH: Final = 5000
"""Moves per recording, more than any room plays in a run."""
_encode: Final = msgspec.json.Encoder().encode
_decode: Final = msgspec.json.Decoder(ClientRequest).decode
_SIDES: Final = {"0": frozenset({Color.WHITE}), "1": frozenset({Color.BLACK}), "2": frozenset[Color]()}


class Recording:
    """A sequence of random games, encoded as one: the snapshot at its start, and the message after each move."""

    def __init__(self, number: int, rng: random.Random) -> None:
        game = _new_game(f"{number:010}")
        self.start = {number: _snapshot(game, sides) for number, sides in _SIDES.items()}
        self.moved: list[str] = []
        while len(self.moved) < LENGTH:
            self.moved += _random_messages(_new_game(game.row.id), rng, len(self.moved))


def _new_game(game_id: str) -> LiveGame:
    white, black = (
        SeatRow(side, side.name, "Player", None, f"{game_id}{side}", None) for side in (Color.WHITE, Color.BLACK)
    )
    return LiveGame(GameRow(game_id, "ultimate-2024", "Base", True, ClockRule(), time.time(), (white, black)))


def _snapshot(game: LiveGame, sides: frozenset[Color]) -> str:
    presence, links = Presence(white=True, black=True, watchers=1), Links(b"0" * 32)
    state = snapshot(
        game, sides, presence=presence, chat=(), spectator_chat=(), links=links, now=time.time(), reply_to=1
    )
    return _encode(state).decode()


def _random_messages(game: LiveGame, rng: random.Random, before: int) -> list[str]:
    """Return the messages of a random game without the last one or two, numbered from ``before`` + 1."""
    messages: list[str] = []
    while True:
        piece, to = None, None
        legal = game.board.legal_moves.destinations()
        if legal:
            piece = rng.choice(list(legal))
            places = legal[piece]
            at = 2 * rng.randrange(len(places) // 2)
            to = (places[at], places[at + 1])
        command = MakeMove(id=1, game=game.row.id, ply=game.ply, piece=piece, to=to)
        event = game.decide(game.turn, command, time.time())
        assert isinstance(event, Event)
        game.apply(event)
        if game.result is not None:
            return messages[: len(messages) // 2 * 2]  # White makes the first move of the next game
        message = move_made(game, time.time())
        number = before + message.ply
        messages.append(_encode(msgspec.structs.replace(message, seq=number, ply=number)).decode())


class Room:
    """The sockets of a room, and the number of messages sent so far."""

    def __init__(self, recording: Recording) -> None:
        self.recording = recording
        self.sent = 0
        self.sockets: list[WebSocket] = []


def make_app() -> Starlette:
    """Build the application. The cookie of a client contains its room and its seat."""
    rng = random.Random(1)
    recordings = [Recording(number, rng) for number in range(RECORDINGS)]
    rooms: dict[str, Room] = {}

    async def serve(socket: WebSocket) -> None:
        await socket.accept()
        name, number = next(iter(socket.cookies.values())).split("-")
        room = rooms.setdefault(name, Room(recordings[int(name) % RECORDINGS]))
        room.sockets.append(socket)
        try:
            while True:
                request = _decode(await socket.receive_text())
                if not isinstance(request, MakeMove):
                    if room.sent == 0:
                        await socket.send_text(room.recording.start[number])
                    continue
                text = room.recording.moved[room.sent]
                room.sent += 1
                for other in room.sockets:
                    await other.send_text(text)
                await socket.send_text(_encode(Ok(id=request.id)).decode())
        except WebSocketDisconnect:
            room.sockets.remove(socket)

    return Starlette(routes=[WebSocketRoute("/api/socket", serve)])


if __name__ == "__main__":
    uvicorn.run(
        make_app(),
        **uvicorn_options(host="127.0.0.1", port=int(sys.argv[1]), log_level="warning") | {"ws": "websockets-sansio"},
    )
