"""Which players get help, when, and how long the computer waits for them."""

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
from skep.server.engines.pool import EngineLease, EnginePool
from skep.server.engines.scheduler import Priority, Scheduler
from skep.server.play.coach import takebacks
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
from tests.server.rooms import SETTINGS, BusEnd, Listener, SharedBus, execute, in_loop, move, store_game, until


class CoachedGame:
    """A game with a coach in which some moves have been made."""

    def __init__(self, rooms: Rooms, pool: EnginePool, coach: Coach, store: MemoryStore, moves: list[str]) -> None:
        self.rooms, self.pool, self.coach, self.store, self.moves = rooms, pool, coach, store, moves
        self.anna = Listener("anna")

    async def request(self, request: HelpRequest, watcher: Listener | None = None) -> Any:
        """Return the response to a request, or its refusal."""
        replies: list[AnyServerMessage] = []
        refusal = await self.coach.answer(request, watcher or self.anna, replies.append)
        if isinstance(refusal, Refusal):
            return refusal
        await until(lambda: replies, "a reply")
        return replies[0]

    async def play(self, uhp: str) -> None:
        board = board_after(self.moves)
        chosen = board.parse_uhp(uhp)
        assert await execute(self.rooms, move(GAME, board.ply, str(chosen.piece), *chosen.to), self.anna) is None
        self.moves = [*self.moves, uhp]

    @property
    def ply(self) -> int:
        return len(self.moves)


@asynccontextmanager
async def coached_game(
    moves: list[str], row: GameRow | None = None, *, on: bool = True, bus: BusEnd | None = None, store: Any = None
) -> AsyncIterator[CoachedGame]:
    """Start a game of Anna, as White, against the first level. ``on`` turns coaching on for her."""
    row = row or game_row(level=1, game_type="Base")
    if store is None:
        store = MemoryStore()
        await store_game(store, row)
        events = [Event(GAME, n + 1, EventKind.MOVE, Color(n % 2), uhp, 1001.0 + n) for n, uhp in enumerate(moves)]
        store.events[GAME] = events
    rooms, pool = Rooms(store, bus or SharedBus().end(), LINKS), EnginePool(1)
    coach = Coach(rooms, pool)
    computer = ComputerPlayer(rooms, pool, SETTINGS, before_reply=coach.wait_for_player)
    rooms.hooks += (coach.on_event, computer.on_event)
    await rooms.open()
    game = CoachedGame(rooms, pool, coach, store, moves)
    try:
        await rooms.watch(GAME, game.anna, 1)
        if on:
            await game.request(SetCoaching(id=1, game=GAME, on=True))
        yield game
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


# permission


@pytest.mark.parametrize("request_", REQUESTS, ids=lambda request: type(request).__name__)
@in_loop
async def test_help_is_refused_in_a_game_between_people(request_: HelpRequest) -> None:
    async with coached_game(QUIET, game_row(game_type="Base"), on=False) as game:
        for player in (game.anna, Listener("ben")):
            assert (await game.request(request_, player)).code == "no-help"


@pytest.mark.parametrize("request_", REQUESTS, ids=lambda request: type(request).__name__)
@in_loop
async def test_help_is_refused_in_a_game_on_one_screen(request_: HelpRequest) -> None:
    async with coached_game(QUIET, game_row(game_type="Base", black="anna"), on=False) as game:
        assert (await game.request(request_)).code == "no-help"


@pytest.mark.parametrize("request_", REQUESTS, ids=lambda request: type(request).__name__)
@in_loop
async def test_help_is_refused_to_spectators(request_: HelpRequest) -> None:
    async with coached_game(QUIET) as game:
        for stranger in (Listener("eve"), Listener()):
            assert (await game.request(request_, stranger)).code == "not-your-game"


@in_loop
async def test_help_is_limited_to_the_current_ply_and_the_players_turn() -> None:
    async with coached_game(QUIET) as game:
        for request in (hint(0), hint(3), ThreatsRequest(id=7, game=GAME, ply=1)):
            assert (await game.request(request)).code == "late"
        await execute(game.rooms, Resign(id=1, game=GAME), game.anna)
        for request in (hint(2), ThreatsRequest(id=7, game=GAME, ply=2)):
            assert (await game.request(request)).code == "game-over"
    async with coached_game(QUIET[:1]) as game:
        room = game.rooms.room(GAME)
        assert room.game is not None
        assert room.game.computer_to_move
        assert (await game.request(hint(1))).code in ("not-your-turn", "late")


# hints and threats


@in_loop
async def test_hints_come_in_two_steps_and_two_languages() -> None:
    async with coached_game(ABOUT_TO_LOSE) as game:
        first = await game.request(hint(game.ply))
        assert (first.id, first.step, first.theme, first.pieces, first.move) == (7, 1, "save", ["wS2"], None)
        second = await game.request(hint(game.ply, step=2, language="fr"))
        assert second.move.uhp == SAVING
        assert second.sentence.startswith("Avec votre araignée ici")
        third = await game.request(hint(game.ply, step=2, language="fr", notation=True))
        assert third.sentence.startswith("Avec l’araignée wS2 ici")


@in_loop
async def test_threats_include_what_the_page_draws() -> None:
    async with coached_game(ABOUT_TO_LOSE) as game:
        response = await game.request(ThreatsRequest(id=9, game=GAME, ply=game.ply))
        assert response.id == 9
        assert [(threat.kind, threat.move.piece, threat.move.uhp) for threat in response.threats] == [
            ("win", "bG1", "bG1 /wS2")
        ]
        assert response.queen.piece == "wQ"
        assert response.threats[0].move.to in [space.place for space in response.queen.spaces if "bG1" in space.black]


@in_loop
async def test_a_hint_is_searched_only_once() -> None:
    async with coached_game(EVEN) as game:
        first = await game.request(hint(game.ply))
        game.pool.close()
        assert (await game.request(hint(game.ply))) == first


@in_loop
async def test_searches_are_cancelled_when_the_game_continues() -> None:
    async with coached_game(EVEN, on=False) as game:
        gate, replies = threading.Event(), list[Any]()
        busy = asyncio.create_task(game.pool.run_preemptible("other", lambda _: gate.wait(5), priority=Priority.MOVE))
        await until(lambda: game.pool.busy == 1, "the pool is busy")
        for request in (hint(game.ply), ThreatsRequest(id=8, game=GAME, ply=game.ply)):
            assert await game.coach.answer(request, game.anna, replies.append) is None
        await until(lambda: game.pool.waiting == 2, "both wait")
        await execute(game.rooms, Propose(id=1, game=GAME, what="takeback"), game.anna)
        await until(lambda: len(replies) == 2, "both refusals")
        assert [(reply.id, reply.code) for reply in replies] == [(7, "late"), (8, "late")]
        gate.set()
        await busy


@in_loop
async def test_a_busy_server_refuses_hints(monkeypatch: pytest.MonkeyPatch) -> None:
    async with coached_game(EVEN, on=False) as game:
        monkeypatch.setattr(Scheduler, "add", lambda _self, job: job)
        assert (await game.request(hint(game.ply))).code == "busy"


@in_loop
async def test_moves_of_computer_players_precede_help() -> None:
    async with coached_game(EVEN, on=False) as game:
        order, gate = list[str](), threading.Event()
        busy = asyncio.create_task(game.pool.run_preemptible("other", lambda _: gate.wait(5), priority=Priority.MOVE))
        await until(lambda: game.pool.busy == 1, "the pool is busy")
        assert await game.coach.answer(hint(game.ply), game.anna, lambda _: order.append("hint")) is None
        await until(lambda: game.pool.waiting == 1, "the hint waits")

        def play_move(_: EngineLease) -> None:
            order.append("move")

        later = asyncio.create_task(game.pool.run_preemptible("a move", play_move, priority=Priority.MOVE))
        await until(lambda: game.pool.waiting == 2, "both wait")
        gate.set()
        await asyncio.gather(busy, later)
        await until(lambda: len(order) == 2, "both searches")
        assert order == ["move", "hint"]


# blunders


@in_loop
async def test_a_blunder_is_offered_back_to_the_player_only_while_the_computer_waits() -> None:
    async with coached_game(ABOUT_TO_LOSE) as game:
        eve, tab, quiet = Listener("eve"), Listener("anna"), Listener("anna")
        for client in (eve, tab, quiet):
            await game.rooms.watch(GAME, client, 1)
        await game.request(SetCoaching(id=1, game=GAME, on=True, language="fr"), tab)
        await game.play(LOSING)
        await until(lambda: game.anna.of("offer"), "an offer")
        (offer,) = game.anna.of("offer")
        assert (offer["ply"], offer["blunder"], offer["move"]["piece"]) == (15, "loses", "bG1")
        assert offer["sentence"] == "That lets Black surround your queen bee. Take it back?"
        assert [offer["sentence"][:13] for offer in tab.of("offer")] == ["Après ce coup"]
        assert not eve.of("offer")
        assert not quiet.of("offer")
        await asyncio.sleep(0.2)
        assert len(game.store.events[GAME]) == 15, "the computer waits"
        assert await execute(game.rooms, Propose(id=1, game=GAME, what="takeback"), game.anna) is None
        assert game.anna.last["kind"] == "game"
        assert len(game.anna.last["moves"]) == 14
        assert (await game.request(KeepMove(id=2, game=GAME, ply=15))).code == "nothing-proposed"
        # A ply is offered only once, so this time the computer replies.
        game.moves = ABOUT_TO_LOSE
        await game.play(LOSING)
        await until(lambda: len(game.store.events[GAME]) == 18, "the computer's move")
        assert len(game.anna.of("offer")) == 1


@in_loop
async def test_the_computer_replies_when_the_move_is_kept() -> None:
    async with coached_game(ABOUT_TO_LOSE) as game:
        await game.play(LOSING)
        await until(lambda: game.anna.of("offer"), "an offer")
        assert (await game.request(KeepMove(id=2, game=GAME, ply=14))).code == "nothing-proposed"
        assert (await game.request(KeepMove(id=2, game=GAME, ply=15))).id == 2
        await until(lambda: len(game.store.events[GAME]) == 16, "the computer's move")


@in_loop
async def test_an_offer_expires(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(takebacks, "_OFFER_TIMEOUT", 0.3)
    async with coached_game(ABOUT_TO_LOSE) as game:
        await game.play(LOSING)
        await until(lambda: game.anna.of("offer"), "an offer")
        await until(lambda: len(game.store.events[GAME]) == 16, "the computer's move")


@in_loop
async def test_an_offer_uses_a_limited_share_of_the_clock() -> None:
    clock = ClockRule(kind="minutes", minutes=0.02)
    row = replace(game_row(level=1, game_type="Base", clock=clock), created=1000.0)
    async with coached_game(ABOUT_TO_LOSE, row, on=False) as game:
        room = game.rooms.room(GAME)
        assert room.game is not None
        assert takebacks._offer_timeout(room.game, game.rooms.time.now()) <= 0.25 * 1.2


@pytest.mark.parametrize(
    ("level", "on", "uhp"),
    [(1, True, SAVING), (1, False, LOSING), (5, True, LOSING)],
    ids=["a good move", "coaching off", "a higher level"],
)
@in_loop
async def test_no_takeback_is_offered(level: int, on: bool, uhp: str) -> None:
    async with coached_game(ABOUT_TO_LOSE, game_row(level=level, game_type="Base"), on=on) as game:
        await game.play(uhp)
        await until(lambda: len(game.store.events[GAME]) == 16, "the computer's move")
        assert not game.anna.of("offer")


@in_loop
async def test_coaching_can_be_turned_off() -> None:
    async with coached_game(ABOUT_TO_LOSE) as game:
        await game.request(SetCoaching(id=2, game=GAME, on=False))
        await game.play(LOSING)
        await until(lambda: len(game.store.events[GAME]) == 16, "the computer's move")
        assert not game.anna.of("offer")


@in_loop
async def test_the_computer_replies_if_judging_times_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(takebacks, "_JUDGE_TIMEOUT", 0.1)
    async with coached_game(ABOUT_TO_LOSE) as game:
        monkeypatch.setattr(takebacks, "find_blunder", lambda _before, _move, lease: _wait_until_ended(lease))
        await game.play(LOSING)
        await until(lambda: len(game.store.events[GAME]) == 16, "the computer's move")
        assert not game.anna.of("offer")


def _wait_until_ended(lease: EngineLease) -> None:
    while not lease.ended:
        threading.Event().wait(0.01)


@in_loop
async def test_the_reply_is_left_to_the_process_of_the_player() -> None:
    bus = SharedBus()
    async with (
        coached_game(ABOUT_TO_LOSE, bus=bus.end()) as here,
        coached_game(ABOUT_TO_LOSE, on=False, bus=bus.end(), store=here.store) as there,
    ):
        there.rooms.unwatch(GAME, there.anna)
        eve = Listener("eve")
        await there.rooms.watch(GAME, eve, 1)
        await until(lambda: there.rooms.room(GAME).presence().white, "Anna is known to be connected elsewhere")
        await here.play(LOSING)
        await until(lambda: here.anna.of("offer"), "an offer")
        await until(lambda: eve.of("moved"), "the move is broadcast")
        await asyncio.sleep(0.3)
        assert len(here.store.events[GAME]) == 15
        await here.request(KeepMove(id=2, game=GAME, ply=15))
        await until(lambda: len(here.store.events[GAME]) == 16, "the computer's move")
        assert not eve.of("offer")


def test_requests_are_decoded_as_they_are_encoded() -> None:
    from skep.server.schemas.protocol import ClientRequest

    decoder = msgspec.json.Decoder(ClientRequest)
    for request in REQUESTS:
        assert decoder.decode(msgspec.json.encode(request)) == request
    with pytest.raises(msgspec.ValidationError):
        decoder.decode(b'{"kind":"hint","id":1,"game":"abcdefghij","ply":1,"step":3}')
