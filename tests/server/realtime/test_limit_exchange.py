"""Limits across processes."""

from __future__ import annotations

import logging
import secrets

import pytest

from skep.server.http.client_limits import ClientLimits
from skep.server.http.limits import RateLimit
from skep.server.realtime.bus import LocalBus, RedisBus
from skep.server.realtime.limit_exchange import TOPIC, LimitExchange
from tests.server.rooms import SharedBus, in_loop, until


def limit_of_messages() -> RateLimit:
    return RateLimit("messages", rate=1e-12, burst=10, per_address=2)


def spend(limit: RateLimit, count: int, guest: str = "anna", address: str = "192.0.2.1") -> int:
    """Send messages and return how many were accepted."""
    return sum(limit.take(guest=guest, address=address, now=0.0) is None for _ in range(count))


def tokens(limit: RateLimit, guest: str = "anna") -> float:
    return round(limit.of_guest(guest, now=0.0).tokens, 3)


@in_loop
async def test_what_a_client_spends_in_one_process_is_missing_in_the_others() -> None:
    bus = SharedBus()
    one, two = limit_of_messages(), limit_of_messages()
    exchanges = [LimitExchange([limit], bus.end()) for limit in (one, two)]
    for exchange in exchanges:
        await exchange.open()
    assert spend(one, 7) == 7
    exchanges[0].report()
    assert spend(two, 20) == 3
    exchanges[1].report()
    exchanges[0].report()  # nothing was spent in the meantime
    assert spend(one, 20) == 0
    assert spend(one, 20, guest="ben") == 10
    # the address has twice the allowance of a guest, in both processes together
    exchanges[0].report()
    assert spend(two, 20, guest="carl") == 0
    for exchange in exchanges:
        await exchange.close()


@in_loop
async def test_spending_in_several_processes_at_once_is_paid_back() -> None:
    bus = SharedBus()
    limits = [limit_of_messages() for _ in range(3)]
    exchanges = [LimitExchange([limit], bus.end()) for limit in limits]
    for exchange in exchanges:
        await exchange.open()
    assert [spend(limit, 10) for limit in limits] == [10, 10, 10]
    for exchange in exchanges:
        exchange.report()
    assert tokens(limits[0]) == -10
    assert [spend(limit, 10) for limit in limits] == [0, 0, 0]
    for exchange in exchanges:
        await exchange.close()


@in_loop
async def test_without_a_bus_each_process_limits_its_own_clients(caplog: pytest.LogCaptureFixture) -> None:
    bus = SharedBus()
    one, two = limit_of_messages(), limit_of_messages()
    exchanges = [LimitExchange([limit], bus.end()) for limit in (one, two)]
    for exchange in exchanges:
        await exchange.open()
    bus.broken = True
    assert spend(one, 20) == 10
    exchanges[0].report()
    assert spend(two, 20) == 10
    bus.broken = False
    with caplog.at_level(logging.WARNING):
        bus.ends[0].publish(TOPIC, b"nonsense")
    assert "unreadable report" in caplog.text
    for exchange in exchanges:
        await exchange.close()


@in_loop
async def test_a_single_process_reports_nothing() -> None:
    limits = ClientLimits(message_rate=50, games_per_hour=240, study_rate=1)
    exchange = LimitExchange(limits, LocalBus())
    await exchange.open()
    assert limits.messages.take(guest="anna", address="192.0.2.1", now=0.0) is None
    assert all(limit.report() == [] for limit in limits)
    await exchange.close()


@in_loop
async def test_reports_travel_over_redis(redis_url: str) -> None:
    prefix = f"test-{secrets.token_hex(4)}"
    buses = [RedisBus(redis_url, prefix=prefix) for _ in range(2)]
    one, two = limit_of_messages(), limit_of_messages()
    exchanges = [LimitExchange([limit], bus) for limit, bus in zip((one, two), buses, strict=True)]
    for bus, exchange in zip(buses, exchanges, strict=True):
        await bus.start(lambda _game, _payload: None, lambda: None)
        await exchange.open()
    try:
        assert spend(one, 8) == 8
        await until(lambda: tokens(two) == 2, "the report of the other process")
        assert tokens(one) == 2, "a process does not deduct its own spending twice"
    finally:
        for bus, exchange in zip(buses, exchanges, strict=True):
            await exchange.close()
            await bus.close()
