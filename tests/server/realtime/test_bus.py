"""Messages between processes, over a real Redis that is stopped and restarted."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest

from skep.errors import SkepError
from skep.server.realtime.bus import Bus, LocalBus, RedisBus, open_bus
from tests.services import RedisServer, free_port

TIMEOUT = 30.0


class Listener:
    """A bus, its messages and the number of its gaps."""

    def __init__(self, bus: Bus) -> None:
        self.bus = bus
        self.messages: list[tuple[str, bytes]] = []
        self.gaps = 0

    async def start(self) -> None:
        await self.bus.start(lambda game, payload: self.messages.append((game, payload)), self._on_gap)

    def _on_gap(self) -> None:
        self.gaps += 1


@asynccontextmanager
async def listeners(url: str, count: int) -> AsyncIterator[list[Listener]]:
    prefix = f"test-{secrets.token_hex(4)}"  # other tests can use the same Redis
    created = [Listener(RedisBus(url, prefix=prefix)) for _ in range(count)]
    try:
        for number, listener in enumerate(created):
            await listener.start()
            # Every new process causes a gap in the others.
            await until(lambda number=number: all(other.gaps for other in created[:number]))  # type: ignore[misc]
            for other in created:
                other.gaps = 0
        yield created
    finally:
        for listener in created:
            await listener.bus.close()


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(TIMEOUT):
        while not condition():
            await asyncio.sleep(0.01)


def test_messages_reach_all_subscribers_except_the_sender(redis_url: str) -> None:
    async def test() -> None:
        async with listeners(redis_url, 3) as (one, two, three):
            for listener in (one, two, three):
                await listener.bus.subscribe("a")
            await two.bus.subscribe("b")
            for number in range(1200):
                one.bus.publish("a", b"%d" % number)
            one.bus.publish("b", b"\x00\xff")
            one.bus.publish("c", b"no subscribers")
            one.bus.publish("a", b"")
            a = [("a", b"%d" % number) for number in range(1200)]
            await until(lambda: len(two.messages) == 1202 and len(three.messages) == 1201)
            assert two.messages == [*a, ("b", b"\x00\xff"), ("a", b"")]
            assert three.messages == [*a, ("a", b"")]
            assert one.messages == []
            assert [listener.gaps for listener in (one, two, three)] == [0, 0, 0]

    asyncio.run(test())


def test_no_message_is_missed_after_subscribing(redis_url: str) -> None:
    async def test() -> None:
        async with listeners(redis_url, 2) as (one, two):
            for number in range(50):
                await two.bus.subscribe(str(number))
                one.bus.publish(str(number), b"now")
            await until(lambda: len(two.messages) == 50)

    asyncio.run(test())


def test_no_message_arrives_after_unsubscribing(redis_url: str) -> None:
    async def test() -> None:
        async with listeners(redis_url, 2) as (one, two):
            await two.bus.subscribe("a")
            await two.bus.subscribe("b")
            await two.bus.unsubscribe("a")
            one.bus.publish("a", b"1")
            one.bus.publish("b", b"2")
            await until(lambda: bool(two.messages))
            await two.bus.subscribe("a")
            one.bus.publish("a", b"3")
            await until(lambda: len(two.messages) == 2)
            assert two.messages == [("b", b"2"), ("a", b"3")]

    asyncio.run(test())


def test_a_failing_handler_does_not_stop_later_messages(redis_url: str, caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> None:
        async with listeners(redis_url, 2) as (one, two):
            await two.bus.subscribe("a")
            record = two.messages.append

            def fail(game: str, payload: bytes) -> None:
                record((game, payload))
                raise ValueError("a bad message")

            two.bus._on_message = fail  # type: ignore[attr-defined]
            one.bus.publish("a", b"1")
            one.bus.publish("a", b"2")
            await until(lambda: len(two.messages) == 2)

    asyncio.run(test())
    assert "handling a message from another process failed" in caplog.text


@pytest.mark.parametrize("round_", range(2))
def test_subscriptions_survive_a_restart_of_redis(
    redis_server: RedisServer, round_: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Anything that waited for Redis would exceed the timeout of this test.
    monkeypatch.setattr("skep.server.realtime.bus._CONFIRM_SECONDS", 2 * TIMEOUT)
    monkeypatch.setattr("skep.server.realtime.bus._CONNECT_SECONDS", 2 * TIMEOUT)

    async def test() -> None:
        async with listeners(redis_server.url, 2) as (one, two):
            for number in range(1200):
                await two.bus.subscribe(str(number))
            redis_server.stop()
            # While Redis is down, nothing waits and nothing fails.
            async with asyncio.timeout(TIMEOUT):
                for number in range(100):
                    one.bus.publish(str(number), b"lost")
                    await asyncio.sleep(0)
                await one.bus.subscribe("x")
                await two.bus.subscribe("new")
                await two.bus.unsubscribe("7")
            if round_:
                await asyncio.sleep(0.5)
            redis_server.start()
            await until(lambda: bool(one.gaps and two.gaps))
            for game in ("0", "7", "1199", "new"):
                one.bus.publish(game, b"again")
            two.bus.publish("x", b"again")
            await until(lambda: ("new", b"again") in two.messages and ("x", b"again") in one.messages)
            assert {("0", b"again"), ("1199", b"again")} <= set(two.messages)
            assert ("7", b"again") not in two.messages

    asyncio.run(test())


def test_a_failure_to_publish_causes_a_gap_in_other_processes(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with listeners(redis_url, 2) as (one, two):
            bus = one.bus
            assert isinstance(bus, RedisBus)
            await two.bus.subscribe("a")
            pipeline = bus._redis.pipeline
            failures = iter([True, True])

            def fail_twice(*, transaction: bool) -> object:
                if next(failures, False):
                    raise ConnectionError("the cable was cut")
                return pipeline(transaction=transaction)

            monkeypatch.setattr(bus._redis, "pipeline", fail_twice)
            one.bus.publish("a", b"lost")
            await until(lambda: two.gaps == 1)
            one.bus.publish("a", b"received")
            await until(lambda: two.messages == [("a", b"received")])
            assert one.gaps == 0

    asyncio.run(test())


def test_gaps_are_reported_periodically(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("skep.server.realtime.bus._POLL_SECONDS", 0.05)

    async def test() -> None:
        async with listeners(redis_url, 1) as (one,):
            await until(lambda: one.gaps > 2)

    asyncio.run(test())


@pytest.mark.slow
def test_an_overflowing_outbox_causes_a_gap(redis_server: RedisServer) -> None:
    async def test() -> None:
        async with listeners(redis_server.url, 2) as (one, two):
            await two.bus.subscribe("a")
            for number in range(30_000):
                one.bus.publish("a", b"%d" % number)
            await until(lambda: ("a", b"29999") in two.messages)
            assert two.gaps

    asyncio.run(test())


def test_an_unreachable_redis_is_reported() -> None:
    async def test() -> None:
        with pytest.raises(SkepError, match=r"cannot reach Redis at redis://ann:\*\*\*@127.0.0.1:\d+/0: "):
            await RedisBus(f"redis://ann:hidden@127.0.0.1:{free_port()}/0").start(lambda _g, _p: None, lambda: None)

    asyncio.run(test())


def test_an_invalid_url_is_reported() -> None:
    with pytest.raises(SkepError, match=r"not a Redis URL: http://example\.org"):
        RedisBus("http://example.org")


def test_the_bus_of_one_process_does_nothing() -> None:
    async def test() -> None:
        bus = open_bus(None)
        assert isinstance(bus, LocalBus)
        listener = Listener(bus)
        await listener.start()
        await bus.subscribe("a")
        bus.publish("a", b"1")
        await bus.unsubscribe("a")
        await bus.close()
        assert not listener.messages
        assert not listener.gaps

    asyncio.run(test())
