"""The searches of computer players: how long they take, and what a preempted one has found."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from skep.board import Board
from skep.engine import Engine, Limit, PlayResult
from skep.server.engines import moves
from skep.server.engines.moves import choose_move, expected_seconds
from skep.server.engines.pool import EngineLease


class FakeEngine:
    """An engine whose searches take as long and reach the depths that a test says."""

    def __init__(self, board: Board, searches: list[tuple[float, int, int]]) -> None:
        self.level: int | None = None
        self.limits: list[Limit] = []
        self.now = 0.0
        self._board = board
        self._searches = searches

    def play(self, _board: Board, limit: Limit, *, stop: object) -> PlayResult:
        self.limits.append(limit)
        assert stop is not None
        seconds, depth, index = self._searches[len(self.limits) - 1]
        self.now += seconds
        analysis: Any = SimpleNamespace(depth=depth)
        return PlayResult(self._board.legal_moves.list()[index], None, analysis)


def test_only_full_strength_takes_long() -> None:
    limit = Limit(seconds=2.0)
    assert [expected_seconds(level, limit) < 0.5 for level in range(1, 11)] == [True] * 9 + [False]
    assert expected_seconds(10, limit) == 2.0
    assert expected_seconds(10, Limit(seconds=2.0, clock=3.0)) < 0.5, "there is no time left to think"


def test_a_preempted_search_continues_in_the_time_that_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    board = Board("Base+MLP")
    fake = FakeEngine(board, [(0.5, 7, 1), (0.25, 3, 2), (1.25, 9, 3)])
    monkeypatch.setattr(moves, "time", SimpleNamespace(monotonic=lambda: fake.now))
    engine: Any = fake
    task = choose_move(board, 10, Limit(seconds=2.0))
    legal = board.legal_moves.list()
    assert task(EngineLease(engine)) == legal[1]
    assert task(EngineLease(engine)) == legal[1], "the second slice was less deep"
    assert task(EngineLease(engine)) == legal[3]
    assert [limit.time for limit in fake.limits] == [2.0, 1.5, 1.25]
    assert task(EngineLease(engine)) == legal[3], "no time is left"
    assert len(fake.limits) == 3


def test_a_revoked_lease_ends_the_search_of_a_real_engine() -> None:
    board, lease = Board("Base+MLP"), EngineLease(Engine(table_mb=1))
    task = choose_move(board, 10, Limit(seconds=1000))
    lease.end()
    assert task(lease) in board.legal_moves
