"""The clock watchdog: expired clocks, abandoned searches, and downtime."""

from __future__ import annotations

import time

import pytest

from skep.pieces import Color
from skep.server.play.live_game import LiveGame
from skep.server.play.watchdog import ClockWatchdog
from skep.server.schemas.game import ClockRule
from skep.server.store.records import Event, EventKind, Heartbeat, StoreUnavailable
from tests.server.games import GAME, game_row
from tests.server.memory import MemoryStore
from tests.server.rooms import in_loop, running_rooms, store_game, until

MINUTE = ClockRule(kind="minutes", minutes=1)


@in_loop
async def test_an_expired_clock_ends_a_game_without_clients() -> None:
    store = MemoryStore()
    await store_game(store, game_row(clock=MINUTE, created=time.time() - 120))
    async with running_rooms(store) as rooms:
        await ClockWatchdog(rooms, store).run_once()
        assert [(event.kind, event.text, event.side) for event in store.events[GAME]] == [
            (EventKind.END, "time", Color.BLACK)
        ]
        assert store.statuses[GAME].ended
        await ClockWatchdog(rooms, store).run_once()
        assert len(store.events[GAME]) == 1


@in_loop
async def test_an_abandoned_search_is_restarted() -> None:
    store = MemoryStore()
    row = game_row(level=2, created=time.time() - 100)
    await store_game(store, row)
    game, event = LiveGame(row), Event(GAME, 1, EventKind.MOVE, Color.WHITE, "wS1", time.time() - 90)
    game.apply(event)
    await store.append(event, game.status())
    async with running_rooms(store) as rooms:
        watchdog = ClockWatchdog(rooms, store)
        await watchdog.run_once()
        await until(lambda: len(store.events[GAME]) == 2, "the computer's move")
        await watchdog.close()


@in_loop
async def test_a_server_starts_while_the_database_restarts(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("skep.server.play.watchdog.INTERVAL", 0.001)
    store, failures = MemoryStore(), [StoreUnavailable("it is restarting")]
    heartbeats = store.heartbeats

    async def unavailable_at_first() -> list[Heartbeat]:
        if failures:
            raise failures.pop()
        return await heartbeats()

    monkeypatch.setattr(store, "heartbeats", unavailable_at_first)
    async with running_rooms(store) as rooms:
        watchdog = ClockWatchdog(rooms, store)
        await watchdog.open()
        assert store.latest is not None
        assert "waiting for the store: it is restarting" in caplog.text
        await watchdog.close()


@in_loop
async def test_downtime_is_credited() -> None:
    store, now = MemoryStore(), time.time()
    await store_game(store, game_row(clock=MINUTE, created=now - 600))
    store.latest = now - 590
    async with running_rooms(store) as rooms:
        watchdog = ClockWatchdog(rooms, store)
        await watchdog.open()
        (credit,) = store.events[GAME]
        assert (credit.kind, credit.side) == (EventKind.CREDIT, Color.WHITE)
        assert 590 <= float(credit.text) < 600
        deadline = store.statuses[GAME].deadline
        assert deadline is not None
        assert now + 50 < deadline < now + 60
        await watchdog.run_once()
        assert len(store.events[GAME]) == 1
        await watchdog.close()


@in_loop
async def test_a_credit_is_at_most_the_length_of_the_turn() -> None:
    store, now = MemoryStore(), time.time()
    await store_game(store, game_row(clock=MINUTE, created=now - 300))
    store.latest = now - 301
    async with running_rooms(store) as rooms:
        await ClockWatchdog(rooms, store).credit_downtime(since=now - 301, reconnect=5.0)
        (credit,) = store.events[GAME]
        assert 300 <= float(credit.text) < 310


@in_loop
async def test_a_clock_that_expired_before_the_downtime_stays_expired() -> None:
    store, now = MemoryStore(), time.time()
    await store_game(store, game_row(clock=MINUTE, created=now - 600))
    store.latest = now - 500
    async with running_rooms(store) as rooms:
        watchdog = ClockWatchdog(rooms, store)
        await watchdog.open()
        assert not store.events[GAME]
        await watchdog.run_once()
        assert [event.text for event in store.events[GAME]] == ["time"]
        await watchdog.close()


@in_loop
async def test_a_short_gap_between_heartbeats_is_not_downtime() -> None:
    store, now = MemoryStore(), time.time()
    await store_game(store, game_row(clock=MINUTE, created=now - 10))
    store.latest = now - 3
    async with running_rooms(store) as rooms:
        watchdog = ClockWatchdog(rooms, store)
        await watchdog.open()
        await watchdog.close()
        assert not store.events[GAME]
    assert store.latest >= now


@pytest.mark.parametrize(("down", "credited"), [(30.0, []), (90.0, [EventKind.CREDIT])])
@in_loop
async def test_a_short_restart_does_not_load_games_with_days_per_move(down: float, credited: list[EventKind]) -> None:
    store, now = MemoryStore(), time.time()
    await store_game(store, game_row(clock=ClockRule(kind="days", days=3), created=now - 200))
    store.latest = now - down
    async with running_rooms(store) as rooms:
        watchdog = ClockWatchdog(rooms, store)
        await watchdog.open()
        assert [event.kind for event in store.events[GAME]] == credited
        assert (store.loads > 0) is bool(credited)
        await watchdog.close()
