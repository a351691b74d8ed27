"""Reviews in the background, searched position by position when engines are free.

A review is identified by its game, effort and engine, so a second request for the same review starts nothing. Requests
and progress are stored. Any process can report on a review, and takes it over if the process that worked on it has
stopped.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import time
from collections.abc import Coroutine, Sequence
from functools import partial
from typing import Any, Final

import msgspec

from skep.archive import Archive, ArchiveUnavailable
from skep.errors import SkepError
from skep.game import Game
from skep.review import (
    EffortName,
    Review,
    ReviewPlan,
    SearchResult,
    SearchTask,
    find_effort,
    judge,
    new_engine,
    search,
)
from skep.review.reviews import FORMAT
from skep.review.signature import engine_signature
from skep.server.engines.executor import BoundedExecutor, ExecutorFull
from skep.server.engines.pool import EngineLease, EnginePool, QueueFull
from skep.server.engines.scheduler import Priority
from skep.server.http.buckets import network_of
from skep.server.schemas.records import RecordTree
from skep.server.schemas.review import ReviewState, ReviewView
from skep.server.study.review_store import Progress, ReviewStore, StoredRequest
from skep.server.study.trees import to_game, to_tree

__all__ = ["Reviews", "TooManyReviews", "UnknownReview"]

log = logging.getLogger("skep.server")

_MAX_WORKING: Final = 4
"""Maximum number of reviews that a process works on simultaneously; the others wait."""
_MAX_UNFINISHED: Final = 64
"""Maximum number of unfinished reviews per process."""
_MAX_PER_ADDRESS: Final = 4
"""Maximum number of unfinished reviews per client address and process."""
_MAX_REMEMBERED: Final = 64
"""Maximum number of failed or finished reviews whose state a process remembers."""
_SAVE_INTERVAL: Final = 3.0
"""Minimum number of seconds between two reports of progress."""
_STALE_AFTER: Final = 20.0
"""Seconds without a report after which another process takes a review over."""
_EXPIRY_INTERVAL: Final = 3600.0
_ID_LENGTH: Final = 16
_RETRY_PAUSE: Final = 0.2


class TooManyReviews(Exception):
    """Too many reviews are unfinished, in total or for one address."""


class UnknownReview(LookupError):
    """The review does not exist."""


class _Job:
    """An unfinished review of this process. The client's network is kept in memory only, for the limits."""

    def __init__(self, id_: str, request: StoredRequest, network: str) -> None:
        self.id = id_
        self.tree = request.tree
        self.effort = request.effort
        self.archived = request.archived
        self.network = network
        self.state: ReviewState = "waiting"
        self.done = 0
        self.total = 2 * len(request.tree.nodes) + 1
        self.problem: str | None = None
        self.saved_at = 0.0

    @property
    def is_unfinished(self) -> bool:
        return self.state in ("waiting", "working")

    def progress(self, *, at: float) -> Progress:
        return Progress(
            at=at, state=self.state, done=self.done, total=self.total, effort=self.effort, problem=self.problem
        )


class Reviews:
    """The reviews of one process."""

    def __init__(
        self,
        pool: EnginePool,
        archive: Archive,
        executor: BoundedExecutor,
        writing: BoundedExecutor,
        *,
        threads: int,
        storage_limit: int | None = None,
    ) -> None:
        """Create the service.

        ``threads`` is the number of simultaneous searches per review, and ``storage_limit`` the bytes that all stored
        reviews and studies may have before a new review is refused.
        """
        self._pool = pool
        self._archive = archive
        self._store = ReviewStore(archive, executor, writing, limit=storage_limit)
        self._executor = executor
        self._writing = writing
        self._threads = threads
        self._jobs: dict[str, _Job] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._slots = asyncio.Semaphore(_MAX_WORKING)
        self._locks: dict[str, asyncio.Lock] = {}

    def open(self) -> None:
        """Start deleting expired entries in the background."""
        self._spawn(self._delete_expired())

    async def start(self, game: Game, effort: EffortName, *, archived: int | None, address: str) -> str:
        """Start the review of a game, unless it exists, and return its id. Raises SkepError or TooManyReviews."""
        id_, tree = await self._executor.run(_identify, game, effort)
        if id_ in self._jobs and self._jobs[id_].state != "failed":
            return id_
        if await self._store.is_finished(id_):
            return id_
        network = network_of(address)
        self._check_limits(network)
        request = StoredRequest(tree=tree, effort=effort, archived=archived)
        await self._store.save_request(id_, request)
        if id_ not in self._jobs or self._jobs[id_].state == "failed":
            self._add_job(_Job(id_, request, network))
        return id_

    async def find(self, game: Game, efforts: Sequence[EffortName]) -> Review | None:
        """Return a finished review of a game with the first of some efforts for which there is one, or None."""
        for effort in efforts:
            id_, _ = await self._executor.run(_identify, game, effort)
            finished = await self._store.load_finished(id_)
            if finished is not None:
                return finished[1]
        return None

    def count_unfinished(self, address: str) -> int:
        """Return the number of unfinished reviews of an address in this process."""
        network = network_of(address)
        return sum(job.is_unfinished and job.network == network for job in self._jobs.values())

    def _check_limits(self, network: str) -> None:
        unfinished = [job for job in self._jobs.values() if job.is_unfinished]
        of_network = sum(job.network == network for job in unfinished)
        if len(unfinished) >= _MAX_UNFINISHED or of_network >= _MAX_PER_ADDRESS:
            raise TooManyReviews

    async def view(self, id_: str, *, address: str = "") -> ReviewView:
        """Return a review or its progress. Raises UnknownReview.

        If the review is taken over from a process that has stopped, it counts for the given address.
        """
        job = self._jobs.get(id_)
        if job is not None and job.state != "done":
            return _progress_view(id_, job.progress(at=0.0))
        finished = await self._store.load_finished(id_)
        if finished is not None:
            return _finished_view(id_, *finished)
        return await self._take_over(id_, network_of(address))

    async def report(self, id_: str) -> tuple[Game, Review]:
        """Return the game and the finished review. Raises UnknownReview."""
        finished = await self._store.load_finished(id_)
        if finished is None:
            raise UnknownReview
        tree, review = finished
        return await self._executor.run(to_game, tree), review

    async def _take_over(self, id_: str, network: str) -> ReviewView:
        """Return the progress that another process has stored, or continue a review that it has abandoned."""
        progress = await self._store.progress(id_)
        if progress is not None and (progress.state == "failed" or time.time() - progress.at < _STALE_AFTER):
            return _progress_view(id_, progress)
        request = await self._store.request(id_)
        if request is None:
            raise UnknownReview
        if id_ not in self._jobs:
            job = _Job(id_, request, network)
            with contextlib.suppress(TooManyReviews):
                self._check_limits(network)
                self._add_job(job)
            return _progress_view(id_, job.progress(at=0.0))
        return _progress_view(id_, self._jobs[id_].progress(at=0.0))

    async def close(self) -> None:
        """Stop. Unfinished reviews are taken over when a client requests them."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for job in self._jobs.values():
            if job.is_unfinished:
                with contextlib.suppress(ArchiveUnavailable, ExecutorFull):
                    await self._store.save_progress(job.id, job.progress(at=0.0))

    async def _delete_expired(self) -> None:
        while True:
            try:
                await self._store.delete_expired()
            except Exception as error:
                log.warning("cannot delete expired reviews: %s", error)
            await asyncio.sleep(_EXPIRY_INTERVAL)

    # working on reviews

    def _add_job(self, job: _Job) -> None:
        for old in [known for known in self._jobs.values() if not known.is_unfinished][:-_MAX_REMEMBERED]:
            del self._jobs[old.id]
        self._jobs[job.id] = job
        self._spawn(self._run(job))

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _run(self, job: _Job) -> None:
        """Run a review. Each address has one at a time, so that other clients are not kept waiting."""
        network = job.network
        lock = self._locks.setdefault(network, asyncio.Lock())
        try:
            async with lock, self._slots:
                await self._work(job)
        except SkepError as error:
            await self._fail(job, str(error))
        except Exception:
            log.exception("review %s failed", job.id)
            await self._fail(job, "Something went wrong. Start the review again.")
        finally:
            if not job.is_unfinished:
                job.network = ""
            if not any(known.is_unfinished and known.network == network for known in self._jobs.values()):
                self._locks.pop(network, None)

    async def _fail(self, job: _Job, problem: str) -> None:
        job.state, job.problem = "failed", problem
        with contextlib.suppress(SkepError, ExecutorFull):
            await self._store.save_progress(job.id, job.progress(at=time.time()))

    async def _work(self, job: _Job) -> None:
        job.state = "working"
        game = await self._executor.run(to_game, job.tree)
        plan = await self._executor.run(ReviewPlan, game, find_effort(job.effort))
        job.done, job.total = plan.done, plan.total
        await self._save_progress(job)
        searches: dict[asyncio.Task[SearchResult], SearchTask] = {}
        try:
            while not plan.is_finished:
                while len(searches) < self._threads and (task := plan.next_task()) is not None:
                    key = f"review {job.id} {task.ply} {task.is_alternative}"
                    searches[asyncio.create_task(self._search(key, task, plan))] = task
                done, _ = await asyncio.wait(searches, return_when=asyncio.FIRST_COMPLETED)
                for one in done:
                    plan.add_result(searches.pop(one), one.result())
                job.done = plan.done
                await self._save_progress(job)
        finally:
            for one in searches:
                one.cancel()
        review = await self._executor.run(judge, plan)
        await self._store.save_finished(job.id, job.tree, review, archived=job.archived)
        await self._writing.run(self._save_evaluations, plan, review)
        job.state = "done"

    async def _search(self, key: str, task: SearchTask, plan: ReviewPlan) -> SearchResult:
        """Run one search, which starts over if a computer player needs the engine."""

        def run(lease: EngineLease) -> SearchResult:
            lease.engine.level = None
            return search(lease.engine, task, stop=lease.stop)

        while True:
            try:
                return await self._pool.run_preemptible(
                    key,
                    run,
                    priority=Priority.REVIEW,
                    kind=plan.effort.name,
                    new_engine=partial(new_engine, plan.effort),
                )
            except QueueFull:
                await asyncio.sleep(_RETRY_PAUSE)

    def _save_evaluations(self, plan: ReviewPlan, review: Review) -> None:
        """Save the evaluation of each position for the explorer."""
        for board, move in zip(plan.boards[1:], review.moves, strict=True):
            self._archive.save_evaluation(board, move.value, move.depth)

    async def _save_progress(self, job: _Job) -> None:
        now = time.monotonic()
        if now - job.saved_at >= _SAVE_INTERVAL:
            job.saved_at = now
            await self._store.save_progress(job.id, job.progress(at=time.time()))


def _identify(game: Game, effort: EffortName) -> tuple[str, RecordTree]:
    """Return the id of a review, which depends on the game, the effort and the engine, and the game's tree."""
    if not game.variations:
        raise SkepError("the game has no moves to review")
    find_effort(effort)
    tree, _remarks = to_tree(game)
    parts = [msgspec.json.encode(tree).decode(), effort, engine_signature(), str(FORMAT)]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:_ID_LENGTH], tree


def _progress_view(id_: str, progress: Progress) -> ReviewView:
    return ReviewView(
        review=id_,
        state=progress.state,
        done=progress.done,
        total=progress.total,
        problem=progress.problem,
        effort=progress.effort,
        engine=engine_signature(),
    )


def _finished_view(id_: str, tree: RecordTree, review: Review) -> ReviewView:
    total = 2 * len(review.moves) + 1
    return ReviewView(
        review=id_,
        state="done",
        done=total,
        total=total,
        effort=review.effort,
        engine=review.engine,
        tree=tree,
        value=review.value,
        white_wins=review.white_wins,
        moves=review.moves,
        white=review.white,
        black=review.black,
        turning_points=review.turning_points,
    )
