"""The spectators' chat: players neither read nor write it before the game is over."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from skep.pieces import Color
from skep.server.http import client_limits
from skep.server.play.chat import Chat
from skep.server.schemas.game import Resign
from skep.server.store.records import ChatRow, Guest, SpectatorRow
from skep.server.store.sql import SqlStore
from tests.server.browsers import Browser, running_server, settings_in
from tests.server.games import GAME, game_row
from tests.server.memory import MemoryStore
from tests.server.rooms import Listener, SharedBus, execute, in_loop, move, running_rooms, store_game, until
from tests.server.store.helpers import RUNNING, START, new_game, with_store


def test_spectators_chat_among_themselves_until_the_game_is_over(tmp_path: Path) -> None:
    with running_server(settings_in(tmp_path)) as server:
        anna, ben, eve, tom = (Browser(server) for _ in range(4))
        eve.put("/api/me", {"name": "Eve"})
        game = anna.make(opponent="friend", private=True)
        invite = anna.get(f"/api/games/{game}").json()["invite"]
        ben.post("/api/invitations", {"secret": invite})
        with anna.live() as a, ben.live() as b, eve.live() as e, tom.live() as t:
            for live in (a, b, e, t):
                assert live.watch(game)["spectator_chat"] == []
            a.request("move", game=game, ply=0, piece="wS1", to=[0, 0])
            b.request("move", game=game, ply=1, piece="bS1", to=[1, 0])
            assert e.request("chat", game=game, text=" White\nshould move ", audience="spectators")["kind"] == "done"
            line = t.until("spectator-chat")["line"]
            assert (line["name"], line["text"]) == ("Eve", "White should move")
            assert a.request("chat", game=game, text="what?", audience="spectators")["code"] == "not-possible"
            assert e.request("chat", game=game, text="psst")["code"] == "not-your-game"
            assert a.watch(game)["spectator_chat"] == []
            assert anna.get(f"/api/games/{game}").json()["spectator_chat"] == []
            assert [line["text"] for line in t.watch(game)["spectator_chat"]] == ["White should move"]
            assert not [message for message in (*a.messages, *b.messages) if message["kind"] == "spectator-chat"]
            # afterwards everyone reads and writes it
            b.request("resign", game=game)
            over = a.until("game", result={"winner": "white", "ending": "resignation"})
            assert [line["text"] for line in over["spectator_chat"]] == ["White should move"]
            assert b.request("chat", game=game, text="I see", audience="spectators")["kind"] == "done"
            assert t.until("spectator-chat")["line"]["text"] == "I see"
            assert a.until("spectator-chat")["line"]["text"] == "I see"


@pytest.fixture
def no_refill(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the allowance of chat refill so slowly that the speed of the machine does not matter."""
    monkeypatch.setattr(client_limits, "_CHAT_RATE", 1e-6)


@pytest.mark.usefixtures("no_refill")
def test_the_limits_of_chat_are_those_of_the_players(tmp_path: Path) -> None:
    with running_server(settings_in(tmp_path)) as server:
        anna, eve = Browser(server), Browser(server)
        eve.put("/api/me", {"name": "Eve"})
        game = anna.make(opponent="here")
        with eve.live() as e:
            e.watch(game)
            codes = [e.request("chat", game=game, text=str(n), audience="spectators").get("code") for n in range(13)]
            assert codes == [None] * 10 + ["too-fast"] * 3
            assert e.request("chat", game=game, text="x" * 301, audience="spectators")["code"] == "malformed"


@pytest.mark.usefixtures("no_refill")
def test_spectators_who_never_chose_a_name_share_the_limit_of_their_address(tmp_path: Path) -> None:
    with running_server(settings_in(tmp_path)) as server:
        game = Browser(server).make(opponent="here")
        codes = list[object]()
        for _ in range(23):
            with Browser(server).live() as live:
                codes.append(live.request("chat", game=game, text="hello", audience="spectators").get("code"))
        assert codes == [None] * 20 + ["too-fast"] * 3, "twice the allowance of a guest"


@in_loop
async def test_the_spectators_of_another_process_read_it_and_its_players_do_not() -> None:
    store, bus = MemoryStore(), SharedBus()
    await store_game(store, game_row())
    async with running_rooms(store, bus.end()) as one, running_rooms(store, bus.end()) as two:
        eve, anna, tom = Listener("eve"), Listener("anna"), Listener()
        await one.watch(GAME, eve, 1)
        await two.watch(GAME, anna, 1)
        await two.watch(GAME, tom, 1)
        assert await Chat(one).send_as_spectator(GAME, eve, Guest("eve", "Eve"), "hello") is None
        await until(lambda: tom.of("spectator-chat"), "the line")
        assert not anna.of("spectator-chat")
        assert await execute(two, move(GAME, 0, "wS1", 0, 0), anna) is None
        assert await execute(two, Resign(id=2, game=GAME), anna) is None
        await until(lambda: anna.of("game")[-1]["result"], "the end")
        assert [line["text"] for line in anna.of("game")[-1]["spectator_chat"]] == ["hello"]


def test_the_latest_lines_are_stored_apart_from_the_players_chat(database_url: str) -> None:
    game = new_game()

    async def test(store: SqlStore) -> None:
        await store.create(game, RUNNING)
        await store.say(game.id, ChatRow(Color.WHITE, "hello", START))
        lines = [SpectatorRow("Eve", str(number), START + number) for number in range(203)]
        await asyncio.gather(*(store.say_as_spectator(game.id, line) for line in lines))
        assert (await store.chats(game.id, limit=1000)).spectators == lines[3:]
        assert (await store.chats(game.id, limit=2)).spectators == lines[-2:]
        assert [line.text for line in (await store.chats(game.id)).players] == ["hello"]
        assert (await store.chats("nosuchgame")).spectators == []

    with_store(database_url, test)
