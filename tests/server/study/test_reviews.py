"""Reviews in the background: fair, bounded, kept, and told by whichever process is asked."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from skep.archive import Archive
from skep.errors import SkepError
from skep.game import Game
from skep.review import EFFORTS, SearchResult, SearchTask
from skep.review import review as make_review
from skep.server.engines.pool import EnginePool
from skep.server.study import reviews as module
from skep.server.study.executor import BoundedExecutor
from skep.server.study.reviews import Reviews, TooManyReviews, UnknownReview
from tests.server.rooms import in_loop, until
from tests.server.study.test_lines import a_line


def a_game(plies: int = 4, seed: int = 1) -> Game:
    game = Game("Base+MLP")
    game.add_line(a_line(plies, seed=seed))
    return game


@asynccontextmanager
async def running_rooms(url: str, threads: int = 1) -> AsyncIterator[Reviews]:
    archive = await asyncio.to_thread(Archive.open, url)
    pool, quick, writing = EnginePool(threads), BoundedExecutor(), BoundedExecutor(threads=1)
    reviews = Reviews(pool, archive, quick, writing, threads=threads)
    try:
        yield reviews
    finally:
        await reviews.close()
        await quick.close()
        await writing.close()
        pool.close()
        archive.close()


async def done(reviews: Reviews, id_: str) -> Any:
    for _ in range(1000):
        told = await reviews.told(id_)
        if told.state in ("done", "failed"):
            return told
        await asyncio.sleep(0.05)
    raise AssertionError("never done")


@in_loop
async def test_it_is_the_review_that_the_library_makes(tmp_path: Path) -> None:
    game = a_game()
    async with running_rooms(f"sqlite:///{tmp_path / 'archive.sqlite'}", threads=2) as reviews:
        id_ = await reviews.begin(game, "quick", archived=None, address="a")
        told = await done(reviews, id_)
        assert told.state == "done"
        record, review = await reviews.report(id_)
        assert review == make_review(game, EFFORTS["quick"])
        assert record.text() == game.text()
        assert [move.uhp for move in told.moves] == [move.uhp for move in review.moves]
        assert await reviews.begin(game, "quick", archived=None, address="b") == id_
        with pytest.raises(UnknownReview):
            await reviews.told("0" * 16)


def never(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Searches that wait until they are cancelled; the reviews that asked for them."""
    asked = list[str]()

    async def search(_self: Reviews, key: str, _task: SearchTask, _work: object) -> SearchResult:
        asked.append(key.split()[1])
        await asyncio.Event().wait()
        raise AssertionError

    monkeypatch.setattr(Reviews, "_search", search)
    return asked


@in_loop
async def test_one_address_works_at_one_review_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = never(monkeypatch)
    async with running_rooms(f"sqlite:///{tmp_path / 'archive.sqlite'}") as reviews:
        many = [await reviews.begin(a_game(seed=seed), "quick", archived=None, address="a") for seed in range(4)]
        with pytest.raises(TooManyReviews):
            await reviews.begin(a_game(seed=9), "quick", archived=None, address="a")
        other = await reviews.begin(a_game(seed=10), "quick", archived=None, address="b")
        await until(lambda: len(asked) == 2, "both are worked at")
        assert set(asked) == {many[0], other}
        assert (await reviews.told(many[1])).state == "waiting"


@in_loop
async def test_another_process_tells_it_and_takes_it_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url = f"sqlite:///{tmp_path / 'archive.sqlite'}"
    with monkeypatch.context() as patched:
        never(patched)
        async with running_rooms(url) as one, running_rooms(url) as two:
            id_ = await one.begin(a_game(), "quick", archived=None, address="a")
            for _ in range(200):
                if (await one.told(id_)).state == "working":
                    break
                await asyncio.sleep(0.01)
            for _ in range(200):
                told = await two.told(id_)
                if told.state == "working":
                    break
                await asyncio.sleep(0.01)
            assert (told.done, told.total) == (0, 9)
    # the first has stopped in order, and says so; of one that vanished the note is too old after a while
    async with running_rooms(url) as three:
        assert (await done(three, id_)).state == "done"


@in_loop
async def test_a_review_that_fails_says_so_and_can_be_begun_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running_rooms(f"sqlite:///{tmp_path / 'archive.sqlite'}") as reviews:
        with monkeypatch.context() as patched:

            def fails(*_arguments: object) -> object:
                raise SkepError("it cannot be judged")

            patched.setattr(module, "judge", fails)
            id_ = await reviews.begin(a_game(2), "quick", archived=None, address="a")
            told = await done(reviews, id_)
            assert (told.state, told.problem) == ("failed", "it cannot be judged")
        assert await reviews.begin(a_game(2), "quick", archived=None, address="a") == id_
        assert (await done(reviews, id_)).state == "done"


@in_loop
async def test_a_game_without_moves_is_refused(tmp_path: Path) -> None:
    async with running_rooms(f"sqlite:///{tmp_path / 'archive.sqlite'}") as reviews:
        with pytest.raises(SkepError):
            await reviews.begin(Game("Base"), "quick", archived=None, address="a")
