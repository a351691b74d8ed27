"""Downloads are written on a thread, shared by identical requests and cached."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from skep.server.engines.executor import ExecutorFull
from skep.server.play.download_cache import DownloadCache
from skep.server.play.live_game import LiveGame
from skep.server.play.rooms import Rooms, UnknownGame
from skep.server.schemas.game import Resign
from tests.server.games import GAME, game_row
from tests.server.long_games import long_row, play_to
from tests.server.memory import MemoryStore
from tests.server.rooms import Listener, execute, in_loop, move, running_rooms, store_game


class Writer:
    """Writes a game as the number of its turns, and records on which threads; it can be made to wait."""

    def __init__(self) -> None:
        self.threads: list[threading.Thread] = []
        self.may_end = threading.Event()
        self.may_end.set()

    def __call__(self, game: LiveGame) -> str:
        self.threads.append(threading.current_thread())
        assert self.may_end.wait(60)
        return f"{game.ply:>100}"


@asynccontextmanager
async def table(**options: int) -> AsyncIterator[tuple[Rooms, DownloadCache, MemoryStore]]:
    store = MemoryStore()
    await store_game(store, game_row())
    async with running_rooms(store) as rooms:
        yield rooms, DownloadCache(rooms, **options), store


@in_loop
async def test_the_event_loop_runs_while_a_download_is_written() -> None:
    write = Writer()
    write.may_end.clear()
    async with table() as (rooms, cache, _):
        requests = [asyncio.create_task(cache.get(GAME, write)) for _ in range(50)]
        while not write.threads:
            await asyncio.sleep(0.001)
        # moves are stored while the download is written
        assert await execute(rooms, move(GAME, 0, "wS1", 0, 0), Listener("anna")) is None
        assert not any(request.done() for request in requests)
        write.may_end.set()
        assert {data.strip() for data in await asyncio.gather(*requests)} == {b"0"}
    assert len(write.threads) == 1, "identical requests share one computation"
    assert write.threads[0] is not threading.current_thread()


@in_loop
async def test_a_running_game_is_written_again_after_each_event() -> None:
    write = Writer()
    async with table() as (rooms, cache, _):
        for ply, piece, to in ((1, "wS1", (0, 0)), (2, "bS1", (1, 0))):
            player = Listener(("ben", "anna")[ply % 2])
            assert await execute(rooms, move(GAME, ply - 1, piece, *to), player) is None
            for _ in range(3):
                assert (await cache.get(GAME, write)).strip() == b"%d" % ply
    assert len(write.threads) == 2


@in_loop
async def test_a_new_name_is_written() -> None:
    write = Writer()
    async with table() as (_, cache, store):
        await cache.get(GAME, write)
        await store.rename("anna", "Annika")
        await cache.get(GAME, write)
    assert len(write.threads) == 2


@in_loop
async def test_a_finished_game_is_not_loaded_again() -> None:
    write = Writer()
    async with table() as (rooms, cache, store):
        await execute(rooms, move(GAME, 0, "wS1", 0, 0), Listener("anna"))
        await execute(rooms, Resign(id=1, game=GAME), Listener("anna"))
        await cache.get(GAME, write)
        loads = store.loads
        for _ in range(5):
            assert (await cache.get(GAME, write)).strip() == b"1"
        assert store.loads == loads
    assert len(write.threads) == 1


@in_loop
async def test_the_cache_is_bounded() -> None:
    first, second, third = Writer(), Writer(), Writer()
    async with table(max_bytes=250) as (_, cache, _):
        for write in (first, second, first, third, first):
            await cache.get(GAME, write)
        assert len(first.threads) == 1, "the least recently used is dropped"
        await cache.get(GAME, second)
        assert len(second.threads) == 2


@in_loop
async def test_errors_are_raised_for_every_request_and_not_cached() -> None:
    calls = list[int]()

    def fail(game: LiveGame) -> str:
        calls.append(game.ply)
        raise ExecutorFull

    async with table() as (_, cache, _):
        results = await asyncio.gather(*(cache.get(GAME, fail) for _ in range(3)), return_exceptions=True)
        assert [type(result) for result in results] == [ExecutorFull] * 3
        with pytest.raises(ExecutorFull):
            await cache.get(GAME, fail)
        assert len(calls) == 2
        with pytest.raises(UnknownGame):
            await cache.get("xxxxxxxxxx", fail)


@in_loop
async def test_a_long_game_is_replayed_on_a_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    threads = list[threading.Thread]()
    restored = LiveGame.restore

    def record(stored: object) -> LiveGame:
        threads.append(threading.current_thread())
        return restored(stored)  # type: ignore[arg-type]

    monkeypatch.setattr(LiveGame, "restore", record)
    store, game = MemoryStore(), LiveGame(long_row())
    await store_game(store, game.row)
    store.events[GAME] = play_to(game, 120)
    store.statuses[GAME] = game.status()
    async with running_rooms(store) as rooms:
        await rooms.watch(GAME, Listener(), 1)
    assert len(threads) == 1
    assert threads[0] is not threading.current_thread()
