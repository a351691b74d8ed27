"""A side's clock starts after its first move; a game without a first move is aborted, not lost."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from msgspec import structs

from skep.pieces import Color
from skep.server.play.clocks import Clocks, with_first_move
from skep.server.play.downloads import pgn
from skep.server.play.live_game import LiveGame
from skep.server.play.new_games import new_row, rematch_row
from skep.server.play.rooms import Rooms
from skep.server.play.watchdog import ClockWatchdog
from skep.server.schemas.game import Abort, Clock, ClockRule, GameResult, Resign
from skep.server.schemas.lobby import ClockChoice, NewGame
from skep.server.store import SqlStore
from skep.server.store.records import Event, EventKind, Guest, Heartbeat
from tests.server.fake_time import FakeTime
from tests.server.games import GAME, game_row, play, random_move
from tests.server.memory import MemoryStore
from tests.server.rooms import Listener, execute, in_loop, move, running_rooms, store_game
from tests.server.store.helpers import opened

WHITE, BLACK = Color.WHITE, Color.BLACK
BLITZ = ClockRule(kind="minutes", minutes=3, increment=2, first_move=30)
DAILY = ClockRule(kind="days", days=2, first_move=86_400)
OLD = ClockRule(kind="minutes", minutes=3, increment=2)
"""The clock of a game that was created before there was a limit for the first move."""
ABORTED = GameResult(winner=None, ending="aborted")


@pytest.mark.parametrize(
    ("rule", "seconds"),
    [
        (ClockRule(kind="minutes", minutes=1), 30),
        (ClockRule(kind="minutes", minutes=5, increment=3), 30),
        (ClockRule(kind="minutes", minutes=10, increment=5), 60),
        (ClockRule(kind="minutes", minutes=30, increment=20), 300),
        (ClockRule(kind="days", days=3), 86_400),
        (ClockRule(), 0),
    ],
)
def test_the_limit_of_the_first_move_depends_on_the_speed(rule: ClockRule, seconds: int) -> None:
    assert with_first_move(rule, opponent_waits=True) == structs.replace(rule, first_move=seconds)


def test_nobody_waits_for_a_player_who_plays_the_computer() -> None:
    clock = ClockChoice(kind="minutes", minutes=3, increment=0)
    for opponent, seconds in (("friend", 30), ("computer", 86_400), ("here", 86_400)):
        row = new_row(GAME, NewGame(opponent=opponent, clock=clock), Guest("anna", "Anna"), 0.0)  # type: ignore[arg-type]
        assert row.clock.first_move == seconds


def test_no_clock_runs_before_both_sides_have_moved() -> None:
    clocks = Clocks.set_up(BLITZ, 100.0)
    assert clocks.deadline(WHITE) == 130.0
    assert clocks.view(WHITE, 110.0) == Clock(white=180_000, black=180_000, first_move=20_000)
    clocks = clocks.after_move(WHITE, 120.0)
    assert (clocks.left, clocks.deadline(BLACK)) == ((180.0, 180.0), 150.0)
    clocks = clocks.after_move(BLACK, 145.0)
    assert (clocks.left, clocks.deadline(WHITE)) == ((180.0, 180.0), 325.0)
    assert clocks.view(WHITE, 150.0) == Clock(white=175_000, black=180_000, running="white")
    assert clocks.after_move(WHITE, 155.0).left == (172.0, 180.0)


def test_a_takeback_to_the_first_turn_stops_the_clocks() -> None:
    clocks = Clocks.set_up(BLITZ, 100.0).after_move(WHITE, 110.0).after_move(BLACK, 120.0)
    back = clocks.after_takeback(WHITE, 130.0, 1)
    assert (back.left, back.deadline(BLACK)) == ((170.0, 180.0), 160.0)


@pytest.mark.parametrize("plies", [0, 1])
@pytest.mark.parametrize("rule", [BLITZ, DAILY])
def test_a_side_without_a_first_move_does_not_lose(rule: ClockRule, plies: int) -> None:
    game = LiveGame(game_row(clock=rule))
    play(game, plies)
    deadline = game.deadline
    assert deadline == game.clocks.since + rule.first_move
    assert game.decide_flag(deadline - 0.1) is None
    event = game.decide_flag(deadline)
    assert event is not None
    assert (event.kind, event.side, event.text) == (EventKind.END, Color(plies), "aborted")
    game.apply(event)
    assert game.result == ABORTED
    assert game.clocks.left == Clocks.set_up(rule, 0.0).left
    assert f'[Result "{"InProgress" if plies else "NotStarted"}"]' in pgn(game)
    assert '[Termination "aborted"]' in pgn(game)


@pytest.mark.parametrize("seed", range(20))
def test_no_side_loses_on_time_before_its_first_move(seed: int) -> None:
    """Whatever happens in a game, with takebacks back to the start too."""
    rng = random.Random(seed)
    game, now = LiveGame(game_row(clock=BLITZ, white="anna", black="anna")), 1000.0
    while game.result is None and game.seq < 60:
        now += rng.choice([1.0, 20.0, 29.0])
        due = game.decide_due(now, 0.0)
        if due is None and game.ply and rng.random() < 0.4:
            due = Event(GAME, game.seq + 1, EventKind.TAKEBACK, WHITE, str(rng.randrange(game.ply)), now)
        decided = due or game.decide(game.turn, random_move(game, rng), now)
        assert isinstance(decided, Event), decided
        if decided.text == "time":
            assert game.ply >= 2
        if decided.text == "aborted":
            assert game.ply < 2
        game.apply(decided)


def test_either_player_can_abort_before_the_second_move() -> None:
    for side in (WHITE, BLACK):
        game = LiveGame(game_row(clock=BLITZ))
        play(game, 1)
        assert isinstance(game.decide(side, Abort(id=1, game=GAME), 1002.0), Event)


def test_a_game_of_an_earlier_version_keeps_its_clock() -> None:
    game = LiveGame(game_row(clock=OLD))
    (event,) = play(game, 1, now=1010.0)
    assert event.at == 1010.0
    assert game.clocks.left == (172.0, 180.0)
    ending = game.decide_flag(1190.0)
    assert ending is not None
    assert ending.text == "time"


def test_the_rematch_of_a_game_of_an_earlier_version_has_the_new_clock() -> None:
    assert rematch_row(LiveGame(game_row(clock=OLD)), "next", 0.0).clock == BLITZ
    alone = LiveGame(game_row(clock=OLD, white="anna", black="anna"))
    assert rematch_row(alone, "next", 0.0).clock.first_move == 86_400


# in a running server


@asynccontextmanager
async def table(clock: ClockRule = BLITZ, *, interrupted: bool = False) -> AsyncIterator[tuple[FakeTime, Rooms]]:
    fake, store = FakeTime(), MemoryStore()
    await store_game(store, game_row(clock=clock, created=fake.wall))
    async with running_rooms(store, time=fake.server_time(interrupted=interrupted)) as rooms:
        yield fake, rooms


async def events(rooms: Rooms) -> list[tuple[EventKind, str]]:
    stored = await rooms.store.load(GAME)
    assert stored is not None
    return [(event.kind, event.text) for event in stored.events]


@in_loop
async def test_a_move_after_the_limit_is_refused_and_the_game_aborted() -> None:
    async with table() as (fake, rooms):
        anna = Listener("anna")
        await rooms.watch(GAME, anna, 1)
        fake.pass_(30.0)
        refusal = await execute(rooms, move(GAME, 0, "wS1", 0, 0), anna)
        assert refusal is not None
        assert refusal.code == "game-over"
        assert anna.last["result"] == {"winner": None, "ending": "aborted"}
        assert await events(rooms) == [(EventKind.END, "aborted")]


@in_loop
async def test_resigning_after_the_limit_is_not_a_loss() -> None:
    async with table() as (fake, rooms):
        anna = Listener("anna")
        await rooms.watch(GAME, anna, 1)
        fake.pass_(31.0)
        refusal = await execute(rooms, Resign(id=1, game=GAME), anna)
        assert refusal is not None
        assert await events(rooms) == [(EventKind.END, "aborted")]


@in_loop
async def test_an_interruption_is_credited_before_a_game_is_aborted() -> None:
    async with table(interrupted=True) as (fake, rooms):
        anna = Listener("anna")
        await rooms.watch(GAME, anna, 1)
        fake.pass_(50.0)
        assert await execute(rooms, move(GAME, 0, "wS1", 0, 0), anna) is None
        assert await events(rooms) == [(EventKind.CREDIT, "50.000"), (EventKind.MOVE, "wS1")]
        assert anna.last["clock"]["white"] == 180_000


@in_loop
async def test_days_need_no_timer() -> None:
    async with table(DAILY) as (_, rooms), rooms.use(GAME) as (room, game):
        assert not room.has_flag_timer
        assert game.deadline is not None
    async with table() as (_, rooms), rooms.use(GAME) as (room, _):
        assert room.has_flag_timer


# across a restart, in both databases


async def store_in(store: SqlStore, clock: ClockRule, created: float, moves: int) -> None:
    """Store a game of Anna and Ben with a few moves."""
    row = game_row(clock=clock, created=created)
    for name in ("anna", "ben"):
        await store.new_guest(Guest(name, name.title()), name)
    game = LiveGame(row)
    await store.create(row, game.status())
    rng = random.Random(1)
    for _ in range(moves):
        event = game.decide(game.turn, random_move(game, rng), created + 1.0)
        assert isinstance(event, Event)
        await store.append(event, game.status_after(event))
        game.apply(event)


@pytest.mark.parametrize(
    ("clock", "moves", "down", "passes", "ending"),
    [
        (BLITZ, 0, 10.0, 25.0, None),
        (BLITZ, 0, 500.0, 40.0, "aborted"),
        (BLITZ, 1, 500.0, 60.0, "aborted"),
        (BLITZ, 2, 500.0, 100.0, None),
        (BLITZ, 2, 500.0, 200.0, "time"),
        (OLD, 0, 500.0, 200.0, "time"),
        (DAILY, 0, 500.0, 86_500.0, "aborted"),
        (DAILY, 3, 500.0, 86_500.0, None),
        (DAILY, 3, 500.0, 172_900.0, "time"),
    ],
)
def test_a_restart_loses_nobodys_game(
    database_url: str, clock: ClockRule, moves: int, down: float, passes: float, ending: str | None
) -> None:
    """The server is down for a while, runs again, and then some more time passes before the next move."""

    async def test() -> None:
        fake = FakeTime()
        async with opened(database_url) as store:
            await store_in(store, clock, fake.wall, moves)
            await store.heartbeat(Heartbeat("before", fake.wall, fake.wall))
        for seconds in (down, passes):
            fake.pass_(seconds)
            if seconds == passes:  # the server was running
                async with opened(database_url) as store:
                    await store.heartbeat(Heartbeat("another", fake.wall, fake.wall), last=True)
            async with opened(database_url) as store, running_rooms(store, time=fake.server_time()) as rooms:
                watchdog = ClockWatchdog(rooms, store)
                await watchdog.open()
                await watchdog.run_once()
                await watchdog.close()
        async with opened(database_url) as store:
            stored = await store.load(GAME)
            assert stored is not None
            ends = [event.text for event in stored.events if event.kind is EventKind.END]
            assert ends == ([] if ending is None else [ending])
            assert stored.status.ended is (ending is not None)
            (listed,) = await store.games_of("anna")
            assert listed.aborted is (ending == "aborted")
            assert (await store.find_unarchived() == [GAME]) is (ending == "time" and moves >= 2)

    asyncio.run(test())
