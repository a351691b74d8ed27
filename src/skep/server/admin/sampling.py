"""Sampling: values for Prometheus that are read every few seconds, because they change with every move."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Mapping, Sized
from functools import partial
from typing import Any, Final, Protocol

from skep.server.http.background import stop_task
from skep.server.metrics import NO_METRICS, Metrics
from skep.server.store import queries
from skep.server.store.records import Store, StoreOverloaded, StoreUnavailable
from skep.server.store.values import micros

__all__ = ["Sampler"]

log = logging.getLogger("skep.server")

_SECONDS: Final = 5.0
_RUNNING_SECONDS: Final = 3600.0
"""A game without an event for so long does not count as running."""


class _Engines(Protocol):
    @property
    def busy(self) -> int: ...

    @property
    def workers(self) -> int: ...

    def waiting_by_priority(self) -> Mapping[Any, int]: ...


class _Rooms(Protocol):
    def list_loaded(self) -> Sized: ...


class _Bus(Protocol):
    alone: bool

    async def ping(self) -> str | None: ...


class Sampler:
    """The background task of one process."""

    def __init__(self, metrics: Metrics, *, store: Store, rooms: _Rooms, engines: _Engines, bus: _Bus) -> None:
        self._metrics = metrics
        self._store = store
        self._rooms = rooms
        self._engines = engines
        self._bus = bus
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Start the background task, unless nothing is measured."""
        if self._metrics is not NO_METRICS:
            self._task = asyncio.create_task(self._loop())

    async def close(self) -> None:
        """Stop the background task."""
        await stop_task(self._task)

    async def _loop(self) -> None:
        while True:
            try:
                await self.sample()
            except (StoreUnavailable, StoreOverloaded):
                pass  # the health check reports it
            except Exception:
                log.exception("sampling the metrics failed")
            await asyncio.sleep(_SECONDS)

    async def sample(self) -> None:
        """Read every value once."""
        metrics = self._metrics
        metrics.store_queue(self._store.waiting_writes)
        metrics.games_loaded(len(self._rooms.list_loaded()))
        metrics.engine_busy(self._engines.busy, self._engines.workers)
        for priority, waiting in self._engines.waiting_by_priority().items():
            metrics.engine_queue(priority.name.lower(), waiting)
        if not self._bus.alone:
            metrics.redis_up(up=await self._bus.ping() is None)
        since = micros(time.time() - _RUNNING_SECONDS)
        metrics.games_running(await self._store.read(partial(queries.count_running, since)))
