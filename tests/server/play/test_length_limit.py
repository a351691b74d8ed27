"""A game of 1,000 turns is a draw, and longer games from before the limit end with their next move."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from skep.game import Game
from skep.pieces import Color
from skep.server.play import downloads, live_game
from skep.server.play.live_game import MAX_PLIES, MAX_TAKEBACK_EVENTS, LiveGame
from skep.server.schemas.game import GameResult, Propose, Reply
from skep.server.schemas.refusals import Refusal
from skep.server.store.records import Event, EventKind, StoredGame
from tests.server.games import GAME
from tests.server.long_games import long_row, next_move, play_to
from tests.server.memory import MemoryStore
from tests.server.rooms import Listener, execute, in_loop, move, running_rooms, store_game

TOO_LONG = GameResult(winner=None, ending="length")


@pytest.fixture
def unlimited(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], tuple[LiveGame, list[Event]]]:
    """A function that plays games of any length, as they could be played before the limit."""

    def played(plies: int) -> tuple[LiveGame, list[Event]]:
        with monkeypatch.context() as patch:
            patch.setattr(live_game, "MAX_PLIES", 10**9)
            game = LiveGame(long_row())
            events = play_to(game, plies)
        return game, events

    return played


def test_a_game_of_a_thousand_turns_is_a_draw() -> None:
    game = LiveGame(long_row())
    events = play_to(game, 2 * MAX_PLIES)
    assert (MAX_PLIES, game.ply, game.result) == (1000, 1000, TOO_LONG)
    assert game.status().ended
    assert not game.legal.json.strip(b"{}")
    again = LiveGame.restore(StoredGame(game.row, game.status(), 0.0, tuple(events)))
    assert (again.result, again.status()) == (game.result, game.status())


def test_the_records_say_how_the_game_ended() -> None:
    game = LiveGame(long_row())
    play_to(game, MAX_PLIES)
    record = downloads.pgn(game)
    assert '[Termination "length limit"]' in record
    read = Game.parse(record)
    assert str(read.result) == "Draw: length limit"
    assert sum(1 for _ in read.mainline()) == MAX_PLIES
    assert downloads.game_string(game).split(";")[1] == "Draw"


def test_a_longer_game_from_before_the_limit_ends_with_its_next_move(
    unlimited: Callable[[int], tuple[LiveGame, list[Event]]],
) -> None:
    before, events = unlimited(MAX_PLIES + 101)
    assert before.result is None
    game = LiveGame.restore(StoredGame(before.row, before.status(), 0.0, tuple(events)))
    assert (game.ply, game.result, game.running) == (1101, None, Color.BLACK)
    assert game.legal.json == before.legal.json
    assert game.status() == before.status()
    play_to(game, MAX_PLIES + 200)
    assert (game.ply, game.result) == (1102, TOO_LONG)


@pytest.mark.slow
def test_takebacks_and_resignations_of_longer_games_are_loaded(
    unlimited: Callable[[int], tuple[LiveGame, list[Event]]],
) -> None:
    game, events = unlimited(MAX_PLIES + 3)
    for side, command in (
        (Color.WHITE, Propose(id=1, game=GAME, what="takeback")),
        (Color.BLACK, Reply(id=1, game=GAME, what="takeback", accept=True)),
    ):
        event = game.decide(side, command, 5000.0)
        assert isinstance(event, Event)
        game.apply(event)
        events.append(event)
    again = LiveGame.restore(StoredGame(game.row, game.status(), 0.0, tuple(events)))
    assert (again.ply, again.result) == (1002, None)
    end = Event(GAME, events[-1].seq + 1, EventKind.END, Color.WHITE, "resignation", 6000.0)
    game.apply(end)
    again = LiveGame.restore(StoredGame(game.row, game.status(), 0.0, (*events, end)))
    assert again.result == GameResult(winner="white", ending="resignation")


@in_loop
async def test_everyone_is_told_that_the_game_has_become_too_long() -> None:
    store, row = MemoryStore(), long_row()
    game = LiveGame(row)
    await store_game(store, row)
    store.events[GAME] = play_to(game, MAX_PLIES - 1)
    store.statuses[GAME] = game.status()
    async with running_rooms(store) as rooms:
        player, watcher = Listener(("anna", "ben")[game.turn]), Listener()
        await rooms.watch(GAME, player, 1)
        await rooms.watch(GAME, watcher, 1)
        last = next_move(game)
        assert last.to is not None
        assert await execute(rooms, move(GAME, last.ply, last.piece, *last.to), player) is None
        assert watcher.last["kind"] == "moved"
        assert watcher.last["result"] == {"winner": None, "ending": "length"}
        assert store.statuses[GAME].ended
        refusal = await execute(rooms, move(GAME, MAX_PLIES, last.piece, *last.to), player)
        assert refusal is not None
        assert refusal.code == "game-over"


def test_moves_cannot_be_taken_back_forever() -> None:
    game = LiveGame(long_row())
    play_to(game, 2)
    side = game.turn
    takeback = Propose(id=1, game=GAME, what="takeback")
    game.seq = MAX_TAKEBACK_EVENTS - 1
    assert isinstance(game.decide(side, takeback, 2000.0), Event)
    game.seq += 1
    refusal = game.decide(side, takeback, 2000.0)
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.text) == ("not-possible", "Too many moves of this game have been taken back.")
