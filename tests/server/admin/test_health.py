"""Checks of readiness are shared and bounded."""

from __future__ import annotations

import asyncio

import pytest

from skep.server.admin.health import NotReady, ReadinessCheck
from tests.server.memory import MemoryStore
from tests.server.rooms import in_loop


class SlowStore(MemoryStore):
    """A store whose writes wait."""

    def __init__(self) -> None:
        super().__init__()
        self.released = asyncio.Event()

    async def touch(self, now: float) -> None:
        self.touches.append(now)
        await self.released.wait()


@in_loop
async def test_a_result_is_shared_for_a_second() -> None:
    store, now = MemoryStore(), [100.0]
    check = ReadinessCheck(store, now=lambda: now[0])
    await asyncio.gather(*(check.run() for _ in range(50)))
    now[0] += 0.9
    await check.run()
    assert len(store.touches) == 1
    now[0] += 0.2
    await check.run()
    assert len(store.touches) == 2
    await check.close()


@in_loop
async def test_a_database_that_hangs_is_asked_once_until_it_answers() -> None:
    store, now = SlowStore(), [100.0]
    check = ReadinessCheck(store, timeout=0.01, now=lambda: now[0])
    for _ in range(5):
        with pytest.raises(NotReady, match="does not respond"):
            await check.run()
        now[0] += 10
    assert len(store.touches) == 1
    store.released.set()
    while store.touches:
        try:
            await check.run()
            break
        except NotReady:
            continue
    await check.close()
