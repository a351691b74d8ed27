"""The arena of ``make arena``, smaller: simulated players on two servers, of which one is killed."""

from __future__ import annotations

import pytest
from bench.arena.checks import long_waits
from bench.arena.players import Wait
from bench.arena.run import run
from bench.lobby.players import Habits
from bench.lobby.run import Settings
from rich.console import Console


@pytest.mark.slow
def test_an_arena_on_two_servers_of_which_one_is_killed() -> None:
    settings = Settings(players=24, seconds=30, kills=1, habits=Habits(0.5, 1.0, 4, leaves=0.05))
    result = run(settings, Console())
    if result is None:
        pytest.skip("PostgreSQL and Redis are needed")
    assert result.verdict.problems == []
    assert result.verdict.games >= 12


def test_two_players_who_wait_together_for_too_long_are_found() -> None:
    waits = [Wait("ann", 0.0, 15.0), Wait("ben", 2.0, 14.0), Wait("cid", 8.0, 30.0)]
    assert long_waits(waits, [], {}) == ["ann waited for 15.0 s, 12.0 s of them with a partner"]
    assert long_waits(waits, [(5.0, 6.0)], {}) == []
    assert long_waits(waits, [], {"ann": [(-50.0, "ben")]}) == []
    assert long_waits([Wait("ann", 0.0, 15.0), Wait("ann", 0.0, 15.0)], [], {}) == []
