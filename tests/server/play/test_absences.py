"""A player whose opponent is gone may claim the game: after a fair delay, and never because of the server."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from time import monotonic
from typing import Any

import pytest

from skep.pieces import Color
from skep.server.moderation import player_statements
from skep.server.play.absences import PRESENCE_INTERVAL, Absences, claim_delay
from skep.server.play.live_game import LiveGame
from skep.server.play.rooms import Rooms
from skep.server.realtime.bus import LocalBus
from skep.server.schemas.game import Abort, Claim, ClockRule, GameResult
from skep.server.schemas.refusals import NOT_GONE
from skep.server.store import SqlStore
from skep.server.store.records import GameRow
from tests.server.fake_time import FakeTime
from tests.server.games import GAME, game_row
from tests.server.memory import MemoryStore
from tests.server.rooms import Listener, SharedBus, execute, in_loop, move, running_rooms, store_game, until
from tests.server.store.helpers import ANN, BOB, new_game, opened

BLITZ = ClockRule(kind="minutes", minutes=5, increment=3, first_move=30)
DAILY = ClockRule(kind="days", days=2, first_move=86_400)
CLAIM = Claim(id=9, game=GAME, what="win")


@pytest.mark.parametrize(
    ("rule", "delay"),
    [
        (ClockRule(kind="minutes", minutes=1), 30),
        (ClockRule(kind="minutes", minutes=5, increment=3), 30),
        (ClockRule(kind="minutes", minutes=10, increment=5), 60),
        (ClockRule(kind="minutes", minutes=30, increment=20), 120),
        (DAILY, None),
        (ClockRule(), None),
    ],
)
def test_the_delay_depends_on_the_speed(rule: ClockRule, delay: float | None) -> None:
    assert claim_delay(rule) == delay


def fresh_row(**options: Any) -> GameRow:
    """Return a game that was created at the time of the test's clock."""
    return game_row(created=FakeTime().wall, **options)


@dataclass
class _Table:
    rooms: Rooms
    time: FakeTime
    anna: Listener
    ben: Listener

    def claim(self, client: Listener | None = None) -> object:
        view = (client or self.anna).of("presence")[-1]["claim"]
        return None if view is None else (view["by"], view["after"])

    async def shown(self, expected: object) -> None:
        """Wait until Anna receives what may be claimed."""
        await until(lambda: self.anna.of("presence") and self.claim() == expected, f"the claim {expected}")


@asynccontextmanager
async def table(row: GameRow, *, plies: int = 3) -> AsyncIterator[_Table]:
    """Play the first moves of Anna and Ben, in one process."""
    time, store = FakeTime(), MemoryStore()
    await store_game(store, row)
    async with running_rooms(store, time=time.server_time(interrupted=False)) as rooms:
        anna, ben = Listener("anna"), Listener("ben")
        for client in (anna, ben):
            await rooms.watch(GAME, client, 1)
        moves = (("wS1", (0, 0)), ("bS1", (1, 0)), ("wQ", (-1, 0)), ("bQ", (2, 0)))
        for ply, (piece, to) in enumerate(moves[:plies]):
            assert await execute(rooms, move(GAME, ply, piece, *to), (anna, ben)[ply % 2]) is None
        yield _Table(rooms, time, anna, ben)


@in_loop
async def test_a_win_is_claimed_after_the_delay() -> None:
    async with table(fresh_row(clock=BLITZ)) as at:
        assert await execute(at.rooms, CLAIM, at.anna) == NOT_GONE
        at.rooms.unwatch(GAME, at.ben)
        await at.shown(("white", 30_000))
        at.time.pass_(29)
        assert await execute(at.rooms, CLAIM, at.anna) == NOT_GONE
        at.time.pass_(1)
        assert await execute(at.rooms, CLAIM, at.anna) is None
        assert at.anna.last["result"] == {"winner": "white", "ending": "left"}


@in_loop
async def test_a_draw_can_be_claimed_instead() -> None:
    async with table(fresh_row(clock=BLITZ)) as at:
        at.rooms.unwatch(GAME, at.ben)
        at.time.pass_(31)
        assert await execute(at.rooms, Claim(id=9, game=GAME, what="draw"), at.anna) is None
        assert at.anna.last["result"] == {"winner": None, "ending": "left"}


@in_loop
async def test_a_player_who_returns_keeps_the_game() -> None:
    async with table(fresh_row(clock=BLITZ)) as at:
        at.rooms.unwatch(GAME, at.ben)
        at.time.pass_(60)
        await at.rooms.watch(GAME, at.ben, 2)
        await at.shown(None)
        assert await execute(at.rooms, CLAIM, at.anna) == NOT_GONE
        at.rooms.unwatch(GAME, at.ben)
        await at.shown(("white", 30_000))


@in_loop
async def test_a_spectator_and_the_player_who_is_gone_claim_nothing() -> None:
    async with table(fresh_row(clock=BLITZ), plies=2) as at:
        at.rooms.unwatch(GAME, at.ben)
        at.time.pass_(100)
        tom = Listener("tom")
        await at.rooms.watch(GAME, tom, 1)
        assert (await execute(at.rooms, CLAIM, tom)).code == "not-your-game"  # type: ignore[union-attr]
        # it is Anna's turn, so her own clock runs
        assert await execute(at.rooms, CLAIM, at.anna) == NOT_GONE
        assert await execute(at.rooms, move(GAME, 2, "wQ", -1, 0), at.anna) is None
        await at.shown(("white", 30_000))
        await at.rooms.watch(GAME, at.ben, 1)
        assert await execute(at.rooms, CLAIM, at.ben) == NOT_GONE


@pytest.mark.parametrize(
    "row",
    [
        fresh_row(clock=DAILY),
        fresh_row(clock=ClockRule()),
        fresh_row(clock=BLITZ, white="anna", black="anna"),
    ],
    ids=["daily", "no clock", "one screen"],
)
@in_loop
async def test_some_games_are_never_claimed(row: GameRow) -> None:
    async with table(row, plies=0) as at:
        assert await execute(at.rooms, move(GAME, 0, "wS1", 0, 0), at.anna) is None
        second = at.anna if row.same_screen else at.ben
        assert await execute(at.rooms, move(GAME, 1, "bS1", 1, 0), second) is None
        assert await execute(at.rooms, move(GAME, 2, "wQ", -1, 0), at.anna) is None
        at.rooms.unwatch(GAME, at.ben)
        at.time.pass_(200)
        assert (await execute(at.rooms, CLAIM, at.anna)) is not None
        assert at.anna.of("presence") == [] or at.claim() is None


@in_loop
async def test_the_first_move_is_not_claimed() -> None:
    async with table(fresh_row(clock=BLITZ), plies=1) as at:
        at.rooms.unwatch(GAME, at.ben)
        at.time.pass_(29)
        assert await execute(at.rooms, CLAIM, at.anna) == NOT_GONE


@in_loop
async def test_an_interruption_of_the_server_does_not_count() -> None:
    async with table(fresh_row(clock=BLITZ)) as at:
        at.rooms.unwatch(GAME, at.ben)
        await at.shown(("white", 30_000))
        at.time.pass_(20)
        at.rooms.time.add_gap(at.rooms.time.now() - 15)
        at.time.pass_(10)
        assert await execute(at.rooms, CLAIM, at.anna) == NOT_GONE
        at.time.pass_(14)
        assert await execute(at.rooms, CLAIM, at.anna) == NOT_GONE
        at.time.pass_(6)
        assert await execute(at.rooms, CLAIM, at.anna) is None


@in_loop
async def test_a_restart_gives_everyone_time_to_return() -> None:
    time, store = FakeTime(), MemoryStore()
    await store_game(store, fresh_row(clock=ClockRule(kind="minutes", minutes=60)))
    anna, ben = Listener("anna"), Listener("ben")
    async with running_rooms(store, time=time.server_time(interrupted=False)) as rooms:
        for client in (anna, ben):
            await rooms.watch(GAME, client, 1)
        for ply, (client, piece, to) in enumerate(((anna, "wS1", (0, 0)), (ben, "bS1", (1, 0)), (anna, "wQ", (-1, 0)))):
            assert await execute(rooms, move(GAME, ply, piece, *to), client) is None
    time.pass_(600)
    async with running_rooms(store, time=time.server_time(interrupted=False)) as rooms:
        await rooms.watch(GAME, anna, 1)
        assert await execute(rooms, CLAIM, anna) == NOT_GONE
        time.pass_(119)
        assert await execute(rooms, CLAIM, anna) == NOT_GONE
        time.pass_(1)
        assert await execute(rooms, CLAIM, anna) is None


def _has_seen(clients: tuple[Listener, ...], ply: int) -> bool:
    return all(client.last.get("ply") == ply for client in clients)


@asynccontextmanager
async def two_processes() -> AsyncIterator[tuple[Rooms, Rooms, FakeTime, SharedBus, Listener, Listener]]:
    """Anna plays in one process and Ben in another; it is Ben's turn."""
    time, store, bus = FakeTime(), MemoryStore(), SharedBus()
    await store_game(store, fresh_row(clock=BLITZ))
    async with (
        running_rooms(store, bus.end(), time=time.server_time(interrupted=False)) as one,
        running_rooms(store, bus.end(), time=time.server_time(interrupted=False)) as two,
    ):
        anna, ben = Listener("anna"), Listener("ben")
        await one.watch(GAME, anna, 1)
        await two.watch(GAME, ben, 1)
        moves = ((one, anna, "wS1", (0, 0)), (two, ben, "bS1", (1, 0)), (one, anna, "wQ", (-1, 0)))
        for ply, (rooms, client, piece, to) in enumerate(moves):
            assert await execute(rooms, move(GAME, ply, piece, *to), client) is None
            await until(partial(_has_seen, (anna, ben), ply + 1), "the move")
        await until(lambda: one.find(GAME).presence().black, "the presence of Ben")  # type: ignore[union-attr]
        yield one, two, time, bus, anna, ben


@in_loop
async def test_a_player_connected_to_another_process_is_not_gone() -> None:
    async with two_processes() as (one, two, time, _, anna, ben):
        time.pass_(60)
        assert await execute(one, CLAIM, anna) == NOT_GONE
        two.unwatch(GAME, ben)
        await until(lambda: not one.find(GAME).presence().black, "the absence of Ben")  # type: ignore[union-attr]
        await until(lambda: anna.of("presence")[-1]["claim"], "the claim")
        assert anna.of("presence")[-1]["claim"] == {"by": "white", "after": 30_000}
        # Ben returns through the other process
        await one.watch(GAME, ben, 2)
        time.pass_(60)
        assert await execute(one, CLAIM, anna) == NOT_GONE
        one.unwatch(GAME, ben)
        time.pass_(30)
        assert await execute(one, CLAIM, anna) is None


@in_loop
async def test_nothing_is_claimed_while_the_processes_cannot_hear_each_other() -> None:
    async with two_processes() as (one, two, time, bus, anna, ben):
        two.unwatch(GAME, ben)
        await until(lambda: not one.find(GAME).presence().black, "the absence of Ben")  # type: ignore[union-attr]
        bus.broken = True
        await two.watch(GAME, ben, 2)  # which the first process cannot know
        time.pass_(120)
        assert await execute(one, CLAIM, anna) == NOT_GONE
        bus.broken = False
        two.republish_presence()
        await until(lambda: one.find(GAME).presence().black, "the presence of Ben")  # type: ignore[union-attr]
        assert await execute(one, CLAIM, anna) == NOT_GONE


class _JustConnected(LocalBus):
    alone = False

    @property
    def connected_since(self) -> float | None:
        return monotonic()


def test_reports_of_presence_are_awaited_after_a_reconnection() -> None:
    gone = Absences(_JustConnected())
    gone.update(100.0, white=True, black=False)
    assert gone.since(Color.BLACK, 200.0) == pytest.approx(200.0 + PRESENCE_INTERVAL, abs=1.0)
    assert gone.since(Color.WHITE, 200.0) is None


@in_loop
async def test_aborted_games_name_the_side_that_did_not_play() -> None:
    async with table(fresh_row(clock=BLITZ), plies=1) as at:
        assert await execute(at.rooms, Abort(id=3, game=GAME), at.anna) is None
        room = at.rooms.find(GAME)
        assert room is not None
        assert room.game is not None
        assert room.game.result == GameResult(winner=None, ending="aborted")
        store = at.rooms.store
        assert isinstance(store, MemoryStore)
        assert store.events[GAME][-1].side is Color.WHITE
        assert store.statuses[GAME].winner is None


@pytest.mark.parametrize("who", ["white", "black", "left"])
@in_loop
async def test_leavers_are_counted(who: str, database_url: str) -> None:
    time = FakeTime()
    async with opened(database_url) as store:
        await store.new_guest(ANN, "token-ann")
        await store.new_guest(BOB, "token-bob")
        async with running_rooms(store, time=time.server_time(interrupted=False)) as rooms:
            await leave(rooms, store, time, who)
        counts = [await store.read(partial(player_statements.left_games, guest.id, 20)) for guest in (ANN, BOB)]
    assert counts == [(int(who == "white"), 1), (int(who != "white"), 1)]


async def leave(rooms: Rooms, store: SqlStore, time: FakeTime, who: str) -> None:
    """Play a game that one side does not begin, or that Bob leaves and Ann claims as a draw."""
    row = new_game(clock=BLITZ, created=rooms.time.now())
    await store.create(row, LiveGame(row).status())
    ann, bob = Listener(ANN.id), Listener(BOB.id)
    for client in (ann, bob):
        await rooms.watch(row.id, client, 1)
    moves = ((ann, "wS1", (0, 0)), (bob, "bS1", (1, 0)), (ann, "wQ", (-1, 0)))
    for ply, (client, piece, to) in enumerate(moves[: {"white": 0, "black": 1, "left": 3}[who]]):
        assert await execute(rooms, move(row.id, ply, piece, *to), client) is None
    rooms.unwatch(row.id, bob)
    time.pass_(31)
    if who == "left":
        assert await execute(rooms, Claim(id=9, game=row.id, what="draw"), ann) is None
    else:
        await rooms.wake(row.id)
    stored = await store.load(row.id)
    assert stored is not None
    assert stored.status.ended
