"""The pool of engines: a few threads that think for computer players, for analyses and for reviews.

The search releases the GIL and runs on threads of its own, so that the event loop never waits for it. Whose turn it
is, is decided on the event loop, where nothing needs a lock:

- A computer player's move comes first. It waits for other moves alone: an analysis or a review makes room at once.
- Analyses take turns. One goes on as long as nobody waits, and else makes room after a slice of time.
- Reviews get all the time that nobody else wants and, where analyses would leave them none, a quarter of it. A
  search of a review that was begun in idle time makes room for anybody; one that was begun in that quarter, for
  moves alone, else none of them would ever be finished.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from queue import SimpleQueue
from typing import Any, Final, TypeAlias, TypeVar

from skep.board import Board
from skep.engine import LEVELS, Analysis, Engine, Limit
from skep.moves import Move

__all__ = ["EngineLease", "EnginePool", "Priority", "QueueFull", "choose_move", "estimate_win_probability"]

_TABLE_MB: Final = 32
_JUDGING_NODES: Final = 3_000
_SLICE: Final = 0.7
"""Seconds after which an analysis makes room for one that waits: short for who waits, long for a search."""
_ANALYSES_FIRST: Final = 3
"""Analyses have so many times as much time as the last search of a review took, then there is another."""
_TOLD_AGAIN: Final = 0.02
"""Seconds after which a search that goes on is stopped once more."""
_SPARE_ENGINES: Final = 4
"""So many clients more than can think at a time find what their engine had learnt before."""

_Answer = TypeVar("_Answer")


class QueueFull(Exception):
    """More questions wait than the pool remembers: ask again later."""


class Priority(IntEnum):
    """Whose questions come first."""

    MOVE = 0
    ANALYSIS = 1
    REVIEW = 2


_MOST_WAITING: Final = {Priority.MOVE: 10_000, Priority.ANALYSIS: 256, Priority.REVIEW: 256}


class EngineLease:
    """An engine for one turn, which may be ended at any time."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.ended = False
        """Whether the thread is wanted for somebody else."""

    def end(self) -> None:
        """Let the search end at once, and begin no other."""
        self.ended = True
        self.engine.stop()

    def analyse(self, board: Board, limit: Limit, *, lines: int = 1) -> Iterator[Analysis]:
        """Search until the turn is ended; what a search found when it was cut short comes last."""
        self.engine.level = None
        found = self.engine.analyse(board, limit, lines=lines)
        # a new search forgets that the engine was stopped: from here on a stop counts
        if not self.ended:
            yield from found


EngineTask: TypeAlias = Callable[[EngineLease], Any]


@dataclass(slots=True, eq=False)
class _Job:
    key: str
    rank: Priority
    question: EngineTask
    owner: object
    kind: str
    new_engine: Callable[[], Engine]
    answer: asyncio.Future[Any]
    lent: EngineLease | None = None
    began: float | None = None
    """When its thread took it up. A thread that gets no time is not held against it."""
    is_due: bool = False
    """Whether a review has waited for long enough: then no analysis ends its turn."""

    @property
    def is_preempted(self) -> bool:
        return self.lent is not None and self.lent.ended

    @property
    def thought(self) -> float:
        """The seconds of this turn."""
        return 0.0 if self.began is None else time.monotonic() - self.began


class EnginePool:
    """A bounded number of threads for any number of questions; belongs to one event loop."""

    def __init__(
        self,
        threads: int,
        *,
        new_engine: Callable[[], Engine] = lambda: Engine(table_mb=_TABLE_MB),
        turn_seconds: float = _SLICE,
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._new_engine = new_engine
        self._slice = turn_seconds
        self._engines: OrderedDict[object, tuple[str, Engine]] = OrderedDict()
        self._most_engines = 3 * threads + _SPARE_ENGINES
        self._jobs: dict[str, _Job] = {}
        self._waiting: dict[Priority, deque[_Job]] = {rank: deque() for rank in Priority}
        self._running: dict[int, _Job] = {}
        self._idle = list(range(threads))
        self._since_review = 0.0
        self._review_took = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._closed = False
        self._inboxes: list[SimpleQueue[_Job | None]] = [SimpleQueue() for _ in range(threads)]
        for number in range(threads):
            threading.Thread(target=self._serve, args=(number,), name=f"computer-{number}", daemon=True).start()

    async def submit(self, key: str, question: Callable[[Engine], _Answer]) -> _Answer:
        """The answer to a computer player's question; one asked under the same key before is dropped."""
        return await self.run_preemptible(key, lambda lent: question(lent.engine), rank=Priority.MOVE)

    async def run_preemptible(
        self,
        key: str,
        question: Callable[[EngineLease], _Answer],
        *,
        rank: Priority,
        owner: object = None,
        kind: str = "",
        new_engine: Callable[[], Engine] | None = None,
    ) -> _Answer:
        """The answer to a question that is asked again after every turn that was ended for somebody else.

        Whoever names an ``owner`` finds the owner's engine again, as long as there are not too many. Engines of
        another ``kind`` than the usual are made by ``new_engine``.
        """
        self.cancel(key)
        if not self.can_accept(rank):
            raise QueueFull
        job = _Job(key, rank, question, owner, kind, new_engine or self._new_engine, self._loop.create_future())
        self._waiting[rank].append(job)
        self._jobs[key] = job
        self._begin()
        try:
            answer: _Answer = await job.answer
            return answer
        finally:
            if self._jobs.get(key) is job:
                self._drop(job)

    def cancel(self, key: str) -> None:
        """Drop the question under a key: its asker gets a CancelledError."""
        job = self._jobs.get(key)
        if job is not None:
            self._drop(job)

    def _drop(self, job: _Job) -> None:
        del self._jobs[job.key]
        job.answer.cancel()
        self._stop(job)
        if job in self._waiting[job.rank]:
            self._waiting[job.rank].remove(job)

    @property
    def waiting(self) -> int:
        """How many questions wait for a thread."""
        return sum(map(len, self._waiting.values()))

    @property
    def thinking(self) -> int:
        """How many threads are busy."""
        return len(self._running)

    def can_accept(self, rank: Priority) -> bool:
        """Whether a question more may wait."""
        return len(self._waiting[rank]) < _MOST_WAITING[rank]

    def release(self, owner: object) -> None:
        """Somebody left: another may have the engine, and what it learnt."""
        engine = self._engines.pop(owner, None)
        if engine is not None:
            nobody = object()
            self._engines[nobody] = engine
            self._engines.move_to_end(nobody, last=False)

    def close(self) -> None:
        """End every search and let the threads go."""
        self._closed = True
        for job in list(self._jobs.values()):
            self._drop(job)
        if self._timer is not None:
            self._timer.cancel()
        for inbox in self._inboxes:
            inbox.put(None)

    # whose turn it is

    def _begin(self) -> None:
        """Let those think whose turn it is, and see that others make room for who has to wait."""
        while self._idle and not self._closed and (job := self._next()) is not None:
            number = self._idle.pop()
            job.lent = EngineLease(self._engine_for(job, number))
            job.began = None
            self._running[number] = job
            self._inboxes[number].put(job)
        self._preempt_waiting()

    def _next(self) -> _Job | None:
        moves, analyses, reviews = self._waiting.values()
        if moves:
            return moves.popleft()
        if reviews and (not analyses or self._is_review_due()):
            review = reviews.popleft()
            review.is_due = bool(analyses)
            return review
        # an engine searches one position at a time, also while it is about to end with an older question
        busy = self._busy_engines()
        job = next((job for job in analyses if id(self._engines.get(job.owner, ("", None))[1]) not in busy), None)
        if job is not None:
            analyses.remove(job)
        return job

    def _is_review_due(self) -> bool:
        """Whether analyses have had their share; one review at a time keeps them waiting."""
        under_way = any(job.rank is Priority.REVIEW and job.is_due for job in self._running.values())
        return not under_way and self._since_review >= self._analyses_share()

    def _analyses_share(self) -> float:
        """Seconds of analyses between two searches of reviews."""
        return _ANALYSES_FIRST * max(self._slice, self._review_took)

    def _busy_engines(self) -> set[int]:
        return {id(job.lent.engine) for job in self._running.values() if job.lent is not None}

    def _preempt_waiting(self) -> None:
        """Ask as many to end their turn as wait for one, those that have thought longest first."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._closed:
            return
        moves, analyses, reviews = map(len, self._waiting.values())
        leaving = len(self._idle) + sum(job.is_preempted for job in self._running.values())
        others = [job for job in self._running.values() if job.rank is not Priority.MOVE and not job.is_preempted]
        others.sort(key=lambda job: (-job.rank, job.is_due, -job.thought))
        at_once = max(0, moves - leaving)
        for job in others[:at_once]:
            self._stop(job)
        wanted = max(0, analyses + reviews - max(0, leaving - moves))
        for job in others[at_once:]:
            if wanted <= 0:
                return
            wanted -= self._preempt_one(job, analyses=analyses)

    def _preempt_one(self, job: _Job, *, analyses: int) -> bool:
        """End a turn when it is time for others, or see to it later; False for one that makes no way."""
        if job.rank is Priority.REVIEW:
            if not analyses or job.is_due:
                return False
            self._stop(job)
            return True
        # who waits is there for the next slice; a review alone waits for its share
        lasts = self._slice if analyses else max(self._slice, self._analyses_share() - self._since_review)
        left = lasts - job.thought
        if left <= 0:
            self._stop(job)
        elif self._timer is None:
            self._timer = self._loop.call_later(left + 0.001, self._preempt_waiting)
        return True

    def _stop(self, job: _Job) -> None:
        """End a turn. A search that was just beginning may not have heard it, so it is told again."""
        lent = job.lent
        if lent is not None:
            lent.end()
            if not self._closed:
                self._loop.call_later(_TOLD_AGAIN, self._stop_again, job, lent)

    def _stop_again(self, job: _Job, lent: EngineLease) -> None:
        if job.lent is lent:
            self._stop(job)

    def _ended(self, number: int, job: _Job, answer: Any, error: Exception | None) -> None:
        """A thread is free; a question whose turn was ended early waits for its next."""
        del self._running[number]
        self._idle.append(number)
        took = job.thought
        if job.rank is Priority.ANALYSIS:
            self._since_review += took
        elif job.rank is Priority.REVIEW and not job.is_preempted:
            self._since_review, self._review_took = 0.0, took
        if not job.answer.done():
            if error is not None:
                job.answer.set_exception(error)
            elif not job.is_preempted:
                job.answer.set_result(answer)
            elif took < self._slice:
                self._waiting[job.rank].appendleft(job)  # it has not had its turn yet
            else:
                self._waiting[job.rank].append(job)
        job.lent = None
        self._begin()

    def _engine_for(self, job: _Job, number: int) -> Engine:
        """The owner's engine, or the thread's own for questions of this rank: no other learns or forgets there."""
        name: object = (job.rank, number, job.kind) if job.owner is None else job.owner
        if name not in self._engines:
            kind, spare = self._spare()
            engine = spare if spare is not None and kind == job.kind else job.new_engine()
            self._engines[name] = job.kind, engine
        self._engines.move_to_end(name)
        return self._engines[name][1]

    def _spare(self) -> tuple[str, Engine | None]:
        """The engine that was used longest ago, once there are as many as may be."""
        if len(self._engines) < self._most_engines:
            return "", None
        busy = self._busy_engines()
        name = next(name for name, (_, engine) in self._engines.items() if id(engine) not in busy)
        return self._engines.pop(name)

    # on the threads

    def _serve(self, number: int) -> None:
        inbox = self._inboxes[number]
        while (job := inbox.get()) is not None:
            answer, error = None, None
            try:
                assert job.lent is not None
                if not job.lent.ended:
                    job.began = time.monotonic()
                    answer = job.question(job.lent)
            except Exception as raised:
                error = raised
            # a loop that has been closed waits for no answer
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._ended, number, job, answer, error)
            del job, answer, error


def choose_move(board: Board, level: int, limit: Limit) -> Callable[[Engine], Move]:
    """The question which move a level makes."""

    def question(engine: Engine) -> Move:
        engine.level = LEVELS[level - 1]
        return engine.play(board, limit)

    return question


def estimate_win_probability(board: Board) -> Callable[[Engine], float]:
    """The question what share of games the side to move would win from here."""

    def question(engine: Engine) -> float:
        engine.level = None
        *_, last = engine.analyse(board, Limit(nodes=_JUDGING_NODES))
        return last.score.win_probability

    return question
