"""Who is helped, when, and what waits for it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from skep.pieces import Color
from skep.server.engines.pool import EngineLease, EnginePool, Priority
from skep.server.play.coach import coach as coaching
from skep.server.play.coach.coach import Coach
from skep.server.play.computer_player import ComputerPlayer
from skep.server.play.rooms import Rooms
from skep.server.schemas.coach import HelpRequest, HintRequest, KeepMove, SetCoaching, ThreatsRequest
from skep.server.schemas.game import ClockRule, Propose, Resign
from skep.server.schemas.protocol import AnyServerMessage
from skep.server.schemas.refusals import Refusal
from skep.server.store.records import Event, EventKind, GameRow
from tests.server.games import GAME, LINKS, game_row
from tests.server.memory import MemoryStore
from tests.server.play.coach.positions import ABOUT_TO_LOSE, EVEN, LOSING, QUIET, SAVING, board_after
from tests.server.rooms import SETTINGS, BusEnd, Listener, SharedBus, execute, in_loop, move, stored, until


class Place:
    """A table with a coach, where moves have been made."""

    def __init__(self, rooms: Rooms, pool: EnginePool, coach: Coach, store: MemoryStore, moves: list[str]) -> None:
        self.rooms, self.pool, self.coach, self.store, self.moves = rooms, pool, coach, store, moves
        self.anna = Listener("anna")

    async def ask(self, request: HelpRequest, watcher: Listener | None = None) -> Any:
        """The answer to a request, or its refusal."""
        told: list[AnyServerMessage] = []
        refusal = await self.coach.answer(request, watcher or self.anna, told.append)
        if isinstance(refusal, Refusal):
            return refusal
        await until(lambda: told, "an answer")
        return told[0]

    async def play(self, uhp: str) -> None:
        board = board_after(self.moves)
        chosen = board.parse_uhp(uhp)
        assert await execute(self.rooms, move(GAME, board.ply, str(chosen.piece), *chosen.to), self.anna) is None
        self.moves = [*self.moves, uhp]

    @property
    def ply(self) -> int:
        return len(self.moves)


@asynccontextmanager
async def a_table(
    moves: list[str], row: GameRow | None = None, *, on: bool = True, bus: BusEnd | None = None, store: Any = None
) -> AsyncIterator[Place]:
    """Anna, White, at a table against the first level, watching; ``on`` when she wants to be told of blunders."""
    row = row or game_row(level=1, game_type="Base")
    if store is None:
        store = MemoryStore()
        await stored(store, row)
        events = [Event(GAME, n + 1, EventKind.MOVE, Color(n % 2), uhp, 1001.0 + n) for n, uhp in enumerate(moves)]
        store.events[GAME] = events
    rooms, pool = Rooms(store, bus or SharedBus().end(), LINKS), EnginePool(1)
    coach = Coach(rooms, pool)
    computer = ComputerPlayer(rooms, pool, SETTINGS, before_reply=coach.wait_for_player)
    rooms.hooks += (coach.on_event, computer.on_event)
    await rooms.open()
    place = Place(rooms, pool, coach, store, moves)
    try:
        await rooms.watch(GAME, place.anna, 1)
        if on:
            await place.ask(SetCoaching(id=1, game=GAME, on=True))
        yield place
    finally:
        pool.close()
        await rooms.close()


def hint(ply: int, **fields: Any) -> HintRequest:
    return HintRequest(id=7, game=GAME, ply=ply, **fields)


REQUESTS = [
    hint(2),
    ThreatsRequest(id=7, game=GAME, ply=2),
    SetCoaching(id=7, game=GAME, on=True),
    KeepMove(id=7, game=GAME, ply=2),
]


# who is helped


@pytest.mark.parametrize("request_", REQUESTS, ids=lambda one: type(one).__name__)
@in_loop
async def test_nobody_is_helped_in_a_game_between_people(request_: HelpRequest) -> None:
    async with a_table(QUIET, game_row(game_type="Base"), on=False) as place:
        for player in (place.anna, Listener("ben")):
            assert (await place.ask(request_, player)).code == "no-help"


@pytest.mark.parametrize("request_", REQUESTS, ids=lambda one: type(one).__name__)
@in_loop
async def test_nobody_is_helped_at_one_screen(request_: HelpRequest) -> None:
    async with a_table(QUIET, game_row(game_type="Base", black="anna"), on=False) as place:
        assert (await place.ask(request_)).code == "no-help"


@pytest.mark.parametrize("request_", REQUESTS, ids=lambda one: type(one).__name__)
@in_loop
async def test_who_watches_is_not_helped(request_: HelpRequest) -> None:
    async with a_table(QUIET) as place:
        for stranger in (Listener("eve"), Listener()):
            assert (await place.ask(request_, stranger)).code == "not-your-game"


@in_loop
async def test_help_is_for_this_ply_on_ones_own_turn_as_long_as_the_game_goes_on() -> None:
    async with a_table(QUIET) as place:
        for request in (hint(0), hint(3), ThreatsRequest(id=7, game=GAME, ply=1)):
            assert (await place.ask(request)).code == "late"
        await execute(place.rooms, Resign(id=1, game=GAME), place.anna)
        for request in (hint(2), ThreatsRequest(id=7, game=GAME, ply=2)):
            assert (await place.ask(request)).code == "game-over"
    async with a_table(QUIET[:1]) as place:
        room = place.rooms.room(GAME)
        assert room.game is not None
        assert room.game.computer_to_move
        assert (await place.ask(hint(1))).code in ("not-your-turn", "late")


# hints and threats


@in_loop
async def test_a_hint_in_two_steps_and_two_languages() -> None:
    async with a_table(ABOUT_TO_LOSE) as place:
        first = await place.ask(hint(place.ply))
        assert (first.id, first.step, first.theme, first.pieces, first.move) == (7, 1, "save", ["wS2"], None)
        second = await place.ask(hint(place.ply, step=2, language="fr"))
        assert second.move.uhp == SAVING
        assert second.sentence.startswith("Avec l'araignée wS2 ici")


@in_loop
async def test_threats_with_what_to_draw() -> None:
    async with a_table(ABOUT_TO_LOSE) as place:
        told = await place.ask(ThreatsRequest(id=9, game=GAME, ply=place.ply))
        assert told.id == 9
        assert [(one.kind, one.move.piece, one.move.uhp) for one in told.threats] == [("win", "bG1", "bG1 /wS2")]
        assert told.queen.piece == "wQ"
        assert told.threats[0].move.to in [space.place for space in told.queen.spaces if "bG1" in space.black]


@in_loop
async def test_what_is_known_is_not_thought_of_again() -> None:
    async with a_table(EVEN) as place:
        first = await place.ask(hint(place.ply))
        place.pool.close()
        assert (await place.ask(hint(place.ply))) == first


@in_loop
async def test_a_question_is_dropped_when_the_game_goes_on() -> None:
    async with a_table(EVEN, on=False) as place:
        gate, told = threading.Event(), list[Any]()
        busy = asyncio.create_task(place.pool.run_preemptible("other", lambda _: gate.wait(5), priority=Priority.MOVE))
        await until(lambda: place.pool.busy == 1, "busy")
        for request in (hint(place.ply), ThreatsRequest(id=8, game=GAME, ply=place.ply)):
            assert await place.coach.answer(request, place.anna, told.append) is None
        await until(lambda: place.pool.waiting == 2, "both wait")
        await execute(place.rooms, Propose(id=1, game=GAME, what="takeback"), place.anna)
        await until(lambda: len(told) == 2, "refused")
        assert [(one.id, one.code) for one in told] == [(7, "late"), (8, "late")]
        gate.set()
        await busy


@in_loop
async def test_a_busy_server_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    async with a_table(EVEN, on=False) as place:
        monkeypatch.setattr(EnginePool, "can_accept", lambda *_: False)
        assert (await place.ask(hint(place.ply))).code == "busy"


@in_loop
async def test_help_waits_its_turn_among_the_analyses() -> None:
    """A computer player's move comes first, however much help is asked for."""
    async with a_table(EVEN, on=False) as place:
        order, gate = list[str](), threading.Event()
        busy = asyncio.create_task(place.pool.run_preemptible("other", lambda _: gate.wait(5), priority=Priority.MOVE))
        await until(lambda: place.pool.busy == 1, "busy")
        assert await place.coach.answer(hint(place.ply), place.anna, lambda _: order.append("hint")) is None
        await until(lambda: place.pool.waiting == 1, "it waits")

        def moves(_: EngineLease) -> None:
            order.append("move")

        later = asyncio.create_task(place.pool.run_preemptible("a move", moves, priority=Priority.MOVE))
        await until(lambda: place.pool.waiting == 2, "both wait")
        gate.set()
        await asyncio.gather(busy, later)
        await until(lambda: len(order) == 2, "both are done")
        assert order == ["move", "hint"]


# blunders


@in_loop
async def test_a_blunder_is_offered_back_to_the_player_alone_and_the_computer_waits() -> None:
    async with a_table(ABOUT_TO_LOSE) as place:
        eve, tab, quiet = Listener("eve"), Listener("anna"), Listener("anna")
        for client in (eve, tab, quiet):
            await place.rooms.watch(GAME, client, 1)
        await place.ask(SetCoaching(id=1, game=GAME, on=True, language="fr"), tab)
        await place.play(LOSING)
        await until(lambda: place.anna.of("offer"), "an offer")
        (offer,) = place.anna.of("offer")
        assert (offer["ply"], offer["blunder"], offer["move"]["piece"]) == (15, "loses", "bG1")
        assert offer["sentence"] == "That lets Black surround your queen bee. Take it back?"
        assert [one["sentence"][:13] for one in tab.of("offer")] == ["Après ce coup"]
        assert not eve.of("offer")
        assert not quiet.of("offer")
        await asyncio.sleep(0.2)
        assert len(place.store.events[GAME]) == 15, "the computer waits"
        assert await execute(place.rooms, Propose(id=1, game=GAME, what="takeback"), place.anna) is None
        assert place.anna.last["kind"] == "game"
        assert len(place.anna.last["moves"]) == 14
        assert (await place.ask(KeepMove(id=2, game=GAME, ply=15))).code == "nothing-proposed"
        # never twice for the same ply: this time the computer answers
        place.moves = ABOUT_TO_LOSE
        await place.play(LOSING)
        await until(lambda: len(place.store.events[GAME]) == 18, "the computer's move")
        assert len(place.anna.of("offer")) == 1


@in_loop
async def test_who_keeps_the_move_is_answered() -> None:
    async with a_table(ABOUT_TO_LOSE) as place:
        await place.play(LOSING)
        await until(lambda: place.anna.of("offer"), "an offer")
        assert (await place.ask(KeepMove(id=2, game=GAME, ply=14))).code == "nothing-proposed"
        assert (await place.ask(KeepMove(id=2, game=GAME, ply=15))).id == 2
        await until(lambda: len(place.store.events[GAME]) == 16, "the computer's move")


@in_loop
async def test_the_computer_does_not_wait_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coaching, "_OFFER_TIMEOUT", 0.3)
    async with a_table(ABOUT_TO_LOSE) as place:
        await place.play(LOSING)
        await until(lambda: place.anna.of("offer"), "an offer")
        await until(lambda: len(place.store.events[GAME]) == 16, "the computer's move")


@in_loop
async def test_it_does_not_lose_on_time_by_waiting() -> None:
    clock = ClockRule(kind="minutes", minutes=0.02)
    row = replace(game_row(level=1, game_type="Base", clock=clock), created=1000.0)
    async with a_table(ABOUT_TO_LOSE, row, on=False) as place:
        room = place.rooms.room(GAME)
        assert room.game is not None
        assert place.coach._timeout(room.game) <= 0.25 * 1.2


@pytest.mark.parametrize(
    ("level", "on", "uhp"),
    [(1, True, SAVING), (1, False, LOSING), (5, True, LOSING)],
    ids=["a good move", "switched off", "a higher level"],
)
@in_loop
async def test_nothing_is_offered(level: int, on: bool, uhp: str) -> None:
    async with a_table(ABOUT_TO_LOSE, game_row(level=level, game_type="Base"), on=on) as place:
        await place.play(uhp)
        await until(lambda: len(place.store.events[GAME]) == 16, "the computer's move")
        assert not place.anna.of("offer")


@in_loop
async def test_it_can_be_switched_off_again() -> None:
    async with a_table(ABOUT_TO_LOSE) as place:
        await place.ask(SetCoaching(id=2, game=GAME, on=False))
        await place.play(LOSING)
        await until(lambda: len(place.store.events[GAME]) == 16, "the computer's move")
        assert not place.anna.of("offer")


@in_loop
async def test_a_server_too_busy_to_judge_lets_the_computer_play(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coaching, "_JUDGE_TIMEOUT", 0.1)
    async with a_table(ABOUT_TO_LOSE) as place:
        monkeypatch.setattr(coaching, "find_blunder", lambda _before, _move, lent: _until_ended(lent))
        await place.play(LOSING)
        await until(lambda: len(place.store.events[GAME]) == 16, "the computer's move")
        assert not place.anna.of("offer")


def _until_ended(lent: EngineLease) -> None:
    while not lent.ended:
        threading.Event().wait(0.01)


@in_loop
async def test_another_process_leaves_the_answer_to_the_players() -> None:
    bus = SharedBus()
    async with (
        a_table(ABOUT_TO_LOSE, bus=bus.end()) as here,
        a_table(ABOUT_TO_LOSE, on=False, bus=bus.end(), store=here.store) as there,
    ):
        there.rooms.unwatch(GAME, there.anna)
        eve = Listener("eve")
        await there.rooms.watch(GAME, eve, 1)
        await until(lambda: there.rooms.room(GAME).presence().white, "Anna is known to be elsewhere")
        await here.play(LOSING)
        await until(lambda: here.anna.of("offer"), "an offer")
        await until(lambda: eve.of("moved"), "heard of it")
        await asyncio.sleep(0.3)
        assert len(here.store.events[GAME]) == 15
        await here.ask(KeepMove(id=2, game=GAME, ply=15))
        await until(lambda: len(here.store.events[GAME]) == 16, "the computer's move")
        assert not eve.of("offer")


def test_the_messages_are_what_the_socket_reads() -> None:
    from skep.server.schemas.protocol import ClientRequest

    decoder = msgspec.json.Decoder(ClientRequest)
    for request in REQUESTS:
        assert decoder.decode(msgspec.json.encode(request)) == request
    with pytest.raises(msgspec.ValidationError):
        decoder.decode(b'{"kind":"hint","id":1,"game":"abcdefghij","ply":1,"step":3}')
