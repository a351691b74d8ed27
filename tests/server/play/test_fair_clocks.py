"""No player loses on time because the server was interrupted, and a player who runs out of time still loses."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import pytest

from skep.server.play.rooms import Rooms
from skep.server.play.watchdog import ClockWatchdog
from skep.server.schemas.game import ClockRule, Resign
from skep.server.schemas.refusals import Refusal
from skep.server.store.records import Appended, Event, EventKind, GameStatus, StoreUnavailable
from tests.server.fake_time import FakeTime
from tests.server.games import GAME, game_row
from tests.server.memory import MemoryStore
from tests.server.rooms import Listener, SharedBus, execute, in_loop, move, running_rooms, store_game, until

SHORT = ClockRule(kind="minutes", minutes=0.25)
"""Fifteen seconds."""


@dataclass
class Table:
    """A game of Anna, who is to move, and Ben."""

    fake: FakeTime
    store: MemoryStore
    rooms: Rooms
    anna: Listener
    ben: Listener

    async def play(self, *, arrived: float | None = None) -> Refusal | None:
        """Let Anna play her first move."""
        return await execute(self.rooms, move(GAME, 0, "wS1", 0, 0), self.anna, arrived=arrived)

    @property
    def events(self) -> list[tuple[EventKind, str]]:
        return [(event.kind, event.text) for event in self.store.events[GAME]]

    @property
    def left(self) -> int:
        """Anna's time in milliseconds, as she sees it."""
        clock = self.anna.last["clock"]
        assert isinstance(clock["white"], int)
        return clock["white"]


@asynccontextmanager
async def table(*, clock: ClockRule = SHORT, interrupted: bool = True) -> AsyncIterator[Table]:
    fake, store = FakeTime(), MemoryStore()
    await store_game(store, game_row(clock=clock, created=fake.wall))
    async with running_rooms(store, time=fake.server_time(interrupted=interrupted)) as rooms:
        anna, ben = Listener("anna"), Listener("ben")
        await rooms.watch(GAME, anna, 1)
        await rooms.watch(GAME, ben, 1)
        yield Table(fake, store, rooms, anna, ben)


@in_loop
async def test_a_stopped_process_credits_the_time_before_a_move_counts() -> None:
    async with table() as game:
        game.fake.pass_(25.0)
        assert await game.play() is None
        assert game.events == [(EventKind.CREDIT, "25.000"), (EventKind.MOVE, "wS1")]
        assert game.left == 15_000


@in_loop
async def test_a_stopped_process_credits_the_time_before_a_flag_falls() -> None:
    async with table() as game:
        game.fake.pass_(25.0)
        await game.rooms.wake(GAME)
        await ClockWatchdog(game.rooms, game.store).run_once()
        assert game.events == [(EventKind.CREDIT, "25.000")]
        assert await game.play() is None


@in_loop
async def test_a_blocked_event_loop_costs_no_player_the_game() -> None:
    store = MemoryStore()
    async with running_rooms(store) as rooms:
        await store_game(store, game_row(clock=ClockRule(kind="minutes", minutes=1 / 60), created=rooms.time.now()))
        anna = Listener("anna")
        await rooms.watch(GAME, anna, 1)
        time.sleep(1.2)
        # the timer of the flag is overdue too, and may come first
        await asyncio.sleep(0)
        assert await execute(rooms, move(GAME, 0, "wS1", 0, 0), anna) is None
        assert anna.last["result"] is None


@in_loop
async def test_all_clocks_are_corrected_after_a_long_interruption() -> None:
    async with table(clock=ClockRule(kind="minutes", minutes=10)) as game:
        game.fake.pass_(25.0)
        await until(lambda: game.events, "the credit")
        assert game.events == [(EventKind.CREDIT, "25.000")]
        assert game.left == 600_000


@in_loop
async def test_an_interruption_is_credited_once() -> None:
    async with table(clock=ClockRule(kind="minutes", minutes=10)) as game:
        watchdog = ClockWatchdog(game.rooms, game.store)
        await watchdog.open()
        game.fake.pass_(25.0)
        await until(lambda: game.events, "the credit")
        await watchdog.run_once()
        await game.rooms.wake(GAME)
        assert game.events == [(EventKind.CREDIT, "25.000")]
        await watchdog.close()


@in_loop
async def test_a_short_interruption_is_credited_only_if_it_decides() -> None:
    async with table() as game:
        game.fake.pass_(0.5)
        assert await game.play() is None
        assert game.events == [(EventKind.MOVE, "wS1")]
        assert game.left == 14_500


@in_loop
async def test_time_that_was_not_lost_is_not_credited() -> None:
    """Anna had already used fourteen of her fifteen seconds."""
    async with table(interrupted=False) as game:
        game.fake.pass_(14.0)
        game.fake.pass_(25.0)
        game.rooms.time.add_gap(game.rooms.time.now() - 25.0)
        assert await game.play() is None
        assert game.left == 1_000


@in_loop
async def test_a_player_who_runs_out_of_time_loses() -> None:
    async with table(interrupted=False) as game:
        game.fake.pass_(15.0)
        refusal = await game.play()
        assert refusal is not None
        assert refusal.code == "game-over"
        assert game.events == [(EventKind.END, "time")]
        assert game.anna.last["result"] == {"winner": "black", "ending": "time"}


@in_loop
async def test_a_player_who_ran_out_of_time_before_an_interruption_loses() -> None:
    async with table(interrupted=False) as game:
        game.fake.pass_(16.0)
        gap = game.rooms.time.now()
        game.fake.pass_(25.0)
        game.rooms.time.add_gap(gap)
        await game.rooms.wake(GAME)
        assert game.events == [(EventKind.END, "time")]


@pytest.mark.parametrize("step", [600.0, -600.0], ids=["forward", "back"])
@in_loop
async def test_setting_the_machines_clock_changes_no_clock(step: float) -> None:
    async with table() as game:
        watchdog = ClockWatchdog(game.rooms, game.store)
        await watchdog.open()
        game.fake.wall += step
        await watchdog.run_once()
        await game.rooms.wake(GAME)
        assert await game.play() is None
        assert game.events == [(EventKind.MOVE, "wS1")]
        assert game.left == 15_000
        await watchdog.close()


@pytest.mark.parametrize("step", [600.0, -600.0], ids=["forward", "back"])
@in_loop
async def test_a_process_that_starts_after_the_clock_was_set_takes_over_the_time(step: float) -> None:
    fake, store, bus = FakeTime(), MemoryStore(), SharedBus()
    await store_game(store, game_row(clock=SHORT, created=fake.wall))
    async with running_rooms(store, bus.end(), time=fake.server_time(interrupted=False)) as one:
        first = ClockWatchdog(one, store)
        await first.open()
        fake.wall += step
        fake.pass_(2.0)
        await first.run_once()
        async with running_rooms(store, bus.end(), time=fake.server_time(interrupted=False)) as two:
            second = ClockWatchdog(two, store)
            await second.open()
            assert two.time.now() == one.time.now()
            await second.run_once()
            assert store.events[GAME] == []
            await second.close()
        await first.close()


@in_loop
async def test_the_time_of_games_does_not_go_back_when_the_clock_was_set_back_before_a_restart() -> None:
    fake, store = FakeTime(), MemoryStore()
    await store_game(store, game_row(clock=SHORT, created=fake.wall))
    store.latest = fake.wall + 5.0
    fake.wall -= 600.0
    async with running_rooms(store, time=fake.server_time(interrupted=False)) as rooms:
        watchdog = ClockWatchdog(rooms, store)
        await watchdog.open()
        assert rooms.time.now() == store.latest
        for _ in range(2):
            fake.pass_(5.0)
            await watchdog.run_once()
        assert store.statuses[GAME].ended, "the clock has continued from where it was"
        await watchdog.close()


@in_loop
async def test_server_time_follows_the_machines_clock_when_no_clock_is_running() -> None:
    async with table() as game:
        watchdog = ClockWatchdog(game.rooms, game.store)
        game.fake.wall += 600.0
        await watchdog.run_once()
        assert game.rooms.time.now() == game.fake.wall - 600.0
        assert await execute(game.rooms, Resign(id=1, game=GAME), game.anna) is None
        await watchdog.run_once()
        assert game.rooms.time.now() == game.fake.wall
        game.fake.wall -= 1200.0
        await watchdog.run_once()
        assert game.rooms.time.now() == game.fake.wall + 1200.0, "it never goes back"


@in_loop
async def test_a_message_that_arrived_in_time_counts_however_late_it_is_handled() -> None:
    async with table(interrupted=False) as game:
        arrived = game.fake.monotonic + 14.0
        async with game.rooms.use(GAME):
            playing = asyncio.create_task(game.play(arrived=arrived))
            await asyncio.sleep(0)
            game.fake.pass_(17.0)
        assert await playing is None
        assert game.events == [(EventKind.CREDIT, "3.000"), (EventKind.MOVE, "wS1")]
        assert game.left == 1_000


@in_loop
async def test_storing_the_credit_takes_no_time_from_the_player() -> None:
    async with table(interrupted=False) as game:
        arrived = game.fake.monotonic + 14.5
        append_nowait = game.store.append_nowait

        def append_slowly(event: Event, status: GameStatus, done: Appended) -> None:
            game.fake.pass_(2.0)
            append_nowait(event, status, done)

        game.store.append_nowait = append_slowly  # type: ignore[method-assign]
        game.fake.pass_(15.0)
        assert await game.play(arrived=arrived) is None
        assert game.events == [(EventKind.CREDIT, "0.500"), (EventKind.MOVE, "wS1")]
        assert game.anna.of("moved")[0]["clock"]["white"] == 0


@in_loop
async def test_a_message_that_arrived_too_late_does_not_count() -> None:
    async with table(interrupted=False) as game:
        game.fake.pass_(20.0)
        refusal = await game.play(arrived=game.fake.monotonic - 5.0)
        assert refusal is not None
        assert game.events == [(EventKind.END, "time")]


@in_loop
async def test_time_without_a_database_is_credited_before_a_flag_falls() -> None:
    async with table(interrupted=False) as game:
        watchdog = ClockWatchdog(game.rooms, game.store)
        await watchdog.open()
        game.fake.pass_(10.0)
        game.store.failures = [StoreUnavailable("gone")]
        assert await game.play() is not None
        game.fake.pass_(15.0)
        # the database is back, and the room's own timer comes before the next heartbeat
        await game.rooms.wake(GAME)
        assert [kind for kind, _ in game.events] == [EventKind.CREDIT]
        assert await game.play() is None
        await watchdog.close()


# several processes


@dataclass
class Processes:
    """Two processes. Anna, who is to move, is connected to the first and Ben to the second."""

    fake: FakeTime
    store: MemoryStore
    rooms: tuple[Rooms, Rooms]
    watchdogs: tuple[ClockWatchdog, ClockWatchdog]
    anna: Listener
    ben: Listener

    @property
    def events(self) -> list[EventKind]:
        return [event.kind for event in self.store.events[GAME]]

    async def stop_first(self, seconds: float) -> None:
        """Let time pass in which only the second process runs."""
        for _ in range(round(seconds / 5.0)):
            self.fake.pass_(5.0)
            await self.watchdogs[1].run_once()


@asynccontextmanager
async def two_processes(*, ben_watches: bool = True) -> AsyncIterator[Processes]:
    fake, store, bus = FakeTime(), MemoryStore(), SharedBus()
    await store_game(store, game_row(clock=SHORT, created=fake.wall))
    first, second = fake.server_time(interrupted=False), fake.server_time(interrupted=False)
    async with running_rooms(store, bus.end(), time=first) as one, running_rooms(store, bus.end(), time=second) as two:
        watchdogs = ClockWatchdog(one, store), ClockWatchdog(two, store)
        for watchdog in watchdogs:
            await watchdog._heartbeat()
        anna, ben = Listener("anna"), Listener("ben")
        await one.watch(GAME, anna, 1)
        if ben_watches:
            await two.watch(GAME, ben, 1)
            await until(lambda: two.room(GAME).presence().white, "the second process knows of Anna")
        yield Processes(fake, store, (one, two), watchdogs, anna, ben)


@in_loop
async def test_the_other_process_credits_the_silence_of_a_stopped_one() -> None:
    async with two_processes() as game:
        await game.stop_first(25.0)
        await game.rooms[1].wake(GAME)
        assert game.events == [EventKind.CREDIT]
        # the first process continues, and does not credit the time again
        game.rooms[0].time.add_gap(game.fake.wall - 25.0)
        assert await execute(game.rooms[0], move(GAME, 0, "wS1", 0, 0), game.anna) is None
        assert game.events == [EventKind.CREDIT, EventKind.MOVE]


@in_loop
async def test_a_request_of_the_opponent_does_not_end_the_game_of_a_silent_process() -> None:
    async with two_processes() as game:
        game.fake.pass_(16.0)
        assert await execute(game.rooms[1], Resign(id=1, game=GAME), game.ben) is None
        assert game.ben.last["result"] == {"winner": "white", "ending": "resignation"}


@in_loop
async def test_a_watchdog_leaves_games_alone_that_a_silent_process_may_serve() -> None:
    async with two_processes(ben_watches=False) as game:
        await game.stop_first(40.0)
        assert game.events == []
        await game.stop_first(60.0)
        assert game.events == [EventKind.END], "the silent process is forgotten"


@in_loop
async def test_a_process_that_is_not_connected_to_the_player_waits_before_the_flag_falls() -> None:
    async with two_processes() as game:
        assert game.rooms[1].room(GAME).grace() > 0
        assert game.rooms[0].room(GAME).grace() == 0
        game.fake.pass_(16.0)
        assert game.rooms[1].decide_due(game.rooms[1].room(GAME)) is None
