"""Reviews in the background: searched position by position with what the engines have time for, and kept.

A review is known by its game, its effort and the engine, so that nobody waits twice for the same. What is wanted is
kept in the archive from the beginning, and how far it is every few seconds: another process can tell it, and takes
it over when nobody has been at it for a while, as after a restart.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import time
from collections import Counter
from collections.abc import Coroutine
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
from skep.server.engines.pool import EngineLease, EnginePool, Priority, QueueFull
from skep.server.schemas.archive import RecordTree, ReviewedMove, ReviewedSide, ReviewView
from skep.server.store.records import StoreOverloaded
from skep.server.study.executor import BoundedExecutor
from skep.server.study.trees import game_of, tree_of

__all__ = ["Reviews", "TooManyReviews", "UnknownReview"]

log = logging.getLogger("skep.server")

_AT_ONCE: Final = 4
"""Reviews that are worked at, in each process; the others wait."""
_MOST: Final = 64
"""Reviews that are not done, in each process."""
_MOST_EACH: Final = 4
"""Of them, those that one address may have begun."""
_REMEMBERED: Final = 64
"""Reviews that failed, or are done, whose state is remembered here."""
_NOTED_EVERY: Final = 3.0
_ABANDONED: Final = 20.0
"""Seconds without a note after which nobody seems to work at a review."""
_LONGEST_ID: Final = 16
_AGAIN: Final = 0.2


class TooManyReviews(Exception):
    """As many reviews wait as can be remembered, or as one address may have."""


class UnknownReview(LookupError):
    """There is no such review."""


class _Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """What is kept before a review is done."""

    tree: msgspec.Raw
    effort: EffortName
    archived: int | None
    address: str


class _Noted(msgspec.Struct, frozen=True, kw_only=True):
    """How far a review is, for other processes."""

    at: float
    state: str
    done: int
    total: int


class _Kept(msgspec.Struct, frozen=True, kw_only=True):
    """A review that is done."""

    tree: msgspec.Raw
    review: msgspec.Raw


_wanted_decoder: Final = msgspec.json.Decoder(_Wanted)
_noted_decoder: Final = msgspec.json.Decoder(_Noted)
_kept_decoder: Final = msgspec.json.Decoder(_Kept)


class _Job:
    """A review that is wanted here."""

    def __init__(self, id_: str, tree: RecordTree, effort: EffortName, archived: int | None, address: str) -> None:
        self.id = id_
        self.tree = tree
        self.effort = effort
        self.archived = archived
        self.address = address
        self.state = "waiting"
        self.done = 0
        self.total = 2 * len(tree.nodes) + 1
        self.problem: str | None = None
        self.noted = 0.0

    @property
    def is_open(self) -> bool:
        return self.state in ("waiting", "working")

    def told(self) -> ReviewView:
        return _unfinished(self.id, self.state, self.done, self.total, self.effort, self.problem)


class Reviews:
    """The reviews of one process."""

    def __init__(
        self, pool: EnginePool, archive: Archive, workroom: BoundedExecutor, writing: BoundedExecutor, *, threads: int
    ) -> None:
        """``threads`` is how many searches of one review are asked for at a time."""
        self._pool = pool
        self._archive = archive
        self._workroom = workroom
        self._writing = writing
        self._threads = threads
        self._jobs: dict[str, _Job] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._places = asyncio.Semaphore(_AT_ONCE)
        self._turns: dict[str, asyncio.Lock] = {}
        self._closed = False

    async def begin(self, game: Game, effort: EffortName, *, archived: int | None, address: str) -> str:
        """Review a game, unless it was or is being reviewed; raises SkepError when that is not possible."""
        id_, tree = await self._workroom.do(_identified, game, effort)
        if id_ in self._jobs and self._jobs[id_].state != "failed":
            return id_
        if await self._workroom.do(self._archive.review, id_) is not None:
            return id_
        self._refuse_too_many(address)
        wanted = _Wanted(
            tree=msgspec.Raw(tree.model_dump_json().encode()), effort=effort, archived=archived, address=address
        )
        await self._keep(f"{id_}_wanted", wanted)
        if id_ not in self._jobs or self._jobs[id_].state == "failed":
            self._enter(_Job(id_, tree, effort, archived, address))
        return id_

    def _refuse_too_many(self, address: str) -> None:
        open_ = [job for job in self._jobs.values() if job.is_open]
        if len(open_) >= _MOST or sum(job.address == address for job in open_) >= _MOST_EACH:
            raise TooManyReviews

    async def told(self, id_: str) -> ReviewView:
        """A review, as far as it is; raises UnknownReview."""
        job = self._jobs.get(id_)
        if job is not None and job.state != "done":
            return job.told()
        text = await self._workroom.do(self._archive.review, id_)
        if text is not None:
            return await self._workroom.do(_finished, id_, text)
        return await self._take_over(id_)

    async def report(self, id_: str) -> tuple[Game, Review]:
        """The game and the review that is done; raises UnknownReview."""
        text = await self._workroom.do(self._archive.review, id_)
        if text is None:
            raise UnknownReview
        return await self._workroom.do(_read, text)

    async def _take_over(self, id_: str) -> ReviewView:
        """Of a review that was begun elsewhere: how far it is, or a beginning anew when nobody is at it."""
        text = await self._workroom.do(self._archive.review, f"{id_}_wanted")
        if text is None:
            raise UnknownReview
        wanted = _wanted_decoder.decode(text)
        note = await self._workroom.do(self._archive.review, f"{id_}_noted")
        noted = None if note is None else _noted_decoder.decode(note)
        if noted is not None and time.time() - noted.at < _ABANDONED:
            return _unfinished(id_, noted.state, noted.done, noted.total, wanted.effort, None)
        if id_ not in self._jobs:
            try:
                self._refuse_too_many(wanted.address)
            except TooManyReviews:
                return _unfinished(id_, "waiting", 0, 1, wanted.effort, None)
            tree = RecordTree.model_validate_json(bytes(wanted.tree))
            self._enter(_Job(id_, tree, wanted.effort, wanted.archived, wanted.address))
        return self._jobs[id_].told()

    async def close(self) -> None:
        """Stop; what is not done is begun anew when somebody asks for it."""
        self._closed = True
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for job in self._jobs.values():
            if job.is_open:
                with contextlib.suppress(ArchiveUnavailable, StoreOverloaded):
                    await self._keep_note(job, at=0.0)

    # working

    def _enter(self, job: _Job) -> None:
        for old in [known for known in self._jobs.values() if not known.is_open][:-_REMEMBERED]:
            del self._jobs[old.id]
        self._jobs[job.id] = job
        self._spawn(self._run(job))

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _run(self, job: _Job) -> None:
        """One review of an address at a time, so that nobody's many keep others waiting."""
        turn = self._turns.setdefault(job.address, asyncio.Lock())
        try:
            async with turn, self._places:
                await self._work(job)
        except SkepError as error:
            job.state, job.problem = "failed", str(error)
        except Exception:
            log.exception("review %s failed", job.id)
            job.state, job.problem = "failed", "Something went wrong here: try to start the review again."
        finally:
            if not any(known.is_open and known.address == job.address for known in self._jobs.values()):
                self._turns.pop(job.address, None)

    async def _work(self, job: _Job) -> None:
        job.state = "working"
        game = await self._workroom.do(game_of, job.tree)
        work = await self._workroom.do(ReviewPlan, game, find_effort(job.effort))
        job.done, job.total = work.done, work.total
        await self._note(job)
        searching: dict[asyncio.Task[SearchResult], SearchTask] = {}
        try:
            while not work.is_finished:
                while len(searching) < self._threads and (task := work.next_task()) is not None:
                    number = f"review {job.id} {task.ply} {task.is_alternative}"
                    searching[asyncio.create_task(self._search(number, task, work))] = task
                done, _ = await asyncio.wait(searching, return_when=asyncio.FIRST_COMPLETED)
                for one in done:
                    work.add_result(searching.pop(one), one.result())
                job.done = work.done
                await self._note(job)
        finally:
            for one in searching:
                one.cancel()
        review = await self._workroom.do(judge, work)
        await self._finish(job, work, review)

    async def _search(self, key: str, task: SearchTask, work: ReviewPlan) -> SearchResult:
        """One search, which begins anew when a computer player needed the engine meanwhile."""

        def question(lent: EngineLease) -> SearchResult:
            lent.engine.level = None
            return search(lent.engine, task, stop=lent.stop)

        while True:
            try:
                return await self._pool.run_preemptible(
                    key,
                    question,
                    priority=Priority.REVIEW,
                    kind=work.effort.name,
                    new_engine=partial(new_engine, work.effort),
                )
            except QueueFull:
                await asyncio.sleep(_AGAIN)

    async def _finish(self, job: _Job, work: ReviewPlan, review: Review) -> None:
        kept = _Kept(
            tree=msgspec.Raw(job.tree.model_dump_json().encode()), review=msgspec.Raw(review.to_json().encode())
        )
        await self._keep(job.id, kept, game=job.archived)
        await self._writing.do(self._save_evaluations, work, review)
        job.state = "done"

    def _save_evaluations(self, work: ReviewPlan, review: Review) -> None:
        """The explorer tells what the engine thought of each position."""
        for board, move in zip(work.boards[1:], review.moves, strict=True):
            self._archive.save_evaluation(board, move.value, move.depth)

    async def _note(self, job: _Job) -> None:
        now = time.monotonic()
        if now - job.noted >= _NOTED_EVERY:
            job.noted = now
            await self._keep_note(job, time.time())

    async def _keep_note(self, job: _Job, at: float) -> None:
        await self._keep(f"{job.id}_noted", _Noted(at=at, state=job.state, done=job.done, total=job.total))

    async def _keep(self, id_: str, what: _Wanted | _Noted | _Kept, *, game: int | None = None) -> None:
        text = msgspec.json.encode(what).decode()
        await self._writing.do(self._archive.save_review, id_, text, game=game)


def _identified(game: Game, effort: EffortName) -> tuple[str, RecordTree]:
    """The id of a review: the same game, effort and engine have the same."""
    if not game.variations:
        raise SkepError("there is no move to review")
    find_effort(effort)
    tree, _cut = tree_of(game)
    told = [tree.model_dump_json(), effort, engine_signature(), str(FORMAT)]
    digest = hashlib.sha256("\n".join(told).encode()).hexdigest()
    return digest[:_LONGEST_ID], tree


def _read(text: str) -> tuple[Game, Review]:
    kept = _kept_decoder.decode(text)
    return game_of(RecordTree.model_validate_json(bytes(kept.tree))), Review.from_json(bytes(kept.review))


def _unfinished(id_: str, state: str, done: int, total: int, effort: EffortName, problem: str | None) -> ReviewView:
    return ReviewView(
        review=id_,
        state=state,  # type: ignore[arg-type]
        done=done,
        total=total,
        problem=problem,
        effort=effort,
        engine=engine_signature(),
        tree=None,
        value=0.0,
        white_wins=0.5,
        moves=[],
        white=None,
        black=None,
        turning_points=[],
    )


def _finished(id_: str, text: str) -> ReviewView:
    kept = _kept_decoder.decode(text)
    review = Review.from_json(bytes(kept.review))
    total = 2 * len(review.moves) + 1
    counts: list[Counter[str]] = [Counter(side.counts) for side in (review.white, review.black)]
    return ReviewView(
        review=id_,
        state="done",
        done=total,
        total=total,
        problem=None,
        effort=review.effort,
        engine=review.engine,
        tree=RecordTree.model_validate_json(bytes(kept.tree)),
        value=review.value,
        white_wins=review.white_wins,
        moves=[
            ReviewedMove(
                ply=move.ply,
                uhp=move.uhp,
                piece=move.piece,
                origin=move.origin,
                to=move.to,
                value=move.value,
                white_wins=move.white_wins,
                forced=move.forced,
                judgement=move.judgement,
                lost=move.lost,
                best=move.best,
                line=list(move.line),
                clock=move.clock,
                spent=move.spent,
            )
            for move in review.moves
        ],
        white=ReviewedSide(accuracy=review.white.accuracy, counts=dict(counts[0])),
        black=ReviewedSide(accuracy=review.black.accuracy, counts=dict(counts[1])),
        turning_points=list(review.turning_points),
    )
