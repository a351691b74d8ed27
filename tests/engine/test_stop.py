"""Stop tokens: each stops its own searches, once and for all, and no other search."""

from __future__ import annotations

import gc
import threading
import time
import weakref

import pytest

from skep import Board
from skep.engine import LEVELS, Engine, Level, Limit, StopToken

LONG_ENOUGH = 120.0
"""Seconds in which any search that can be stopped has ended, on any machine."""


def stopped_token() -> StopToken:
    token = StopToken()
    token.stop()
    return token


def test_a_token_once_stopped_stays_stopped() -> None:
    token = StopToken()
    assert not token.is_stopped
    for _ in range(2):
        token.stop()
        assert token.is_stopped


def test_stopping_a_token_stops_its_children() -> None:
    token = StopToken()
    child = token.child()
    grandchild = child.child()
    token.stop()
    assert child.is_stopped
    assert grandchild.is_stopped
    assert token.child().is_stopped, "a child of a stopped token"


def test_stopping_a_child_stops_no_other_token() -> None:
    token = StopToken()
    child, other = token.child(), token.child()
    child.stop()
    assert (token.is_stopped, other.is_stopped) == (False, False)


def test_a_token_does_not_keep_its_children_alive() -> None:
    token = StopToken()
    child = weakref.ref(token.child())
    gc.collect()
    assert child() is None


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.name)
def test_a_stopped_token_ends_an_endless_search(level: Level) -> None:
    engine, board = Engine(table_mb=1, level=level), Board("Base+MLP")
    assert engine.play(board, Limit(), stop=stopped_token()).move in board.legal_moves


@pytest.mark.parametrize("threads", [1, 2])
def test_a_token_stops_the_search_it_was_given_to(threads: int) -> None:
    engine, token = Engine(table_mb=1, threads=threads), StopToken()
    started, ended = threading.Event(), threading.Event()

    def analyse() -> None:
        for _ in engine.analyse(Board("Base+MLP"), Limit(), stop=token):
            started.set()
        ended.set()

    threading.Thread(target=analyse, daemon=True).start()
    assert started.wait(LONG_ENOUGH)
    token.stop()
    assert ended.wait(LONG_ENOUGH)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_search_that_ends_by_its_limit_does_not_stop_the_token(threads: int) -> None:
    engine, token = Engine(table_mb=1, threads=threads), StopToken()
    for limit in (Limit(seconds=0.02), Limit(nodes=500), Limit(depth=1)):
        *_, _last = engine.analyse(Board("Base+MLP"), limit, stop=token)
    time.sleep(0.05)
    assert not token.is_stopped


def test_stop_without_a_search_does_not_affect_the_next_one() -> None:
    engine, board = Engine(table_mb=1), Board("Base+MLP")
    engine.stop()
    *_, first = engine.analyse(board, Limit(depth=3))
    engine.stop()
    *_, second = engine.analyse(board, Limit(depth=3))
    assert (first.depth, second.depth) == (3, 3)


def test_stop_ends_the_search_of_a_level() -> None:
    engine, board = Engine(table_mb=1, level=LEVELS[8]), Board("Base+MLP")
    ended = threading.Event()

    def play() -> None:
        for _ in range(20):
            engine.play(board, Limit())
        ended.set()

    thread = threading.Thread(target=play, daemon=True)
    thread.start()
    while thread.is_alive():
        engine.stop()
        time.sleep(0.001)
    assert ended.is_set()


def test_a_token_calls_back_once() -> None:
    calls: list[str] = []
    token = StopToken(lambda: calls.append("token"))
    child = token.child(lambda: calls.append("child"))
    for _ in range(2):
        token.stop()
    assert child.is_stopped
    assert calls == ["token", "child"]
    late = token.child(lambda: calls.append("late"))
    assert late.is_stopped
    assert calls == ["token", "child", "late"]
