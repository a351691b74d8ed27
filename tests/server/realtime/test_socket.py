"""Live games over the socket, through the whole application."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from skep.server.play.commands import Commands
from skep.server.play.rooms import Rooms
from skep.server.realtime.connection import ABUSE, IDLE, SLOW, Connection
from skep.server.realtime.frames import DeliveryBatch, frame
from skep.server.schemas.protocol import MESSAGE_LIMIT
from skep.server.sessions import COSTS, Handlers, Session
from tests.server.browsers import Browser, TestClient, a_server, chosen, settings_in
from tests.server.games import game_row
from tests.server.memory import MemoryStore
from tests.server.rooms import a_process, in_loop, stored, until


@pytest.fixture
def server(tmp_path: Path) -> Iterator[TestClient]:
    with a_server(settings_in(tmp_path)) as client:
        yield client


@pytest.fixture
def anna(server: TestClient) -> Browser:
    return Browser(server)


@pytest.fixture
def ben(server: TestClient) -> Browser:
    return Browser(server)


def friends(anna: Browser, ben: Browser, **wanted: object) -> str:
    """A game of Anna, White, and Ben, who came by the link."""
    game = anna.make(opponent="friend", **wanted)
    invite = anna.get(f"/api/games/{game}").json()["invite"]
    assert ben.post(f"/api/invitations/{invite}").json() == {"game": game}
    return game


def test_a_whole_game_against_the_computer(anna: Browser) -> None:
    chance = random.Random(4)
    game = anna.make(opponent="computer", level=2, expansions="MLP")
    with anna.live() as live:
        message = live.watch(game)
        assert (message["yours"], message["black"]["level"]) == (["white"], 2)
        while message.get("result") is None and message.get("ply", 0) < 60:
            live.send("move", **chosen(message, chance))
            message = live.until("moved")
            if message["result"] is None:
                message = live.until("moved")
        if message["result"] is None:
            assert live.ask("resign", game=game)["kind"] == "done"


def test_two_at_one_screen(anna: Browser) -> None:
    chance = random.Random(2)
    game = anna.make(opponent="here", edition="hive-classic")
    with anna.live() as live:
        message = live.watch(game)
        assert (message["yours"], message["same_screen"]) == (["white", "black"], True)
        for _ in range(12):
            live.send("move", **chosen(message, chance))
            message = live.until("moved")
        assert live.ask("propose", game=game, what="takeback")["kind"] == "done"
        assert len(live.until("game")["moves"]) == 11
        live.send("resign", game=game)
        assert live.until("game")["result"] == {"winner": "white", "ending": "resignation"}
        live.send("propose", game=game, what="rematch")
        following = live.until("game")["rematch"]
        assert live.watch(following)["yours"] == ["white", "black"]


def test_two_friends_a_spectator_and_a_second_tab(anna: Browser, ben: Browser, server: TestClient) -> None:
    game = friends(anna, ben)
    eve = Browser(server)
    with anna.live() as a, ben.live() as b, eve.live() as e, anna.live() as tab:
        views = [live.watch(game) for live in (a, b, e, tab)]
        assert [view["yours"] for view in views] == [["white"], ["black"], [], ["white"]]
        assert a.ask("move", game=game, ply=0, piece="wS1", to=[0, 0])["kind"] == "done"
        told = [live.until("moved") for live in (a, b, e, tab)]
        assert all(one == told[0] for one in told)
        assert b.ask("move", game=game, ply=1, piece="bS1", to=[1, 0])["kind"] == "done"
        assert tab.ask("say", game=game, text=" have\nfun \u202e!")["kind"] == "done"
        assert b.until("said")["line"]["text"] == "have fun !"
        assert e.ask("say", game=game, text="psst")["code"] == "not-your-game"
        e.until("moved", ply=2)
        assert e.ask("ping")["kind"] == "pong"
        assert not [message for message in e.told if message["kind"] == "said"]
        assert b.ask("propose", game=game, what="draw")["kind"] == "done"
        assert a.until("game")["proposals"] == [{"what": "draw", "by": "black"}]
        assert a.ask("reply", game=game, what="draw", accept=True)["kind"] == "done"
        assert e.until("game", result={"winner": None, "ending": "agreement"})
    with ben.live() as again:
        view = again.watch(game)
        assert [line["text"] for line in view["chat"]] == ["have fun !"]
        assert [turn["uhp"] for turn in view["moves"]] == ["wS1", "bS1 wS1-"]


def test_no_secret_reaches_anybody_else(anna: Browser, ben: Browser, server: TestClient) -> None:
    game = anna.make(opponent="friend")
    eve = Browser(server)
    with anna.live() as a, eve.live() as e, ben.live() as b:
        hers = a.watch(game)
        his_before = b.watch(game)
        e.watch(game)
        invite, seat = hers["invite"], hers["seat_links"]["white"]
        assert (his_before["invite"], his_before["seat_links"]) == (None, {})
        ben.post(f"/api/invitations/{invite}")
        his = b.watch(game)
        a.until("game", started=True)
        for live in (a, b):
            live.ask("say", game=game, text="a secret word")
        a.ask("move", game=game, ply=0, piece="wS1", to=[0, 0])
        b.ask("move", game=game, ply=1, piece="bS1", to=[1, 0])
        a.ask("propose", game=game, what="takeback")
        b.ask("reply", game=game, what="takeback", accept=True)
        a.ask("resign", game=game)
        seen_by_eve = repr([e.watch(game), e.told, eve.get(f"/api/games/{game}").text])
        seen_by_ben = repr([his, b.told, b.watch(game), ben.get(f"/api/games/{game}").text])
        seen_by_anna = repr([hers, a.told, a.watch(game), anna.get(f"/api/games/{game}").text])
    black_seat = his["seat_links"]["black"]
    for secret in (seat, invite, anna.token):
        assert secret not in seen_by_ben
    for secret in (black_seat, ben.token):
        assert secret not in seen_by_anna
    for secret in (seat, black_seat, invite, anna.token, ben.token, "a secret word"):
        assert secret not in seen_by_eve
    assert ben.post(f"/api/invitations/{invite}").status_code == 404


def test_a_seat_moves_to_another_device(anna: Browser, ben: Browser, server: TestClient) -> None:
    game = friends(anna, ben)
    phone = Browser(server)
    link = anna.get(f"/api/games/{game}").json()["seat_links"]["white"]
    assert phone.post(f"/api/seats/{link}").json() == {"game": game}
    with phone.live() as live:
        assert live.watch(game)["yours"] == ["white"]
        assert live.ask("move", game=game, ply=0, piece="wS1", to=[0, 0])["kind"] == "done"


def test_a_guest_may_be_known_after_the_socket_was_opened(anna: Browser) -> None:
    with anna.live() as live:
        assert live.ask("ping")["kind"] == "pong"
        game = anna.make(opponent="here")
        assert live.watch(game)["yours"] == ["white", "black"]


def test_questions(anna: Browser) -> None:
    game = anna.make(opponent="here", expansions="MLP")
    with anna.live() as live:
        live.watch(game)
        for ply, (piece, *to) in enumerate([("wS1", 0, 0), ("bS1", 1, 0), ("wQ", -1, 0), ("bQ", 2, -1)]):
            assert live.ask("move", game=game, ply=ply, piece=piece, to=to)["kind"] == "done"
        ways = live.ask("ways", game=game, ply=4, piece="wQ")["ways"]
        assert {way["kind"] for way in ways} == {"slide"}
        assert live.ask("ways", game=game, ply=4, piece="wQ")["ways"] == ways
        assert live.ask("way", game=game, ply=3)["way"] == {
            "kind": "place", "hexes": [[-1, 0]], "thrower": None, "copied": None,
        }  # fmt: skip
        assert live.ask("way", game=game, ply=9)["code"] == "late"
        assert live.ask("ways", game=game, ply=3, piece="wQ")["code"] == "late"
        assert live.ask("why", game=game, ply=4, piece="wS1")["why"]["rule"] == "one-hive"
        french = live.ask("why", game=game, ply=4, piece="wS1", language="fr")["why"]["text"]
        assert "ruche" in french.lower()
        assert live.ask("why", game=game, ply=4, piece="wQ")["why"] is None
        assert live.ask("why", game=game, ply=4, piece="wA1", to=[1, 1])["why"]["rule"] == "placed-next-to-the-enemy"
        refused = live.ask("move", game=game, ply=4, piece="wA1", to=[1, 1])
        assert (refused["code"], refused["why"]["rule"]) == ("illegal", "placed-next-to-the-enemy")


def test_pieces_that_are_not_played_with(anna: Browser) -> None:
    game = anna.make(opponent="here")
    with anna.live() as live:
        live.watch(game)
        assert live.ask("why", game=game, ply=0, piece="wM")["code"] == "malformed"
        assert live.ask("ways", game=game, ply=0, piece="bP")["code"] == "malformed"
        assert live.ask("move", game=game, ply=0, piece="wM", to=[0, 0])["why"]["rule"] == "not-in-this-game"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "[]",
        "{}",
        '{"kind":"dance","id":3}',
        '{"kind":"ping"}',
        '{"kind":"ping","id":-1}',
        '{"kind":"ping","id":1,"extra":1}',
        '{"kind":"watch","id":1,"game":"short"}',
        '{"kind":"move","id":1,"game":"abcdefghij","ply":0,"piece":"wX","to":[0,0]}',
        '{"kind":"move","id":1,"game":"abcdefghij","ply":0,"piece":"wA1","to":[0,9999]}',
        '{"kind":"say","id":1,"game":"abcdefghij","text":""}',
        '{"id":' + "[" * 3000,
        '{"kind":"say","id":1,"game":"abcdefghij","text":"' + "x" * MESSAGE_LIMIT + '"}',
    ],
)
def test_what_is_no_message_is_refused_to_its_sender(anna: Browser, text: str) -> None:
    with anna.live() as live:
        live.session.send_text(text)
        answer = live.receive()
        assert (answer["kind"], answer["code"]) == ("refused", "malformed")
        assert live.ask("ping")["kind"] == "pong"


def test_a_refusal_carries_the_number_where_there_is_one(anna: Browser) -> None:
    with anna.live() as live:
        live.session.send_text('{"kind":"dance","id":77}')
        assert live.receive()["id"] == 77
        live.session.send_bytes(b"\xff\xfe\x00")
        assert live.receive()["id"] is None


def test_unknown_games(anna: Browser) -> None:
    with anna.live() as live:
        for kind in ("watch", "resign", "abort"):
            assert live.ask(kind, game="0000000000")["code"] == "unknown-game"
        assert live.ask("unwatch", game="0000000000")["kind"] == "done"


def test_too_many_messages(tmp_path: Path) -> None:
    with a_server(settings_in(tmp_path, message_rate=2.0)) as client:
        anna = Browser(client)
        with anna.live() as live:
            codes = [live.ask("ping") for _ in range(20)]
            assert [answer["kind"] for answer in codes[:8]] == ["pong"] * 8
            assert codes[-1]["code"] == "too-fast"
            for _ in range(300):
                live.send("ping")
            with pytest.raises(WebSocketDisconnect) as closed:
                live.until("never")
            assert closed.value.code == ABUSE


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "", "http://[", "http://hive.example.evil", "ftp://hive.example"]
)
def test_other_sites_cannot_open_the_socket(anna: Browser, origin: str) -> None:
    with pytest.raises(WebSocketDisconnect), anna.live(Origin=origin):
        pass


def test_our_own_pages_and_programs_can(anna: Browser) -> None:
    with anna.live(Origin="http://hive.example") as live:
        assert live.ask("ping")["kind"] == "pong"
    with anna.live() as live:
        assert live.ask("ping")["kind"] == "pong"


def test_a_rename_is_seen_in_running_games(anna: Browser, ben: Browser) -> None:
    game = friends(anna, ben)
    with ben.live() as live:
        assert live.watch(game)["white"]["name"] == ""
        assert anna.put("/api/me", {"name": "Anna"}).json() == {"name": "Anna"}
        assert live.until("game")["white"]["name"] == "Anna"


def test_a_restart_loses_nothing(tmp_path: Path) -> None:
    with a_server(settings_in(tmp_path)) as client:
        anna = Browser(client)
        game = anna.make(opponent="computer", level=1, clock={"kind": "minutes", "minutes": 5, "increment": 3})
        with anna.live() as live:
            live.watch(game)
            live.send("move", game=game, ply=0, piece="wS1", to=[0, 0])
            live.until("moved", ply=2)
            before = live.watch(game)
    with a_server(settings_in(tmp_path)) as client:
        token, anna = anna.token, Browser(client)
        anna.token, anna.headers = token, {"Cookie": f"skep_guest={token}"}
        with anna.live() as live:
            after = live.watch(game)
    for told in (before, after):
        assert told["clock"].pop("white") > 200_000
    changed = {name for name in before if before[name] != after[name]}
    assert changed <= {"id"}


def a_connection(rooms: Rooms, send: Any) -> tuple[Connection, Session]:
    """A connection and its session, without a server."""
    connection = Connection(send, 100.0, COSTS, batch=DeliveryBatch())
    return connection, Session(Handlers(rooms, Commands(rooms)), connection, None)


@in_loop
async def test_a_client_that_does_not_read_is_cut_off() -> None:
    sent: list[dict[str, Any]] = []
    reads = asyncio.Event()

    async def send(message: dict[str, Any]) -> None:
        if message["type"] == "websocket.send":
            await reads.wait()
        sent.append(message)

    async def receive() -> dict[str, Any]:
        await asyncio.Event().wait()
        return {}

    async with a_process(MemoryStore()) as rooms:
        client, session = a_connection(rooms, send)
        serving = asyncio.create_task(client.serve(receive, session))
        await asyncio.sleep(0)
        for number in range(2000):
            client.send(frame(f"message {number}".encode()))
        reads.set()
        await serving
    assert sent[-1] == {"type": "websocket.close", "code": SLOW}
    assert len(sent) < 600


@in_loop
async def test_a_client_that_watches_nothing_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("skep.server.realtime.connection._IDLE_TIMEOUT", 0.05)
    sent: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    async def receive() -> dict[str, Any]:
        await asyncio.Event().wait()
        return {}

    async with a_process(MemoryStore()) as rooms:
        client, session = a_connection(rooms, send)
        await client.serve(receive, session)
    assert sent == [{"type": "websocket.close", "code": IDLE}]


@in_loop
async def test_a_broken_connection_leaves_no_watcher_behind() -> None:
    store = MemoryStore()
    await stored(store, game_row())

    async def send(message: dict[str, Any]) -> None:
        if message["type"] == "websocket.send":
            raise OSError("broken pipe")

    asked = ['{"kind":"watch","id":1,"game":"abcdefghij"}']

    async def receive() -> dict[str, Any]:
        if asked:
            return {"type": "websocket.receive", "text": asked.pop()}
        await asyncio.Event().wait()
        return {}

    async with a_process(store) as rooms:
        client, session = a_connection(rooms, send)
        await client.serve(receive, session)
        await until(lambda: not rooms.loaded(), "the room is dropped")
