"""The computer players' pool: a few threads that think, first come first served, one question a game at a time.

The search releases the GIL and runs on threads of its own, so that the event loop never waits for it.
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias, TypeVar

from skep.board import Board
from skep.engine import LEVELS, Engine, Limit
from skep.moves import Move

__all__ = ["ComputerPool", "TooManyQuestions", "chances", "choose_move"]

_TABLE_MB: Final = 32
_MOST_WAITING: Final = 10_000
_JUDGING_NODES: Final = 3_000

Question: TypeAlias = Callable[[Engine], Any]
_Answer = TypeVar("_Answer")


class TooManyQuestions(Exception):
    """More games wait for the computer than the pool remembers; the keeper asks again later."""


@dataclass(slots=True, eq=False)
class _Job:
    key: str
    question: Question
    answer: asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop
    engine: Engine | None = None
    cancelled: bool = False
    lock: threading.Lock = field(default_factory=threading.Lock)

    def cancel(self) -> None:
        """Want no answer any more: a job that waits is passed over, a search is ended."""
        with self.lock:
            self.cancelled = True
            if self.engine is not None:
                self.engine.stop()
        self.answer.cancel()

    def run(self, engine: Engine) -> None:
        """Answer the question on a thread of the pool."""
        with self.lock:
            if self.cancelled:
                return
            self.engine = engine
        try:
            found: Any = self.question(engine)
            self._tell(self.answer.set_result, found)
        except Exception as error:
            self._tell(self.answer.set_exception, error)
        finally:
            with self.lock:
                self.engine = None

    def _tell(self, how: Callable[[Any], None], what: Any) -> None:
        def tell() -> None:
            if not self.answer.done():
                how(what)

        # a loop that has been closed waits for no answer
        if not self.loop.is_closed():
            self.loop.call_soon_threadsafe(tell)


class ComputerPool:
    """A bounded number of engines for any number of games."""

    def __init__(self, threads: int) -> None:
        self._jobs: dict[str, _Job] = {}
        self._waiting: deque[_Job] = deque()
        self._work = threading.Condition()
        self._closed = False
        self._threads = [
            threading.Thread(target=self._serve, name=f"computer-{number}", daemon=True) for number in range(threads)
        ]
        for thread in self._threads:
            thread.start()

    async def ask(self, key: str, question: Callable[[Engine], _Answer]) -> _Answer:
        """The answer to a question; one that was asked under the same key before is dropped."""
        self.cancel(key)
        loop = asyncio.get_running_loop()
        job = _Job(key, question, loop.create_future(), loop)
        with self._work:
            if len(self._waiting) >= _MOST_WAITING:
                raise TooManyQuestions
            self._waiting.append(job)
            self._work.notify()
        self._jobs[key] = job
        try:
            answer: _Answer = await job.answer
            return answer
        finally:
            if self._jobs.get(key) is job:
                del self._jobs[key]
            if not job.answer.done() or job.answer.cancelled():
                job.cancel()

    def cancel(self, key: str) -> None:
        """Drop the question under a key: its asker gets a CancelledError."""
        job = self._jobs.pop(key, None)
        if job is None:
            return
        job.cancel()
        with self._work:
            if job in self._waiting:
                self._waiting.remove(job)

    @property
    def waiting(self) -> int:
        """How many questions wait for a thread."""
        return len(self._waiting)

    def close(self) -> None:
        """End every search and let the threads go."""
        with self._work:
            self._closed = True
            self._waiting.clear()
            self._work.notify_all()
        for job in list(self._jobs.values()):
            job.cancel()
        self._jobs.clear()

    def _serve(self) -> None:
        engine: Engine | None = None
        while True:
            with self._work:
                while not self._waiting and not self._closed:
                    self._work.wait()
                if self._closed:
                    return
                job = self._waiting.popleft()
            engine = engine or Engine(table_mb=_TABLE_MB)
            job.run(engine)


def choose_move(board: Board, level: int, limit: Limit) -> Callable[[Engine], Move]:
    """The question which move a level makes."""

    def question(engine: Engine) -> Move:
        engine.level = LEVELS[level - 1]
        return engine.play(board, limit)

    return question


def chances(board: Board) -> Callable[[Engine], float]:
    """The question what share of games the side to move would win from here."""

    def question(engine: Engine) -> float:
        engine.level = None
        *_, last = engine.analyse(board, Limit(nodes=_JUDGING_NODES))
        return last.score.win_probability

    return question
