"""Open games, which anyone can join: matching, the list, and who may take the seat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from skep.pieces import Color
from skep.server.play.live_game import LiveGame
from skep.server.store import SqlStore
from skep.server.store.records import Event, EventKind
from tests.server.browsers import Browser, TestClient, running_server, settings_in
from tests.server.store.helpers import BOB, new_game, with_store

RAPID = {"kind": "minutes", "minutes": 10, "increment": 5}
DAILY = {"kind": "days", "days": 1}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[TestClient]:
    with running_server(settings_in(tmp_path)) as client:
        yield client


def open_game(browser: Browser, **options: Any) -> str:
    return browser.make(opponent="anyone", side="random", **options)


def open_ids(server: TestClient) -> list[str]:
    return [game["game"] for game in Browser(server).get("/api/games/open").json()["games"]]


def test_two_who_want_the_same_game_play_each_other(server: TestClient) -> None:
    anna, ben = Browser(server), Browser(server)
    game = open_game(anna, clock=DAILY)
    assert not anna.get(f"/api/games/{game}").json()["started"]
    assert open_game(anna, clock=DAILY) != game
    assert open_game(ben, clock=DAILY, expansions="MLP") != game
    assert open_game(ben, clock=DAILY) == game
    state = ben.get(f"/api/games/{game}").json()
    assert state["started"]
    assert not state["private"]
    assert {*state["yours"], *anna.get(f"/api/games/{game}").json()["yours"]} == {"white", "black"}


def test_a_wish_for_a_colour_is_respected(server: TestClient) -> None:
    anna, ben, carl = Browser(server), Browser(server), Browser(server)
    game = anna.make(opponent="anyone", side="white", clock=DAILY)
    assert ben.make(opponent="anyone", side="white", clock=DAILY) != game
    assert carl.make(opponent="anyone", side="black", clock=DAILY) == game


def test_a_quick_game_is_offered_while_its_creator_is_connected(server: TestClient) -> None:
    anna, ben = Browser(server), Browser(server)
    game = open_game(anna, clock=RAPID, threefold=True)
    assert open_game(ben, clock=RAPID, threefold=True) != game
    with anna.live() as live:
        live.watch(game)
        listed = Browser(server).get("/api/games/open").json()["games"]
        assert [(each["game"], each["joinable"], each["open"]) for each in listed] == [(game, True, True)]
        assert listed[0]["threefold"]
        carl = Browser(server)
        assert carl.post(f"/api/games/{game}/join").json() == {"game": game}
        assert live.until("game", started=True)["game"] == game


def test_only_the_first_guest_gets_the_seat(server: TestClient) -> None:
    anna, ben, carl = Browser(server), Browser(server), Browser(server)
    game = open_game(anna, clock=DAILY)
    assert anna.post(f"/api/games/{game}/join").json() == {"game": game}
    assert ben.post(f"/api/games/{game}/join").json() == {"game": game}
    assert carl.post(f"/api/games/{game}/join").status_code == 409
    assert carl.post("/api/games/0000000000/join").status_code == 404


def test_an_invitation_cannot_be_taken_without_its_link(server: TestClient) -> None:
    anna, ben = Browser(server), Browser(server)
    game = anna.make(opponent="friend", private=False, clock=DAILY)
    assert ben.post(f"/api/games/{game}/join").status_code == 409
    assert open_game(ben, clock=DAILY) != game
    assert game not in open_ids(server)


def test_an_open_game_can_be_cancelled(server: TestClient) -> None:
    anna, ben = Browser(server), Browser(server)
    game = anna.make(opponent="anyone", side="white", clock=DAILY)
    assert anna.post(f"/api/games/{game}/links", {"side": "black"}).status_code == 403
    with anna.live() as live:
        live.watch(game)
        assert live.request("abort", game=game)["kind"] == "done"
    assert ben.post(f"/api/games/{game}/join").status_code == 409
    assert open_game(ben, clock=DAILY) != game


def test_the_store_lists_games_until_someone_joins(tmp_path: Path) -> None:
    async def check(store: SqlStore) -> None:
        invitation, row = new_game(black=None), new_game(black=None)
        anyone = replace(row, seats=(row.seats[0], replace(row.seats[1], invite=None)))
        for game in (anyone, invitation):
            await store.create(game, LiveGame(game).status())
        assert [game.row for game in await store.joinable()] == [anyone]
        event = Event(anyone.id, 1, EventKind.JOIN, Color.BLACK, BOB.id, anyone.created + 1)
        assert await store.append(event, LiveGame(anyone).status_after(event))
        assert await store.joinable() == []

    with_store(f"sqlite:///{tmp_path / 'games.sqlite'}", check)
