"""A worker process that draws PNG and GIF pictures.

The library that draws them holds Python's global lock for up to seconds, which would block the server. The process is
started with the first picture and stays warm for the next ones.
"""

from __future__ import annotations

import contextlib
import logging
import multiprocessing
import os
import signal
import threading
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from typing import Final

import msgspec

from skep.errors import SkepError
from skep.server.engines.executor import BoundedExecutor, ExecutorFull
from skep.server.schemas.pictures import PictureRequest
from skep.server.study.lines import InvalidPosition, follow
from skep.server.study.pictures import draw

__all__ = ["PictureWorker"]

log = logging.getLogger("skep.server")

_MAX_WAITING: Final = 8
_TIMEOUT: Final = 60.0
_NICENESS: Final = 5
_KILL: Final = getattr(signal, "SIGKILL", signal.SIGTERM)
"""Windows has no SIGKILL."""

_decoder: Final = msgspec.json.Decoder(PictureRequest)


class PictureWorker:
    """A worker process with a bounded queue. It is started when needed, and again after a crash or a timeout."""

    def __init__(
        self, *, timeout: float = _TIMEOUT, max_waiting: int = _MAX_WAITING, niceness: int = _NICENESS
    ) -> None:
        """``niceness`` is added to that of the process, so that the server and the engines come first."""
        self._timeout = timeout
        self._niceness = niceness
        self._queue = BoundedExecutor(threads=1, max_waiting=max_waiting)
        self._lock = threading.Lock()
        """Guards the three fields below, which close() reads on another thread."""
        self._pool: ProcessPoolExecutor | None = None
        self._pid: int | None = None
        self._closed = False

    @property
    def pid(self) -> int | None:
        """The process id of the worker, or None if it is not running."""
        return self._pid

    async def draw(self, request: PictureRequest) -> bytes:
        """Return a picture. Raises SkepError, InvalidPosition, or ExecutorFull if too many pictures are waiting."""
        return await self._queue.run(self._draw, request)

    async def close(self) -> None:
        """Stop the worker, even while it is drawing."""
        with self._lock:
            self._closed = True
        self._stop(kill=True)
        await self._queue.close()

    def _draw(self, request: PictureRequest) -> bytes:
        follow(request)  # report an invalid position without starting the worker
        try:
            picture = self._start().submit(_draw_encoded, msgspec.json.encode(request)).result(self._timeout)
        except TimeoutError:
            log.warning("a picture took longer than %s seconds", self._timeout)
            self._stop(kill=True)
            raise SkepError(f"drawing the picture takes longer than {self._timeout:g} seconds") from None
        except OSError as error:
            self._stop(kill=False)
            raise ExecutorFull from error
        except BrokenExecutor as error:
            self._stop(kill=False)
            if self._closed:
                raise ExecutorFull from error
            raise RuntimeError("the process that draws pictures has stopped") from error
        if isinstance(picture, str):
            raise SkepError(picture)
        return picture

    def _start(self) -> ProcessPoolExecutor:
        """Return the pool and start its process if necessary."""
        with self._lock:
            if self._closed:
                raise ExecutorFull
            if self._pool is None:
                # A forked process would inherit locks that other threads hold.
                context = multiprocessing.get_context("spawn")
                self._pool = ProcessPoolExecutor(
                    1, mp_context=context, initializer=_initialize, initargs=(self._niceness,)
                )
            pool = self._pool
        if self._pid is None:
            self._pid = pool.submit(os.getpid).result(self._timeout)
        return pool

    def _stop(self, *, kill: bool) -> None:
        with self._lock:
            pool, pid, self._pool, self._pid = self._pool, self._pid, None, None
        if pool is None:
            return
        if kill and pid is not None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, _KILL)
        pool.shutdown(wait=False, cancel_futures=True)


# in the worker process


def _initialize(niceness: int) -> None:
    """Yield to other processes, ignore Ctrl-C, which the server handles, and exit when the server does."""
    if hasattr(os, "nice"):
        os.nice(niceness)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_exit_after, args=(parent,), daemon=True).start()


def _exit_after(parent: multiprocessing.process.BaseProcess) -> None:
    parent.join()
    os.kill(os.getpid(), _KILL)


def _draw_encoded(body: bytes) -> bytes | str:
    """Return a picture, or an error message: not every exception can be pickled."""
    try:
        return draw(_decoder.decode(body))
    except (SkepError, InvalidPosition) as error:
        return str(error)
