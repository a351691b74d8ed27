"""The queue of searches. Only imported if Redis is used, because SAQ is an optional package."""

from __future__ import annotations

from saq.queue.redis import RedisQueue

__all__ = ["SearchQueue"]

_ABORT_SECONDS = 0.3


class SearchQueue(RedisQueue):
    """SAQ's queue, which gives the searches of a dead worker to another one sooner than by default."""

    async def sweep(self, lock: int = 60, abort: float = _ABORT_SECONDS) -> list[str]:
        """Queue the jobs again whose workers have fallen silent, without waiting long for those to answer."""
        return await super().sweep(lock, min(abort, _ABORT_SECONDS))
