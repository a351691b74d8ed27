"""Limits: invalid values, and the share of a clock that is used."""

from __future__ import annotations

import math
from typing import Any

import pytest

from skep import Board, SkepError
from skep.engine import Engine, Limit


@pytest.mark.parametrize("name", ["seconds", "depth", "nodes", "clock", "increment"])
@pytest.mark.parametrize("value", [-1, math.nan])
def test_invalid_values_are_rejected(name: str, value: Any) -> None:
    with pytest.raises(SkepError, match=f"{name} may not be"):
        Limit(**{name: value})


def test_time_is_given_in_seconds_or_is_a_share_of_the_clock() -> None:
    assert Limit().time is None
    assert Limit(nodes=5, depth=3).time is None
    assert Limit(seconds=2).time == 2
    assert Limit(seconds=2, clock=6).time == pytest.approx(0.2)
    assert Limit(seconds=0.1, clock=60).time == 0.1


@pytest.mark.parametrize("clock", [0, 0.05, 0.2, 1, 10, 300, 3600])
@pytest.mark.parametrize("increment", [0, 0.1, 5, 30])
def test_a_clock_is_never_used_up(clock: float, increment: float) -> None:
    time = Limit(clock=clock, increment=increment).time
    assert time is not None
    assert 0 <= time < max(clock, 0.01)


@pytest.mark.parametrize("limit", [Limit(nodes=0), Limit(depth=0), Limit(seconds=0), Limit(clock=0)])
def test_a_limit_of_zero_still_gives_a_legal_move(limit: Limit) -> None:
    board = Board("Base")
    assert Engine(table_mb=1).play(board, limit).move in board.legal_moves


def test_limits_on_depth_and_nodes_are_respected() -> None:
    engine = Engine(table_mb=1)
    board = Board("Base+MLP")
    assert [analysis.depth for analysis in engine.analyse(board, Limit(depth=4))] == [1, 2, 3, 4]
    *_, last = engine.analyse(board, Limit(nodes=3_000))
    assert last.nodes <= 3_000
    *_, last = engine.analyse(board, Limit(nodes=10**9, depth=2))
    assert last.depth == 2
