"""The pool of engines: a few threads that search for computer players, analyses and reviews.

A search releases the GIL and runs on a thread of its own, so that the event loop never waits for it. Scheduling
happens on the event loop and needs no locks; :mod:`skep.server.engines.scheduler` decides the order of jobs. A job that
is preempted is called again later, and should continue where it was.

While there are engine workers, every search is done by one of them. The order of jobs and the limits of clients remain
those of this pool; a thread waits here for each search that is done elsewhere.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Any, Final, TypeAlias, TypeVar, cast

from skep.board import Board
from skep.engine import Analysis, Engine, Limit, StopToken
from skep.server.engines.fair_queue import NOBODY, Client
from skep.server.engines.remote_engine import RemoteEngine
from skep.server.engines.scheduler import Priority, ScheduledJob, Scheduler
from skep.server.engines.thread_switches import frequent_thread_switches
from skep.server.engines.workers import EngineWorkers, WorkerLost
from skep.server.metrics import NO_METRICS, Metrics

__all__ = ["EngineLease", "EnginePool", "QueueFull"]

_TABLE_MB: Final = 32
_SLICE: Final = 0.7
"""Seconds after which an analysis is preempted by a waiting one: short to wait for, long enough to search."""
_QUICK: Final = 0.5
"""The longest expected search in seconds that counts as a quick move."""
_SPARE_ENGINES: Final = 4
"""Engines kept beyond those in use, so that returning clients find their transposition tables."""

_Result = TypeVar("_Result")


class QueueFull(Exception):
    """Too many jobs are waiting, and this client has most of them; try again later."""


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


@dataclass(slots=True, eq=False, kw_only=True)
class _Job(ScheduledJob):
    key: str
    task: EngineTask
    owner: object
    kind: str
    new_engine: Callable[[], Engine]
    result: asyncio.Future[Any]
    lease: EngineLease | None = None
    queued: float = 0.0
    """When it began to wait."""


class EnginePool:
    """A bounded number of threads for any number of jobs; belongs to one event loop."""

    def __init__(
        self,
        threads: int,
        *,
        new_engine: Callable[[], Engine] = lambda: Engine(table_mb=_TABLE_MB),
        slice_seconds: float = _SLICE,
        workers: EngineWorkers | None = None,
        metrics: Metrics = NO_METRICS,
    ) -> None:
        self._metrics = metrics
        self._workers = workers
        self._local_threads = threads
        self._tables: dict[str, int] = {}
        """The size of the transposition tables of each kind of engine."""
        if workers is not None:
            workers.on_change = self._schedule
        self._loop = asyncio.get_running_loop()
        self._new_engine = new_engine
        self._engines: OrderedDict[object, tuple[str, Engine]] = OrderedDict()
        self._max_engines = 3 * threads + _SPARE_ENGINES
        self._jobs: dict[str, _Job] = {}
        self._scheduler: Scheduler[_Job] = Scheduler(threads, slice_seconds)
        self._threads: dict[_Job, int] = {}
        """The threads of the running jobs."""
        self._idle = list(range(threads))
        self._timer: asyncio.TimerHandle | None = None
        self._closed = False
        self._idle_remote: list[int] = []
        """The idle threads that wait for workers."""
        self._inboxes: list[SimpleQueue[_Job | None]] = []
        for _ in range(threads):
            self._add_thread()

    def _add_thread(self) -> int:
        """Start a thread and return its number."""
        number = len(self._inboxes)
        self._inboxes.append(SimpleQueue())
        threading.Thread(target=self._serve, args=(number,), name=f"computer-{number}", daemon=True).start()
        return number

    def open(self) -> None:
        """Start to look for engine workers."""
        if self._workers is not None:
            self._workers.open()

    async def shut_down(self) -> None:
        """Stop every search, end the threads and leave the engine workers."""
        self.close()
        if self._workers is not None:
            await self._workers.close()

    async def submit(
        self, key: str, task: Callable[[EngineLease], _Result], *, client: Client = NOBODY, seconds: float = 0.0
    ) -> _Result:
        """Run a computer player's task and return its result. An earlier job with the same key is cancelled.

        ``seconds`` is its expected time: a quick task does not wait for long ones. Raises QueueFull.
        """
        priority = Priority.QUICK_MOVE if seconds <= _QUICK else Priority.MOVE
        return await self.run_preemptible(key, task, priority=priority, client=client, seconds=seconds)

    async def run_preemptible(
        self,
        key: str,
        task: Callable[[EngineLease], _Result],
        *,
        priority: Priority,
        client: Client = NOBODY,
        seconds: float = _SLICE,
        owner: object = None,
        kind: str = "",
        new_engine: Callable[[], Engine] | None = None,
    ) -> _Result:
        """Run a task and return its result. After a preemption the task is called again.

        Tasks of one ``owner`` get the same engine again, as long as there are not too many. Engines of another
        ``kind`` are made by ``new_engine``. ``seconds`` is the expected time. Raises QueueFull.
        """
        self.cancel(key)
        job = _Job(
            priority=priority,
            client=client,
            cost=seconds,
            key=key,
            task=task,
            owner=owner,
            kind=kind,
            new_engine=new_engine or self._new_engine,
            result=self._loop.create_future(),
            queued=self._loop.time(),
        )
        self._jobs[key] = job
        dropped = self._scheduler.add(job)
        if dropped is not None:
            dropped.result.set_exception(QueueFull())
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
        self._scheduler.remove(job)

    @property
    def waiting(self) -> int:
        """The number of jobs that wait for a thread."""
        return self._scheduler.waiting

    @property
    def busy(self) -> int:
        """The number of busy threads."""
        return len(self._threads)

    def waiting_by_priority(self) -> dict[Priority, int]:
        """Return the number of waiting jobs of each priority."""
        return self._scheduler.waiting_by_priority()

    @property
    def workers(self) -> int:
        """The number of threads of engine workers that this process may use."""
        return 0 if self._workers is None else self._workers.slots

    def is_waiting(self, key: str) -> bool:
        """Return whether the job with a key waits for a thread."""
        return key in self._jobs and self._jobs[key] not in self._threads

    def unfinished_moves(self, client: Client) -> int:
        """Return the number of a guest's games in which the computer still has to find its move."""
        moves = (Priority.QUICK_MOVE, Priority.MOVE)
        return sum(self._scheduler.active_of_guest(priority, client) for priority in moves)

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
        self._scheduler.threads = self.workers or self._local_threads
        while not self._closed and self._has_idle_thread():
            job = self._scheduler.start_next(self._can_start)
            if job is None:
                break
            number = self._take_thread()
            self._metrics.engine_waited(job.priority.name.lower(), self._loop.time() - job.queued)
            job.lease = EngineLease(self._engine_for(job, number))
            self._threads[job] = number
            self._inboxes[number].put(job)
        self._preempt()

    def _has_idle_thread(self) -> bool:
        """Return whether a search can start: on a worker while there are any, otherwise here."""
        if not self.workers:
            return bool(self._idle)
        return sum(map(self._is_remote, self._threads.values())) < self.workers

    def _take_thread(self) -> int:
        if not self.workers:
            return self._idle.pop()
        return self._idle_remote.pop() if self._idle_remote else self._add_thread()

    def _is_remote(self, number: int) -> bool:
        return number >= self._local_threads

    def _can_start(self, job: _Job) -> bool:
        """Return whether no search uses the owner's engine, which may be about to finish an older job."""
        return job.owner not in self._engines or id(self._engines[job.owner][1]) not in self._busy_engines()

    def _busy_engines(self) -> set[int]:
        return {id(job.lease.engine) for job in self._threads if job.lease is not None}

    def _preempt(self) -> None:
        """Preempt running jobs for waiting ones, now and again when others have had their time slice."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._closed:
            return
        preemptions = self._scheduler.preemptions()
        for job in preemptions.jobs:
            self._stop(job)
        if preemptions.seconds is not None:
            self._timer = self._loop.call_later(preemptions.seconds + 0.001, self._preempt)

    def _stop(self, job: _Job) -> None:
        """Revoke the engine of a job, if it has one."""
        if job.lease is not None:
            job.is_preempted = True
            job.lease.end()

    def _on_slice_end(self, job: _Job, result: Any, error: Exception | None) -> None:
        """Handle the end of a job's slice: deliver its result, or queue it again if it was preempted."""
        number = self._threads.pop(job)
        (self._idle_remote if self._is_remote(number) else self._idle).append(number)
        self._scheduler.finish(job)
        if not job.result.done():
            if isinstance(error, WorkerLost):
                self._metrics.engine_retried()
                job.queued = self._loop.time()
                self._scheduler.add_again(job)
            elif error is not None:
                job.result.set_exception(error)
            elif not job.is_preempted:
                job.result.set_result(result)
            else:
                job.queued = self._loop.time()
                self._scheduler.add_again(job)
        job.lease = None
        self._schedule()

    def _engine_for(self, job: _Job, number: int) -> Engine:
        """Return the owner's engine or, without an owner, the thread's own engine for this priority."""
        if self._is_remote(number):
            return self._remote_engine(job)
        name: object = (job.priority, number, job.kind) if job.owner is None else job.owner
        if name not in self._engines:
            kind, spare = self._spare()
            engine = spare if spare is not None and kind == job.kind else job.new_engine()
            self._engines[name] = job.kind, engine
        self._engines.move_to_end(name)
        return self._engines[name][1]

    def _remote_engine(self, job: _Job) -> Engine:
        """Return an engine whose searches a worker does, with a table like that of the engine it replaces."""
        assert self._workers is not None
        if job.kind not in self._tables:
            self._tables[job.kind] = job.new_engine().table_mb
        owner = "" if job.owner is None else f"{self._workers.process} {id(job.owner)}"
        # it has the methods of an engine that tasks use
        return cast("Engine", RemoteEngine(self._workers, table_mb=self._tables[job.kind], owner=owner))

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
                    with frequent_thread_switches():
                        result = job.task(job.lease)
            except Exception as raised:
                error = raised
            # a loop that has been closed waits for no result
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._on_slice_end, job, result, error)
            del job, result, error
