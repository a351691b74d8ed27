"""Delays after failures, and the gate that requests pass one at a time."""

from __future__ import annotations

import pytest

from skep.bot.pacing import Backoff, RequestGate


def test_delays_double_up_to_the_longest() -> None:
    backoff = Backoff(longest=5.0, random=lambda: 1.0)
    assert [backoff.next_delay() for _ in range(6)] == [0.5, 1.0, 2.0, 4.0, 5.0, 5.0]
    assert backoff.failures == 6


def test_delays_start_again_after_a_success() -> None:
    backoff = Backoff(random=lambda: 1.0)
    backoff.next_delay()
    backoff.next_delay()
    backoff.reset()
    assert (backoff.failures, backoff.next_delay()) == (0, 0.5)


def test_jitter_shortens_a_delay_by_up_to_a_half() -> None:
    delays = [Backoff().next_delay() for _ in range(200)]
    assert all(0.25 <= delay <= 0.5 for delay in delays)
    assert max(delays) - min(delays) > 0.1


def test_a_delay_does_not_overflow() -> None:
    backoff = Backoff(random=lambda: 1.0)
    assert [backoff.next_delay() for _ in range(3000)][-1] == 60


class Time:
    """A clock that only sleeping moves."""

    def __init__(self) -> None:
        self.now = 100.0
        self.slept = list[float]()

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


@pytest.mark.parametrize(
    ("header", "seconds"), [(None, 60), ("5", 5), ("0", 1), ("99999", 600), ("soon", 60), ("-3", 60)]
)
def test_the_gate_pauses_as_long_as_the_server_asks(header: str | None, seconds: float) -> None:
    time = Time()
    gate = RequestGate(now=lambda: time.now, sleep=time.sleep)
    with gate.request():
        assert gate.pause(header) == seconds
    with gate.request():
        pass
    with gate.request():
        pass
    assert time.slept == [seconds]


def test_a_shorter_pause_does_not_end_a_longer_one() -> None:
    time = Time()
    gate = RequestGate(now=lambda: time.now, sleep=time.sleep)
    gate.pause("60")
    gate.pause("2")
    with gate.request():
        pass
    assert time.slept == [60]
