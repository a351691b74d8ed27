"""The pool of computer players."""

from __future__ import annotations

import asyncio
import threading
from functools import partial

import pytest

from skep.board import Board
from skep.engine import Limit
from skep.server.engines.moves import choose_move, estimate_win_probability
from skep.server.engines.pool import EngineLease, EnginePool
from tests.server.rooms import in_loop, until


@in_loop
async def test_every_level_makes_a_legal_move() -> None:
    pool, board = EnginePool(1), Board("Base+MLP")
    for level in range(1, 11):
        move = await pool.submit("game", choose_move(board, level, Limit(seconds=0.05)))
        assert move in board.legal_moves
    assert 0 < await pool.submit("game", estimate_win_probability(board)) < 1
    pool.close()


@in_loop
async def test_first_come_first_served_and_no_more_at_once_than_threads() -> None:
    pool, order, most, running = EnginePool(2), list[int](), 0, 0
    lock, gate = threading.Lock(), threading.Event()

    def question(number: int) -> int:
        nonlocal most, running
        with lock:
            order.append(number)
            running += 1
            most = max(most, running)
        gate.wait(5)
        with lock:
            running -= 1
        return number

    def asks(number: int) -> asyncio.Task[int]:
        return asyncio.create_task(pool.submit(f"game {number}", lambda _lent: question(number)))

    def asked(number: int) -> bool:
        return len(order) + pool.waiting > number

    tasks = []
    for number in range(6):
        tasks.append(asks(number))
        await until(partial(asked, number), "asked")
    gate.set()
    assert await asyncio.gather(*tasks) == list(range(6))
    assert sorted(order[:2]) == [0, 1]
    assert most == 2
    pool.close()


@in_loop
async def test_a_cancelled_search_frees_its_thread() -> None:
    pool = EnginePool(1)
    searching = threading.Event()

    def think(lent: EngineLease) -> object:
        for _ in lent.analyse(Board("Base+MLP"), Limit()):
            searching.set()
        return None

    endless = asyncio.create_task(pool.submit("long", think))
    waiting = asyncio.create_task(pool.submit("waits", lambda _lent: 1))
    dropped = asyncio.create_task(pool.submit("dropped", lambda _lent: 2))
    await until(searching.is_set, "the search")
    pool.cancel("dropped")
    pool.cancel("long")
    assert await waiting == 1
    for task in (endless, dropped):
        with pytest.raises(asyncio.CancelledError):
            await task
    pool.close()


@in_loop
async def test_an_engine_revoked_before_its_search_starts_is_free_again() -> None:
    """The search never ends by its limit, and the engine is revoked once, before the search."""
    pool = EnginePool(1)
    started, revoked = threading.Event(), threading.Event()

    def think(lent: EngineLease) -> object:
        started.set()
        revoked.wait(20)
        return lent.engine.play(Board("Base+MLP"), Limit(), stop=lent.stop)

    endless = asyncio.create_task(pool.submit("long", think))
    await until(started.is_set, "the question")
    pool.cancel("long")
    revoked.set()
    assert await pool.submit("next", lambda _lent: 1) == 1
    with pytest.raises(asyncio.CancelledError):
        await endless
    pool.close()


@in_loop
async def test_a_game_asks_one_question_at_a_time() -> None:
    pool, block = EnginePool(1), threading.Event()
    busy = asyncio.create_task(pool.submit("other", lambda _lent: block.wait(5)))
    first = asyncio.create_task(pool.submit("game", lambda _lent: 1))
    await asyncio.sleep(0)
    second = asyncio.create_task(pool.submit("game", lambda _lent: 2))
    await asyncio.sleep(0)
    assert pool.waiting <= 2
    block.set()
    assert await second == 2
    assert await busy is True
    with pytest.raises(asyncio.CancelledError):
        await first
    pool.close()


@in_loop
async def test_an_error_is_raised_to_its_caller_and_the_thread_continues() -> None:
    pool = EnginePool(1)
    with pytest.raises(ZeroDivisionError):
        await pool.submit("game", lambda _lent: 1 // 0)
    assert await pool.submit("game", lambda _lent: 3) == 3
    pool.close()
