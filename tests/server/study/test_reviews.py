"""Reviews in the background: limits, storage, and handing over between processes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, text

from skep.archive import Archive
from skep.errors import SkepError
from skep.game import Game
from skep.review import EFFORTS, SearchResult, SearchTask
from skep.review import review as make_review
from skep.server.engines.executor import BoundedExecutor
from skep.server.engines.pool import EnginePool
from skep.server.study import review_store
from skep.server.study import reviews as module
from skep.server.study.reviews import Reviews, TooManyReviews, UnknownReview
from tests.server.rooms import in_loop, until
from tests.server.study.test_lines import random_line


def make_game(plies: int = 4, seed: int = 1) -> Game:
    game = Game("Base+MLP")
    game.add_line(random_line(plies, seed=seed))
    return game


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'archive.sqlite'}"


@asynccontextmanager
async def running_reviews(url: str, threads: int = 1) -> AsyncIterator[Reviews]:
    """Run the service as one process would."""
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


async def wait_until_done(reviews: Reviews, id_: str) -> Any:
    for _ in range(1000):
        view = await reviews.view(id_)
        if view.state in ("done", "failed"):
            return view
        await asyncio.sleep(0.05)
    raise AssertionError("the review is never done")


def stored_rows(url: str) -> dict[str, str]:
    """Return everything in the table of reviews."""
    engine = create_engine(url)
    with engine.connect() as connection:
        rows = {row.id: row.text for row in connection.execute(text("SELECT id, text FROM archive_reviews"))}
    engine.dispose()
    return rows


@pytest.mark.slow
@in_loop
async def test_the_result_equals_that_of_the_library(url: str) -> None:
    game = make_game()
    async with running_reviews(url, threads=2) as reviews:
        id_ = await reviews.start(game, "quick", archived=None, address="a")
        view = await wait_until_done(reviews, id_)
        assert view.state == "done"
        record, review = await reviews.report(id_)
        assert review == make_review(game, EFFORTS["quick"])
        assert record.text() == game.text()
        assert view.moves == review.moves
        assert await reviews.start(game, "quick", archived=None, address="b") == id_
        with pytest.raises(UnknownReview):
            await reviews.view("0" * 16)


def block_searches(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Replace searches with waiting until cancelled. Return the ids of the reviews that search."""
    ids = list[str]()

    async def search(_self: Reviews, key: str, _task: SearchTask, _plan: object) -> SearchResult:
        ids.append(key.split()[1])
        await asyncio.Event().wait()
        raise AssertionError

    monkeypatch.setattr(Reviews, "_search", search)
    return ids


@in_loop
async def test_each_address_has_one_review_at_a_time(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    searching = block_searches(monkeypatch)
    async with running_reviews(url) as reviews:
        ids = [await reviews.start(make_game(seed=seed), "quick", archived=None, address="a") for seed in range(4)]
        with pytest.raises(TooManyReviews):
            await reviews.start(make_game(seed=9), "quick", archived=None, address="a")
        other = await reviews.start(make_game(seed=10), "quick", archived=None, address="b")
        await until(lambda: len(searching) == 2, "searches for both addresses")
        assert set(searching) == {ids[0], other}
        assert (await reviews.view(ids[1])).state == "waiting"


@in_loop
async def test_the_addresses_of_one_network_share_a_limit(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    block_searches(monkeypatch)
    async with running_reviews(url) as reviews:
        for seed in range(4):
            await reviews.start(make_game(seed=seed), "quick", archived=None, address=f"2001:db8::{seed}")
        assert reviews.count_unfinished("2001:db8::9") == 4
        with pytest.raises(TooManyReviews):
            await reviews.start(make_game(seed=9), "quick", archived=None, address="2001:db8::9")
        await reviews.start(make_game(seed=9), "quick", archived=None, address="2001:db8:0:1::9")


@in_loop
async def test_another_process_reports_progress_and_takes_over(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        block_searches(patched)
        async with running_reviews(url) as one, running_reviews(url) as two:
            id_ = await one.start(make_game(), "quick", archived=None, address="a")
            for _ in range(200):
                if (await one.view(id_)).state == "working":
                    break
                await asyncio.sleep(0.01)
            for _ in range(200):
                view = await two.view(id_)
                if view.state == "working":
                    break
                await asyncio.sleep(0.01)
            assert (view.done, view.total) == (0, 9)
    # The first process has reported that it stopped. If it had crashed, its progress would become stale instead.
    async with running_reviews(url) as three:
        assert (await wait_until_done(three, id_)).state == "done"


@in_loop
async def test_a_failed_review_reports_the_problem_and_can_be_repeated(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running_reviews(url) as reviews, running_reviews(url) as other:
        with monkeypatch.context() as patched:

            def fail(*_arguments: object) -> object:
                raise SkepError("it cannot be judged")

            patched.setattr(module, "judge", fail)
            id_ = await reviews.start(make_game(2), "quick", archived=None, address="a")
            view = await wait_until_done(reviews, id_)
            assert (view.state, view.problem) == ("failed", "it cannot be judged")
            await until(lambda: list(stored_rows(url)) == [f"{id_}_progress"], "the request is deleted")
            view = await other.view(id_)
            assert (view.state, view.problem) == ("failed", "it cannot be judged")
        assert await reviews.start(make_game(2), "quick", archived=None, address="a") == id_
        assert (await wait_until_done(reviews, id_)).state == "done"


@in_loop
async def test_a_game_without_moves_is_refused(url: str) -> None:
    async with running_reviews(url) as reviews:
        with pytest.raises(SkepError):
            await reviews.start(Game("Base"), "quick", archived=None, address="a")


@in_loop
async def test_client_addresses_are_not_stored(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    searching = block_searches(monkeypatch)
    async with running_reviews(url) as reviews:
        await reviews.start(make_game(), "quick", archived=None, address="192.0.2.77")
        await until(lambda: searching, "a search")
        rows = stored_rows(url)
    assert len(rows) == 2
    assert not any("192.0.2.77" in row for row in (*rows.values(), *stored_rows(url).values()))


@in_loop
async def test_only_the_result_of_a_finished_review_stays_stored(url: str) -> None:
    async with running_reviews(url) as reviews:
        id_ = await reviews.start(make_game(2), "quick", archived=None, address="a")
        assert (await wait_until_done(reviews, id_)).state == "done"
    assert list(stored_rows(url)) == [id_]


@in_loop
async def test_unfinished_reviews_expire(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with Archive.open(url) as archive:
        for id_ in ("a" * 16, "b_request", "b_progress"):
            archive.save_review(id_, "{}")
    monkeypatch.setattr(review_store, "_MAX_AGE", 0.0)
    async with running_reviews(url) as reviews:
        reviews.open()
        await until(lambda: list(stored_rows(url)) == ["a" * 16], "expired entries deleted")
