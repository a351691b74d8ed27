"""Playing several games in parallel, each in a process that owns its two players.

Processes rather than threads, because a built-in engine holds Python's global lock between searches, and because a
player that crashes its process costs one game, not the match.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from time import monotonic
from typing import Any, Final, TypeAlias

from skep.errors import SkepError
from skep.match.plan import Plan
from skep.match.players import make_player
from skep.match.records import Ending, GameRecord, ScheduledGame
from skep.match.referee import OnThink, forfeit, play_game
from skep.match.specs import parse_player
from skep.pieces import Color

__all__ = ["Event", "GameStarted", "PlayGames", "TurnStarted", "play_all"]

_EXIT_TIMEOUT: Final = 3.0
"""Seconds for a worker to exit on its own."""
_HANG_TIMEOUT: Final = 10.0
"""Seconds beyond a player's own timeout after which its process counts as hanging."""


@dataclass(frozen=True, slots=True)
class GameStarted:
    """A worker has started a game."""

    game: ScheduledGame


@dataclass(frozen=True, slots=True)
class TurnStarted:
    """A player has started to think about its move."""

    number: int
    """The number of the game."""
    color: Color
    position: str
    """The GameString before the move."""
    timeout: float


Event = GameStarted | TurnStarted | GameRecord
"""A report of a worker: a game or a turn started, or a game ended."""

PlayGames: TypeAlias = Callable[[Plan, Iterable[ScheduledGame]], Generator[Event]]
"""A function that plays games and yields the events. Closing the generator discards running games."""


def run_worker(pipe: Connection, plan: Plan) -> None:
    """Play every game received, until None or the end of the pipe. This is the main function of a worker process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is handled by the process that owns the match
    signal.signal(signal.SIGTERM, lambda _signal, _frame: sys.exit(0))
    players = [make_player(parse_player(text), plan.answer_timeout(0.0)) for text in (plan.a, plan.b)]
    with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):
        try:
            while (game := pipe.recv()) is not None:
                white, black = players if game.a_is_white else reversed(players)
                sides = {Color.WHITE: white, Color.BLACK: black}
                pipe.send(play_game(plan, game, sides, _send_turns(pipe, game)))
        finally:
            for player in players:
                player.close()


def _send_turns(pipe: Connection, game: ScheduledGame) -> OnThink:
    """Return a callback that sends every turn through the pipe."""
    return lambda color, position, timeout: pipe.send(TurnStarted(game.number, color, position, timeout))


@dataclass(slots=True)
class _Worker:
    """A worker process, the pipe to it, and its current game."""

    process: Any
    pipe: Connection
    game: ScheduledGame | None = None
    turn: TurnStarted | None = None
    deadline: float | None = None
    """The time after which the process counts as hanging."""

    def assign(self, game: ScheduledGame) -> None:
        """Send a game to the worker."""
        self.game = game
        # a dead worker is noticed when its pipe is read
        with contextlib.suppress(OSError):
            self.pipe.send(game)

    def receive(self, plan: Plan) -> TurnStarted | GameRecord:
        """Return the next message. If the worker has died, the player that was thinking forfeits the game."""
        try:
            message: TurnStarted | GameRecord = self.pipe.recv()
        except (EOFError, OSError):
            message = self._crash_record(plan, Ending.CRASH)
        self._update(message)
        return message

    def abort(self, plan: Plan) -> GameRecord:
        """Kill a hanging process. The player that was thinking forfeits the game."""
        self.process.kill()
        record = self._crash_record(plan, Ending.NO_ANSWER)
        self._update(record)
        return record

    def _update(self, message: TurnStarted | GameRecord) -> None:
        if isinstance(message, TurnStarted):
            self.turn = message
            self.deadline = monotonic() + message.timeout + _HANG_TIMEOUT
        else:
            self.game = self.turn = self.deadline = None

    def _crash_record(self, plan: Plan, ending: Ending) -> GameRecord:
        self.process.join(_EXIT_TIMEOUT)
        code = self.process.exitcode
        if self.turn is None or self.game is None:
            raise SkepError(f"a worker process ended (exit code {code}) before its players were ready")
        reason = f"its process ended (exit code {code})" if ending is Ending.CRASH else "its process was killed"
        return forfeit(plan, self.game, self.turn.position, ending, reason)


def play_all(plan: Plan, games: Iterable[ScheduledGame], concurrency: int) -> Generator[Event]:
    """Play ``concurrency`` games in parallel and yield the events. Closing the generator discards running games."""
    waiting = iter(games)
    workers = list[_Worker]()
    try:
        for game in waiting:
            workers.append(_start(plan))
            workers[-1].assign(game)
            yield GameStarted(game)
            if len(workers) == concurrency:
                break
        while workers:
            for worker, message in _receive(plan, workers):
                yield message
                if worker.game is None:
                    yield from _assign_next(plan, worker, waiting, workers)
    finally:
        _stop(workers)


def _start(plan: Plan) -> _Worker:
    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(target=run_worker, args=(theirs, plan), daemon=True)
    process.start()
    theirs.close()
    return _Worker(process, ours)


def _receive(plan: Plan, workers: list[_Worker]) -> list[tuple[_Worker, TurnStarted | GameRecord]]:
    """Wait for messages. If there are none until the next deadline, abort the workers that hang."""
    deadline = min((worker.deadline for worker in workers if worker.deadline is not None), default=None)
    ready = wait([worker.pipe for worker in workers], None if deadline is None else max(deadline - monotonic(), 0.0))
    if ready:
        return [(worker, worker.receive(plan)) for worker in workers if worker.pipe in ready]
    now = monotonic()
    return [(worker, worker.abort(plan)) for worker in workers if worker.deadline and worker.deadline <= now]


def _assign_next(
    plan: Plan, worker: _Worker, waiting: Iterator[ScheduledGame], workers: list[_Worker]
) -> Iterator[GameStarted]:
    """Assign the next game to a free worker, replacing a dead one. Stop the worker if no game is left."""
    game = next(waiting, None)
    alive = worker.process.is_alive()
    if game is None or not alive:
        workers.remove(worker)
        _stop([worker])
    if game is not None:
        if not alive:
            worker = _start(plan)
            workers.append(worker)
        worker.assign(game)
        yield GameStarted(game)


def _stop(workers: list[_Worker]) -> None:
    """Stop workers, and kill those that do not exit in time."""
    for worker in workers:
        if worker.game is None:
            with contextlib.suppress(OSError):
                worker.pipe.send(None)
        else:
            worker.process.terminate()
    for worker in workers:
        worker.process.join(_EXIT_TIMEOUT)
        if worker.process.is_alive():
            worker.process.kill()
            worker.process.join()
        worker.pipe.close()
        worker.process.close()
