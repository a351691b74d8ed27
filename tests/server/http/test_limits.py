"""Buckets of tokens, and limits of guests and addresses."""

from __future__ import annotations

import logging

import pytest

from skep.server.http.buckets import AddressBuckets, Bucket
from skep.server.http.limits import RateLimit


def test_a_bucket_refills_over_time_up_to_its_burst() -> None:
    bucket = Bucket(rate=2, burst=4)
    assert [bucket.take(now=10.0) for _ in range(5)] == [True] * 4 + [False]
    assert [bucket.take(now=11.0) for _ in range(3)] == [True, True, False]
    assert [bucket.take(now=99.0) for _ in range(5)] == [True] * 4 + [False]
    assert not Bucket(rate=1, burst=3).take(5, now=0.0)


def test_time_that_goes_back_gives_nothing() -> None:
    bucket = Bucket(rate=1, burst=1)
    assert bucket.take(now=10.0)
    assert not bucket.take(now=5.0)
    assert not bucket.take(now=10.0)


def test_what_was_spent_elsewhere_is_a_debt_of_at_most_one_burst() -> None:
    bucket = Bucket(rate=1, burst=4)
    bucket.deduct(100, now=0.0)
    assert bucket.tokens == -4
    assert not bucket.take(now=4.0)
    assert bucket.take(now=5.0)


def test_addresses_have_buckets_of_their_own_and_memory_is_bounded() -> None:
    limit = RateLimit("requests", rate=0.001, burst=2, max_keys=10)

    def take(address: str) -> bool:
        return limit.take(address=address, now=0.0) is None

    assert [take("192.0.2.1") for _ in range(3)] == [True, True, False]
    assert take("192.0.2.2")
    assert [take(f"2001:db8::{n}") for n in range(1, 4)] == [True, True, False]
    assert not take("::ffff:192.0.2.1")
    for number in range(100):
        take(f"10.0.0.{number}")
    assert len(limit) == 10


def test_simple_buckets_are_bounded_too() -> None:
    buckets = AddressBuckets(rate=0.001, burst=2, max_keys=10)
    assert [buckets.take("192.0.2.1", now=0.0) for _ in range(3)] == [True, True, False]
    for number in range(100):
        assert buckets.take(f"10.0.0.{number}", now=0.0)
    assert len(buckets) == 10


def test_the_networks_of_one_site_share_an_allowance() -> None:
    limit = RateLimit("requests", rate=0.001, burst=2)
    accepted = [limit.take(address=f"2001:db8:7:{number:x}::1", now=0.0) is None for number in range(100)]
    assert accepted == [True] * 32 + [False] * 68
    assert limit.take(address="2001:db8:8::1", now=0.0) is None


def test_a_guest_keeps_the_limit_at_another_address_and_an_address_with_another_guest() -> None:
    limit = RateLimit("messages", rate=1, burst=4, per_address=2)
    take = limit.take
    assert [take(guest="anna", address=f"192.0.2.{n}", now=0.0) is None for n in range(5)] == [True] * 4 + [False]
    accepted = [take(guest=f"guest{n}", address="192.0.2.99", now=0.0) is None for n in range(10)]
    assert accepted == [True] * 8 + [False] * 2


def test_a_refused_request_costs_nothing() -> None:
    limit = RateLimit("messages", rate=1, burst=4, per_address=8)
    for _ in range(100):
        limit.take(guest="anna", address="192.0.2.1", now=0.0)
    (of_address,) = limit.of_address("192.0.2.1", now=0.0)
    assert of_address.tokens == 32 - 4


def test_clients_without_a_guest_share_an_allowance_per_address() -> None:
    limit = RateLimit("messages", rate=1, burst=4, per_address=8)
    accepted = [limit.take_from(limit.of_client("192.0.2.1", None, now=0.0), now=0.0) is None for _ in range(10)]
    assert accepted == [True] * 8 + [False] * 2
    assert limit.take_from(limit.of_client("192.0.2.1", "anna", now=0.0), now=0.0) is None


def test_many_new_keys_do_not_flush_a_debt() -> None:
    limit = RateLimit("messages", rate=0.001, burst=2, max_keys=50)
    for _ in range(3):
        limit.take(address="192.0.2.1", now=0.0)
    for number in range(1000):
        limit.take(address=f"10.0.{number // 250}.{number % 250}", now=0.0)
    assert limit.take(address="192.0.2.1", now=0.0) is not None
    assert len(limit) == 50


def test_the_bucket_of_an_open_connection_is_not_replaced() -> None:
    limit = RateLimit("messages", rate=1000, burst=2, max_keys=10)
    held = limit.of_guest("anna", now=0.0)
    for number in range(1000):
        limit.of_guest(str(number), now=10.0)
    assert limit.of_guest("anna", now=10.0) is held


def test_a_reached_limit_says_whose_it_is_and_when_to_try_again() -> None:
    limit = RateLimit("chat lines", rate=0.1, burst=1, per_address=8)
    assert limit.take(guest="anna", address="192.0.2.1", now=0.0) is None
    exceeded = limit.take(guest="anna", address="192.0.2.1", now=2.0)
    assert exceeded is not None
    assert (exceeded.key, exceeded.advice, exceeded.retry_after) == ("guest anna", "Try again in 8 seconds.", "8")


def test_the_log_names_a_limited_client_a_few_times_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    limit = RateLimit("messages", rate=0.0001, burst=1, per_address=8)
    with caplog.at_level(logging.WARNING):
        for now in range(10):
            limit.take(guest="anna", address="192.0.2.1", now=float(now))
    lines = ["limited 192.0.2.1: too many messages (guest anna)"] * 3
    assert [record.getMessage() for record in caplog.records] == lines
