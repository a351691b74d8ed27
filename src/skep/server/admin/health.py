"""The readiness check: whether the database can be read and written now, and whether Redis responds."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Final, Literal, TypeAlias

from skep.server.store.records import Store, StoreOverloaded, StoreUnavailable

__all__ = ["NotReady", "ReadinessCheck", "RedisState"]

RedisState: TypeAlias = Literal["ready", "unreachable"] | None

log = logging.getLogger("skep.server")

_VALID_SECONDS: Final = 1.0
"""Seconds for which a result is shared, so that many requests cause few checks."""
_TIMEOUT: Final = 3.0
"""Seconds after which a database that does not answer counts as unavailable."""


class NotReady(Exception):
    """The server cannot do its work at the moment; the message says what failed."""


class ReadinessCheck:
    """Reads from and writes to the database, at most once per second and never twice at the same time.

    Redis is checked too. A server without it is ready: its games continue, and what the other processes stored is read
    from the database, only later.
    """

    def __init__(
        self,
        store: Store,
        *,
        ping: Callable[[], Awaitable[str | None]] | None = None,
        timeout: float | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """``ping`` returns why Redis cannot be reached, or None."""
        self._store = store
        self._ping = ping
        self._redis: RedisState = None
        self._timeout = timeout
        self._now = now
        self._check: asyncio.Task[str | None] | None = None
        self._finished_at = 0.0
        self._problem: str | None = None

    async def run(self) -> RedisState:
        """Wait for the result of a recent check or a new one, and return the state of Redis. Raises NotReady."""
        check = self._check
        if check is None or (check.done() and self._now() - self._finished_at >= _VALID_SECONDS):
            check = self._check = asyncio.create_task(self._run())
        done, _ = await asyncio.wait((check,), timeout=self._timeout or _TIMEOUT)
        problem = check.result() if done else "The database does not respond."
        if problem != self._problem:
            self._problem = problem
            if problem is None:
                log.info("the server is ready again")
        if problem is not None:
            raise NotReady(problem)
        return self._redis

    async def close(self) -> None:
        """Stop a check that has not finished."""
        if self._check is not None:
            self._check.cancel()
            await asyncio.gather(self._check, return_exceptions=True)

    async def _run(self) -> str | None:
        """Return what failed, or None."""
        problem = "The database cannot be read."
        if self._ping is not None:
            self._redis = "ready" if await self._ping() is None else "unreachable"
        try:
            await self._store.ping()
            problem = "The database cannot be written."
            await self._store.touch(time.time())
        except (StoreUnavailable, StoreOverloaded) as error:
            if self._problem is None:
                log.warning("the server is not ready: %s", error)
            if isinstance(error, StoreOverloaded):
                problem = "The database cannot be written."
            return problem
        finally:
            self._finished_at = self._now()
        return None
