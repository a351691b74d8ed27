"""Several games at once: each in a process of its own that owns its two players.

Processes rather than threads: a built-in engine holds Python's lock between searches, and a player that
takes its process down takes one game with it, not the match.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import sys
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from time import monotonic
from typing import Any, Final

from skep.errors import SkepError
from skep.match.plan import Plan
from skep.match.players import make_player
from skep.match.records import Ending, GameOrder, GameRecord
from skep.match.referee import Thinks, forfeit, play_game
from skep.match.specs import parse_player
from skep.pieces import Color

__all__ = ["Event", "Started", "Thinking", "play_all"]

_PATIENCE: Final = 3.0
"""Seconds a worker has to leave by itself."""
_GRACE: Final = 10.0
"""Seconds beyond a player's own timeout after which its whole process is taken to hang."""


@dataclass(frozen=True, slots=True)
class Started:
    """A worker began a game."""

    order: GameOrder


@dataclass(frozen=True, slots=True)
class Thinking:
    """A player is asked for its move."""

    number: int
    color: Color
    game: str
    """The GameString before the move."""
    timeout: float


Event = Started | Thinking | GameRecord


def serve(line: Connection, plan: Plan) -> None:
    """What a worker process runs: play every game that comes, until None or the end of the line."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that owns the match
    signal.signal(signal.SIGTERM, lambda _signal, _frame: sys.exit(0))
    players = [make_player(parse_player(text), plan.timeout(0.0)) for text in (plan.a, plan.b)]
    with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):
        try:
            while (order := line.recv()) is not None:
                white, black = players if order.a_is_white else reversed(players)
                line.send(play_game(plan, order, {Color.WHITE: white, Color.BLACK: black}, _teller(line, order)))
        finally:
            for player in players:
                player.close()


def _teller(line: Connection, order: GameOrder) -> Thinks:
    return lambda color, game, timeout: line.send(Thinking(order.number, color, game, timeout))


@dataclass(slots=True)
class _Worker:
    """A process, the line to it, and what it is doing."""

    process: Any
    line: Connection
    order: GameOrder | None = None
    thinking: Thinking | None = None
    deadline: float | None = None
    """When the process is taken to hang."""

    def take(self, order: GameOrder) -> None:
        self.order = order
        # a worker that died shows when it is listened to
        with contextlib.suppress(OSError):
            self.line.send(order)

    def hear(self, plan: Plan) -> Thinking | GameRecord:
        """What it says; if it died, the record of a game that the thinking player lost."""
        try:
            said: Thinking | GameRecord = self.line.recv()
        except (EOFError, OSError):
            said = self._obituary(plan, Ending.CRASH)
        self._remember(said)
        return said

    def give_up(self, plan: Plan) -> GameRecord:
        """End a process that hangs."""
        self.process.kill()
        record = self._obituary(plan, Ending.SILENCE)
        self._remember(record)
        return record

    def _remember(self, said: Thinking | GameRecord) -> None:
        if isinstance(said, Thinking):
            self.thinking = said
            self.deadline = monotonic() + said.timeout + _GRACE
        else:
            self.order = self.thinking = self.deadline = None

    def _obituary(self, plan: Plan, ending: Ending) -> GameRecord:
        self.process.join(_PATIENCE)
        code = self.process.exitcode
        if self.thinking is None or self.order is None:
            raise SkepError(f"a worker process ended (exit code {code}) before its players were ready")
        reason = f"its process ended (exit code {code})" if ending is Ending.CRASH else "its process was ended"
        return forfeit(plan, self.order, self.thinking.game, ending, reason)


def play_all(plan: Plan, orders: Iterable[GameOrder], concurrency: int) -> Generator[Event]:
    """Play games, several at once; yields what happens. Closing the iterator drops the games that are running."""
    waiting = iter(orders)
    workers = list[_Worker]()
    try:
        for order in waiting:
            workers.append(_start(plan))
            workers[-1].take(order)
            yield Started(order)
            if len(workers) == concurrency:
                break
        while workers:
            for worker, said in _heard(plan, workers):
                yield said
                if worker.order is None:
                    yield from _give_next(plan, worker, waiting, workers)
    finally:
        _stop(workers)


def _start(plan: Plan) -> _Worker:
    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(target=serve, args=(theirs, plan), daemon=True)
    process.start()
    theirs.close()
    return _Worker(process, ours)


def _heard(plan: Plan, workers: list[_Worker]) -> list[tuple[_Worker, Thinking | GameRecord]]:
    """What the workers say next, or what is said of one that hangs."""
    deadline = min((worker.deadline for worker in workers if worker.deadline is not None), default=None)
    ready = wait([worker.line for worker in workers], None if deadline is None else max(deadline - monotonic(), 0.0))
    if ready:
        return [(worker, worker.hear(plan)) for worker in workers if worker.line in ready]
    now = monotonic()
    return [(worker, worker.give_up(plan)) for worker in workers if worker.deadline and worker.deadline <= now]


def _give_next(plan: Plan, worker: _Worker, waiting: Iterator[GameOrder], workers: list[_Worker]) -> Iterator[Started]:
    """Hand a free worker its next game, or send it home; one that died is replaced."""
    order = next(waiting, None)
    alive = worker.process.is_alive()
    if order is None or not alive:
        workers.remove(worker)
        _stop([worker])
    if order is not None:
        if not alive:
            worker = _start(plan)
            workers.append(worker)
        worker.take(order)
        yield Started(order)


def _stop(workers: list[_Worker]) -> None:
    """Ask workers to leave, and end those that do not."""
    for worker in workers:
        if worker.order is None:
            with contextlib.suppress(OSError):
                worker.line.send(None)
        else:
            worker.process.terminate()
    for worker in workers:
        worker.process.join(_PATIENCE)
        if worker.process.is_alive():
            worker.process.kill()
            worker.process.join()
        worker.line.close()
        worker.process.close()
