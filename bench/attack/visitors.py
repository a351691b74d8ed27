"""The normal visitors of the server: people who play, read lists, look at pictures and analyse.

They run in one process and connect from many addresses, a few visitors from each, as real ones do.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import random
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Any, Final

from bench.attack.measurement import Latencies
from bench.attack.reading import Answer, Readers
from bench.guests import Guest, http_client, start_game
from bench.players import Client, Job, Report, Room

__all__ = ["Observations", "Visitors", "VisitorsJob", "visiting"]

_TIMEOUT: Final = 120.0
_GAMES_PER_ADDRESS: Final = 2
_CLOCK: Final[dict[str, Any]] = {"kind": "minutes", "minutes": 0.25, "increment": 1}
"""A clock that expires if a player cannot move for fifteen seconds."""
_PAUSE: Final = 0.95
"""Seconds before a move, a little less than the increment, so that players keep their time."""
_COMPUTER_LEVEL: Final = 2
_CROSSED: Final = frozenset({"late", "game-over", "not-your-turn", "nothing-proposed", "not-possible"})
"""Refusals of messages that crossed with another one, as at the end of a game."""


@dataclass(frozen=True)
class VisitorsJob:
    """The work of the process of visitors."""

    port: int
    games: int
    against_computer: int
    """How many of the games are against the computer."""


@dataclass
class Observations:
    """The observations of the visitors since the last time."""

    moves: list[tuple[float, float]] = field(default_factory=list)
    """For each move: when it was sent, and the seconds until it was confirmed or the game ended."""
    replies: list[tuple[float, float]] = field(default_factory=list)
    """For each reply of the computer: when the player's move was confirmed, and the seconds until the reply."""
    waiting: list[float] = field(default_factory=list)
    """When each move was sent that is not confirmed yet."""
    awaited: list[float] = field(default_factory=list)
    """When each move was confirmed that the computer has not answered yet."""
    unanswered: list[float] = field(default_factory=list)
    """When each other request was sent that has no answer yet."""
    lost_on_time: int = 0
    reconnections: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    """The codes of refused requests on the socket."""
    answers: list[Answer] = field(default_factory=list)
    """The answers to other requests."""

    def add(self, later: Observations) -> None:
        """Add what was observed after this."""
        self.moves += later.moves
        self.replies += later.replies
        self.waiting, self.awaited, self.unanswered = later.waiting, later.awaited, later.unanswered
        self.lost_on_time += later.lost_on_time
        self.reconnections += later.reconnections
        self.refused += later.refused
        self.answers += later.answers

    def is_complete(self, end: float) -> bool:
        """Return whether everything that was sent before a moment has been answered."""
        return all(since >= end for since in (*self.waiting, *self.awaited, *self.unanswered))

    def is_calm(self, seconds: float, *, replies_expected: bool) -> bool:
        """Return whether visitors get what they expect within some seconds."""
        served = all(took <= seconds for _, took in (*self.moves, *self.replies)) and not self.errors()
        is_playing = bool(self.moves) and (bool(self.replies) or not replies_expected)
        return served and is_playing and self.is_complete(time.monotonic() - seconds)

    def move_latencies(self, start: float, end: float, now: float) -> Latencies:
        """Return the latencies of the moves that were sent in a period. Unconfirmed moves count until now."""
        return _latencies(self.moves, self.waiting, start, end, now)

    def reply_latencies(self, start: float, end: float, now: float) -> Latencies:
        """Return the latencies of the computer's replies to moves of a period. Missing replies count until now."""
        return _latencies(self.replies, self.awaited, start, end, now)

    def errors(self) -> Counter[str]:
        """Return what normal clients should not get."""
        problems = Counter(answer.problem for answer in self.answers if answer.problem)
        refused = {f"{code} for a move": count for code, count in self.refused.items() if code not in _CROSSED}
        return problems + Counter(refused)


def _latencies(
    finished: list[tuple[float, float]], pending: list[float], start: float, end: float, now: float
) -> Latencies:
    seconds = [took for since, took in finished if start <= since < end]
    return Latencies.of([*seconds, *(now - since for since in pending if start <= since < end)])


class Visitors:
    """The process of visitors, seen from the outside."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe

    def observe(self) -> Observations:
        """Return what happened since the last call."""
        self._pipe.send("observe")
        observations = self.receive()
        assert isinstance(observations, Observations)
        return observations

    def receive(self) -> object:
        """Return the next object that the process sends."""
        if not self._pipe.poll(_TIMEOUT):
            raise RuntimeError("the visitors do not respond")
        return self._pipe.recv()


@contextmanager
def visiting(job: VisitorsJob) -> Iterator[Visitors]:
    """Let visitors use a server during the block."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_run, args=(theirs, job), daemon=True)
    process.start()
    theirs.close()
    try:
        visitors = Visitors(ours)
        visitors.receive()
        yield visitors
    finally:
        process.kill()
        process.join()


def _run(pipe: Connection, job: VisitorsJob) -> None:
    import uvloop

    uvloop.run(_visit(pipe, job))


async def _visit(pipe: Connection, job: VisitorsJob) -> None:
    report, rng = Report(), random.Random(1)
    work = Job((), seed=1, strict=False, pause=_PAUSE)
    players: list[Client] = []
    for number in range(job.games):
        room = await _make_room(job, number)
        for seat in range(len(room.visitors)):
            player = Client(room, seat, work, report, rng)
            player.set_playing(True)
            await player.connect()
            players.append(player)
    readers = Readers(job.port, "127.0.255.1")
    reading = asyncio.ensure_future(readers.run())
    await asyncio.gather(*(player.ready for player in players))
    report.connections = 0
    pipe.send("ready")
    while await asyncio.to_thread(pipe.recv):
        if reading.done():
            reading.result()
        pipe.send(_observations(report, players, readers))


async def _make_room(job: VisitorsJob, number: int) -> Room:
    """Create a game. The first ones are against the computer."""
    async with AsyncExitStack() as stack:

        async def new_guest(side: int) -> Guest:
            address = f"127.0.{1 + 2 * (number // _GAMES_PER_ADDRESS) + side}.1"
            return Guest(await stack.enter_async_context(http_client(address)), job.port, address=address)

        white = await new_guest(0)
        if number < job.against_computer:
            game = await white.create_game("computer", level=_COMPUTER_LEVEL, clock=_CLOCK)
            return Room(game, (white.visitor,))
        black = await new_guest(1)
        game = await start_game(white, black, clock=_CLOCK)
        return Room(game, (white.visitor, black.visitor))


def _observations(report: Report, players: list[Client], readers: Readers) -> Observations:
    """Return what the report has, and empty it."""
    observations = Observations(
        moves=[(at - took, took) for at, took in (*report.moves, *report.interrupted)],
        replies=[(at - took, took) for at, took in report.replies],
        waiting=[player.waiting_since for player in players if player.waiting_since is not None],
        awaited=[player.reply_awaited_since for player in players if player.reply_awaited_since is not None],
        unanswered=list(readers.waiting.values()),
        lost_on_time=len(report.lost_on_time),
        reconnections=report.connections,
        refused=Counter(report.refused),
        answers=readers.take(),
    )
    for values in (
        report.moves,
        report.interrupted,
        report.replies,
        report.lost_on_time,
        report.refused,
        report.problems,
    ):
        values.clear()
    report.connections = 0
    return observations
