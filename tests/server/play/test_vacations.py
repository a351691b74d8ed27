"""Vacations: clocks stand still on the player's turns, and the allowance cannot be stretched."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection

from skep.pieces import Color
from skep.server.accounts.statements import insert_account
from skep.server.http.problem_error import ProblemError
from skep.server.play.clocks import Clocks
from skep.server.play.live_game import LiveGame
from skep.server.play.vacations import Vacations
from skep.server.schemas.game import ClockRule
from skep.server.store import SqlStore
from skep.server.store.records import Event
from tests.server.browsers import Browser, TestClient, running_server, settings_in
from tests.server.games import game_row, play
from tests.server.play.daily import Daily
from tests.server.play.test_conditional_moves import until
from tests.server.store.helpers import ANN, opened, with_store

HOUR, DAY = 3600.0, 86_400.0
THREE_DAYS = ClockRule(kind="days", days=3)
START = 1_790_000_000.0


class Account:
    """Ann's vacations, at a time that the test sets."""

    def __init__(self, store: SqlStore) -> None:
        self.now = START
        self._vacations = Vacations(store, lambda: self.now)

    async def start(self, hours: int) -> str | None:
        """Start a vacation; return the code of the refusal, or None."""
        try:
            await self._vacations.start(ANN.id, hours)
        except ProblemError as error:
            return error.code
        return None

    async def end(self) -> None:
        await self._vacations.end(ANN.id)

    async def left(self) -> int:
        return (await self._vacations.status(ANN.id)).hours_left


async def register(store: SqlStore) -> Account:
    def insert(connection: Connection, maybe_done: bool) -> bool:
        return insert_account(ANN.id, "Ann", "ann", None, None, START, connection, maybe_done)

    await store.write(insert)
    return Account(store)


def test_a_vacation_counts_in_whole_hours_and_at_least_a_day(database_url: str) -> None:
    async def test(store: SqlStore) -> None:
        ann = await register(store)
        assert await ann.left() == 720
        assert await ann.start(100) is None
        assert await ann.left() == 620
        ann.now += 30.2 * HOUR
        await ann.end()
        assert await ann.left() == 720 - 31
        ann.now += 25 * HOUR
        assert await ann.start(48) is None
        ann.now += 60
        await ann.end()
        assert await ann.left() == 720 - 31 - 24, "even if it lasts a minute"
        await ann.end()
        assert await ann.left() == 720 - 31 - 24

    with_store(database_url, test)


def test_vacations_cannot_follow_each_other_at_once(database_url: str) -> None:
    async def test(store: SqlStore) -> None:
        ann = await register(store)
        assert await ann.start(24) is None
        assert await ann.start(24) == "on-vacation"
        ann.now += 24 * HOUR
        assert await ann.start(24) == "vacation-pause"
        ann.now += 24 * HOUR - 1
        assert await ann.start(24) == "vacation-pause"
        ann.now += 1
        assert await ann.start(24) is None

    with_store(database_url, test)


def test_thirty_days_in_any_year(database_url: str) -> None:
    async def test(store: SqlStore) -> None:
        ann = await register(store)
        assert await ann.start(20 * 24) is None
        ann.now += 21 * DAY
        assert await ann.start(11 * 24) == "vacation-used"
        assert await ann.start(10 * 24) is None
        ann.now += 11 * DAY
        assert await ann.left() == 0
        ann.now = START + 365 * DAY - 1
        assert await ann.start(24) == "vacation-used"
        ann.now = START + 365 * DAY
        assert await ann.left() == 20 * 24, "a year after the first vacation began"
        assert await ann.start(24) is None

    with_store(database_url, test)


def test_two_devices_cannot_start_two_vacations(database_url: str) -> None:
    async def run() -> None:
        async with opened(database_url) as one, opened(database_url) as two:
            await one.new_guest(ANN, "token-ann")
            await register(one)
            accounts = [Account(store) for store in (one, two) * 3]
            results = await asyncio.gather(*(account.start(48) for account in accounts))
            assert sorted(result or "" for result in results) == ["", *["on-vacation"] * 5]
            assert await accounts[0].left() == 720 - 48

    asyncio.run(run())


def test_the_clock_stands_still_and_then_goes_on() -> None:
    clocks = Clocks.set_up(THREE_DAYS, 0.0).after_move(Color.WHITE, 0.0)
    paused = clocks.with_pause(DAY, 11 * DAY)
    assert paused.deadline(Color.BLACK) == 13 * DAY, "two of three days were left"
    for now in (DAY, 5 * DAY, 11 * DAY):
        view = paused.view(Color.BLACK, now)
        assert view is not None
        assert view.black == 2 * DAY * 1000
        assert view.vacation == (None if now == 11 * DAY else (11 * DAY - now) * 1000)
        assert view.running == ("black" if now == 11 * DAY else None)
    after = paused.view(Color.BLACK, 12 * DAY)
    assert after is not None
    assert (after.black, after.running) == (DAY * 1000, "black")


def test_returning_early_gives_back_only_the_time_that_has_passed() -> None:
    clocks = Clocks.set_up(THREE_DAYS, 0.0).after_move(Color.WHITE, 0.0).with_pause(DAY, 11 * DAY)
    returned = clocks.with_pause(4 * DAY, 4 * DAY)
    assert returned.deadline(Color.BLACK) == 6 * DAY
    assert returned.with_pause(5 * DAY, 7 * DAY).deadline(Color.BLACK) == 8 * DAY, "a second vacation in the same turn"


def test_a_move_starts_the_other_clock() -> None:
    clocks = Clocks.set_up(THREE_DAYS, 0.0).after_move(Color.WHITE, 0.0).with_pause(DAY, 11 * DAY)
    assert clocks.after_move(Color.BLACK, 2 * DAY).deadline(Color.WHITE) == 5 * DAY
    assert clocks.after_takeback(Color.BLACK, 2 * DAY, 0).deadline(Color.WHITE) == 5 * DAY


def test_events_of_a_vacation_give_the_same_clock_in_every_process() -> None:
    game = LiveGame(game_row(clock=THREE_DAYS))
    events = play(game, 3)
    now = events[-1].at
    for until_, at in ((now + 10 * DAY, now + HOUR), (0.0, now + DAY)):
        event = game.decide_vacation(until_, at)
        assert event is not None
        status = game.status_after(event)
        game.apply(event)
        events.append(event)
        assert status.deadline == game.deadline
        assert game.decide_vacation(until_, at) is None, "once"
    copy = LiveGame(game.row)
    for event in events:
        copy.apply(event)
    assert copy.deadline == game.deadline == now + 3 * DAY + (DAY - HOUR)
    assert copy.decide_vacation(0.0, now + 2 * DAY) is None


@pytest.mark.parametrize("clock", [ClockRule(), ClockRule(kind="minutes", minutes=5, increment=3)])
def test_other_clocks_do_not_stand_still(clock: ClockRule) -> None:
    game = LiveGame(game_row(clock=clock))
    play(game, 3)
    assert game.decide_vacation(1e9, 1010.0) is None


def test_an_interruption_of_the_server_is_not_credited_on_top() -> None:
    game = LiveGame(game_row(clock=THREE_DAYS))
    now = play(game, 3)[-1].at
    event = game.decide_vacation(now + 10 * DAY, now + DAY)
    assert isinstance(event, Event)
    game.apply(event)
    assert game.uncredited_since == now + 10 * DAY
    assert game.decide_due(now + 5 * DAY, max(0.0, now + 5 * DAY - game.uncredited_since)) is None


@pytest.fixture
def daily(server: TestClient) -> Iterator[Daily]:
    """A daily game of two accounts, after two moves."""
    game = Daily(server, registered=True)
    game.play("wS1 0,0", "bS1 1,0")
    yield game
    for browser in (game.anna, game.ben):
        browser.delete("/api/vacation")


def clock_of(daily: Daily, browser: Browser) -> tuple[str | None, bool]:
    """Return whose clock runs, and whether it stands still for a vacation."""
    clock = daily.state(browser)["clock"]
    return clock["running"], clock["vacation"] is not None


def test_a_vacation_stops_the_clock_on_the_players_own_turn(daily: Daily) -> None:
    status = daily.anna.put("/api/vacation", {"hours": 72})
    assert status.status_code == 200, status.text
    for browser in (daily.anna, daily.ben):
        assert clock_of(daily, browser) == (None, True)
    seen = daily.ben.get(f"/api/games/{daily.game}/daily").json()
    assert (seen["white_vacation"], seen["black_vacation"]) == (status.json()["until"], None)
    until(lambda: daily.ben.get("/api/notifications").json()["notifications"], "a notification")
    (notice,) = daily.ben.get("/api/notifications").json()["notifications"]
    assert (notice["kind"], notice["until"]) == ("vacation", status.json()["until"])
    daily.play("wQ -1,0")
    assert clock_of(daily, daily.ben) == ("black", False), "the opponent's clock runs"
    assert daily.anna.delete("/api/vacation").json()["until"] is None


def test_a_vacation_on_the_opponents_turn_begins_with_their_move(daily: Daily) -> None:
    assert daily.ben.put("/api/vacation", {"hours": 24}).status_code == 200
    assert clock_of(daily, daily.ben) == ("white", False)
    daily.play("wQ -1,0")
    until(lambda: clock_of(daily, daily.anna) == (None, True), "the clock to stop")
    assert daily.ben.delete("/api/vacation").status_code == 200
    assert clock_of(daily, daily.ben) == ("black", False)
    clock = daily.state()["clock"]
    assert 0 <= 3 * DAY * 1000 - clock["black"] < 60_000


def test_a_vacation_also_counts_against_the_computer(server: TestClient) -> None:
    player = Browser(server)
    player.register("Traveller")
    game = player.make(opponent="computer", level=1, clock={"kind": "days", "days": 2})
    assert player.put("/api/vacation", {"hours": 24}).status_code == 200
    with player.live() as live:
        seen = live.watch(game)
        assert seen["clock"]["vacation"] is not None
        assert live.request("move", game=game, ply=0, piece="wS1", to=(0, 0))["kind"] == "done"
        while (clock := live.until("game")["clock"])["vacation"] is None:
            pass
        assert clock["vacation"] > 0


def test_a_guest_has_no_vacation(server: TestClient) -> None:
    guest = Browser(server)
    for answer in (
        guest.get("/api/vacation"),
        guest.put("/api/vacation", {"hours": 24}),
        guest.delete("/api/vacation"),
    ):
        assert (answer.status_code, answer.json()["code"]) == (401, "sign-in-required")


@pytest.mark.parametrize("hours", [0, 23, 721, 24.5, "24", -24])
def test_the_length_of_a_vacation_is_bounded(server: TestClient, hours: object) -> None:
    browser = Browser(server)
    browser.register(f"Bounded {abs(hash(hours)) % 10**9}")
    assert browser.put("/api/vacation", {"hours": hours}).status_code == 422


def test_a_vacation_that_was_interrupted_is_applied_after_a_restart(tmp_path: Path) -> None:
    settings = settings_in(tmp_path)
    with pytest.MonkeyPatch.context() as patch, running_server(settings) as server:
        patch.setattr("skep.server.play.daily_turns.DailyTurns._apply_vacation", _do_nothing)
        daily = Daily(server, registered=True)
        daily.play("wS1 0,0", "bS1 1,0")
        assert daily.anna.put("/api/vacation", {"hours": 24}).status_code == 200
        assert clock_of(daily, daily.anna) == ("white", False)
    with running_server(settings) as server:
        anna = Browser(server)
        anna.headers = daily.anna.headers
        until(lambda: anna.get(f"/api/games/{daily.game}").json()["clock"]["vacation"], "the clock to stop")


async def _do_nothing(*_: object) -> None:
    """Stand for a process that was killed."""


def test_expired_clocks_respect_a_vacation(database_url: str) -> None:
    """The watchdog finds expired clocks by the deadline that is stored with the event."""

    async def test(store: SqlStore) -> None:
        row = game_row(clock=THREE_DAYS, white=ANN.id, black="guest-bob", created=START)
        game = LiveGame(row)
        await store.create(row, game.status())
        before = LiveGame(row)
        for event in play(game, 2, now=START + 1):
            status = before.status_after(event)
            assert await store.append(event, status)
            before.apply(event)
        away = game.decide_vacation(START + 10 * DAY, START + DAY)
        assert away is not None
        assert await store.append(away, game.status_after(away))
        assert await store.expired_clocks(START + 11 * DAY) == []
        assert await store.expired_clocks(START + 13 * DAY) == [row.id]
        stored = await store.load(row.id)
        assert stored is not None
        assert LiveGame.restore(stored).deadline == stored.status.deadline

    with_store(database_url, test)
