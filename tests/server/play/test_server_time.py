"""Server time advances with the monotonic clock and knows when the event loop did not run."""

from __future__ import annotations

import asyncio
import time

import pytest

from skep.server.play.server_time import MAX_SILENCE, ServerTime
from tests.server.fake_time import FakeTime
from tests.server.rooms import in_loop


@pytest.fixture
def fake() -> FakeTime:
    return FakeTime()


@pytest.mark.parametrize("step", [600.0, -600.0], ids=["forward", "back"])
def test_setting_the_wall_clock_does_not_change_the_time(fake: FakeTime, step: float) -> None:
    server = fake.server_time()
    fake.wall += step
    fake.pass_(3.0)
    assert server.now() == 10_003.0
    assert server.at(51.0) == 10_001.0


def test_without_interruptions_nothing_is_lost(fake: FakeTime) -> None:
    server = fake.server_time()
    fake.pass_(3.0)
    assert server.lost_seconds(10_000.0, server.now()) == 0.0


def test_the_time_that_a_message_waited_is_lost(fake: FakeTime) -> None:
    server = fake.server_time()
    fake.pass_(3.0)
    assert server.lost_seconds(10_000.0, server.now(), waiting=10_001.0) == 2.0
    assert server.lost_seconds(10_002.0, server.now(), waiting=10_001.0) == 1.0


def test_gaps_count_once_and_only_after_the_start(fake: FakeTime) -> None:
    server = fake.server_time()
    fake.pass_(10.0)
    server.add_gap(10_002.0)  # until 10 010
    server.add_gap(10_005.0)
    fake.pass_(10.0)
    server.add_gap(10_019.0)  # until 10 020
    fake.pass_(5.0)
    now = server.now()
    assert server.lost_seconds(10_000.0, now) == 9.0
    assert server.lost_seconds(10_008.0, now) == 3.0
    assert server.lost_seconds(10_008.0, now, waiting=10_019.5) == 8.0
    assert server.lost_seconds(10_020.0, now) == 0.0


def test_a_store_that_does_not_respond_is_an_interruption(fake: FakeTime) -> None:
    server = fake.server_time()
    server.heartbeat_stored()
    fake.pass_(MAX_SILENCE)
    assert server.lost_seconds(10_000.0, server.now()) == 0.0
    fake.pass_(4.0)
    assert server.lost_seconds(10_000.0, server.now()) == 10.0
    server.heartbeat_stored()
    fake.pass_(1.0)
    assert server.lost_seconds(10_000.0, server.now()) == 10.0


def test_a_process_that_fell_behind_follows_the_others(fake: FakeTime) -> None:
    """While a machine is suspended, the monotonic clock of Linux stands still."""
    server = fake.server_time()
    server.follow(10_025.0)
    assert server.now() == 10_025.0
    assert server.lost_seconds(10_000.0, server.now()) == 25.0
    server.follow(10_020.0)
    assert server.now() == 10_025.0


@in_loop
async def test_a_blocked_event_loop_is_an_interruption() -> None:
    server, long_gaps = ServerTime(), list[bool]()
    server.open(lambda: long_gaps.append(True))
    start = server.now()
    await asyncio.sleep(0)
    time.sleep(0.5)
    # before the timer could run
    lost = server.lost_seconds(start, server.now())
    assert lost >= 0.5
    assert not long_gaps
    server.close()


@in_loop
async def test_a_long_interruption_is_reported(fake: FakeTime) -> None:
    server, long_gap = fake.server_time(), asyncio.Event()
    server.open(long_gap.set)
    fake.pass_(25.0)
    await long_gap.wait()
    assert server.lost_seconds(10_000.0, server.now()) == 25.0
    server.close()
