"""The order in which engine threads do their jobs, without threads: the pool asks what to start and what to preempt.

There are four priorities, each with a queue that is fair to clients:

- A quick move, of a weak level, comes first. It preempts everything, a strong level's move too after a twentieth of a
  second.
- A move of the strongest level, which can take seconds, preempts analyses and reviews immediately.
- Analyses share the threads in time slices. One continues as long as no other job waits.
- Reviews get the idle time. A review search that was started in idle time can be preempted by any job.

No priority starves: if the one above it leaves no time, it gets a quarter, in time slices that the priority it overtook
does not preempt, but those further above do.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import Final, Generic, TypeVar

from skep.server.engines.fair_queue import Client, FairQueue, Job

__all__ = ["Preemptions", "Priority", "ScheduledJob", "Scheduler"]

_SHARE: Final = 3
"""The time that a priority gets for each second of the priority below it."""
_MIN_SLICE: Final = 0.05
"""Seconds before a quick move preempts another move, so that it makes some progress."""


class Priority(IntEnum):
    """The priorities of jobs, highest first."""

    QUICK_MOVE = 0
    MOVE = 1
    ANALYSIS = 2
    REVIEW = 3


_MAX_WAITING: Final = {
    Priority.QUICK_MOVE: 10_000,
    Priority.MOVE: 10_000,
    Priority.ANALYSIS: 256,
    Priority.REVIEW: 256,
}


@dataclass(slots=True, eq=False, kw_only=True)
class ScheduledJob(Job):
    """A job for an engine thread."""

    priority: Priority
    began: float | None = None
    """When its thread started it. Time in which the thread did not run does not count."""
    overtook: Priority | None = None
    """The priority that had to leave it a time slice, if it was started in its quarter."""
    is_preempted: bool = False
    """Whether it has to stop."""


_Job = TypeVar("_Job", bound=ScheduledJob)


class _Lane(Generic[_Job]):
    """The jobs of one priority."""

    def __init__(self) -> None:
        self.queue: FairQueue[_Job] = FairQueue()
        self.owed = 0.0
        """Seconds that the priority above has used while jobs waited here."""


@dataclass(frozen=True, slots=True)
class Preemptions(Generic[_Job]):
    """The jobs to preempt now, and when to ask again."""

    jobs: list[_Job]
    seconds: float | None
    """Seconds until the next job may have to be preempted, or None."""


class Scheduler(Generic[_Job]):
    """Decides which job each thread does next."""

    def __init__(self, threads: int, slice_seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.threads = threads
        """The number of jobs that can run; it can change at any time."""
        self._slice = slice_seconds
        self._clock = clock
        self._lanes: dict[Priority, _Lane[_Job]] = {priority: _Lane() for priority in Priority}
        self._running: list[_Job] = []

    @property
    def waiting(self) -> int:
        """The number of waiting jobs."""
        return sum(len(lane.queue) for lane in self._lanes.values())

    def waiting_by_priority(self) -> dict[Priority, int]:
        """Return the number of waiting jobs of each priority."""
        return {priority: len(lane.queue) for priority, lane in self._lanes.items()}

    @property
    def running(self) -> list[_Job]:
        """The jobs that threads work on."""
        return self._running

    def elapsed_seconds(self, job: _Job) -> float:
        """Return the seconds of a job's time slice."""
        return 0.0 if job.began is None else self._clock() - job.began

    def active_of_guest(self, priority: Priority, client: Client) -> int:
        """Return the number of a guest's jobs that wait or run."""
        return self._lanes[priority].queue.active_of_guest(client)

    def add(self, job: _Job) -> _Job | None:
        """Let a job wait. If too many wait, return one to drop: the newest of the client with the most."""
        queue = self._lanes[job.priority].queue
        queue.add(job)
        if len(queue) <= _MAX_WAITING[job.priority]:
            return None
        dropped = queue.newest_of_largest()
        queue.remove(dropped)
        return dropped

    def remove(self, job: _Job) -> bool:
        """Remove a waiting job. Return False if it does not wait."""
        return self._lanes[job.priority].queue.remove(job)

    # starting and ending

    def start_next(self, can_start: Callable[[_Job], bool] = lambda _job: True) -> _Job | None:
        """Return the next job for an idle thread, or None if none can start. It counts as running."""
        if len(self._running) >= self.threads:
            return None
        overtaken: Priority | None = None
        for priority, lane in self._lanes.items():
            if not lane.queue:
                continue
            below = self._next_below(priority)
            if below is not None and self._is_due(below):
                overtaken = priority
                continue
            job = lane.queue.pop(can_start)
            if job is not None:
                job.overtook, job.is_preempted, job.began = overtaken, False, None
                self._running.append(job)
                return job
            overtaken = None
        return None

    def _next_below(self, priority: Priority) -> Priority | None:
        """Return the next lower priority with waiting jobs, or None."""
        return next((below for below, lane in self._lanes.items() if below > priority and lane.queue), None)

    def _is_due(self, priority: Priority) -> bool:
        """Return whether a priority has waited for its share. It overtakes with one job at a time."""
        if self._lanes[priority].owed < _SHARE * self._slice:
            return False
        return not any(job.priority is priority and job.overtook is not None for job in self._running)

    def finish(self, job: _Job) -> None:
        """Charge a job for the slice that has ended. A preempted job is not added again."""
        seconds, lane = self.elapsed_seconds(job), self._lanes[job.priority]
        self._running.remove(job)
        lane.queue.finish(job, seconds)
        # a preempted search of a review starts over, so its time was of no use
        if job.overtook is not None and not (job.is_preempted and job.priority is Priority.REVIEW):
            lane.owed -= _SHARE * (seconds if job.is_preempted else max(seconds, self._slice))
        below = self._next_below(job.priority)
        if below is not None:
            self._lanes[below].owed += seconds
        for other in self._lanes.values():
            if not other.queue and other is not lane:
                other.owed = 0.0

    def add_again(self, job: _Job) -> None:
        """Let a preempted job wait again. If it has had its whole slice, the guest's other jobs come first."""
        if self.elapsed_seconds(job) >= self._slice:
            job.number = 0
        self._lanes[job.priority].queue.add(job)

    # preempting

    def preemptions(self) -> Preemptions[_Job]:
        """Return the jobs to preempt for waiting ones, those of low priority that have run longest first."""
        free = max(0, self.threads - len(self._running) + sum(job.is_preempted for job in self._running))
        kept = [job for job in self._running if not job.is_preempted]
        kept.sort(key=lambda job: (-job.priority, job.overtook is not None, -self.elapsed_seconds(job)))
        preempted, again = list[_Job](), list[float]()
        for priority, lane in self._lanes.items():
            needed, free = max(0, len(lane.queue) - free), max(0, free - len(lane.queue))
            for job in list(kept):
                if needed <= 0:
                    break
                left = self._left_for(job, priority)
                if left is None:
                    continue
                needed -= 1
                kept.remove(job)
                if left <= 0:
                    preempted.append(job)
                else:
                    again.append(left)
        return Preemptions(preempted, min(again, default=None))

    def _left_for(self, job: _Job, waiting: Priority) -> float | None:
        """Return the seconds for which a job may continue while another waits, or None if it may finish."""
        elapsed = self.elapsed_seconds(job)
        if waiting < job.priority:
            if job.overtook is not None and job.overtook <= waiting:
                return None if job.priority is Priority.REVIEW else self._slice - elapsed
            return _MIN_SLICE - elapsed if job.priority is Priority.MOVE else 0.0
        if job.priority is not Priority.ANALYSIS:
            return None
        if waiting is Priority.ANALYSIS:
            return self._slice - elapsed
        # a waiting review has to wait for its share
        return max(self._slice, _SHARE * self._slice - self._lanes[waiting].owed) - elapsed
