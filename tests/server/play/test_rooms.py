"""Rooms: events are stored before they are broadcast, across processes and despite failures of the store."""

from __future__ import annotations

import asyncio
import json
import random
import time
from functools import partial

import msgspec
import pytest

from skep.pieces import Color
from skep.server.lobby.lobby import Lobby
from skep.server.play.bus_messages import PresenceReport
from skep.server.play.chat import Chat
from skep.server.play.commands import Commands
from skep.server.play.room import Room
from skep.server.play.rooms import Rooms, UnknownGame
from skep.server.play.server_time import ServerTime
from skep.server.play.watchdog import ClockWatchdog
from skep.server.realtime.bus import LocalBus
from skep.server.schemas.game import ClockRule, LegalMovesView, MakeMove, Propose, Reply, Resign
from skep.server.schemas.refusals import BUSY, UNCONFIRMED, Refusal
from skep.server.store.records import Event, EventKind, Guest, StoreOverloaded, StoreUnavailable
from tests.server.games import GAME, LINKS, game_row, random_choice, seed
from tests.server.memory import MemoryStore
from tests.server.rooms import (
    SETTINGS,
    Listener,
    SharedBus,
    execute,
    in_loop,
    move,
    running_rooms,
    store_game,
    until,
    watch_game,
)


@in_loop
async def test_a_move_is_stored_and_broadcast() -> None:
    store = MemoryStore()
    await store_game(store, game_row())
    async with running_rooms(store) as rooms:
        anna, ben, eve = Listener("anna"), Listener("ben"), Listener()
        for number, client in enumerate((anna, ben, eve), 1):
            await rooms.watch(GAME, client, number)
            assert (client.last["kind"], client.last["id"]) == ("game", number)
        assert [client.last["yours"] for client in (anna, ben, eve)] == [["white"], ["black"], []]
        assert await execute(rooms, move(GAME, 0, "wS1", 0, 0), anna) is None
        assert [event.text for event in store.events[GAME]] == ["wS1"]
        for client in (anna, ben, eve):
            assert (client.last["kind"], client.last["seq"], client.last["ply"]) == ("moved", 1, 1)
        refusal = await execute(rooms, move(GAME, 1, "bS1", 1, 0), eve)
        assert isinstance(refusal, Refusal)
        assert refusal.code == "not-your-game"
        await until(lambda: anna.of("presence"), "a presence message")
        assert anna.of("presence")[-1] == {
            "kind": "presence", "game": GAME, "white": True, "black": True, "watchers": 1, "claim": None,
        }  # fmt: skip


@in_loop
async def test_nothing_is_broadcast_before_it_is_stored() -> None:
    store = MemoryStore()
    await store_game(store, game_row())
    async with running_rooms(store) as rooms:
        anna, ben = await watch_game(rooms, "anna", "ben")
        store.failures = [StoreUnavailable("gone")]
        assert await execute(rooms, move(GAME, 0, "wS1", 0, 0), anna) == UNCONFIRMED
        assert not ben.of("moved")
        assert await execute(rooms, move(GAME, 0, "wB1", 0, 0), anna) is None
        assert [event.text for event in store.events[GAME]] == ["wB1"]
        store.failures = [StoreOverloaded()]
        assert await execute(rooms, move(GAME, 1, "bS1", 1, 0), ben) == BUSY
        assert await execute(rooms, move(GAME, 1, "bS1", 1, 0), ben) is None


@in_loop
async def test_a_move_stored_despite_an_error_is_broadcast_later() -> None:
    store = MemoryStore()
    await store_game(store, game_row())
    async with running_rooms(store) as rooms:
        anna, ben = await watch_game(rooms, "anna", "ben")
        store.failures, store.stores_before_failing = [StoreUnavailable("lost on the way back")], True
        assert await execute(rooms, move(GAME, 0, "wS1", 0, 0), anna) == UNCONFIRMED, "it may have been stored"
        await rooms.catch_up_all()
        await until(lambda: ben.of("moved"), "the move")
        assert ben.of("moved")[0]["move"]["uhp"] == "wS1"
        refusal = await execute(rooms, move(GAME, 0, "wS1", 0, 0), anna)
        assert isinstance(refusal, Refusal)
        assert refusal.code == "late"


async def submit_move(rooms: Rooms, command: MakeMove, client: Listener) -> Refusal | None:
    """Submit a move in an unlocked room and wait for its outcome."""
    answers = list[Refusal | None]()
    commands = Commands(rooms)
    assert commands.free_room(command, client) is not None
    commands.submit(command, client, answers.append)
    await until(lambda: answers, "an outcome")
    await until(lambda: not rooms.room(GAME).lock.held, "the lock released")
    assert len(answers) == 1
    return answers[0]


@in_loop
async def test_a_move_in_an_unlocked_room_is_checked_stored_and_broadcast() -> None:
    store = MemoryStore()
    await store_game(store, game_row())
    async with running_rooms(store) as rooms:
        anna, ben, eve = Listener("anna"), Listener("ben"), Listener()
        first = move(GAME, 0, "wS1", 0, 0)
        assert Commands(rooms).free_room(first, anna) is None, "not loaded"
        for client in (anna, ben, eve):
            await rooms.watch(GAME, client, 1)
        assert Commands(rooms).free_room(first, eve) is None, "not a player"
        assert await submit_move(rooms, move(GAME, 0, "wS1", 0, 0), anna) is None
        assert [event.text for event in store.events[GAME]] == ["wS1"]
        assert [client.last["move"]["uhp"] for client in (anna, ben, eve)] == ["wS1"] * 3
        for command, client, code in (
            (move(GAME, 1, "wS2", 1, 0), anna, "not-your-turn"),
            (move(GAME, 0, "bS1", 1, 0), ben, "late"),
            (move(GAME, 1, "bS1", 5, 5), ben, "illegal"),
        ):
            refusal = await submit_move(rooms, command, client)
            assert refusal is not None
            assert refusal.code == code
        for failure, code in ((StoreUnavailable("gone"), "unconfirmed"), (StoreOverloaded(), "busy")):
            store.failures = [failure]
            refusal = await submit_move(rooms, move(GAME, 1, "bS1", 1, 0), ben)
            assert refusal is not None
            assert refusal.code == code
            assert len(anna.of("moved")) == 1
            await rooms.wake(GAME)
        assert await submit_move(rooms, move(GAME, 1, "bS1", 1, 0), ben) is None
        assert len(store.events[GAME]) == 2


@in_loop
async def test_a_move_in_an_unlocked_room_is_checked_again_after_a_conflict() -> None:
    store, bus = MemoryStore(), SharedBus()
    bus.broken = True
    await store_game(store, game_row())
    async with running_rooms(store, bus.end()) as one, running_rooms(store, bus.end()) as two:
        first, second = Listener("anna"), Listener("anna")
        await one.watch(GAME, first, 1)
        await two.watch(GAME, second, 1)
        assert await submit_move(one, move(GAME, 0, "wS1", 0, 0), first) is None
        refusal = await submit_move(two, move(GAME, 0, "wB1", 0, 0), second)
        assert refusal is not None
        assert refusal.code == "late"
        assert second.last["move"]["uhp"] == "wS1"


@in_loop
async def test_a_move_in_an_unlocked_room_after_the_deadline_is_too_late() -> None:
    store = MemoryStore()
    row = game_row(clock=ClockRule(kind="minutes", minutes=1))
    await store_game(store, row)
    async with running_rooms(store) as rooms:
        anna = Listener("anna")
        await rooms.watch(GAME, anna, 1)
        room = rooms.room(GAME)
        assert room.game is not None
        room.game.clocks = room.game.clocks.after_outage(-1e9)
        refusal = await submit_move(rooms, move(GAME, 0, "wS1", 0, 0), anna)
        assert refusal is not None
        assert refusal.code == "game-over"
        assert [event.text for event in store.events[GAME]] == ["time"]


@in_loop
async def test_two_processes_exchange_their_events() -> None:
    store, bus = MemoryStore(), SharedBus()
    await store_game(store, game_row())
    async with running_rooms(store, bus.end()) as one, running_rooms(store, bus.end()) as two:
        anna, ben = Listener("anna"), Listener("ben")
        await one.watch(GAME, anna, 1)
        await two.watch(GAME, ben, 1)
        await until(lambda: anna.of("presence") and anna.of("presence")[-1]["black"], "the other process reports Ben")
        assert await execute(one, move(GAME, 0, "wS1", 0, 0), anna) is None
        await until(lambda: ben.of("moved"), "Anna's move")
        assert await execute(two, move(GAME, 1, "bS1", 1, 0), ben) is None
        await until(lambda: len(anna.of("moved")) == 2, "Ben's move")
        assert await execute(one, Propose(id=1, game=GAME, what="draw"), anna) is None
        await until(lambda: ben.last["kind"] == "game" and ben.last["proposals"], "the offer")
        assert await Chat(one).send(GAME, anna, "well?") is None
        await until(lambda: ben.of("chat"), "chat")
        one.unwatch(GAME, anna)
        await until(lambda: not ben.of("presence")[-1]["white"], "Anna has gone")


@in_loop
async def test_one_of_two_simultaneous_moves_is_stored() -> None:
    store, bus = MemoryStore(), SharedBus()
    bus.broken = True
    await store_game(store, game_row())
    async with running_rooms(store, bus.end()) as one, running_rooms(store, bus.end()) as two:
        first, second = Listener("anna"), Listener("anna")
        await one.watch(GAME, first, 1)
        await two.watch(GAME, second, 1)
        assert await execute(one, move(GAME, 0, "wS1", 0, 0), first) is None
        refusal = await execute(two, move(GAME, 0, "wB1", 0, 0), second)
        assert isinstance(refusal, Refusal)
        assert refusal.code == "late"
        assert second.last["move"]["uhp"] == "wS1"
        assert len(store.events[GAME]) == 1


@in_loop
async def test_missed_events_are_broadcast_after_a_gap_of_the_bus() -> None:
    store, bus = MemoryStore(), SharedBus()
    await store_game(store, game_row())
    async with running_rooms(store, bus.end()) as one, running_rooms(store, bus.end()) as two:
        anna, ben = Listener("anna"), Listener("ben")
        await one.watch(GAME, anna, 1)
        await two.watch(GAME, ben, 1)
        bus.broken = True
        await execute(one, move(GAME, 0, "wS1", 0, 0), anna)
        await asyncio.sleep(0.02)
        assert not ben.of("moved")
        bus.broken = False
        bus.ends[1].on_gap()
        await until(lambda: ben.of("moved"), "the missed move")


@in_loop
async def test_a_player_sees_a_move_that_a_process_stored_but_did_not_announce() -> None:
    store, bus = MemoryStore(), SharedBus()
    await store_game(store, game_row())
    async with running_rooms(store, bus.end()) as one, running_rooms(store, bus.end()) as two:
        anna, ben = Listener("anna"), Listener("ben")
        await one.watch(GAME, anna, 1)
        await two.watch(GAME, ben, 1)
        bus.broken = True  # as if the process died after storing the move
        await execute(one, move(GAME, 0, "wS1", 0, 0), anna)
        bus.broken = False
        assert not ben.of("moved")
        again = Listener("anna")
        await two.watch(GAME, again, 1)
        assert [played["uhp"] for played in again.of("game")[-1]["moves"]] == ["wS1"]
        assert len(ben.of("moved")) == 1


@in_loop
async def test_the_watchdog_finds_a_move_that_a_process_did_not_announce() -> None:
    store, bus = MemoryStore(), SharedBus()
    await store_game(store, game_row())
    async with running_rooms(store, bus.end()) as one, running_rooms(store, bus.end()) as two:
        anna, ben = Listener("anna"), Listener("ben")
        await one.watch(GAME, anna, 1)
        await two.watch(GAME, ben, 1)
        bus.broken = True
        await execute(one, move(GAME, 0, "wS1", 0, 0), anna)
        bus.broken = False
        await ClockWatchdog(two, store).run_once()
        await until(lambda: ben.of("moved"), "the move of the other process")


@in_loop
async def test_missing_sequence_numbers_are_loaded_from_the_store() -> None:
    store, bus = MemoryStore(), SharedBus()
    await store_game(store, game_row())
    async with running_rooms(store, bus.end()) as one, running_rooms(store, bus.end()) as two:
        anna, ben = Listener("anna"), Listener("ben")
        await one.watch(GAME, anna, 1)
        await one.watch(GAME, ben, 1)
        eve = Listener()
        await two.watch(GAME, eve, 1)
        bus.broken = True
        await execute(one, move(GAME, 0, "wS1", 0, 0), anna)
        bus.broken = False
        await execute(one, move(GAME, 1, "bS1", 1, 0), ben)
        await until(lambda: eve.last["seq"] == 2 if "seq" in eve.last else False, "both moves")
        assert (eve.last["kind"], len(eve.last["moves"])) == ("game", 2)


@in_loop
async def test_unused_rooms_are_dropped() -> None:
    store, bus = MemoryStore(), SharedBus()
    await store_game(store, game_row())
    end = bus.end()
    async with running_rooms(store, end) as rooms:
        anna = Listener("anna")
        await rooms.watch(GAME, anna, 1)
        assert end.games == {GAME}
        rooms.unwatch(GAME, anna)
        await until(lambda: not rooms.list_loaded() and not end.games, "dropped")
        with pytest.raises(UnknownGame):
            await rooms.watch("0000000000", anna, 1)
        await until(lambda: not rooms.list_loaded() and not end.games, "nothing is left of an unknown game")
        assert await execute(rooms, move(GAME, 0, "wS1", 0, 0), anna) is None
        await until(lambda: not rooms.list_loaded(), "dropped again")


@in_loop
async def test_a_dropped_game_is_not_replayed_but_catches_up(monkeypatch: pytest.MonkeyPatch) -> None:
    store, shared = MemoryStore(), SharedBus()
    await store_game(store, game_row())
    async with running_rooms(store, shared.end()) as here, running_rooms(store, shared.end()) as there:
        (anna,) = await watch_game(here, "anna")
        assert await execute(here, move(GAME, 0, "wS1", 0, 0), anna) is None
        here.unwatch(GAME, anna)
        assert here.list_loaded() == []
        (ben,) = await watch_game(there, "ben")
        assert await execute(there, move(GAME, 1, "bS1", 1, 0), ben) is None
        monkeypatch.setattr("skep.server.play.live_game.LiveGame.restore", None)  # would replay the game
        (anna,) = await watch_game(here, "anna")
        assert (anna.last["seq"], [played["uhp"] for played in anna.last["moves"]]) == (2, ["wS1", "bS1 wS1-"])


@in_loop
async def test_simultaneous_commands_are_handled_in_turn() -> None:
    store = MemoryStore()
    await store_game(store, game_row())
    async with running_rooms(store) as rooms:
        anna = Listener("anna")
        answers = await asyncio.gather(*(execute(rooms, move(GAME, 0, "wS1", 0, 0), anna) for _ in range(20)))
        assert answers.count(None) == 1
        assert {answer.code for answer in answers if answer is not None} == {"late"}
        assert store.loads <= 20


@in_loop
async def test_the_computer_replies() -> None:
    store, rng = MemoryStore(), random.Random(1)
    await store_game(store, game_row(level=2))
    async with running_rooms(store) as rooms:
        anna = Listener("anna")
        await rooms.watch(GAME, anna, 1)
        for ply in range(0, 12, 2):
            piece, to = random_choice_of(anna, rng)
            assert await execute(rooms, move(GAME, ply, piece, *(to or ())), anna) is None
            await until(partial(has_moves, anna, ply + 2), "the computer's move")
        rooms.unwatch(GAME, anna)
        await until(lambda: not rooms.list_loaded(), "dropped")
    assert [event.side for event in store.events[GAME]] == [Color.WHITE, Color.BLACK] * 6


def has_moves(client: Listener, count: int) -> bool:
    return len(client.of("moved")) == count


def random_choice_of(client: Listener, rng: random.Random) -> tuple[str | None, tuple[int, int] | None]:
    return random_choice(LegalMovesView(**client.last["legal"]), rng)


@in_loop
async def test_a_takeback_or_the_end_stops_the_computer() -> None:
    store = MemoryStore()
    await store_game(store, game_row(level=10))
    async with running_rooms(store, settings=msgspec.structs.replace(SETTINGS, move_seconds=30.0)) as rooms:
        anna = Listener("anna")
        await rooms.watch(GAME, anna, 1)
        await execute(rooms, move(GAME, 0, "wS1", 0, 0), anna)
        room = rooms.room(GAME)
        await until(lambda: room.thinking == 1, "thinking")
        assert await execute(rooms, Propose(id=1, game=GAME, what="takeback"), anna) is None
        assert room.thinking is None
        await execute(rooms, move(GAME, 0, "wB1", 0, 0), anna)
        assert room.thinking == 3
        assert await execute(rooms, Resign(id=1, game=GAME), anna) is None
        assert room.thinking is None
        rooms.unwatch(GAME, anna)
        await until(lambda: not rooms.list_loaded(), "the room is dropped")


@in_loop
async def test_the_computer_answers_a_draw_offer() -> None:
    store = MemoryStore()
    await store_game(store, game_row(level=1))
    async with running_rooms(store) as rooms:
        anna = Listener("anna")
        await rooms.watch(GAME, anna, 1)
        assert await execute(rooms, Propose(id=1, game=GAME, what="draw"), anna) is None
        await until(lambda: len(store.events[GAME]) == 2, "an outcome")
        answer = store.events[GAME][1]
        assert (answer.kind, answer.side, answer.text) == (EventKind.DECLINE, Color.BLACK, "draw")


@in_loop
async def test_a_rematch_is_a_new_game_with_colours_swapped() -> None:
    store = MemoryStore()
    await store_game(store, game_row())
    async with running_rooms(store) as rooms:
        anna, ben = await watch_game(rooms, "anna", "ben")
        await execute(rooms, Resign(id=1, game=GAME), ben)
        await execute(rooms, Propose(id=1, game=GAME, what="rematch"), ben)
        assert anna.last["proposals"] == [{"what": "rematch", "by": "black"}]
        assert await execute(rooms, Reply(id=1, game=GAME, what="rematch", accept=True), anna) is None
        following = anna.last["rematch"]
        assert [seat.guest for seat in store.rows[following].seats] == ["ben", "anna"]
        await store.claim_seat(seed(Color.WHITE), "annas-phone")
        phone = Listener("annas-phone")
        await rooms.watch(following, phone, 1)
        assert phone.last["yours"] == ["black"]
        stranger = Listener("eve")
        await rooms.watch(following, stranger, 1)
        assert stranger.last["yours"] == []


async def next_game(rooms: Rooms, anna: Listener, ben: Listener) -> str:
    """Resign as Ben, agree to a rematch and return its id."""
    await execute(rooms, Resign(id=1, game=GAME), ben)
    await execute(rooms, Propose(id=1, game=GAME, what="rematch"), ben)
    assert await execute(rooms, Reply(id=1, game=GAME, what="rematch", accept=True), anna) is None
    following = anna.last["rematch"]
    assert isinstance(following, str)
    return following


@in_loop
async def test_a_rematch_is_already_loaded_for_its_players() -> None:
    store = MemoryStore()
    await store_game(store, game_row())
    async with running_rooms(store) as rooms:
        anna, ben, visitor = Listener("anna"), Listener("ben"), Listener()
        clients = (anna, ben, Listener("eve"), visitor)
        for client in clients:
            await rooms.watch(GAME, client, 1)
        queries = store.loads, store.side_queries
        following = await next_game(rooms, anna, ben)
        for client in clients:
            rooms.unwatch(GAME, client)
            await rooms.watch(following, client, 2)
        assert [client.last["yours"] for client in clients] == [["black"], ["white"], [], []]
        assert (store.loads, store.side_queries) == queries
        assert await execute(rooms, move(following, 0, "wS1", 0, 0), ben) is None
        assert [event.text for event in store.events[following]] == ["wS1"]
        assert visitor.last["move"]["uhp"] == "wS1"


@in_loop
async def test_a_seat_claimed_before_watching_the_rematch_counts() -> None:
    store = MemoryStore()
    await store_game(store, game_row())
    async with running_rooms(store) as rooms:
        anna, ben, eve = await watch_game(rooms, "anna", "ben", "eve")
        following = await next_game(rooms, anna, ben)
        link = LINKS.make("seat", following, Color.WHITE, store.rows[following].seats[0].secret, time.time())
        assert await Lobby(rooms).claim_seat(Guest("eve", "Eve"), link) == following
        await rooms.watch(following, eve, 2)
        assert eve.last["yours"] == ["white"]


@in_loop
async def test_seats_claimed_by_link_are_looked_up_in_the_rematch() -> None:
    store = MemoryStore()
    await store_game(store, game_row())
    async with running_rooms(store) as rooms:
        anna, ben, other_tab = Listener("anna"), Listener("ben"), Listener("anna")
        for client in (anna, ben):
            await rooms.watch(GAME, client, 1)
        await store.claim_seat(seed(Color.BLACK), "anna")
        await rooms.watch(GAME, other_tab, 1)
        assert rooms.room(GAME).subscribers[anna] == set(Color), "all tabs of a guest share their seats"
        following = await next_game(rooms, anna, ben)
        queries = store.side_queries
        await rooms.watch(following, anna, 2)
        assert store.side_queries > queries


@in_loop
async def test_a_rematch_without_players_is_unloaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("skep.server.play.commands._REMATCH_EXPECTED", 0.05)
    store = MemoryStore()
    await store_game(store, game_row())
    async with running_rooms(store) as rooms:
        anna, ben, eve = await watch_game(rooms, "anna", "ben", "eve")
        following = await next_game(rooms, anna, ben)
        assert [room.id for room in rooms.list_loaded()] == [GAME, following]
        await until(lambda: len(rooms.list_loaded()) == 1, "the rematch is unloaded")
        await store.claim_seat(store.rows[following].seats[0].secret, "eve")
        await rooms.watch(following, eve, 1)
        assert eve.last["yours"] == ["white"]


@in_loop
async def test_a_rematch_whose_event_cannot_be_stored_leaves_no_open_game() -> None:
    store = MemoryStore()
    await store_game(store, game_row())
    async with running_rooms(store) as rooms:
        anna, ben = await watch_game(rooms, "anna", "ben")
        await execute(rooms, Resign(id=1, game=GAME), ben)
        await execute(rooms, Propose(id=1, game=GAME, what="rematch"), ben)
        accept = Reply(id=1, game=GAME, what="rematch", accept=True)
        for failure, refusal in ((StoreUnavailable("gone"), UNCONFIRMED), (StoreOverloaded(), BUSY)):
            store.failures = [failure]
            assert await execute(rooms, accept, anna) == refusal
            assert list(store.rows) == [GAME], "no game without its event"
            assert [room.id for room in rooms.list_loaded()] == [GAME]
        assert await execute(rooms, accept, anna) is None
        assert len(store.rows) == 2


@in_loop
async def test_a_cancelled_subscription_leaves_no_room_of_a_rematch() -> None:
    class StuckBus(LocalBus):
        stuck = False

        async def subscribe(self, game: str) -> None:
            if self.stuck:
                await asyncio.Event().wait()
            await super().subscribe(game)

    store, bus = MemoryStore(), StuckBus()
    await store_game(store, game_row())
    async with running_rooms(store, bus) as rooms:
        anna, ben = await watch_game(rooms, "anna", "ben")
        await execute(rooms, Resign(id=1, game=GAME), ben)
        await execute(rooms, Propose(id=1, game=GAME, what="rematch"), ben)
        bus.stuck = True
        accepting = asyncio.create_task(execute(rooms, Reply(id=1, game=GAME, what="rematch", accept=True), anna))
        await until(lambda: len(rooms.list_loaded()) == 2, "the rematch's room is prepared")
        for task in asyncio.all_tasks() - {accepting, asyncio.current_task()}:
            task.cancel()
        assert await accepting == UNCONFIRMED
        await until(lambda: [room.id for room in rooms.list_loaded()] == [GAME], "its room is dropped")


@in_loop
async def test_reading_a_game_stores_nothing() -> None:
    store = MemoryStore()
    await store_game(store, game_row())
    async with running_rooms(store) as rooms:
        _, ben = await watch_game(rooms, "anna", "ben")
        await store.claim_seat(seed(Color.WHITE), "phone")
        await execute(rooms, Resign(id=1, game=GAME), ben)
        await execute(rooms, Propose(id=1, game=GAME, what="rematch"), ben)
        await execute(rooms, Propose(id=2, game=GAME, what="rematch"), Listener("anna"))
        following = ben.last["rematch"]
        before = set(store.holders)
        state = json.loads(await Lobby(rooms).snapshot(following, Guest("phone", "")))
        assert state["yours"] == ["black"], "the seat of the game before is kept"
        assert store.holders == before, "a GET request must not write"


def test_reports_of_silent_processes_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    room, now = Room(GAME, LINKS, ServerTime(), LocalBus()), 1000.0
    monkeypatch.setattr("skep.server.play.room.time.monotonic", lambda: now)
    for number in range(100):
        now += 60.0
        room.set_remote_presence(PresenceReport(sender=f"process {number}", white=True, black=False, watchers=1))
    assert room.presence().watchers == 2, "only reports of the last 75 seconds count"
    assert len(room._remote) == 2


@in_loop
async def test_a_move_is_sent_with_its_path() -> None:
    store, bus = MemoryStore(), SharedBus()
    await store_game(store, game_row())
    async with running_rooms(store, bus.end()) as one, running_rooms(store, bus.end()) as two:
        here, there = Listener("anna"), Listener("ben")
        await one.watch(GAME, here, 1)
        await two.watch(GAME, there, 1)
        await execute(one, move(GAME, 0, "wS1", 0, 0), here)
        await until(lambda: there.of("moved"), "the other process broadcasts it")
        for client in (here, there):
            assert client.of("moved")[0]["path"] == {
                "kind": "place",
                "hexes": [[0, 0]],
                "thrower": None,
                "copied": None,
            }


@in_loop
async def test_an_expired_clock_ends_the_game_in_its_room() -> None:
    store = MemoryStore()
    await store_game(store, game_row(clock=ClockRule(kind="minutes", minutes=0.005), created=time.time()))
    async with running_rooms(store) as rooms:
        anna = Listener("anna")
        await rooms.watch(GAME, anna, 1)
        await until(lambda: anna.last.get("result"), "out of time")
        assert anna.last["result"] == {"winner": "black", "ending": "time"}


@in_loop
async def test_a_move_after_the_deadline_loses_on_time() -> None:
    store = MemoryStore()
    await store_game(store, game_row(clock=ClockRule(kind="minutes", minutes=1), created=time.time() - 120))
    async with running_rooms(store) as rooms:
        anna = Listener("anna")
        refusal = await execute(rooms, move(GAME, 0, "wS1", 0, 0), anna)
        assert isinstance(refusal, Refusal)
        assert refusal.code == "game-over"
        assert [(event.kind, event.text) for event in store.events[GAME]] == [(EventKind.END, "time")]


@in_loop
async def test_damaged_memory_is_rebuilt_from_the_store() -> None:
    store = MemoryStore()
    await store_game(store, game_row())
    async with running_rooms(store) as rooms:
        anna = Listener("anna")
        await rooms.watch(GAME, anna, 1)
        room = rooms.room(GAME)
        assert room.game is not None
        room.game.apply(Event(GAME, 1, EventKind.MOVE, Color.WHITE, "wB1", 2000.0))
        store.events[GAME] += [
            Event(GAME, 1, EventKind.MOVE, Color.WHITE, "wS1", 2000.0),
            Event(GAME, 2, EventKind.MOVE, Color.BLACK, "bS1 wS1-", 2001.0),
        ]
        room.stale = True
        await rooms.wake(GAME)
        assert [turn["uhp"] for turn in anna.last["moves"]] == ["wS1", "bS1 wS1-"]
