"""Buckets of tokens."""

from __future__ import annotations

from skep.server.http.limits import AddressLimits, Bucket


def test_a_bucket_fills_again_with_time_and_no_further_than_its_brim() -> None:
    bucket = Bucket(rate=2, burst=4)
    assert [bucket.take(now=10.0) for _ in range(5)] == [True] * 4 + [False]
    assert [bucket.take(now=11.0) for _ in range(3)] == [True, True, False]
    assert [bucket.take(now=99.0) for _ in range(5)] == [True] * 4 + [False]
    assert not Bucket(rate=1, burst=3).take(5, now=0.0)


def test_time_that_goes_back_gives_nothing() -> None:
    bucket = Bucket(rate=1, burst=1)
    assert bucket.take(now=10.0)
    assert not bucket.take(now=5.0)


def test_addresses_have_buckets_of_their_own_and_memory_is_bounded() -> None:
    limits = AddressLimits(rate=0.001, burst=2, max_addresses=10)
    assert [limits.take("192.0.2.1", now=0.0) for _ in range(3)] == [True, True, False]
    assert limits.take("192.0.2.2", now=0.0)
    assert [limits.take(f"2001:db8::{n}", now=0.0) for n in range(1, 4)] == [True, True, False]
    assert not limits.take("::ffff:192.0.2.1", now=0.0)
    for number in range(100):
        limits.take(f"10.0.0.{number}", now=0.0)
    assert len(limits) == 10
