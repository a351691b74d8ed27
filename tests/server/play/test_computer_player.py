"""The computer player of a busy server: who has to wait, and what players see."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest
from msgspec.structs import replace

from skep.server.accounts.networks import GuestNetworks
from skep.server.engines.fair_queue import Client
from skep.server.engines.pool import EnginePool
from skep.server.play import computer_player
from skep.server.play.clients import Clients
from skep.server.play.computer_player import ComputerPlayer
from skep.server.play.live_game import LiveGame
from skep.server.play.rooms import Rooms
from skep.server.realtime.bus import LocalBus
from tests.server.browsers import Browser, running_server, settings_in
from tests.server.games import GAME, LINKS, game_row
from tests.server.memory import MemoryStore
from tests.server.rooms import SETTINGS, execute, in_loop, move, store_game, until, watch_game


def test_a_guest_waits_for_replies_before_starting_more_games(tmp_path: Path) -> None:
    with running_server(settings_in(tmp_path, move_seconds=1000.0)) as server:
        anna, ben = Browser(server), Browser(server)
        started = {"opponent": "computer", "level": 10, "side": "black"}
        with anna.live() as live:
            for _ in range(8):
                # the computer thinks before the next game is created
                live.watch(anna.make(**started))
            refused = anna.post("/api/games", started)
            assert refused.status_code == 409
            assert "still has to reply in 8 of your games" in refused.json()["detail"]
            assert anna.post("/api/games", {"opponent": "here"}).status_code == 201
            assert ben.post("/api/games", started).status_code == 201


@in_loop
async def test_a_local_server_has_no_such_limit() -> None:
    rooms, pool, gate = Rooms(MemoryStore(), LocalBus(), LINKS), EnginePool(1), threading.Event()
    tasks = [
        asyncio.create_task(pool.submit(f"game {number}", lambda _lease: gate.wait(60), client=Client("", "anna")))
        for number in range(8)
    ]
    await until(lambda: pool.waiting == 7, "eight searches")
    assert ComputerPlayer(rooms, pool, SETTINGS).is_busy_for("anna")
    assert not ComputerPlayer(rooms, pool, SETTINGS).is_busy_for("ben")
    assert not ComputerPlayer(rooms, pool, replace(SETTINGS, local=True)).is_busy_for("anna")
    gate.set()
    await asyncio.gather(*tasks)
    pool.close()


@in_loop
async def test_players_are_told_when_the_computer_has_to_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(computer_player, "_REPORT_SECONDS", 0.01)
    store, gate = MemoryStore(), threading.Event()
    await store_game(store, game_row(level=1))
    rooms, pool = Rooms(store, LocalBus(), LINKS), EnginePool(1)
    rooms.hooks.append(ComputerPlayer(rooms, pool, SETTINGS).on_event)
    await rooms.open()
    busy = asyncio.create_task(pool.submit("other", lambda _lease: gate.wait(60)))
    await until(lambda: pool.busy, "a busy engine")
    (anna,) = await watch_game(rooms, "anna")
    assert await execute(rooms, move(GAME, 0, "wS1", 0, 0), anna) is None
    await until(lambda: anna.of("computer-waiting"), "the message")
    assert anna.of("computer-waiting") == [{"kind": "computer-waiting", "game": GAME, "ply": 1}]
    gate.set()
    assert await busy
    await until(lambda: len(anna.of("moved")) == 2, "the reply")
    pool.close()
    await rooms.close()


def test_engines_search_for_the_opponent_and_their_network() -> None:
    networks = GuestNetworks(max_guests=2)
    game = LiveGame(game_row(level=3))
    assert Clients(networks).of_game(game) == Client("", "anna")
    networks.note("anna", "192.0.2.7")
    assert Clients(networks).of_game(game) == Client("192.0.2.7", "anna")
    networks.note("ben", "2001:db8::1:2")
    networks.note("carl", "192.0.2.9")
    assert networks.of("anna") == "", "only the latest guests are kept"
    assert networks.of("ben") != ""
