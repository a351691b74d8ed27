"""The keeper: lost clocks, abandoned thinking, the time in which no server ran."""

from __future__ import annotations

import time

from skep.pieces import Color
from skep.server.play.live_game import LiveGame
from skep.server.play.watchdog import ClockWatchdog
from skep.server.schemas.game import ClockRule
from skep.server.store.records import Event, EventKind
from tests.server.games import GAME, game_row
from tests.server.memory import MemoryStore
from tests.server.rooms import a_process, in_loop, stored, until

MINUTE = ClockRule(kind="minutes", minutes=1)


@in_loop
async def test_a_lost_clock_is_noticed_when_nobody_is_connected() -> None:
    store = MemoryStore()
    await stored(store, game_row(clock=MINUTE, created=time.time() - 61))
    async with a_process(store) as rooms:
        await ClockWatchdog(rooms, store).run_once()
        assert [(event.kind, event.text, event.side) for event in store.events[GAME]] == [
            (EventKind.END, "time", Color.BLACK)
        ]
        assert store.standings[GAME].ended
        await ClockWatchdog(rooms, store).run_once()
        assert len(store.events[GAME]) == 1


@in_loop
async def test_an_abandoned_computer_thinks_again() -> None:
    store = MemoryStore()
    row = game_row(level=2, created=time.time() - 100)
    await stored(store, row)
    table, event = LiveGame(row), Event(GAME, 1, EventKind.MOVE, Color.WHITE, "wS1", time.time() - 90)
    table.apply(event)
    await store.append(event, table.status())
    async with a_process(store) as rooms:
        keeper = ClockWatchdog(rooms, store)
        await keeper.run_once()
        await until(lambda: len(store.events[GAME]) == 2, "the computer's move")
        await keeper.close()


@in_loop
async def test_time_without_a_server_is_given_back() -> None:
    store, now = MemoryStore(), time.time()
    await stored(store, game_row(clock=MINUTE, created=now - 600))
    store.last_alive = now - 590
    async with a_process(store) as rooms:
        keeper = ClockWatchdog(rooms, store)
        await keeper.open()
        (credit,) = store.events[GAME]
        assert (credit.kind, credit.side) == (EventKind.CREDIT, Color.WHITE)
        assert 590 <= float(credit.text) < 600
        deadline = store.standings[GAME].deadline
        assert deadline is not None
        assert now + 50 < deadline < now + 60
        await keeper.run_once()
        assert len(store.events[GAME]) == 1
        await keeper.close()


@in_loop
async def test_a_turn_that_began_after_the_last_note_gets_no_more_than_it_lasted() -> None:
    store, now = MemoryStore(), time.time()
    await stored(store, game_row(clock=MINUTE, created=now - 300))
    store.last_alive = now - 301
    async with a_process(store) as rooms:
        await ClockWatchdog(rooms, store).credit_downtime(9999.0, since=now - 301)
        (credit,) = store.events[GAME]
        assert 300 <= float(credit.text) < 310


@in_loop
async def test_a_flag_that_fell_before_the_servers_went_stays_fallen() -> None:
    store, now = MemoryStore(), time.time()
    await stored(store, game_row(clock=MINUTE, created=now - 600))
    store.last_alive = now - 500
    async with a_process(store) as rooms:
        keeper = ClockWatchdog(rooms, store)
        await keeper.open()
        assert not store.events[GAME]
        await keeper.run_once()
        assert [event.text for event in store.events[GAME]] == ["time"]
        await keeper.close()


@in_loop
async def test_a_short_silence_is_no_interruption() -> None:
    store, now = MemoryStore(), time.time()
    await stored(store, game_row(clock=MINUTE, created=now - 10))
    store.last_alive = now - 3
    async with a_process(store) as rooms:
        keeper = ClockWatchdog(rooms, store)
        await keeper.open()
        await keeper.close()
        assert not store.events[GAME]
    assert store.last_alive >= now
