"""Live games over the socket, through the whole application."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from skep.server.accounts.cookies import Credentials
from skep.server.play.chat import Chat
from skep.server.play.commands import Commands
from skep.server.play.rooms import Rooms
from skep.server.realtime.connection import ABUSE, IDLE, SLOW, Connection
from skep.server.realtime.frames import ARRIVED, DeliveryBatch, frame
from skep.server.schemas.protocol import MESSAGE_LIMIT
from skep.server.sessions import COSTS, Handlers, Session
from skep.server.store import SqlStore
from skep.server.store.records import Guest, StoreUnavailable
from tests.server.browsers import Browser, TestClient, random_move_fields, running_server, settings_in
from tests.server.games import game_row
from tests.server.memory import MemoryStore
from tests.server.rooms import in_loop, running_rooms, store_game, until


def create_game_of_friends(anna: Browser, ben: Browser, **options: object) -> str:
    """Create a game between Anna, as White, and Ben, who joins by invitation."""
    game = anna.make(opponent="friend", **options)
    invite = anna.get(f"/api/games/{game}").json()["invite"]
    assert ben.post("/api/invitations", {"secret": invite}).json() == {"game": game}
    return game


def test_a_game_against_the_computer(anna: Browser) -> None:
    rng = random.Random(4)
    game = anna.make(opponent="computer", level=2, expansions="MLP")
    with anna.live() as live:
        message = live.watch(game)
        assert (message["yours"], message["black"]["level"]) == (["white"], 2)
        while message.get("result") is None and message.get("ply", 0) < 60:
            live.send("move", **random_move_fields(message, rng))
            message = live.until("moved")
            if message["result"] is None:
                message = live.until("moved")
        if message["result"] is None:
            assert live.request("resign", game=game)["kind"] == "done"


def test_a_game_on_one_screen(anna: Browser) -> None:
    rng = random.Random(2)
    game = anna.make(opponent="here", edition="hive-classic")
    with anna.live() as live:
        message = live.watch(game)
        assert (message["yours"], message["same_screen"]) == (["white", "black"], True)
        for _ in range(12):
            live.send("move", **random_move_fields(message, rng))
            message = live.until("moved")
        assert live.request("propose", game=game, what="takeback")["kind"] == "done"
        assert len(live.until("game")["moves"]) == 11
        live.send("resign", game=game)
        assert live.until("game")["result"] == {"winner": "white", "ending": "resignation"}
        live.send("propose", game=game, what="rematch")
        following = live.until("game")["rematch"]
        assert live.watch(following)["yours"] == ["white", "black"]


def test_a_game_with_a_spectator_and_a_second_tab(anna: Browser, ben: Browser, server: TestClient) -> None:
    game = create_game_of_friends(anna, ben)
    eve = Browser(server)
    with anna.live() as a, ben.live() as b, eve.live() as e, anna.live() as tab:
        views = [live.watch(game) for live in (a, b, e, tab)]
        assert [view["yours"] for view in views] == [["white"], ["black"], [], ["white"]]
        assert a.request("move", game=game, ply=0, piece="wS1", to=[0, 0])["kind"] == "done"
        messages = [live.until("moved") for live in (a, b, e, tab)]
        assert all(message == messages[0] for message in messages)
        assert b.request("move", game=game, ply=1, piece="bS1", to=[1, 0])["kind"] == "done"
        assert tab.request("chat", game=game, text=" have\nfun \u202e!")["kind"] == "done"
        assert b.until("chat")["line"]["text"] == "have fun !"
        assert e.request("chat", game=game, text="psst")["code"] == "not-your-game"
        e.until("moved", ply=2)
        assert e.request("ping")["kind"] == "pong"
        assert not [message for message in e.messages if message["kind"] == "chat"]
        assert b.request("propose", game=game, what="draw")["kind"] == "done"
        assert a.until("game")["proposals"] == [{"what": "draw", "by": "black"}]
        assert a.request("reply", game=game, what="draw", accept=True)["kind"] == "done"
        assert e.until("game", result={"winner": None, "ending": "agreement"})
    with ben.live() as again:
        view = again.watch(game)
        assert [line["text"] for line in view["chat"]] == ["have fun !"]
        assert [turn["uhp"] for turn in view["moves"]] == ["wS1", "bS1 wS1-"]


def test_secrets_reach_only_their_owners(anna: Browser, ben: Browser, server: TestClient) -> None:
    game = anna.make(opponent="friend")
    eve = Browser(server)
    with anna.live() as a, eve.live() as e, ben.live() as b:
        annas_view = a.watch(game)
        bens_first_view = b.watch(game)
        e.watch(game)
        invite, seat = annas_view["invite"], annas_view["seat_links"]["white"]
        assert (bens_first_view["invite"], bens_first_view["seat_links"]) == (None, {})
        ben.post("/api/invitations", {"secret": invite})
        bens_view = b.watch(game)
        a.until("game", started=True)
        for live in (a, b):
            live.request("chat", game=game, text="a secret word")
        a.request("move", game=game, ply=0, piece="wS1", to=[0, 0])
        b.request("move", game=game, ply=1, piece="bS1", to=[1, 0])
        a.request("propose", game=game, what="takeback")
        b.request("reply", game=game, what="takeback", accept=True)
        a.request("resign", game=game)
        seen_by_eve = repr([e.watch(game), e.messages, eve.get(f"/api/games/{game}").text])
        seen_by_ben = repr([bens_view, b.messages, b.watch(game), ben.get(f"/api/games/{game}").text])
        seen_by_anna = repr([annas_view, a.messages, a.watch(game), anna.get(f"/api/games/{game}").text])
    black_seat = bens_view["seat_links"]["black"]
    for secret in (seat, invite, anna.token):
        assert secret not in seen_by_ben
    for secret in (black_seat, ben.token):
        assert secret not in seen_by_anna
    for secret in (seat, black_seat, invite, anna.token, ben.token, "a secret word"):
        assert secret not in seen_by_eve
    assert ben.post("/api/invitations", {"secret": invite}).status_code == 404


def test_a_seat_can_be_claimed_on_another_device(anna: Browser, ben: Browser, server: TestClient) -> None:
    game = create_game_of_friends(anna, ben)
    phone = Browser(server)
    link = anna.get(f"/api/games/{game}").json()["seat_links"]["white"]
    assert phone.post("/api/seats", {"secret": link}).json() == {"game": game}
    with phone.live() as live:
        assert live.watch(game)["yours"] == ["white"]
        assert live.request("move", game=game, ply=0, piece="wS1", to=[0, 0])["kind"] == "done"


def test_a_guest_can_be_created_after_the_socket_was_opened(anna: Browser) -> None:
    with anna.live() as live:
        assert live.request("ping")["kind"] == "pong"
        game = anna.make(opponent="here")
        assert live.watch(game)["yours"] == ["white", "black"]


def test_requests_for_paths_and_reasons(anna: Browser) -> None:
    game = anna.make(opponent="here", expansions="MLP")
    with anna.live() as live:
        live.watch(game)
        for ply, (piece, *to) in enumerate([("wS1", 0, 0), ("bS1", 1, 0), ("wQ", -1, 0), ("bQ", 2, -1)]):
            assert live.request("move", game=game, ply=ply, piece=piece, to=to)["kind"] == "done"
        paths = live.request("paths", game=game, ply=4, piece="wQ")["paths"]
        assert {path["kind"] for path in paths} == {"slide"}
        assert live.request("paths", game=game, ply=4, piece="wQ")["paths"] == paths
        assert live.request("path", game=game, ply=3)["path"] == {
            "kind": "place", "hexes": [[-1, 0]], "thrower": None, "copied": None,
        }  # fmt: skip
        assert live.request("path", game=game, ply=9)["code"] == "late"
        assert live.request("paths", game=game, ply=3, piece="wQ")["code"] == "late"
        assert live.request("why", game=game, ply=4, piece="wS1")["why"]["rule"] == "one-hive"
        french = live.request("why", game=game, ply=4, piece="wS1", language="fr")["why"]["text"]
        assert "ruche" in french.lower()
        assert french.startswith("Votre araignée")
        notation = live.request("why", game=game, ply=4, piece="wS1", notation=True)["why"]["text"]
        assert notation.startswith("The spider wS1")
        assert live.request("why", game=game, ply=4, piece="wQ")["why"] is None
        assert (
            live.request("why", game=game, ply=4, piece="wA1", to=[1, 1])["why"]["rule"] == "placed-next-to-the-enemy"
        )
        refused = live.request("move", game=game, ply=4, piece="wA1", to=[1, 1])
        assert (refused["code"], refused["why"]["rule"]) == ("illegal", "placed-next-to-the-enemy")


def test_pieces_outside_the_game_type_are_refused(anna: Browser) -> None:
    game = anna.make(opponent="here")
    with anna.live() as live:
        live.watch(game)
        assert live.request("why", game=game, ply=0, piece="wM")["code"] == "malformed"
        assert live.request("paths", game=game, ply=0, piece="bP")["code"] == "malformed"
        assert live.request("move", game=game, ply=0, piece="wM", to=[0, 0])["why"]["rule"] == "not-in-this-game"


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
        '{"kind":"chat","id":1,"game":"abcdefghij","text":""}',
        '{"id":' + "[" * 3000,
        '{"kind":"chat","id":1,"game":"abcdefghij","text":"' + "x" * MESSAGE_LIMIT + '"}',
    ],
)
def test_malformed_messages_are_refused(anna: Browser, text: str) -> None:
    with anna.live() as live:
        live.session.send_text(text)
        answer = live.receive()
        assert (answer["kind"], answer["code"]) == ("refused", "malformed")
        assert live.request("ping")["kind"] == "pong"


def test_a_refusal_has_the_id_of_its_request_if_readable(anna: Browser) -> None:
    with anna.live() as live:
        live.session.send_text('{"kind":"dance","id":77}')
        assert live.receive()["id"] == 77
        live.session.send_bytes(b"\xff\xfe\x00")
        assert live.receive()["id"] is None


def test_requests_about_unknown_games_are_refused(anna: Browser) -> None:
    with anna.live() as live:
        for kind in ("watch", "resign", "abort"):
            assert live.request(kind, game="0000000000")["code"] == "unknown-game"
        assert live.request("unwatch", game="0000000000")["kind"] == "done"


def test_clients_that_send_too_many_messages_are_disconnected(tmp_path: Path) -> None:
    with running_server(settings_in(tmp_path, message_rate=2.0)) as client:
        anna = Browser(client)
        with anna.live() as live:
            answers = [live.request("ping") for _ in range(20)]
            assert [answer["kind"] for answer in answers[:8]] == ["pong"] * 8
            assert answers[-1]["code"] == "too-fast"
            for _ in range(300):
                live.send("ping")
            with pytest.raises(WebSocketDisconnect) as closed:
                live.until("never")
            assert closed.value.code == ABUSE


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "", "http://[", "http://hive.example.evil", "ftp://hive.example"]
)
def test_other_origins_cannot_open_the_socket(anna: Browser, origin: str) -> None:
    with pytest.raises(WebSocketDisconnect), anna.live(Origin=origin):
        pass


def test_the_same_origin_and_programs_can_open_the_socket(anna: Browser) -> None:
    with anna.live(Origin="http://hive.example") as live:
        assert live.request("ping")["kind"] == "pong"
    with anna.live() as live:
        assert live.request("ping")["kind"] == "pong"


def test_a_rename_is_broadcast_to_unfinished_games(anna: Browser, ben: Browser) -> None:
    game = create_game_of_friends(anna, ben)
    with ben.live() as live:
        assert live.watch(game)["white"]["name"] == ""
        assert anna.put("/api/me", {"name": "Anna"}).json()["name"] == "Anna"
        assert live.until("game")["white"]["name"] == "Anna"


def test_a_restart_loses_nothing(tmp_path: Path) -> None:
    with running_server(settings_in(tmp_path)) as client:
        anna = Browser(client)
        game = anna.make(opponent="computer", level=1, clock={"kind": "minutes", "minutes": 5, "increment": 3})
        with anna.live() as live:
            live.watch(game)
            live.send("move", game=game, ply=0, piece="wS1", to=[0, 0])
            live.until("moved", ply=2)
            before = live.watch(game)
    with running_server(settings_in(tmp_path)) as client:
        headers, anna = anna.headers, Browser(client)
        anna.headers = headers
        with anna.live() as live:
            after = live.watch(game)
    for state in (before, after):
        assert state["clock"].pop("white") > 200_000
    changed = {name for name in before if before[name] != after[name]}
    assert changed <= {"id"}


def open_session(rooms: Rooms, send: Any) -> tuple[Connection, Session]:
    """Return a connection and its session, without a server."""
    connection = Connection(send, None, COSTS, batch=DeliveryBatch())
    return connection, Session(Handlers(rooms, Commands(rooms), Chat(rooms)), connection, Credentials(None, None))


@in_loop
async def test_a_client_that_does_not_read_is_disconnected() -> None:
    sent: list[dict[str, Any]] = []
    reading = asyncio.Event()

    async def send(message: dict[str, Any]) -> None:
        if message["type"] == "websocket.send":
            await reading.wait()
        sent.append(message)

    async def receive() -> dict[str, Any]:
        await asyncio.Event().wait()
        return {}

    async with running_rooms(MemoryStore()) as rooms:
        client, session = open_session(rooms, send)
        serving = asyncio.create_task(client.serve(receive, session))
        await asyncio.sleep(0)
        for number in range(2000):
            client.send(frame(f"message {number}".encode()))
        reading.set()
        await serving
    assert sent[-1] == {"type": "websocket.close", "code": SLOW}
    assert len(sent) < 600


@in_loop
async def test_requests_know_when_they_arrived(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[float] = []
    events: list[dict[str, Any]] = [
        {"type": "websocket.receive", "text": '{"kind":"ping","id":1}', ARRIVED: 12.5},
        {"type": "websocket.disconnect", "code": 1000},
    ]

    async def send(_message: dict[str, Any]) -> None:
        pass

    async def receive() -> dict[str, Any]:
        return events.pop(0)

    async def handle(_session: Session, _request: object) -> None:
        seen.append(client.arrived)

    monkeypatch.setattr(Session, "handle", handle)
    async with running_rooms(MemoryStore()) as rooms:
        client, session = open_session(rooms, send)
        await client.serve(receive, session)
    assert seen == [12.5]


@in_loop
async def test_an_idle_client_is_disconnected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("skep.server.realtime.connection._IDLE_TIMEOUT", 0.05)
    sent: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    async def receive() -> dict[str, Any]:
        await asyncio.Event().wait()
        return {}

    async with running_rooms(MemoryStore()) as rooms:
        client, session = open_session(rooms, send)
        await client.serve(receive, session)
    assert sent == [{"type": "websocket.close", "code": IDLE}]


@in_loop
async def test_a_broken_connection_leaves_no_subscriber_behind() -> None:
    store = MemoryStore()
    await store_game(store, game_row())

    async def send(message: dict[str, Any]) -> None:
        if message["type"] == "websocket.send":
            raise OSError("broken pipe")

    requests = ['{"kind":"watch","id":1,"game":"abcdefghij"}']

    async def receive() -> dict[str, Any]:
        if requests:
            return {"type": "websocket.receive", "text": requests.pop()}
        await asyncio.Event().wait()
        return {}

    async with running_rooms(store) as rooms:
        client, session = open_session(rooms, send)
        await client.serve(receive, session)
        await until(lambda: not rooms.list_loaded(), "the room is dropped")


def test_a_player_who_connects_while_the_database_is_away_does_not_become_a_spectator(
    anna: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = anna.make(opponent="computer")
    look_up = SqlStore.guest

    async def fail_once(_self: SqlStore, _token: str) -> Guest | None:
        monkeypatch.setattr(SqlStore, "guest", look_up)
        raise StoreUnavailable("the database does not respond")

    with anna.live() as live:
        monkeypatch.setattr(SqlStore, "guest", fail_once)
        assert live.request("watch", game=game)["code"] == "busy"
        assert live.request("watch", game=game)["yours"] == ["white"]
