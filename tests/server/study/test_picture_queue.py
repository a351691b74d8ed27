"""The queue of pictures: fair to networks, with two lanes, limits and a cache."""

from __future__ import annotations

import asyncio

import pytest

from skep.errors import SkepError
from skep.server.engines.executor import ExecutorFull
from skep.server.schemas.pictures import PictureForm, PictureRequest
from skep.server.study.picture_queue import PictureQueue, TooManyPictures
from tests.server.rooms import in_loop, until
from tests.server.study.test_lines import START

ANNA, BEN = "1.1.1.1", "2.2.2.2"


class FakeWorker:
    """Draws what the test tells it to, one picture at a time."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self._next: asyncio.Future[bytes] | None = None
        self.closed = False

    async def draw(self, request: PictureRequest) -> bytes:
        assert self._next is None, "one at a time"
        if self.closed:
            raise ExecutorFull
        self.names.append(request.moves[0])
        self._next = asyncio.get_running_loop().create_future()
        try:
            return await self._next
        finally:
            self._next = None

    async def finish(self, result: bytes | Exception = b"picture") -> None:
        await until(lambda: self._next is not None, "a picture to draw")
        assert self._next is not None
        if isinstance(result, bytes):
            self._next.set_result(result)
        else:
            self._next.set_exception(result)
        await asyncio.sleep(0)
        await asyncio.sleep(0)

    async def close(self) -> None:
        self.closed = True
        if self._next is not None:
            self._next.set_exception(ExecutorFull())


def picture(name: str, form: PictureForm = "gif") -> PictureRequest:
    return PictureRequest(start=START, moves=[name], form=form)


class Drawings:
    """A queue with workers that the test controls."""

    def __init__(self, *, limited: bool = True, max_cached_bytes: int = 1000) -> None:
        self.single, self.animations = FakeWorker(), FakeWorker()
        self.queue = PictureQueue(
            limited=limited, single=self.single, animations=self.animations, max_cached_bytes=max_cached_bytes
        )

    def draw(self, name: str, network: str, form: PictureForm = "gif") -> asyncio.Task[bytes]:
        return asyncio.create_task(self.queue.draw(picture(name, form), network))


@in_loop
async def test_a_picture_does_not_wait_for_animations() -> None:
    drawings = Drawings()
    slow = [drawings.draw(f"gif {number}", f"10.0.0.{number}") for number in range(9)]
    await until(lambda: drawings.animations.names, "the first animation")
    quick = drawings.draw("png", ANNA, "png")
    await drawings.single.finish(b"png")
    assert await quick == b"png"
    assert not any(task.done() for task in slow)
    await drawings.queue.close()
    await asyncio.gather(*slow, return_exceptions=True)


@in_loop
async def test_networks_take_turns() -> None:
    drawings = Drawings(limited=False)
    tasks = [drawings.draw(f"anna {number}", ANNA) for number in range(4)]
    await until(lambda: drawings.animations.names, "the first animation")
    tasks += [drawings.draw(f"ben {number}", BEN) for number in range(2)]
    await asyncio.sleep(0)
    for _ in tasks:
        await drawings.animations.finish()
    assert await asyncio.gather(*tasks) == [b"picture"] * 6
    names = drawings.animations.names
    assert names.index("ben 0") == 1, "next, although three of Anna's were first"
    assert names.index("ben 1") <= 3


@in_loop
async def test_one_network_has_two_animations_and_eight_pictures_at_a_time() -> None:
    drawings = Drawings()
    forms: tuple[tuple[PictureForm, int], ...] = (("gif", 2), ("png", 8))
    for form, limit in forms:
        tasks = [drawings.draw(f"{form} {number}", ANNA, form) for number in range(limit)]
        await asyncio.sleep(0)
        with pytest.raises(TooManyPictures, match=rf"^{limit} (animations|pictures) are already being drawn"):
            await drawings.queue.draw(picture("one more", form), ANNA)
        other = drawings.draw(f"{form} of Ben", BEN, form)
        for _ in range(limit + 1):
            await (drawings.animations if form == "gif" else drawings.single).finish()
        assert await asyncio.gather(*tasks, other) == [b"picture"] * (limit + 1)


@in_loop
async def test_when_the_queue_is_full_the_largest_network_loses_its_newest_picture() -> None:
    drawings = Drawings(limited=False)
    tasks = [drawings.draw(f"anna {number}", ANNA) for number in range(17)]
    await until(lambda: drawings.animations.names, "the first animation")
    other = drawings.draw("ben", BEN)
    with pytest.raises(ExecutorFull):
        await tasks[16]
    assert not other.done()
    await drawings.queue.close()
    results = await asyncio.gather(*tasks[:16], other, return_exceptions=True)
    assert all(isinstance(result, ExecutorFull) for result in results)


@in_loop
async def test_a_picture_is_drawn_once_for_everyone() -> None:
    drawings = Drawings()
    first, second = drawings.draw("same", ANNA), drawings.draw("same", BEN)
    await until(lambda: drawings.animations.names, "drawing")
    first.cancel()
    await drawings.animations.finish(b"same")
    assert await second == b"same"
    assert await drawings.queue.draw(picture("same"), "3.3.3.3") == b"same"
    assert drawings.animations.names == ["same"]


@in_loop
async def test_errors_are_not_kept_and_the_cache_is_bounded() -> None:
    drawings = Drawings(max_cached_bytes=100)
    failed = drawings.draw("a", ANNA)
    await drawings.animations.finish(SkepError("no"))
    with pytest.raises(SkepError, match="no"):
        await failed
    for name in ("a", "b", "a"):
        task = drawings.draw(name, ANNA)
        await drawings.animations.finish(b"x" * 60)
        await task
    assert drawings.animations.names == ["a", "a", "b", "a"], "only one picture of 60 bytes is kept"


@in_loop
async def test_the_length_of_an_animation_is_limited() -> None:
    drawings = Drawings()
    long = PictureRequest(start=START, moves=["wS1"] * 300, form="gif")
    with pytest.raises(SkepError, match="at most 300 positions, not 301"):
        await drawings.queue.draw(long, ANNA)
    assert drawings.animations.names == []
