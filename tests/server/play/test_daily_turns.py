"""After every event of a daily game its players hear of it, once, and so they do after an interruption."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from skep.pieces import Color
from skep.server.notifications import Notifications
from skep.server.play.conditional_moves import ConditionalMoves
from skep.server.play.daily_turns import DailyTurns
from skep.server.play.live_game import LiveGame
from skep.server.play.rooms import Rooms
from skep.server.play.vacations import Vacations
from skep.server.realtime.bus import LocalBus
from skep.server.realtime.player_channels import PlayerChannels
from skep.server.schemas.game import ClockRule
from skep.server.store import SqlStore
from tests.server.browsers import Browser, TestClient
from tests.server.games import GAME, game_row
from tests.server.play.daily import Daily
from tests.server.play.test_conditional_moves import until as until_now
from tests.server.rooms import SharedBus, execute, in_loop, move, running_rooms, until, watch_game
from tests.server.store.helpers import ANN, BOB, opened

DAYS = ClockRule(kind="days", days=3)


class Process:
    """A process that handles daily turns, and counts what it announces."""

    def __init__(self, rooms: Rooms, store: SqlStore) -> None:
        self.rooms = rooms
        self.notifications = Notifications(store, PlayerChannels(LocalBus()))
        conditional, vacations = ConditionalMoves(rooms), Vacations(store, rooms.time.now)
        self.turns = DailyTurns(rooms, conditional, vacations, self.notifications, opening=0.3)
        self.announced: list[tuple[str, str]] = []
        notify = self.notifications.notify

        async def count(player: str, kind: Any, **data: Any) -> Any:
            found = await notify(player, kind, **data)
            if found is not None:
                self.announced.append((player, kind))
            return found

        self.notifications.notify = count  # type: ignore[assignment, method-assign]


@asynccontextmanager
async def process(store: SqlStore, bus: LocalBus | None = None, *, handles: bool = True) -> AsyncIterator[Process]:
    async with running_rooms(store, bus) as rooms:
        running = Process(rooms, store)
        if handles:
            rooms.event_hooks.append(running.turns.on_event)
        yield running


async def store_game(store: SqlStore, **changes: Any) -> None:
    for guest in (ANN, BOB):
        await store.new_guest(guest, f"token-{guest.id}")
    row = game_row(**{"clock": DAYS, "white": ANN.id, "black": BOB.id, "created": 1_790_000_000.0, **changes})
    await store.create(row, LiveGame(row).status())


@in_loop
async def test_two_processes_announce_a_turn_once(database_url: str) -> None:
    bus = SharedBus()
    async with opened(database_url) as one, opened(database_url) as two:
        await store_game(one, created=2e9)
        async with process(one, bus.end()) as here, process(two, bus.end()) as there:

            def was_notified(player: str) -> bool:
                return (player, "your-turn") in here.announced + there.announced

            (anna,), (bob,) = await watch_game(here.rooms, ANN.id), await watch_game(there.rooms, BOB.id)
            await until(lambda: was_notified(ANN.id), "White's turn")
            assert await execute(here.rooms, move(GAME, 0, "wS1", 0, 0), anna) is None
            await until(lambda: bob.of("moved"), "the move")
            # a turn that is over before anyone looks is not announced
            await until(lambda: was_notified(BOB.id), "Black's turn")
            assert await execute(there.rooms, move(GAME, 1, "bS1", 1, 0), bob) is None
            # the game was loaded before its first move, so White has heard of the start
            expected = sorted([(ANN.id, "your-turn")] * 2 + [(BOB.id, "your-turn"), (BOB.id, "game-started")])
            await until(lambda: len(here.announced + there.announced) >= 4, "the notifications")
            for running in (here, there):
                await running.turns.run_once(older=-1e9)
            assert sorted(here.announced + there.announced) == expected
            assert [each.kind for each in (await here.notifications.list(BOB.id)).notifications] == []
            (waiting,) = (await here.notifications.list(ANN.id)).notifications
            assert waiting.name == "Ben"


@pytest.mark.parametrize(
    "clock", [ClockRule(kind="minutes", minutes=5, increment=4), ClockRule()], ids=["fast", "none"]
)
@in_loop
async def test_the_start_of_a_game_that_is_not_daily_is_announced_to_those_who_have_not_opened_it(
    database_url: str, clock: ClockRule
) -> None:
    async with opened(database_url) as store:
        await store_game(store, created=2e9, clock=clock)
        async with process(store) as running:
            await watch_game(running.rooms, ANN.id)
            await until(lambda: running.announced, "the start")
            assert running.announced == [(BOB.id, "game-started")]


@in_loop
async def test_a_turn_is_handled_once_however_often_its_game_is_loaded_meanwhile(database_url: str) -> None:
    async with opened(database_url) as store:
        await store_game(store, created=2e9, clock=ClockRule())
        async with process(store) as running:
            handled: list[str] = []
            settle, notify, may_go_on = running.turns.settle, running.notifications.notify, asyncio.Event()

            async def settle_and_count(game: str) -> None:
                handled.append(game)
                await settle(game)

            async def notify_later(*args: Any, **data: Any) -> None:
                await may_go_on.wait()
                await notify(*args, **data)

            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(running.turns, "settle", settle_and_count)
                patch.setattr(running.notifications, "notify", notify_later)
                for _ in range(5):
                    await running.rooms.wake(GAME)
                    await until(lambda: not running.rooms.list_loaded(), "the room to be dropped")
                may_go_on.set()
                await until(lambda: len(running.announced) == 2, "the start")
            assert handled == [GAME]


@in_loop
async def test_a_turn_that_was_interrupted_is_found(database_url: str) -> None:
    async with opened(database_url) as store:
        await store_game(store, created=2e9)
        async with process(store, handles=False) as dead:
            (anna,) = await watch_game(dead.rooms, ANN.id)
            assert await execute(dead.rooms, move(GAME, 0, "wS1", 0, 0), anna) is None
        async with process(store, handles=False) as alive:
            await alive.turns.run_once(older=-1e9)
            assert alive.announced == [(BOB.id, "your-turn")]
            await alive.turns.run_once(older=-1e9)
            assert alive.announced == [(BOB.id, "your-turn")]
        async with process(store) as again:
            await again.rooms.wake(GAME)
            await again.turns.run_once(older=-1e9)
            assert again.announced == []


@in_loop
async def test_recent_turns_are_left_to_the_process_that_stored_them(database_url: str) -> None:
    async with opened(database_url) as store:
        await store_game(store, created=2e9)
        async with process(store, handles=False) as running:
            (anna,) = await watch_game(running.rooms, ANN.id)
            assert await execute(running.rooms, move(GAME, 0, "wS1", 0, 0), anna) is None
            await running.turns.run_once(older=2e9)
            assert running.announced == []


@in_loop
async def test_games_against_the_computer_and_on_one_screen_announce_nothing(database_url: str) -> None:
    async with opened(database_url) as store:
        await store_game(store, created=2e9, level=2)
        alone = game_row(game="sameplayer", clock=DAYS, white=ANN.id, black=ANN.id, created=2e9)
        await store.create(alone, LiveGame(alone).status())
        async with process(store) as running:
            for game in (GAME, "sameplayer"):
                await running.rooms.wake(game)
            await running.turns.run_once(older=-1e9)
            assert running.announced == []


def kinds(browser: Browser) -> list[tuple[str, str, bool | None]]:
    listed = browser.get("/api/notifications").json()["notifications"]
    return [(each["kind"], each["name"], each["won"]) for each in listed]


def has_turn(browser: Browser) -> bool:
    return any(kind == "your-turn" for kind, *_ in kinds(browser))


def test_players_hear_of_the_start_their_turn_and_the_end(server: TestClient) -> None:
    daily = Daily(server, registered=True)
    anna, ben = f"Anna {daily.number}", f"Ben {daily.number}"
    until_now(lambda: kinds(daily.ben) == [("game-started", anna, None)], "the start")
    until_now(lambda: kinds(daily.anna) == [("your-turn", ben, None)], "White's turn")
    daily.play("wS1 0,0")
    until_now(lambda: kinds(daily.ben) == [("your-turn", anna, None)], "Black's turn")
    until_now(lambda: kinds(daily.anna) == [], "the end of White's turn")
    daily.play("bS1 1,0")
    with daily.ben.live() as live:
        live.watch(daily.game)
        assert live.request("resign", game=daily.game)["kind"] == "done"
    until_now(lambda: kinds(daily.anna) == [("game-finished", ben, True)], "the victory")
    until_now(lambda: kinds(daily.ben) == [("game-finished", anna, False)], "the loss")


def test_the_page_hears_of_it_on_every_device(server: TestClient) -> None:
    daily = Daily(server, registered=True)
    phone = Browser(server)
    phone.sign_in(f"Ben {daily.number}")
    with phone.live() as live:
        live.request("ping")
        daily.play("wS1 0,0")
        message = live.until("notifications", unread=1)
        while (message["latest"] or {}).get("kind") != "your-turn":
            message = live.until("notifications", unread=1)
        assert message["latest"]["game"] == daily.game
        assert daily.ben.post("/api/notifications/read", {"game": daily.game}).json()["unread"] == 0
        live.until("notifications", unread=0)


def test_a_visitor_without_a_cookie_has_no_notifications(server: TestClient) -> None:
    assert Browser(server).get("/api/notifications").json() == {"notifications": [], "unread": 0}
    assert Browser(server).post("/api/notifications/read", {}).json() == {"notifications": [], "unread": 0}
    assert Browser(server).post("/api/notifications/read", {"notification": 1 << 63}).status_code == 422


def test_a_side_that_is_played_from_two_devices_is_told_on_both(server: TestClient) -> None:
    daily = Daily(server)
    second = Browser(server)
    secret = daily.state(daily.ben)["seat_links"]["black"]
    assert second.post("/api/seats", {"secret": secret}).status_code == 200
    daily.play("wS1 0,0")
    for browser in (daily.ben, second):
        until_now(lambda browser=browser: has_turn(browser), "the notification")  # type: ignore[misc]


def test_sides_are_numbered_as_the_queries_expect() -> None:
    assert (int(Color.WHITE), int(Color.BLACK)) == (0, 1)
