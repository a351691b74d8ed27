"""Several games at once: each in a process of its own that owns its two players.

Processes rather than threads: a built-in engine holds Python's lock between searches, and a player that
takes its process down takes one game with it, not the match.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import Any, Final

from skep.errors import SkepError
from skep.match.plan import Plan
from skep.match.players import make_player
from skep.match.records import GameOrder, GameRecord
from skep.match.referee import forfeit, play_game
from skep.match.specs import parse_player
from skep.pieces import Color

__all__ = ["Started", "Thinking", "play_all"]

_PATIENCE: Final = 3.0
"""Seconds a worker has to leave by itself."""


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


@dataclass(slots=True)
class _Worker:
    """A process, the line to it, and what it is doing."""

    process: Any
    line: Connection
    order: GameOrder | None = None
    thinking: Thinking | None = None


def serve(line: Connection, plan: Plan) -> None:
    """What a worker process runs: play every game that comes, until None or the end of the line."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that owns the match
    signal.signal(signal.SIGTERM, lambda _signal, _frame: sys.exit(0))
    players = [make_player(parse_player(text)) for text in (plan.a, plan.b)]
    with contextlib.suppress(EOFError, BrokenPipeError):
        try:
            while (order := line.recv()) is not None:
                white, black = players if order.a_is_white else reversed(players)
                line.send(play_game(plan, order, {Color.WHITE: white, Color.BLACK: black}, _teller(line, order)))
        finally:
            for player in players:
                player.close()


def _teller(line: Connection, order: GameOrder) -> Any:
    return lambda color, game: line.send(Thinking(order.number, color, game))


def play_all(plan: Plan, orders: Iterable[GameOrder], concurrency: int) -> Iterator[Started | Thinking | GameRecord]:
    """Play games, several at once; yields what happens. Closing the iterator drops the games that are running."""
    waiting = iter(orders)
    workers = list[_Worker]()
    try:
        for order in waiting:
            workers.append(_start(plan, order))
            yield Started(order)
            if len(workers) == concurrency:
                break
        while workers:
            ready = wait([worker.line for worker in workers])
            for worker in [worker for worker in workers if worker.line in ready]:
                yield from _hear(plan, worker)
                if worker.order is None:
                    yield from _give_next(plan, worker, waiting, workers)
    finally:
        _stop(workers)


def _start(plan: Plan, order: GameOrder) -> _Worker:
    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(target=serve, args=(theirs, plan), daemon=True)
    process.start()
    theirs.close()
    ours.send(order)
    return _Worker(process, ours, order)


def _hear(plan: Plan, worker: _Worker) -> Iterator[Thinking | GameRecord]:
    """What a worker has to say; a worker that died has lost its game for the player that was thinking."""
    assert worker.order is not None
    try:
        said = worker.line.recv()
    except (EOFError, OSError):
        said = _obituary(plan, worker)
    if isinstance(said, Thinking):
        worker.thinking = said
    else:
        worker.order = worker.thinking = None
    yield said


def _obituary(plan: Plan, worker: _Worker) -> GameRecord:
    worker.process.join(_PATIENCE)
    code = worker.process.exitcode
    if worker.thinking is None or worker.order is None:
        raise SkepError(f"a worker process ended (exit code {code}) before its players were ready")
    thinking = worker.thinking
    return forfeit(plan, worker.order, thinking.color, thinking.game, f"its process ended (exit code {code})")


def _give_next(
    plan: Plan, worker: _Worker, waiting: Iterator[GameOrder], workers: list[_Worker]
) -> Iterator[Started]:
    """Hand a free worker its next game, a new worker where it has died, or send it home."""
    order = next(waiting, None)
    if order is None or not worker.process.is_alive():
        workers.remove(worker)
        _stop([worker])
    elif worker in workers:
        worker.line.send(order)
        worker.order = order
    if order is not None:
        if worker not in workers:
            workers.append(_start(plan, order))
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
