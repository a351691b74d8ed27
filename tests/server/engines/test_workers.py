"""Engine workers on a real Redis: what is sent, what comes back, and what happens when one dies."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import IO, Any

import pytest
from redis import Redis

from skep.board import Board
from skep.engine import Analysis, Engine, Limit
from skep.server.engines.moves import choose_move, estimate_win_probability
from skep.server.engines.pool import EngineLease, EnginePool
from skep.server.engines.remote_engine import RemoteEngine
from skep.server.engines.scheduler import Priority
from skep.server.engines.search_jobs import (
    analysis_from,
    board_from,
    board_values,
    history_of,
    limit_from,
    limit_values,
    move_from,
    move_values,
)
from skep.server.engines.workers import EngineWorkers
from tests.cli.helpers import PROGRAM
from tests.random_play import positions
from tests.server.processes import Player, Server
from tests.server.rooms import in_loop
from tests.services import RedisServer


def test_boards_and_moves_survive_the_way_to_a_worker() -> None:
    for number, (board, moves) in enumerate(positions(seed=7, plies=200)):
        if number % 10 == 0:
            again = board_from(board_values(board))
            assert (again, again.moves, again.key()) == (board, board.moves, board.key())
        assert [move_from(move_values(move)) for move in moves] == moves
    assert board_from(board_values(Board("Base", threefold=True))).threefold
    limit = Limit(seconds=1.5, nodes=7, clock=60.0, increment=2.0)
    assert limit_from(limit_values(limit)) == limit


def test_iterations_survive_the_way_from_a_worker() -> None:
    board = Board.from_game_string("Base;;;wS1;bS1 wS1-;wQ -wS1;bQ bS1/")
    analyses = list(Engine(table_mb=1).analyse(board, Limit(depth=4), lines=2))
    read = [analysis_from(values, board.turn) for values in history_of(analyses)]
    assert read[-1] == analyses[-1]
    assert [(one.depth, one.move, one.score) for one in read] == [(one.depth, one.move, one.score) for one in analyses]


@contextmanager
def worker(redis: RedisServer, folder: Path, *, threads: int = 1) -> Iterator[subprocess.Popen[bytes]]:
    """Run a worker and wait until it has loaded the engine."""
    log: IO[bytes]
    with (folder / "worker.log").open("ab") as log:
        command = [*PROGRAM, "worker", "--redis", redis.url, "--engines", str(threads)]
        process = subprocess.Popen(command, stdout=log, stderr=log, env={**os.environ})
        try:
            yield process
        finally:
            if process.poll() is None:
                process.kill()
            process.wait()


@asynccontextmanager
async def pool_with_workers(redis: RedisServer, *, slots: int) -> AsyncIterator[tuple[EnginePool, EngineWorkers]]:
    """Return a pool once it can use this number of threads of workers."""

    async def alone() -> tuple[int, int]:
        return 0, 1

    workers = EngineWorkers(redis.url, alone)
    pool = EnginePool(1, workers=workers)
    workers.open()
    try:
        while pool.workers < slots:
            await asyncio.sleep(0.05)
        yield pool, workers
    finally:
        pool.close()
        await workers.close()


def is_remote(lease: EngineLease) -> bool:
    return isinstance(lease.engine, RemoteEngine)


@in_loop
async def test_without_workers_the_server_searches() -> None:
    redis = RedisServer()
    try:
        async with pool_with_workers(redis, slots=0) as (pool, _):
            assert not await pool.submit("a", is_remote)
        redis.stop()
        async with pool_with_workers(redis, slots=0) as (pool, _):
            assert not await pool.submit("a", is_remote)
    finally:
        redis.remove()


@in_loop
async def test_a_worker_does_what_the_server_would_do(redis_server: RedisServer, tmp_path: Path) -> None:
    board = Board.from_game_string("Base;;;wS1;bS1 wS1-;wQ -wS1;bQ bS1/")

    def analyse(lease: EngineLease) -> list[Analysis]:
        assert is_remote(lease)
        return list(lease.analyse(board, Limit(nodes=20_000), lines=2))

    with worker(redis_server, tmp_path) as process:
        async with pool_with_workers(redis_server, slots=1) as (pool, _):
            for level in (1, 5, 10):
                assert await pool.submit("a", choose_move(board, level, Limit(seconds=0.2))) in board.legal_moves
            assert 0 < await pool.submit("a", estimate_win_probability(board)) < 1
            remote = await pool.run_preemptible("b", analyse, priority=Priority.ANALYSIS)
            local = list(Engine(table_mb=32).analyse(board, Limit(nodes=20_000), lines=2))
            assert [(one.depth, one.nodes, one.score) for one in remote] == [
                (one.depth, one.nodes, one.score) for one in local
            ]
            assert remote[-1].lines == local[-1].lines
            await check_streaming_and_stopping(pool, redis_server)
        process.send_signal(signal.SIGTERM)
        assert await asyncio.to_thread(process.wait, 20) == 0
    assert "Traceback" not in (tmp_path / "worker.log").read_text()


async def check_streaming_and_stopping(pool: EnginePool, redis: RedisServer) -> None:
    """A long analysis reports its iterations on the way, and ends on the worker when it is cancelled."""
    deep, loop = asyncio.Event(), asyncio.get_running_loop()

    def think(lease: EngineLease) -> None:
        for analysis in lease.analyse(Board("Base+MLP"), Limit()):
            if analysis.depth >= 3:
                loop.call_soon_threadsafe(deep.set)

    thinking = asyncio.create_task(pool.run_preemptible("c", think, priority=Priority.ANALYSIS))
    await deep.wait()
    with Redis.from_url(redis.url) as client:
        assert active_jobs(client) == 1
        pool.cancel("c")
        await asyncio.gather(thinking, return_exceptions=True)
        assert thinking.cancelled()
        while active_jobs(client):
            await asyncio.sleep(0.05)
    # the thread of the worker is free again
    assert await pool.submit("d", choose_move(Board("Base"), 3, Limit(seconds=0.2))) in Board("Base").legal_moves


def active_jobs(client: Redis) -> int:
    commands: Any = client
    return sum(commands.llen(name) for name in commands.keys("saq:*:active"))


@in_loop
async def test_a_move_preempts_an_analysis_on_a_worker(redis_server: RedisServer, tmp_path: Path) -> None:
    began, slices, loop = asyncio.Event(), list[int](), asyncio.get_running_loop()

    def think(lease: EngineLease) -> int:
        slices.append(0)
        for analysis in lease.analyse(Board("Base+MLP"), Limit(seconds=3.0)):
            slices[-1] = analysis.depth
            loop.call_soon_threadsafe(began.set)
        return slices[-1]

    with worker(redis_server, tmp_path):
        async with pool_with_workers(redis_server, slots=1) as (pool, _):
            analysis = asyncio.create_task(pool.run_preemptible("a", think, priority=Priority.ANALYSIS))
            await began.wait()
            move = await pool.submit("b", choose_move(Board("Base"), 2, Limit(seconds=0.1)))
            assert move in Board("Base").legal_moves
            assert not analysis.done()
            assert await analysis >= 1
            assert len(slices) >= 2


@pytest.mark.slow
@in_loop
async def test_another_worker_takes_over_from_one_that_is_killed(redis_server: RedisServer, tmp_path: Path) -> None:
    board = Board("Base+MLP")
    with worker(redis_server, tmp_path) as one, worker(redis_server, tmp_path) as two:
        async with pool_with_workers(redis_server, slots=2) as (pool, _):
            moves = [
                asyncio.create_task(pool.submit(f"{number}", choose_move(board, 10, Limit(seconds=3.0))))
                for number in range(2)
            ]
            with Redis.from_url(redis_server.url) as client:
                while active_jobs(client) < 2:
                    await asyncio.sleep(0.05)
            one.kill()
            assert [await move in board.legal_moves for move in moves] == [True, True]
            assert two.poll() is None
            # the pool continues with the worker that is left
            while pool.workers != 1:
                await asyncio.sleep(0.1)
            assert await pool.submit("again", is_remote)


@pytest.mark.slow
@in_loop
async def test_the_server_takes_over_from_the_last_worker(redis_server: RedisServer, tmp_path: Path) -> None:
    board = Board("Base+MLP")
    with worker(redis_server, tmp_path) as process:
        async with pool_with_workers(redis_server, slots=1) as (pool, _):
            where = list[bool]()

            def think(lease: EngineLease) -> None:
                where.append(is_remote(lease))
                choose_move(board, 10, Limit(seconds=2.0))(lease)

            thinking = asyncio.create_task(pool.submit("a", think, seconds=2.0))
            with Redis.from_url(redis_server.url) as client:
                while not active_jobs(client):
                    await asyncio.sleep(0.05)
            process.kill()
            await thinking
            assert where == [True, False]


@pytest.mark.slow
@in_loop
async def test_a_redis_that_is_lost_and_found(redis_server: RedisServer, tmp_path: Path) -> None:
    with worker(redis_server, tmp_path):
        async with pool_with_workers(redis_server, slots=1) as (pool, _):
            thinking = asyncio.create_task(pool.submit("a", choose_move(Board("Base"), 10, Limit(seconds=2.0))))
            with Redis.from_url(redis_server.url) as client:
                while not active_jobs(client):
                    await asyncio.sleep(0.05)
            redis_server.stop()
            assert await thinking in Board("Base").legal_moves
            assert not await pool.submit("b", is_remote)
            redis_server.start()
            while not pool.workers:
                await asyncio.sleep(0.1)
            assert await pool.submit("c", is_remote)
            assert (
                await pool.submit("d", choose_move(Board("Base"), 3, Limit(seconds=0.2))) in Board("Base").legal_moves
            )


@pytest.mark.slow
@in_loop
async def test_the_computer_replies_although_its_worker_is_killed(redis_server: RedisServer, tmp_path: Path) -> None:
    with worker(redis_server, tmp_path) as process, Server(tmp_path, "--redis", redis_server.url) as server:
        player = Player(server.url)
        while "this process can use 1 threads" not in server.log:
            await asyncio.sleep(0.1)
        game = player.make(opponent="computer", level=10)
        async with player.live() as live:
            await live.request("watch", game=game)
            with Redis.from_url(redis_server.url) as client:
                await live.request("move", game=game, ply=0, piece="wS1", to=[0, 0])
                while not active_jobs(client):
                    await asyncio.sleep(0.02)
                process.kill()
            assert (await live.until("moved", ply=2))["game"] == game
        assert "is done again" in server.log
        assert "Traceback" not in server.log
