"""The time that a bot takes for a move."""

from __future__ import annotations

import pytest

from skep.bot.messages import FirstMoveLimit, FullGame, GameClock, GameState
from skep.bot.timing import Clock, NetworkDelay, Pace, clock_of, first_move_limit
from skep.engine import Limit
from skep.pieces import Color


def test_a_clock_is_shared_among_the_moves_to_come() -> None:
    limit = Pace().limit(Clock(300, increment=3))
    assert limit == Limit(clock=300, increment=3)
    assert limit.time == pytest.approx(12.25)


def test_time_that_has_passed_and_the_network_are_deducted() -> None:
    assert Pace().limit(Clock(10), elapsed=2.5, delay=0.5).clock == 7


def test_a_search_ends_before_the_clock_does() -> None:
    for left in (0.0, 0.05, 0.2, 1.0, 5.0):
        for elapsed in (0.0, 0.3):
            time = Pace().limit(Clock(left, increment=10), elapsed=elapsed, delay=0.1).time
            assert time is not None
            assert 0 < time <= max(left - elapsed - 0.1, 0.01)


def test_the_first_move_is_quick_because_its_limit_is_short() -> None:
    assert Pace().limit(Clock(3600), first_move=5).time == 5
    assert Pace(seconds=1).limit(Clock(3600), first_move=5).time == 1
    assert Pace(seconds=60).limit(None, first_move=5).time == 5


def test_the_limit_of_the_first_move_is_the_servers() -> None:
    limit = FirstMoveLimit(idle_millis=22_000, millis_to_move=30_000)
    assert first_move_limit(GameState(expiration=limit)) == 2
    assert first_move_limit(GameState(moves="wS1", expiration=FirstMoveLimit(millis_to_move=86_400_000))) == 5
    assert first_move_limit(GameState(moves="wS1")) == 5
    assert first_move_limit(GameState(moves="wS1;bS1 wS1-", expiration=limit)) is None


def test_slow_games_have_a_fixed_time() -> None:
    assert Pace().limit(Clock(3 * 86400, is_daily=True)).time == 10
    assert Pace().limit(None).time == 10
    assert Pace(seconds=30).limit(None).time == 30


def test_a_daily_game_that_is_nearly_lost_on_time_is_hurried() -> None:
    time = Pace().limit(Clock(3.0, is_daily=True), delay=0.5).time
    assert time is not None
    assert time < 0.2


def test_a_fixed_time_is_only_a_maximum() -> None:
    assert Pace(seconds=2).limit(Clock(600)).time == 2
    assert Pace(seconds=2).limit(Clock(30)).time == 1


@pytest.mark.parametrize(("left", "seconds"), [(300, 10), (45, 1), (3, 1)])
def test_whole_seconds(left: float, seconds: float) -> None:
    assert Pace(whole_seconds=True).limit(Clock(left)) == Limit(seconds=seconds)


def test_the_delay_follows_what_is_measured() -> None:
    delay = NetworkDelay()
    assert delay.seconds == pytest.approx(0.2)
    for _ in range(50):
        delay.observe(0.05)
    assert 0.05 <= delay.seconds < 0.06
    delay.observe(1.0)
    assert delay.seconds > 0.5
    delay.observe(1000.0)
    assert delay.seconds < 10


STATE = GameState(wtime=61_500, btime=2_000, winc=3_000, binc=1_000)


def test_the_clock_is_that_of_the_bots_side() -> None:
    full = FullGame(id="a", state=STATE, clock=GameClock(initial=300_000, increment=3_000))
    assert clock_of(full, STATE, Color.WHITE) == Clock(61.5, 3)
    assert clock_of(full, STATE, Color.BLACK) == Clock(2, 1)


def test_a_daily_game_has_a_daily_clock() -> None:
    assert clock_of(FullGame(id="a", state=STATE, days_per_turn=2), STATE, Color.WHITE) == Clock(61.5, 3, is_daily=True)


def test_a_game_without_a_clock_has_none() -> None:
    assert clock_of(FullGame(id="a", state=STATE), STATE, Color.WHITE) is None
