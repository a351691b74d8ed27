"""``skep worker``: a process that joins through Redis and searches for the servers, on this or another machine."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Final

from skep import __version__
from skep.engine import Analysis, Engine, StopToken
from skep.errors import SkepError
from skep.kernel import entry
from skep.server.engines.search_jobs import (
    SEARCH,
    board_from,
    history_of,
    limit_from,
    move_values,
    open_queue,
)

if TYPE_CHECKING:
    from saq.job import Job

__all__ = ["run_worker"]

log = logging.getLogger("skep.worker")

_UPDATE_SECONDS: Final = 0.1
_BEAT_SECONDS: Final = 0.5
"""Seconds after which a search without a new iteration reports that it is alive."""
_DEQUEUE_SECONDS: Final = 4.0
"""Seconds for which a request for a job waits, less than the timeout of the connection."""
_GRACE_SECONDS: Final = 3
"""Seconds in which a worker that stops finishes its searches. The others are done by another worker."""
_PING_SECONDS: Final = 2.0
_TIMERS: Final[dict[str, Any]] = {"schedule": 60, "worker_info": 1, "sweep": 1, "abort": 0.1}
_SPARE_ENGINES: Final = 4


class _Engines:
    """The engines that no search uses, those of the latest clients with their transposition tables."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._engines: OrderedDict[tuple[str, int], Engine] = OrderedDict()

    def take(self, owner: str, table_mb: int) -> Engine:
        """Return the owner's engine, another one with a table of this size, or a new one."""
        engine = self._engines.pop((owner, table_mb), None)
        if engine is None:
            spare = next((key for key in self._engines if key[1] == table_mb), None)
            full = len(self._engines) >= self._limit
            engine = self._engines.pop(spare) if spare is not None and full else Engine(table_mb=table_mb)
        return engine

    def give_back(self, owner: str, table_mb: int, engine: Engine) -> None:
        """Keep an engine for the next search."""
        self._engines[owner, table_mb] = engine
        if len(self._engines) > self._limit:
            self._engines.popitem(last=False)


class SearchWorker:
    """Does the searches of one process."""

    def __init__(self, threads: int) -> None:
        self._executor = ThreadPoolExecutor(threads, thread_name_prefix="skep-search")
        self._engines = _Engines(threads + _SPARE_ENGINES)

    async def search(self, context: Any, *, request: dict[str, Any]) -> dict[str, Any]:
        """Do one search: the function of the jobs. It reports its iterations on the way."""
        job: Job = context["job"]
        stop, lock, analyses = StopToken(), threading.Lock(), list[Analysis]()
        engine = self._engines.take(request["owner"], request["table_mb"])
        loop = asyncio.get_running_loop()
        running = loop.run_in_executor(self._executor, _search, engine, request, stop, analyses, lock)
        reporting = loop.create_task(_report(job, stop, analyses, lock))
        try:
            move = await asyncio.shield(running)
            return {"history": history_of(analyses), "move": move}
        finally:
            stop.stop()
            reporting.cancel()
            await asyncio.gather(running, reporting, return_exceptions=True)
            self._engines.give_back(request["owner"], request["table_mb"], engine)

    def close(self) -> None:
        """End the threads."""
        self._executor.shutdown(wait=False, cancel_futures=True)


def _search(
    engine: Engine, request: dict[str, Any], stop: StopToken, analyses: list[Analysis], lock: threading.Lock
) -> list[Any] | None:
    """Search on a thread, and return the move that was chosen."""
    board, limit = board_from(request["board"]), limit_from(request["limit"])
    engine.level = request["level"]
    if request["level"] is not None:
        return move_values(engine.play(board, limit, stop=stop).move)
    with engine.analyse(board, limit, lines=request["lines"], stop=stop) as stream:
        for analysis in stream:
            with lock:
                analyses.append(analysis)
    return move_values(analyses[-1].move)


async def _report(job: Job, stop: StopToken, analyses: list[Analysis], lock: threading.Lock) -> None:
    """Store the iterations of a search, and regularly that it is alive."""
    reported, beats = 0, 0.0
    # the token too, because a cancellation can get lost in a command to Redis that ends at the same moment
    while not stop.is_stopped:
        await asyncio.sleep(_UPDATE_SECONDS if reported else _UPDATE_SECONDS / 4)
        beats += _UPDATE_SECONDS
        with lock:
            found = list(analyses)
        if len(found) > reported or beats >= _BEAT_SECONDS:
            reported, beats = len(found), 0.0
            job.meta = {"history": history_of(found)}
            try:
                await job.update()
            except Exception as error:  # the server notices the silence
                log.debug("cannot report a search: %s", error)


async def run_worker(url: str, threads: int) -> None:
    """Search for the servers that use a Redis, until SIGTERM or Ctrl-C."""
    from redis.exceptions import RedisError
    from saq.worker import Worker

    queue = open_queue(url)
    try:
        await queue.connect()
        await queue.version()
    except (RedisError, OSError, TimeoutError) as error:
        await queue.disconnect()
        raise SkepError(f"cannot reach Redis: {error}") from error
    await asyncio.to_thread(entry.load)
    searches = SearchWorker(threads)
    worker: Any = Worker(
        queue,
        functions=[(SEARCH, searches.search)],
        concurrency=threads,
        timers=_TIMERS,  # type: ignore[arg-type]
        dequeue_timeout=_DEQUEUE_SECONDS,
        shutdown_grace_period_s=_GRACE_SECONDS,
        metadata={"threads": threads, "version": __version__},
    )
    watching = asyncio.create_task(_watch(queue))
    log.info("searching with %d threads (skep %s)", threads, __version__)
    try:
        await worker.start()
    finally:
        watching.cancel()
        searches.close()
        await queue.disconnect()
        log.info("stopped")


async def _watch(queue: Any) -> None:
    """Log when Redis is lost and found again; the library would log every attempt."""
    is_lost = False
    while True:
        await asyncio.sleep(_PING_SECONDS)
        try:
            await queue.redis.ping()
        except Exception as error:
            if not is_lost:
                log.warning("lost the connection to Redis: %s", error)
            is_lost = True
        else:
            if is_lost:
                log.info("reconnected to Redis")
            is_lost = False
