"""Limits of messages, chat and rematches belong to the guest and the address, not to a connection."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.websockets import WebSocketDisconnect

from skep.server.http import client_limits
from skep.server.realtime.connection import ABUSE
from skep.server.realtime.limit_exchange import TOPIC
from tests.server.browsers import Browser, TestClient, running_server, settings_in
from tests.server.rooms import SharedBus


@pytest.fixture(autouse=True)
def no_refill(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the allowances refill so slowly that the speed of the machine does not matter."""
    monkeypatch.setattr(client_limits, "_MESSAGE_BURST", 1e6)
    monkeypatch.setattr(client_limits, "_CHAT_RATE", 1e-6)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[TestClient]:
    """A server that allows each guest 40 messages."""
    with running_server(settings_in(tmp_path, message_rate=4e-5, games_per_hour=1.0)) as client:
        yield client


def count_pongs(browser: Browser, count: int) -> int:
    """Send pings on a new connection and return how many were answered."""
    with browser.live() as live:
        return [live.request("ping")["kind"] for _ in range(count)].count("pong")


def make_known(browser: Browser) -> str:
    """Let the browser's guest be known to its connections; return a game to watch."""
    return browser.make(opponent="here")


def watch_and_ping(browser: Browser, game: str, count: int) -> int:
    with browser.live() as live:
        live.request("watch", game=game)  # finds the guest; costs three
        return [live.request("ping")["kind"] for _ in range(count)].count("pong")


def test_reconnecting_does_not_refill_the_allowance(server: TestClient, caplog: pytest.LogCaptureFixture) -> None:
    anna, ben = Browser(server), Browser(server)
    game = make_known(anna)
    with caplog.at_level(logging.WARNING), anna.live() as live:
        live.request("watch", game=game)
        answers = [live.request("ping") for _ in range(60)]
    assert [answer["kind"] for answer in answers].count("pong") == 37  # watching costs three
    assert answers[-1]["code"] == "too-fast"
    assert "Too many messages: you have used up the allowance. Try again in" in answers[-1]["text"]
    line, *_ = [record.getMessage() for record in caplog.records if "limited" in record.getMessage()]
    assert line.startswith("limited testclient: too many messages (guest ")
    assert watch_and_ping(anna, game, 5) == 0
    assert watch_and_ping(ben, make_known(ben), 5) == 5


def test_an_accepted_message_does_not_excuse_many_refused_ones(server: TestClient) -> None:
    with Browser(server).live() as live:
        assert [live.request("ping")["kind"] for _ in range(77)] == ["pong"] * 77
        for _ in range(2):
            for _ in range(60):
                live.session.send_text("nonsense")  # costs five, and three are left
            live.send("ping")
        with pytest.raises(WebSocketDisconnect) as closed:
            live.until("never")
    assert closed.value.code == ABUSE


def test_connections_of_one_guest_share_the_allowance(server: TestClient) -> None:
    anna = Browser(server)
    game = make_known(anna)
    with anna.live() as one, anna.live() as two:
        for live in (one, two):
            live.request("watch", game=game)
        answered = [live.request("ping")["kind"] for _ in range(30) for live in (one, two)].count("pong")
    assert answered == 40 - 2 * 3


def test_new_guests_do_not_get_around_the_limit_of_the_address(server: TestClient) -> None:
    answered = 0
    for _ in range(12):
        browser = Browser(server)
        answered += watch_and_ping(browser, make_known(browser), 50)
    # eight guests' worth, of which each guest's first request took three
    assert answered <= 8 * 40


def test_unknown_visitors_share_an_allowance(server: TestClient) -> None:
    assert [count_pongs(Browser(server), 50) for _ in range(4)] == [50, 30, 0, 0]


def test_the_first_message_of_a_connection_is_charged_to_the_guest(server: TestClient) -> None:
    anna = Browser(server)
    make_known(anna)
    kinds = []
    for _ in range(60):
        with anna.live() as live:
            kinds.append(live.request("ping")["kind"])
    assert kinds == ["pong"] * 40 + ["refused"] * 20


def test_what_was_spent_in_another_process_counts(tmp_path: Path) -> None:
    shared = SharedBus()
    here, there = shared.end(), shared.end()
    with running_server(settings_in(tmp_path, message_rate=4e-5), bus=here) as client:
        assert count_pongs(Browser(client), 1) == 1
        there.publish(TOPIC, msgspec.msgpack.encode(("messages", [("visitors from testclient", 2.0, 80.0)])))
        assert count_pongs(Browser(client), 5) == 0


def test_chat_has_a_stricter_limit(tmp_path: Path) -> None:
    with running_server(settings_in(tmp_path)) as client:
        anna, ben = Browser(client), Browser(client)
        game = anna.make(opponent="friend")
        ben.post("/api/invitations", {"secret": anna.get(f"/api/games/{game}").json()["invite"]})
        codes: list[Any] = []
        for _ in range(2):  # reconnecting does not help
            with anna.live() as live:
                codes += [live.request("chat", game=game, text=f"line {n}").get("code") for n in range(8)]
        assert codes == [None] * 10 + ["too-fast"] * 6
        with ben.live() as live:
            assert live.request("chat", game=game, text="hello")["kind"] == "done"
            assert len(live.watch(game)["chat"]) == 11


def test_rematches_count_as_new_games(tmp_path: Path) -> None:
    with running_server(settings_in(tmp_path, games_per_hour=0.001)) as client:
        anna = Browser(client)
        game = anna.make(opponent="here")
        started, answer = 0, dict[str, Any]()
        with anna.live() as live:
            while answer.get("kind") != "refused" and started < 100:
                live.watch(game)
                assert live.request("resign", game=game)["kind"] == "done"
                answer = live.request("propose", game=game, what="rematch")
                if answer["kind"] == "done":
                    started += 1
                    game = anna.get(f"/api/games/{game}").json()["rematch"]
        assert started == 59
        assert answer["code"] == "too-many-games"
        assert "in the last hour. Try again in" in answer["text"]
        assert anna.post("/api/games", {"opponent": "here"}).status_code == 429


def test_a_local_server_limits_nothing(tmp_path: Path) -> None:
    settings = settings_in(tmp_path, message_rate=4e-5, games_per_hour=0.001, local=True)
    with running_server(settings) as client:
        client.base_url = "http://localhost"
        anna = Browser(client)
        for _ in range(70):
            game = anna.make(opponent="friend")
        with anna.live(Host="localhost") as live:
            live.watch(game)
            assert [live.request("ping")["kind"] for _ in range(300)] == ["pong"] * 300
            assert [live.request("chat", game=game, text="x")["kind"] for _ in range(30)] == ["done"] * 30
