"""Clients that play random legal moves over real sockets, many per process, and record the messages they receive.

They implement the small part of the WebSocket protocol that they need, because they share their cores with the server:
every microsecond they save is one more for it.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from multiprocessing.connection import Connection
from typing import Any, Final, cast

import msgspec

__all__ = [
    "Client",
    "Job",
    "Report",
    "Room",
    "Visitor",
    "raise_file_limit",
    "room_count",
    "run_clients",
    "upgrade_request",
]

_FIRST_PAUSE: Final = 0.05
_MAX_PAUSE: Final = 1.0
_RETRY_DELAY: Final = 0.2
_REMATCH: Final = "rematch"


@dataclass(frozen=True)
class Visitor:
    """A browser as the server sees it."""

    cookie: str
    """Its Cookie header."""
    port: int
    """The port of the server that it connects to."""
    address: str | None = None
    """The loopback address that it connects from, or None for the usual one."""


@dataclass(frozen=True)
class Room:
    """The first game of a room, and its clients: White, Black and spectators, or one player and the computer."""

    game: str
    visitors: tuple[Visitor, ...]


def upgrade_request(port: int, cookie: str) -> bytes:
    """Return the request that opens the WebSocket of a server, with a Cookie header unless it is empty."""
    header = f"Cookie: {cookie}\r\n" if cookie else ""
    return (
        f"GET /api/socket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
        f"{header}\r\n"
    ).encode()


def room_count(clients: int) -> int:
    """Return the number of rooms for some clients, three in each."""
    return -(-clients // 3)


@dataclass(frozen=True)
class Job:
    """The work of one client process."""

    rooms: tuple[Room, ...]
    seed: int
    strict: bool
    """Whether a missed message is an error, as it is with a single server that never stops."""
    pause: float = 0.0
    """Seconds that a player thinks before a move, on average."""


@dataclass
class Report:
    """The observations of the clients of one process."""

    received: list[tuple[str, int, list[str]]] = field(default_factory=list)
    """For each client and game: the id of the game, its index for that client, and the moves received."""
    moves: list[tuple[float, float]] = field(default_factory=list)
    """For each move: when it was confirmed to its player, and how many seconds after it was sent."""
    interrupted: list[tuple[float, float]] = field(default_factory=list)
    """The same for moves that were not confirmed, because the game ended or the connection was lost."""
    replies: list[tuple[float, float]] = field(default_factory=list)
    """For each move of the computer: when it arrived, and how many seconds after the player's move was confirmed."""
    lost_on_time: set[str] = field(default_factory=set)
    """The games that ended because a clock expired."""
    problems: list[str] = field(default_factory=list)
    connections: int = 0
    gaps: int = 0
    refused: dict[str, int] = field(default_factory=dict)


# the messages of the server; fields that the clients do not need are left out


class _MoveText(msgspec.Struct):
    uhp: str


class _Legal(msgspec.Struct):
    moves: dict[str, list[int]]
    must_pass: bool = False


class _Proposal(msgspec.Struct):
    what: str
    by: str


class _Result(msgspec.Struct):
    ending: str


class _Message(msgspec.Struct, tag_field="kind"):
    pass


class _MoveMade(_Message, tag="moved"):
    game: str
    seq: int
    ply: int
    move: _MoveText
    legal: msgspec.Raw
    result: msgspec.Raw


class _GameState(_Message, tag="game"):
    game: str
    seq: int
    yours: list[str]
    moves: list[_MoveText]
    legal: msgspec.Raw
    proposals: list[_Proposal]
    result: msgspec.Raw
    rematch: str | None


class _Ok(_Message, tag="done"):
    id: int


class _Refused(_Message, tag="refused"):
    id: int | None
    code: str
    text: str


class _Presence(_Message, tag="presence"):
    pass


class _Notifications(_Message, tag="notifications"):
    """A player hears of a game that began or ended while they were not connected."""


_decode: Final = msgspec.json.Decoder(_MoveMade | _GameState | _Ok | _Refused | _Presence | _Notifications).decode
_decode_legal: Final = msgspec.json.Decoder(_Legal).decode
_decode_result: Final = msgspec.json.Decoder(_Result).decode
_NULL: Final = b"null"


class Client(asyncio.Protocol):
    """One WebSocket of a player or a spectator. It reconnects automatically."""

    def __init__(self, room: Room, number: int, job: Job, report: Report, rng: random.Random) -> None:
        self._game = room.game
        self._visitor = room.visitors[number]
        self._against_computer = len(room.visitors) == 1
        self._strict = job.strict
        self._thinking_time = job.pause
        self._report = report
        self._rng = rng
        self._transport: asyncio.Transport | None = None
        self._buffer = bytearray()
        self._open = False
        self._pause = _FIRST_PAUSE
        self._request_id = 0
        self._seq = 0
        self._side: int | None = None
        self._moves: list[str] = []
        self._earlier: list[tuple[str, list[str]]] = []
        self._sent_at: float | None = None
        self._confirmed_at: float | None = None
        """When the server confirmed the move that the computer has not answered yet."""
        self._playing = False
        self._pending: Callable[[], None] | None = None
        """The action to take once the client is allowed to play."""
        self.leaving = False
        self.latest = 0.0
        """The time of the last move of this client."""
        self.ready = asyncio.get_running_loop().create_future()

    # the connection

    async def connect(self) -> None:
        """Connect, retrying until it succeeds."""
        address = self._visitor.address
        local = None if address is None else (address, 0)
        while not self.leaving:
            try:
                await asyncio.get_running_loop().create_connection(
                    lambda: self, "127.0.0.1", self._visitor.port, local_addr=local
                )
                return
            except OSError:
                await self._back_off()

    async def _back_off(self) -> None:
        await asyncio.sleep(self._pause * (0.5 + self._rng.random()))
        self._pause = min(self._pause * 2, _MAX_PAUSE)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Request the upgrade to a WebSocket."""
        self._transport = transport = cast("asyncio.Transport", transport)  # uvloop has its own
        self._buffer.clear()
        self._open = False
        transport.write(upgrade_request(self._visitor.port, self._visitor.cookie))

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        """Reconnect."""
        self._transport = None
        self._forget_move()
        if not self.leaving:
            task = asyncio.ensure_future(self._reconnect())
            _tasks.add(task)
            task.add_done_callback(_tasks.discard)

    async def _reconnect(self) -> None:
        await self._back_off()
        await self.connect()

    def data_received(self, data: bytes) -> None:
        """Split the data into frames and handle each."""
        buffer = self._buffer
        buffer += data
        if not self._open:
            head, separator, rest = bytes(buffer).partition(b"\r\n\r\n")
            if not separator:
                return
            if not head.startswith(b"HTTP/1.1 101"):
                assert self._transport is not None
                self._transport.abort()  # the server is starting or stopping
                return
            self._open = True
            self._report.connections += 1
            buffer[:] = rest
            self._watch()
        at = 0
        while (span := _payload_span(buffer, at)) is not None:
            start, stop = span
            self._on_frame(buffer[at] & 15, bytes(buffer[start:stop]))
            at = stop
        del buffer[:at]

    def _on_frame(self, kind: int, payload: bytes) -> None:
        if kind == 1:
            self._on_message(payload)
        elif kind == 9:
            self._send_frame(0x8A, payload)
        elif kind == 8 and self._transport is not None:
            self._transport.close()

    def _send_frame(self, first: int, payload: bytes) -> None:
        """Send a frame. The protocol requires a mask; one of zeros leaves the payload unchanged."""
        if self._transport is not None:
            assert len(payload) < 126
            self._transport.write(bytes((first, 0x80 | len(payload), 0, 0, 0, 0)) + payload)

    def _send(self, kind: str, rest: str = "") -> None:
        self._request_id += 1
        self._send_frame(0x81, f'{{"kind":"{kind}","id":{self._request_id},"game":"{self._game}"{rest}}}'.encode())

    # the game

    def _watch(self) -> None:
        self._send("watch")

    def _on_message(self, payload: bytes) -> None:
        message = _decode(payload)
        if isinstance(message, _MoveMade):
            self._on_move(message)
        elif isinstance(message, _GameState):
            self._on_game(message)
        elif isinstance(message, _Refused):
            self._on_refusal(message)

    def _on_move(self, message: _MoveMade) -> None:
        if message.game != self._game:
            return
        if message.seq != self._seq + 1:
            self._on_gap(message)
            return
        self._seq = message.seq
        self._pending = None
        self._moves.append(message.move.uhp)
        if message.ply != len(self._moves):
            self._report.problems.append(f"{self._game}: move {len(self._moves)} arrived as number {message.ply}")
        ours = self._side is not None and message.ply % 2 != self._side
        now = time.monotonic()
        if ours and self._sent_at is not None:
            self._report.moves.append((now, now - self._sent_at))
            self._sent_at = None
            self._confirmed_at = now if self._against_computer else None
            self.latest = now
        elif self._confirmed_at is not None:
            self._report.replies.append((now, now - self._confirmed_at))
            self._confirmed_at = None
        if bytes(message.result) != _NULL:
            self._game_over()
        elif not ours:
            self._move(message.ply, message.legal)

    def _on_gap(self, message: _MoveMade) -> None:
        if message.seq <= self._seq:
            self._report.problems.append(f"{self._game}: event {message.seq} arrived twice")
            return
        self._report.gaps += 1
        if self._strict:
            self._report.problems.append(f"{self._game}: event {self._seq} was followed by {message.seq}")
        self._watch()

    def _on_game(self, message: _GameState) -> None:
        if message.game != self._game:
            return
        moves = [move.uhp for move in message.moves]
        if moves[: len(self._moves)] != self._moves or message.seq < self._seq:
            self._report.problems.append(
                f"{self._game}: after event {self._seq} and {len(self._moves)} moves the server has "
                f"{message.seq} and {len(moves)}: something confirmed was lost"
            )
        self._pause = _FIRST_PAUSE
        self._moves, self._seq = moves, message.seq
        self._side = {"white": 0, "black": 1}[message.yours[0]] if message.yours else None
        self._forget_move()
        if not self.ready.done():
            self.ready.set_result(None)
        if bytes(message.result) != _NULL and _decode_result(message.result).ending == "time":
            self._report.lost_on_time.add(self._game)
        if message.rematch is not None:
            self._next_game(message.rematch)
        elif bytes(message.result) != _NULL:
            self._game_over(message.proposals)
        else:
            self._move(len(moves), message.legal)

    def _forget_move(self) -> None:
        """Forget the move that waits for an answer, because the state of the game is no longer known or has changed."""
        if self._sent_at is not None:
            now = time.monotonic()
            self._report.interrupted.append((now, now - self._sent_at))
        self._sent_at = None
        self._confirmed_at = None
        self._pending = None

    def set_playing(self, playing: bool) -> None:
        """Start or pause making moves."""
        self._playing = playing
        if playing and self._pending is not None:
            action, self._pending = self._pending, None
            action()

    def _move(self, ply: int, legal: msgspec.Raw) -> None:
        if self._side is None or ply % 2 != self._side:
            return
        if not self._playing:
            self._pending = partial(self._move, ply, legal)
        elif self._thinking_time:
            seconds = self._thinking_time * (0.8 + 0.4 * self._rng.random())
            asyncio.get_running_loop().call_later(seconds, self._move_after_thinking, self._game, ply, legal)
        else:
            self._send_move(ply, legal)

    def _move_after_thinking(self, game: str, ply: int, legal: msgspec.Raw) -> None:
        is_current = (game, ply) == (self._game, len(self._moves)) and self._sent_at is None
        if is_current and self._playing and self._transport is not None:
            self._send_move(ply, legal)

    def _send_move(self, ply: int, legal: msgspec.Raw) -> None:
        choice = _decode_legal(legal)
        self._sent_at = time.monotonic()
        if choice.must_pass or not choice.moves:
            self._send("move", f',"ply":{ply}')
            return
        piece = self._rng.choice(list(choice.moves))
        places = choice.moves[piece]
        at = 2 * self._rng.randrange(len(places) // 2)
        self._send("move", f',"ply":{ply},"piece":"{piece}","to":[{places[at]},{places[at + 1]}]')

    def _game_over(self, proposals: list[_Proposal] | None = None) -> None:
        """Agree on a rematch: White offers it and Black accepts. The computer always accepts."""
        if self._side is None:
            return
        if not self._playing:
            self._pending = partial(self._game_over, proposals)
            return
        offered = any(proposal.what == _REMATCH for proposal in proposals or ())
        if (self._side == 0 or self._against_computer) and not offered:
            self._send("propose", f',"what":"{_REMATCH}"')
        elif self._side == 1 and offered:
            self._send("reply", f',"what":"{_REMATCH}","accept":true')

    def _next_game(self, game: str) -> None:
        self._send("unwatch")
        self._earlier.append((self._game, self._moves))
        self._game, self._moves, self._seq = game, [], 0
        self._watch()

    def _on_refusal(self, message: _Refused) -> None:
        refused = self._report.refused
        refused[message.code] = refused.get(message.code, 0) + 1
        if message.code in ("malformed", "illegal", "not-your-game", "unknown-game", "too-fast"):
            self._report.problems.append(f"{self._game}: refused as {message.code}: {message.text}")
            return
        # the move was late or the server is busy: request the state of the game and continue from there
        asyncio.get_running_loop().call_later(_RETRY_DELAY, self._watch)

    @property
    def waiting_since(self) -> float | None:
        """When the move was sent that the server has not confirmed yet, or None."""
        return self._sent_at

    @property
    def reply_awaited_since(self) -> float | None:
        """When the move was confirmed that the computer has not answered yet, or None."""
        return self._confirmed_at

    @property
    def is_waiting(self) -> bool:
        """Whether a move is unanswered or the connection is lost."""
        return self._sent_at is not None or self._transport is None

    def received_games(self) -> list[tuple[str, list[str]]]:
        """Return the games and the moves received in each."""
        return [*self._earlier, (self._game, self._moves)]

    def leave(self) -> None:
        """Disconnect for good."""
        self.leaving = True
        if self._transport is not None:
            self._transport.abort()


_tasks: set[asyncio.Future[Any]] = set()


def _payload_span(buffer: bytearray, at: int) -> tuple[int, int] | None:
    """Return the start and end of the payload of the frame at ``at``, or None if it is incomplete."""
    have = len(buffer) - at
    if have < 2:
        return None
    length, start = buffer[at + 1], at + 2
    if length == 126:
        if have < 4:
            return None
        length, start = int.from_bytes(buffer[at + 2 : at + 4]), at + 4
    elif length == 127:
        if have < 10:
            return None
        length, start = int.from_bytes(buffer[at + 2 : at + 10]), at + 10
    return (start, start + length) if start + length <= len(buffer) else None


# a process of clients


def run_clients(pipe: Connection, job: Job) -> None:
    """Run the clients of one process, controlled through a pipe.

    Sends ``"ready"`` once all clients are connected, and the Report after ``"stop"``. Accepts ``"go"`` and ``"pause"``.
    A float is answered with the number of rooms without a move since that time.
    """
    import uvloop

    raise_file_limit()
    uvloop.run(_run_clients(pipe, job))


def raise_file_limit() -> None:
    """Raise the limit on open sockets as far as the system allows, for this process and its children."""
    import resource

    _, maximum = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(maximum, 65_536) if maximum > 0 else 65_536, maximum))


async def _run_clients(pipe: Connection, job: Job) -> None:
    report, rng = Report(), random.Random(job.seed)
    clients = [Client(room, number, job, report, rng) for room in job.rooms for number in range(len(room.visitors))]
    for first in range(0, len(clients), 50):  # in groups, because the server bounds its queues
        await asyncio.gather(*(client.connect() for client in clients[first : first + 50]))
        await asyncio.gather(*(client.ready for client in clients[first : first + 50]))
    pipe.send("ready")
    while (command := await asyncio.to_thread(pipe.recv)) != "stop":
        if isinstance(command, float):
            pipe.send(sum(latest < command for latest in _latest(clients)))
        else:
            for client in clients:
                client.set_playing(command == "go")
    for client in clients:
        client.set_playing(False)
    await _settle(clients)
    for client in clients:
        report.received += [(game, number, moves) for number, (game, moves) in enumerate(client.received_games())]
        client.leave()
    pipe.send(report)


def _latest(clients: list[Client]) -> list[float]:
    """Return the time of the last move in each room."""
    return [max(client.latest for client in clients[first : first + 3]) for first in range(0, len(clients), 3)]


async def _settle(clients: list[Client], timeout: float = 20.0) -> None:
    """Wait until every move is answered and everyone in the room has received it."""
    rooms = [clients[first : first + 3] for first in range(0, len(clients), 3)]
    end = time.monotonic() + timeout
    while not all(map(_agrees, rooms)) and time.monotonic() < end:
        await asyncio.sleep(0.05)
    if stuck := sum(client.is_waiting for client in clients):
        clients[0]._report.problems.append(f"{stuck} clients never received an answer")
    await asyncio.sleep(0.5)  # for duplicates that may still arrive


def _agrees(room: list[Client]) -> bool:
    first = room[0].received_games()
    return all(not client.is_waiting and client.received_games() == first for client in room)
