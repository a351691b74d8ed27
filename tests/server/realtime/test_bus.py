"""Messages between processes, over a real Redis that dies and comes back."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest

from skep.errors import SkepError
from skep.server.realtime.bus import Bus, LocalBus, RedisBus, open_bus
from tests.services import RedisServer, free_port

PATIENCE = 30.0


class Listener:
    """A bus, and what it heard."""

    def __init__(self, bus: Bus) -> None:
        self.bus = bus
        self.heard: list[tuple[str, bytes]] = []
        self.lost = 0

    async def start(self) -> None:
        await self.bus.start(lambda game, payload: self.heard.append((game, payload)), self._lost)

    def _lost(self) -> None:
        self.lost += 1


@asynccontextmanager
async def listeners(url: str, count: int) -> AsyncIterator[list[Listener]]:
    prefix = f"test-{secrets.token_hex(4)}"  # other tests may use the same Redis
    made = [Listener(RedisBus(url, prefix=prefix)) for _ in range(count)]
    try:
        for number, listener in enumerate(made):
            await listener.start()
            # everybody who was there looks when another comes
            await until(lambda number=number: all(other.lost for other in made[:number]))  # type: ignore[misc]
            for other in made:
                other.lost = 0
        yield made
    finally:
        for listener in made:
            await listener.bus.close()


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.01)


def test_the_others_hear_it_and_the_sender_does_not(redis_url: str) -> None:
    async def test() -> None:
        async with listeners(redis_url, 3) as (one, two, three):
            for listener in (one, two, three):
                await listener.bus.subscribe("a")
            await two.bus.subscribe("b")
            for number in range(1200):
                one.bus.publish("a", b"%d" % number)
            one.bus.publish("b", b"\x00\xff")
            one.bus.publish("c", b"for nobody")
            one.bus.publish("a", b"")
            a = [("a", b"%d" % number) for number in range(1200)]
            await until(lambda: len(two.heard) == 1202 and len(three.heard) == 1201)
            assert two.heard == [*a, ("b", b"\x00\xff"), ("a", b"")]
            assert three.heard == [*a, ("a", b"")]
            assert one.heard == []
            assert [listener.lost for listener in (one, two, three)] == [0, 0, 0]

    asyncio.run(test())


def test_nothing_is_missed_after_a_subscription(redis_url: str) -> None:
    async def test() -> None:
        async with listeners(redis_url, 2) as (one, two):
            for number in range(50):
                await two.bus.subscribe(str(number))
                one.bus.publish(str(number), b"now")
            await until(lambda: len(two.heard) == 50)

    asyncio.run(test())


def test_nothing_is_heard_after_the_end_of_a_subscription(redis_url: str) -> None:
    async def test() -> None:
        async with listeners(redis_url, 2) as (one, two):
            await two.bus.subscribe("a")
            await two.bus.subscribe("b")
            await two.bus.unsubscribe("a")
            one.bus.publish("a", b"1")
            one.bus.publish("b", b"2")
            await until(lambda: bool(two.heard))
            await two.bus.subscribe("a")
            one.bus.publish("a", b"3")
            await until(lambda: len(two.heard) == 2)
            assert two.heard == [("b", b"2"), ("a", b"3")]

    asyncio.run(test())


def test_what_goes_wrong_with_one_message_does_not_stop_the_next(
    redis_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def test() -> None:
        async with listeners(redis_url, 2) as (one, two):
            await two.bus.subscribe("a")
            again = two.heard.append

            def fails(game: str, payload: bytes) -> None:
                again((game, payload))
                raise ValueError("a bad message")

            two.bus._on_message = fails  # type: ignore[attr-defined]
            one.bus.publish("a", b"1")
            one.bus.publish("a", b"2")
            await until(lambda: len(two.heard) == 2)

    asyncio.run(test())
    assert "could not be handled" in caplog.text


@pytest.mark.parametrize("round_", range(2))
def test_after_a_restart_of_redis_everybody_looks_and_hears_again(
    redis_server: RedisServer, round_: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    # whoever waited for Redis would wait for longer than this test does
    monkeypatch.setattr("skep.server.realtime.bus._CONFIRM_SECONDS", 2 * PATIENCE)
    monkeypatch.setattr("skep.server.realtime.bus._CONNECT_SECONDS", 2 * PATIENCE)

    async def test() -> None:
        async with listeners(redis_server.url, 2) as (one, two):
            for number in range(1200):
                await two.bus.subscribe(str(number))
            redis_server.stop()
            # while it is away nothing waits and nothing fails
            async with asyncio.timeout(PATIENCE):
                for number in range(100):
                    one.bus.publish(str(number), b"lost")
                    await asyncio.sleep(0)
                await one.bus.subscribe("x")
                await two.bus.subscribe("new")
                await two.bus.unsubscribe("7")
            if round_:
                await asyncio.sleep(0.5)
            redis_server.start()
            await until(lambda: bool(one.lost and two.lost))
            for game in ("0", "7", "1199", "new"):
                one.bus.publish(game, b"again")
            two.bus.publish("x", b"again")
            await until(lambda: ("new", b"again") in two.heard and ("x", b"again") in one.heard)
            assert {("0", b"again"), ("1199", b"again")} <= set(two.heard)
            assert ("7", b"again") not in two.heard

    asyncio.run(test())


def test_whoever_could_not_send_makes_the_others_look(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with listeners(redis_url, 2) as (one, two):
            bus = one.bus
            assert isinstance(bus, RedisBus)
            await two.bus.subscribe("a")
            pipeline = bus._redis.pipeline
            failures = iter([True, True])

            def sometimes(*, transaction: bool) -> object:
                if next(failures, False):
                    raise ConnectionError("the cable was cut")
                return pipeline(transaction=transaction)

            monkeypatch.setattr(bus._redis, "pipeline", sometimes)
            one.bus.publish("a", b"lost")
            await until(lambda: two.lost == 1)
            one.bus.publish("a", b"heard")
            await until(lambda: two.heard == [("a", b"heard")])
            assert one.lost == 0

    asyncio.run(test())


def test_everybody_looks_from_time_to_time(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process may have died between storing and telling."""
    monkeypatch.setattr("skep.server.realtime.bus._POLL_SECONDS", 0.05)

    async def test() -> None:
        async with listeners(redis_url, 1) as (one,):
            await until(lambda: one.lost > 2)

    asyncio.run(test())


def test_more_than_can_wait_makes_the_others_look(redis_server: RedisServer) -> None:
    async def test() -> None:
        async with listeners(redis_server.url, 2) as (one, two):
            await two.bus.subscribe("a")
            for number in range(30_000):
                one.bus.publish("a", b"%d" % number)
            await until(lambda: ("a", b"29999") in two.heard)
            assert two.lost

    asyncio.run(test())


def test_a_redis_that_is_not_there_is_told() -> None:
    async def test() -> None:
        with pytest.raises(SkepError, match=r"cannot reach Redis at redis://ann:\*\*\*@127.0.0.1:\d+/0: "):
            await RedisBus(f"redis://ann:hidden@127.0.0.1:{free_port()}/0").start(lambda _g, _p: None, lambda: None)

    asyncio.run(test())


def test_a_bad_url_is_told() -> None:
    with pytest.raises(SkepError, match=r"not a Redis URL: http://example\.org"):
        RedisBus("http://example.org")


def test_one_process_needs_no_bus() -> None:
    async def test() -> None:
        bus = open_bus(None)
        assert isinstance(bus, LocalBus)
        listener = Listener(bus)
        await listener.start()
        await bus.subscribe("a")
        bus.publish("a", b"1")
        await bus.unsubscribe("a")
        await bus.close()
        assert not listener.heard
        assert not listener.lost

    asyncio.run(test())
