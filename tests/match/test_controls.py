"""The limits of the two players."""

from __future__ import annotations

from typing import Any

import pytest

from skep.engine import Limit
from skep.errors import SkepError
from skep.match.controls import Control, parse_controls


def parse(**given: Any) -> tuple[Control, Control]:
    defaults: dict[str, Any] = {"time": None, "clock": None, "nodes": None, "depth": None, "default": 1.0}
    return parse_controls(**{**defaults, **given})


@pytest.mark.parametrize(
    ("given", "a", "b"),
    [
        ({"time": "0.3"}, Control(seconds=0.3), Control(seconds=0.3)),
        ({"time": "0.1/1.0"}, Control(seconds=0.1), Control(seconds=1.0)),
        ({"clock": "60+1"}, Control(clock=60, increment=1), Control(clock=60, increment=1)),
        ({"clock": "60/30+0.5"}, Control(clock=60), Control(clock=30, increment=0.5)),
        ({"nodes": "5_000/-", "time": "-/0.3"}, Control(nodes=5000), Control(seconds=0.3)),
        ({"depth": "3/"}, Control(depth=3), Control(seconds=1.0)),
        ({}, Control(seconds=1.0), Control(seconds=1.0)),
    ],
)
def test_limits_apply_to_both_players_or_to_each(given: dict[str, str], a: Control, b: Control) -> None:
    assert parse(**given) == (a, b)


@pytest.mark.parametrize(
    "given",
    "time 0, time -1, time nan, time inf, time 1/2/3, time soon, clock 1:00, clock 0+1, nodes 1.5, depth x/3".split(
        ", "
    ),
)
def test_invalid_limits_are_errors(given: str) -> None:
    option, value = given.split()
    with pytest.raises(SkepError, match=f"--{option} "):
        parse(**{option: value})


def test_search_limit_and_allowed_time_depend_on_the_clock() -> None:
    clock = Control(clock=60, increment=1)
    assert clock.limit(12.5) == Limit(clock=12.5, increment=1)
    assert clock.max_seconds(12.5) == 12.5
    assert Control(seconds=0.3).limit(None) == Limit(seconds=0.3)
    assert Control(seconds=0.3).max_seconds(None) == 0.3
    assert Control(depth=4).max_seconds(None) is None
