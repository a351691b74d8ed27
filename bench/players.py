"""Clients that play random legal moves over real sockets, many in one process, and note what they were told.

They speak the WebSocket protocol themselves, in the few lines they need of it: on the cores that they share with
the server, every microsecond of theirs is one of its.
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

from skep.server.accounts.guests import COOKIE

__all__ = ["Client", "Job", "Report", "Room", "play"]

_FIRST_PAUSE: Final = 0.05
_LONGEST_PAUSE: Final = 1.0
_TRY_AGAIN: Final = 0.2
_REMATCH: Final = "rematch"


@dataclass(frozen=True)
class Room:
    """A game to begin with, and who is in the room: White, Black and a spectator."""

    game: str
    tokens: tuple[str, str, str]
    ports: tuple[int, int, int]
    """The server that each of them is connected to."""


@dataclass(frozen=True)
class Job:
    """What one process of clients does."""

    rooms: tuple[Room, ...]
    seed: int
    strict: bool
    """Whether a missed message is an error, as with one server that never stops."""


@dataclass
class Report:
    """What the clients of one process saw."""

    told: list[tuple[str, int, list[str]]] = field(default_factory=list)
    """For each client and game: the game, and its moves as far as that client was told."""
    moves: list[tuple[float, float]] = field(default_factory=list)
    """When each move was confirmed to who made it, and how many seconds after it was sent."""
    problems: list[str] = field(default_factory=list)
    connections: int = 0
    gaps: int = 0
    refused: dict[str, int] = field(default_factory=dict)


# what they hear; fields that they do not need are skipped


class _Played(msgspec.Struct):
    uhp: str


class _Legal(msgspec.Struct):
    moves: dict[str, list[int]]
    must_pass: bool = False


class _Proposal(msgspec.Struct):
    what: str
    by: str


class _Message(msgspec.Struct, tag_field="kind"):
    pass


class _Moved(_Message, tag="moved"):
    game: str
    seq: int
    ply: int
    move: _Played
    legal: msgspec.Raw
    result: msgspec.Raw


class _Game(_Message, tag="game"):
    game: str
    seq: int
    yours: list[str]
    moves: list[_Played]
    legal: msgspec.Raw
    proposals: list[_Proposal]
    result: msgspec.Raw
    rematch: str | None


class _Done(_Message, tag="done"):
    id: int


class _Refused(_Message, tag="refused"):
    id: int | None
    code: str
    text: str


class _Present(_Message, tag="present"):
    pass


_decode: Final = msgspec.json.Decoder(_Moved | _Game | _Done | _Refused | _Present).decode
_decode_legal: Final = msgspec.json.Decoder(_Legal).decode
_NOTHING: Final = b"null"


class Client(asyncio.Protocol):
    """One socket: a player or a spectator, who comes back by itself when the connection is lost."""

    def __init__(self, room: Room, number: int, job: Job, report: Report, chance: random.Random) -> None:
        self._game = room.game
        self._token = room.tokens[number]
        self._port = room.ports[number]
        self._strict = job.strict
        self._report = report
        self._chance = chance
        self._transport: asyncio.Transport | None = None
        self._buffer = bytearray()
        self._open = False
        self._pause = _FIRST_PAUSE
        self._number = 0
        self._seq = 0
        self._side: int | None = None
        self._moves: list[str] = []
        self._earlier: list[tuple[str, list[str]]] = []
        self._sent_at: float | None = None
        self._playing = False
        self._waiting: Callable[[], None] | None = None
        """What it would do now if it were playing."""
        self.leaving = False
        self.latest = 0.0
        """When it last made a move."""
        self.ready = asyncio.get_running_loop().create_future()

    # the connection

    async def connect(self) -> None:
        """Connect, trying until it succeeds."""
        while not self.leaving:
            try:
                await asyncio.get_running_loop().create_connection(lambda: self, "127.0.0.1", self._port)
                return
            except OSError:
                await self._wait()

    async def _wait(self) -> None:
        await asyncio.sleep(self._pause * (0.5 + self._chance.random()))
        self._pause = min(self._pause * 2, _LONGEST_PAUSE)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for a WebSocket."""
        self._transport = transport = cast("asyncio.Transport", transport)  # uvloop's are not declared to be one
        self._buffer.clear()
        self._open = False
        transport.write(
            b"GET /api/socket HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\nCookie: %s=%s\r\n\r\n"
            % (self._port, COOKIE.encode(), self._token.encode())
        )

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        """Come back."""
        self._transport = None
        self._sent_at = None
        self._waiting = None
        if not self.leaving:
            task = asyncio.ensure_future(self._come_back())
            _tasks.add(task)
            task.add_done_callback(_tasks.discard)

    async def _come_back(self) -> None:
        await self._wait()
        await self.connect()

    def data_received(self, data: bytes) -> None:
        """Take the frames apart."""
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
        while (end := _frame_end(buffer, at)) is not None:
            start, stop = end
            self._frame(buffer[at] & 15, bytes(buffer[start:stop]))
            at = stop
        del buffer[:at]

    def _frame(self, kind: int, payload: bytes) -> None:
        if kind == 1:
            self._on_payload(payload)
        elif kind == 9:
            self._send_frame(0x8A, payload)
        elif kind == 8 and self._transport is not None:
            self._transport.close()

    def _send_frame(self, first: int, payload: bytes) -> None:
        """A client's frames are masked: with zeros, which change nothing."""
        if self._transport is not None:
            assert len(payload) < 126
            self._transport.write(bytes((first, 0x80 | len(payload), 0, 0, 0, 0)) + payload)

    def _say(self, kind: str, rest: str = "") -> None:
        self._number += 1
        self._send_frame(0x81, f'{{"kind":"{kind}","id":{self._number},"game":"{self._game}"{rest}}}'.encode())

    # the game

    def _watch(self) -> None:
        self._say("watch")

    def _on_payload(self, payload: bytes) -> None:
        message = _decode(payload)
        if isinstance(message, _Moved):
            self._hear_move(message)
        elif isinstance(message, _Game):
            self._hear_game(message)
        elif isinstance(message, _Refused):
            self._hear_refusal(message)

    def _hear_move(self, message: _Moved) -> None:
        if message.game != self._game:
            return
        if message.seq != self._seq + 1:
            self._missed(message)
            return
        self._seq = message.seq
        self._waiting = None
        self._moves.append(message.move.uhp)
        if message.ply != len(self._moves):
            self._report.problems.append(f"{self._game}: move {len(self._moves)} is told as number {message.ply}")
        ours = self._side is not None and message.ply % 2 != self._side
        if ours and self._sent_at is not None:
            now = time.monotonic()
            self._report.moves.append((now, now - self._sent_at))
            self._sent_at = None
            self.latest = now
        if bytes(message.result) != _NOTHING:
            self._game_over()
        elif not ours:
            self._move(message.ply, message.legal)

    def _missed(self, message: _Moved) -> None:
        if message.seq <= self._seq:
            self._report.problems.append(f"{self._game}: event {message.seq} told twice")
            return
        self._report.gaps += 1
        if self._strict:
            self._report.problems.append(f"{self._game}: after event {self._seq} came {message.seq}")
        self._watch()

    def _hear_game(self, message: _Game) -> None:
        if message.game != self._game:
            return
        moves = [move.uhp for move in message.moves]
        if moves[: len(self._moves)] != self._moves or message.seq < self._seq:
            self._report.problems.append(
                f"{self._game}: after event {self._seq} and {len(self._moves)} moves the server knows "
                f"{message.seq} and {len(moves)}: something confirmed was lost"
            )
        self._pause = _FIRST_PAUSE
        self._moves, self._seq = moves, message.seq
        self._side = {"white": 0, "black": 1}[message.yours[0]] if message.yours else None
        self._sent_at = None
        self._waiting = None
        if not self.ready.done():
            self.ready.set_result(None)
        if message.rematch is not None:
            self._next_game(message.rematch)
        elif bytes(message.result) != _NOTHING:
            self._game_over(message.proposals)
        else:
            self._move(len(moves), message.legal)

    def play(self, playing: bool) -> None:
        """Make moves when it is this player's turn, or stop for a while."""
        self._playing = playing
        if playing and self._waiting is not None:
            waiting, self._waiting = self._waiting, None
            waiting()

    def _move(self, ply: int, legal: msgspec.Raw) -> None:
        if self._side is None or ply % 2 != self._side:
            return
        if not self._playing:
            self._waiting = partial(self._move, ply, legal)
            return
        choice = _decode_legal(legal)
        self._sent_at = time.monotonic()
        if choice.must_pass or not choice.moves:
            self._say("move", f',"ply":{ply}')
            return
        piece = self._chance.choice(list(choice.moves))
        places = choice.moves[piece]
        at = 2 * self._chance.randrange(len(places) // 2)
        self._say("move", f',"ply":{ply},"piece":"{piece}","to":[{places[at]},{places[at + 1]}]')

    def _game_over(self, proposals: list[_Proposal] | None = None) -> None:
        """White offers another game and Black accepts."""
        if self._side is None:
            return
        if not self._playing:
            self._waiting = partial(self._game_over, proposals)
            return
        offered = any(proposal.what == _REMATCH for proposal in proposals or ())
        if self._side == 0 and not offered:
            self._say("propose", f',"what":"{_REMATCH}"')
        elif self._side == 1 and offered:
            self._say("reply", f',"what":"{_REMATCH}","accept":true')

    def _next_game(self, game: str) -> None:
        self._say("unwatch")
        self._earlier.append((self._game, self._moves))
        self._game, self._moves, self._seq = game, [], 0
        self._watch()

    def _hear_refusal(self, message: _Refused) -> None:
        refused = self._report.refused
        refused[message.code] = refused.get(message.code, 0) + 1
        if message.code in ("malformed", "illegal", "not-your-game", "unknown-game", "too-fast"):
            self._report.problems.append(f"{self._game}: refused as {message.code}: {message.text}")
            return
        # late, or the server is busy: look how the game stands, and go on from there
        asyncio.get_running_loop().call_later(_TRY_AGAIN, self._watch)

    @property
    def waiting(self) -> bool:
        """Whether a move was sent and not answered."""
        return self._sent_at is not None or self._transport is None

    def told(self) -> list[tuple[str, list[str]]]:
        """The games, and the moves that were told."""
        return [*self._earlier, (self._game, self._moves)]

    def leave(self) -> None:
        """Go away for good."""
        self.leaving = True
        if self._transport is not None:
            self._transport.abort()


_tasks: set[asyncio.Future[Any]] = set()


def _frame_end(buffer: bytearray, at: int) -> tuple[int, int] | None:
    """Where the payload of the frame at a place starts and stops, if all of it has come."""
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


def play(pipe: Connection, job: Job) -> None:
    """What a process of clients runs: says when all are there, plays or pauses as it is told, and reports in the end.

    Asked with a time, it says in how many rooms no move was made since.
    """
    import uvloop

    raise_file_limit()
    uvloop.run(_play(pipe, job))


def raise_file_limit() -> None:
    """Let this process, and those that it starts, have as many sockets as the system allows."""
    import resource

    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 65_536) if most > 0 else 65_536, most))


async def _play(pipe: Connection, job: Job) -> None:
    report, chance = Report(), random.Random(job.seed)
    clients = [Client(room, number, job, report, chance) for room in job.rooms for number in range(3)]
    for some in range(0, len(clients), 50):  # fewer at once than the server lets wait
        await asyncio.gather(*(client.connect() for client in clients[some : some + 50]))
        await asyncio.gather(*(client.ready for client in clients[some : some + 50]))
    pipe.send("ready")
    while (asked := await asyncio.to_thread(pipe.recv)) != "stop":
        if isinstance(asked, float):
            pipe.send(sum(latest < asked for latest in _latest(clients)))
        else:
            for client in clients:
                client.play(asked == "go")
    for client in clients:
        client.play(False)
    await _quiet(clients)
    for client in clients:
        report.told += [(game, number, moves) for number, (game, moves) in enumerate(client.told())]
        client.leave()
    pipe.send(report)


def _latest(clients: list[Client]) -> list[float]:
    """When the last move was made in each room."""
    return [max(client.latest for client in clients[first : first + 3]) for first in range(0, len(clients), 3)]


async def _quiet(clients: list[Client], patience: float = 20.0) -> None:
    """Wait until every move that was sent is answered and everybody in the room has heard of it."""
    rooms = [clients[first : first + 3] for first in range(0, len(clients), 3)]
    end = time.monotonic() + patience
    while not all(map(_agreed, rooms)) and time.monotonic() < end:
        await asyncio.sleep(0.05)
    if stuck := sum(client.waiting for client in clients):
        clients[0]._report.problems.append(f"{stuck} clients wait for an answer in vain")
    await asyncio.sleep(0.5)  # for what may come too often


def _agreed(room: list[Client]) -> bool:
    first = room[0].told()
    return all(not client.waiting and client.told() == first for client in room)
