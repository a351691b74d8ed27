"""Signals of fair play: numbers from reviews and times, which only moderators see."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from skep.server.play.live_game import LiveGame
from skep.server.schemas.game import ClockRule
from skep.server.study.signals import FIRST_PLY, Moves, moves_of, summarise
from tests.server.browsers import Browser, TestClient, random_move_fields, running_server, settings_in
from tests.server.games import game_row, play
from tests.server.moderation.moderation import moderator, player_id, start_game


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("signals")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[TestClient]:
    with running_server(settings_in(folder)) as client:
        yield client


def test_times_are_those_of_one_side_after_the_first_moves() -> None:
    game = LiveGame(game_row(clock=ClockRule(kind="minutes", minutes=60)))
    play(game, 20)
    moves = Moves()
    moves_of(moves, game, None, game.turn)
    assert len(moves.seconds) == (20 - FIRST_PLY) / 2
    signals = summarise(moves)
    assert (signals.timed_moves, signals.median_seconds, signals.variation) == (6, 1.0, 0.0)
    assert (signals.moves, signals.agreement, signals.loss) == (0, None, None)
    daily = LiveGame(game_row(clock=ClockRule(kind="days", days=2)))
    play(daily, 20)
    moves_of(moves, daily, None, daily.turn)
    assert len(moves.seconds) == 6


def test_a_constant_time_differs_from_a_person() -> None:
    constant = summarise(Moves(seconds=[4.0, 4.1, 3.9, 4.0]))
    person = summarise(Moves(seconds=[1.0, 2.0, 1.5, 30.0, 3.0, 12.0]))
    assert constant.variation is not None
    assert person.variation is not None
    assert constant.variation < 0.05 < 1 < person.variation


def test_signals_of_a_game(server: TestClient, folder: Path) -> None:
    mona = moderator(server, folder / "games.sqlite")
    anna, ben = Browser(server), Browser(server)
    anna.register("Anna")
    game = start_game(anna, ben, private=False, clock={"kind": "minutes"})
    rng = random.Random(3)
    with anna.live() as white, ben.live() as black:
        state = white.watch(game)
        black.watch(game)
        for ply in range(24):
            live = (white, black)[ply % 2]
            assert live.request("move", **random_move_fields(state, rng))["kind"] == "done"
            state = white.until("moved", ply=ply + 1)
        assert black.request("resign", game=game)["kind"] == "done"
    path = f"/api/moderation/players/{player_id(mona, 'Anna')}/signals"
    assert anna.get(path).json()["code"] == "moderators-only"
    before = mona.get(path).json()
    assert (before["games"], before["reviewed"], before["waiting"]) == (1, 0, 0)
    assert before["player"]["timed_moves"] == before["opponents"]["timed_moves"] == (24 - FIRST_PLY) / 2
    assert mona.post(path).json()["waiting"] == 1
    deadline = time.monotonic() + 200
    while (after := mona.get(path).json())["waiting"] > 0:
        assert time.monotonic() < deadline
        time.sleep(0.2)
    assert after["reviewed"] == 1
    for side in (after["player"], after["opponents"]):
        assert 4 <= side["moves"] <= (24 - FIRST_PLY) / 2
        assert 0 <= side["agreement"] < 1
        assert 0 < side["loss"] < 1
