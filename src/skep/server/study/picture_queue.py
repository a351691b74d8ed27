"""The queue of pictures.

Single pictures and animations have a worker process each, so that a picture never waits for someone's animations. Both
queues are fair to networks, and finished pictures are kept for the next request.
"""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections import OrderedDict
from dataclasses import dataclass
from typing import Final, Protocol

import msgspec

from skep.server.engines.executor import ExecutorFull
from skep.server.engines.fair_queue import Client, FairQueue, Job
from skep.server.schemas.pictures import PictureRequest
from skep.server.study.picture_worker import PictureWorker
from skep.server.study.pictures import check_size

__all__ = ["PictureQueue", "TooManyPictures"]

_MAX_CACHED_BYTES: Final = 32_000_000
_NICENESS: Final = 15
"""The niceness of the worker for animations, which yields to everything else."""
_SECONDS_PER_FRAME: Final = 0.012
_SECONDS: Final = 0.1
"""The time that the worker needs for a picture in addition to its frames."""


class TooManyPictures(Exception):
    """One network has too many pictures in the queue."""

    def __init__(self, count: int, *, animations: bool) -> None:
        what = "animations" if animations else "pictures"
        super().__init__(f"{count} {what} are already being drawn for your address. Try again when they are done.")


class Worker(Protocol):
    """Draws pictures one after the other."""

    async def draw(self, request: PictureRequest) -> bytes:
        """Return a picture."""

    async def close(self) -> None:
        """Stop, even while a picture is being drawn."""


@dataclass(slots=True, eq=False, kw_only=True)
class _Drawing(Job):
    request: PictureRequest
    result: asyncio.Future[bytes]


class _Lane:
    """The drawings of one worker."""

    def __init__(self, worker: Worker, *, per_network: int, max_waiting: int, animations: bool) -> None:
        self.worker = worker
        self._per_network = per_network
        self._max_waiting = max_waiting
        self._animations = animations
        self._queue: FairQueue[_Drawing] = FairQueue()
        self._task: asyncio.Task[None] | None = None

    def add(self, drawing: _Drawing, *, limited: bool) -> None:
        """Let a drawing wait. Raises TooManyPictures."""
        if limited and self._queue.active_of_network(drawing.client.network) >= self._per_network:
            raise TooManyPictures(self._per_network, animations=self._animations)
        self._queue.add(drawing)
        if len(self._queue) > self._max_waiting:
            dropped = self._queue.newest_of_largest()
            self._queue.remove(dropped)
            dropped.result.set_exception(ExecutorFull())
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._work())

    async def _work(self) -> None:
        while (drawing := self._queue.pop()) is not None:
            began = time.monotonic()
            try:
                drawing.result.set_result(await self.worker.draw(drawing.request))
            except Exception as error:
                drawing.result.set_exception(error)
            finally:
                self._queue.finish(drawing, time.monotonic() - began)
        self._task = None

    async def close(self) -> None:
        """Refuse what waits, and stop the worker."""
        for drawing in list(self._queue):
            self._queue.remove(drawing)
            drawing.result.set_exception(ExecutorFull())
        await self.worker.close()
        if self._task is not None:
            await asyncio.gather(self._task, return_exceptions=True)


class PictureQueue:
    """Pictures in the order of a fair queue, and a cache of the latest ones."""

    def __init__(
        self,
        *,
        limited: bool = True,
        single: Worker | None = None,
        animations: Worker | None = None,
        max_cached_bytes: int = _MAX_CACHED_BYTES,
    ) -> None:
        """Without limits, as on a server for one person, a network can have any number of pictures in the queue."""
        self._limited = limited
        self._single = _Lane(single or PictureWorker(), per_network=8, max_waiting=64, animations=False)
        self._animations = _Lane(
            animations or PictureWorker(niceness=_NICENESS), per_network=2, max_waiting=16, animations=True
        )
        self._drawn: OrderedDict[bytes, bytes] = OrderedDict()
        self._drawn_bytes = 0
        self._max_cached_bytes = max_cached_bytes
        self._drawing: dict[bytes, asyncio.Future[bytes]] = {}

    async def draw(self, request: PictureRequest, network: str) -> bytes:
        """Return a PNG or GIF picture.

        Raises TooManyPictures, ExecutorFull if too many are waiting, SkepError, or InvalidPosition.
        """
        key = hashlib.sha256(msgspec.json.encode(request)).digest()
        if key in self._drawn:
            self._drawn.move_to_end(key)
            return self._drawn[key]
        if key not in self._drawing:
            self._start(key, request, network)
        # the same picture may be drawn for several clients, of which one may leave
        return await asyncio.shield(self._drawing[key])

    def _start(self, key: bytes, request: PictureRequest, network: str) -> None:
        check_size(request)
        is_animation = request.form == "gif"
        result: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        drawing = _Drawing(
            client=Client(network),
            cost=_SECONDS + (_SECONDS_PER_FRAME * len(request.moves) if is_animation else 0.0),
            request=request,
            result=result,
        )
        (self._animations if is_animation else self._single).add(drawing, limited=self._limited)
        self._drawing[key] = result
        result.add_done_callback(lambda done: self._on_drawn(key, done))

    def _on_drawn(self, key: bytes, result: asyncio.Future[bytes]) -> None:
        del self._drawing[key]
        if result.cancelled() or result.exception() is not None:
            return
        picture = result.result()
        self._drawn[key] = picture
        self._drawn_bytes += len(picture)
        while self._drawn_bytes > self._max_cached_bytes:
            self._drawn_bytes -= len(self._drawn.popitem(last=False)[1])

    async def close(self) -> None:
        """Stop the workers, even while they are drawing."""
        await asyncio.gather(self._single.close(), self._animations.close())
