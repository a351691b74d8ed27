"""The pool of engines: a few threads that search for computer players, analyses and reviews.

A search releases the GIL and runs on a thread of its own, so that the event loop never waits for it. Scheduling
happens on the event loop and needs no locks:

- A computer player's move comes first. It waits only for other moves: an analysis or a review is preempted immediately.
- Analyses share the threads in time slices. One continues as long as no other job waits.
- Reviews get the idle time and, if analyses leave none, a quarter of it. A review search that was started in idle time
  can be preempted by any job; one that was started in that quarter only by moves, otherwise it might never finish.
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
from skep.engine import Analysis, Engine, Limit, StopToken
from skep.moves import Move

__all__ = ["EngineLease", "EnginePool", "Priority", "QueueFull", "choose_move", "estimate_win_probability"]

_TABLE_MB: Final = 32
_JUDGING_NODES: Final = 3_000
_SLICE: Final = 0.7
"""Seconds after which an analysis is preempted by a waiting one: short to wait for, long enough to search."""
_ANALYSIS_SHARE: Final = 3
"""Analyses get this multiple of the last review search's duration before the next review search runs."""
_SPARE_ENGINES: Final = 4
"""Engines kept beyond those in use, so that returning clients find their transposition tables."""

_Result = TypeVar("_Result")


class QueueFull(Exception):
    """Too many jobs are waiting; try again later."""


class Priority(IntEnum):
    """The priorities of jobs, highest first."""

    MOVE = 0
    ANALYSIS = 1
    REVIEW = 2


_MAX_WAITING: Final = {Priority.MOVE: 10_000, Priority.ANALYSIS: 256, Priority.REVIEW: 256}


class EngineLease:
    """An engine on loan for one time slice; the pool can revoke it at any time."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.stop = StopToken()
        """The token to give to every search with this engine."""

    @property
    def ended(self) -> bool:
        """Whether the pool has revoked the engine."""
        return self.stop.is_stopped

    def end(self) -> None:
        """Stop the current search, and every later one with this loan as soon as it starts."""
        self.stop.stop()

    def analyse(self, board: Board, limit: Limit, *, lines: int = 1) -> Iterator[Analysis]:
        """Search until the engine is revoked. The last result can come from an unfinished iteration."""
        if not self.ended:
            self.engine.level = None
            yield from self.engine.analyse(board, limit, lines=lines, stop=self.stop)


EngineTask: TypeAlias = Callable[[EngineLease], Any]


@dataclass(slots=True, eq=False)
class _Job:
    key: str
    priority: Priority
    task: EngineTask
    owner: object
    kind: str
    new_engine: Callable[[], Engine]
    result: asyncio.Future[Any]
    lease: EngineLease | None = None
    began: float | None = None
    """When its thread started it. Time in which the thread did not run does not count."""
    is_due: bool = False
    """Whether a review has waited long enough that no analysis may preempt it."""

    @property
    def is_preempted(self) -> bool:
        return self.lease is not None and self.lease.ended

    @property
    def elapsed(self) -> float:
        """The seconds of this time slice."""
        return 0.0 if self.began is None else time.monotonic() - self.began


class EnginePool:
    """A bounded number of threads for any number of jobs; belongs to one event loop."""

    def __init__(
        self,
        threads: int,
        *,
        new_engine: Callable[[], Engine] = lambda: Engine(table_mb=_TABLE_MB),
        slice_seconds: float = _SLICE,
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._new_engine = new_engine
        self._slice = slice_seconds
        self._engines: OrderedDict[object, tuple[str, Engine]] = OrderedDict()
        self._max_engines = 3 * threads + _SPARE_ENGINES
        self._jobs: dict[str, _Job] = {}
        self._waiting: dict[Priority, deque[_Job]] = {priority: deque() for priority in Priority}
        self._running: dict[int, _Job] = {}
        self._idle = list(range(threads))
        self._since_review = 0.0
        self._review_took = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._closed = False
        self._inboxes: list[SimpleQueue[_Job | None]] = [SimpleQueue() for _ in range(threads)]
        for number in range(threads):
            threading.Thread(target=self._serve, args=(number,), name=f"computer-{number}", daemon=True).start()

    async def submit(self, key: str, task: Callable[[EngineLease], _Result]) -> _Result:
        """Run a computer player's task and return its result. An earlier job with the same key is cancelled."""
        return await self.run_preemptible(key, task, priority=Priority.MOVE)

    async def run_preemptible(
        self,
        key: str,
        task: Callable[[EngineLease], _Result],
        *,
        priority: Priority,
        owner: object = None,
        kind: str = "",
        new_engine: Callable[[], Engine] | None = None,
    ) -> _Result:
        """Run a task and return its result. After a preemption the task is called again.

        Tasks of one ``owner`` get the same engine again, as long as there are not too many. Engines of another
        ``kind`` are made by ``new_engine``. Raises QueueFull.
        """
        self.cancel(key)
        if not self.can_accept(priority):
            raise QueueFull
        job = _Job(key, priority, task, owner, kind, new_engine or self._new_engine, self._loop.create_future())
        self._waiting[priority].append(job)
        self._jobs[key] = job
        self._schedule()
        try:
            result: _Result = await job.result
            return result
        finally:
            if self._jobs.get(key) is job:
                self._drop(job)

    def cancel(self, key: str) -> None:
        """Cancel the job with a key; whoever waits for it gets a CancelledError."""
        job = self._jobs.get(key)
        if job is not None:
            self._drop(job)

    def _drop(self, job: _Job) -> None:
        del self._jobs[job.key]
        job.result.cancel()
        self._stop(job)
        if job in self._waiting[job.priority]:
            self._waiting[job.priority].remove(job)

    @property
    def waiting(self) -> int:
        """The number of jobs that wait for a thread."""
        return sum(map(len, self._waiting.values()))

    @property
    def busy(self) -> int:
        """The number of busy threads."""
        return len(self._running)

    def can_accept(self, priority: Priority) -> bool:
        """Return whether the queue has room for another job."""
        return len(self._waiting[priority]) < _MAX_WAITING[priority]

    def release(self, owner: object) -> None:
        """Give up an owner's engine, which may then be reused with its table."""
        engine = self._engines.pop(owner, None)
        if engine is not None:
            no_owner = object()
            self._engines[no_owner] = engine
            self._engines.move_to_end(no_owner, last=False)

    def close(self) -> None:
        """Stop every search and end the threads."""
        self._closed = True
        for job in list(self._jobs.values()):
            self._drop(job)
        if self._timer is not None:
            self._timer.cancel()
        for inbox in self._inboxes:
            inbox.put(None)

    # scheduling

    def _schedule(self) -> None:
        """Start the jobs that are next in line, and preempt running jobs for waiting ones."""
        while self._idle and not self._closed and (job := self._next()) is not None:
            number = self._idle.pop()
            job.lease = EngineLease(self._engine_for(job, number))
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
        # an engine searches one position at a time, even while it is about to finish an older job
        busy = self._busy_engines()
        job = next((job for job in analyses if id(self._engines.get(job.owner, ("", None))[1]) not in busy), None)
        if job is not None:
            analyses.remove(job)
        return job

    def _is_review_due(self) -> bool:
        """Return whether analyses have had their share. Only one review at a time may keep them waiting."""
        running = any(job.priority is Priority.REVIEW and job.is_due for job in self._running.values())
        return not running and self._since_review >= self._analyses_share()

    def _analyses_share(self) -> float:
        """Return the seconds of analyses between two review searches."""
        return _ANALYSIS_SHARE * max(self._slice, self._review_took)

    def _busy_engines(self) -> set[int]:
        return {id(job.lease.engine) for job in self._running.values() if job.lease is not None}

    def _preempt_waiting(self) -> None:
        """Preempt as many jobs as are waiting, those that have run longest first."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._closed:
            return
        moves, analyses, reviews = map(len, self._waiting.values())
        leaving = len(self._idle) + sum(job.is_preempted for job in self._running.values())
        others = [job for job in self._running.values() if job.priority is not Priority.MOVE and not job.is_preempted]
        others.sort(key=lambda job: (-job.priority, job.is_due, -job.elapsed))
        urgent = max(0, moves - leaving)
        for job in others[:urgent]:
            self._stop(job)
        needed = max(0, analyses + reviews - max(0, leaving - moves))
        for job in others[urgent:]:
            if needed <= 0:
                return
            needed -= self._preempt_one(job, analyses=analyses)

    def _preempt_one(self, job: _Job, *, analyses: int) -> bool:
        """Preempt a job if its slice is over, or set a timer; return False if it cannot be preempted."""
        if job.priority is Priority.REVIEW:
            if not analyses or job.is_due:
                return False
            self._stop(job)
            return True
        # a waiting analysis gets the next slice; a waiting review has to wait for its share
        lasts = self._slice if analyses else max(self._slice, self._analyses_share() - self._since_review)
        left = lasts - job.elapsed
        if left <= 0:
            self._stop(job)
        elif self._timer is None:
            self._timer = self._loop.call_later(left + 0.001, self._preempt_waiting)
        return True

    def _stop(self, job: _Job) -> None:
        """Revoke the engine of a job, if it has one."""
        if job.lease is not None:
            job.lease.end()

    def _on_slice_end(self, number: int, job: _Job, result: Any, error: Exception | None) -> None:
        """Handle the end of a job's slice: deliver its result, or queue it again if it was preempted."""
        del self._running[number]
        self._idle.append(number)
        took = job.elapsed
        if job.priority is Priority.ANALYSIS:
            self._since_review += took
        elif job.priority is Priority.REVIEW and not job.is_preempted:
            self._since_review, self._review_took = 0.0, took
        if not job.result.done():
            if error is not None:
                job.result.set_exception(error)
            elif not job.is_preempted:
                job.result.set_result(result)
            elif took < self._slice:
                self._waiting[job.priority].appendleft(job)  # it has not had its whole slice yet
            else:
                self._waiting[job.priority].append(job)
        job.lease = None
        self._schedule()

    def _engine_for(self, job: _Job, number: int) -> Engine:
        """Return the owner's engine or, without an owner, the thread's own engine for this priority."""
        name: object = (job.priority, number, job.kind) if job.owner is None else job.owner
        if name not in self._engines:
            kind, spare = self._spare()
            engine = spare if spare is not None and kind == job.kind else job.new_engine()
            self._engines[name] = job.kind, engine
        self._engines.move_to_end(name)
        return self._engines[name][1]

    def _spare(self) -> tuple[str, Engine | None]:
        """Return the least recently used engine once there are too many, or None."""
        if len(self._engines) < self._max_engines:
            return "", None
        busy = self._busy_engines()
        name = next(name for name, (_, engine) in self._engines.items() if id(engine) not in busy)
        return self._engines.pop(name)

    # on the threads

    def _serve(self, number: int) -> None:
        inbox = self._inboxes[number]
        while (job := inbox.get()) is not None:
            result, error = None, None
            try:
                assert job.lease is not None
                if not job.lease.ended:
                    job.began = time.monotonic()
                    result = job.task(job.lease)
            except Exception as raised:
                error = raised
            # a loop that has been closed waits for no result
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._on_slice_end, number, job, result, error)
            del job, result, error


def choose_move(board: Board, level: int, limit: Limit) -> Callable[[EngineLease], Move]:
    """Return a task that chooses a move at a level."""

    def task(lease: EngineLease) -> Move:
        lease.engine.level = level
        return lease.engine.play(board, limit, stop=lease.stop).move

    return task


def estimate_win_probability(board: Board) -> Callable[[EngineLease], float]:
    """Return a task that estimates the win probability of the side to move."""

    def task(lease: EngineLease) -> float:
        lease.engine.level = None
        *_, last = lease.engine.analyse(board, Limit(nodes=_JUDGING_NODES), stop=lease.stop)
        return last.score.relative.win_probability

    return task
