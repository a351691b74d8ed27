"""The names of players: on their own games, in lists and in records."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from skep.server.store.records import Guest
from skep.server.store.sql import SqlStore
from tests.server.browsers import Browser, TestClient, running_server, settings_in
from tests.server.store.helpers import ANN, RUNNING, new_game, with_store


@pytest.fixture
def server(tmp_path: Path) -> Iterator[TestClient]:
    with running_server(settings_in(tmp_path)) as client:
        yield client


def names(browser: Browser, game: str) -> tuple[str, str]:
    """Return the names of a game's players."""
    state = browser.get(f"/api/games/{game}").json()
    return state["white"]["name"], state["black"]["name"]


def test_the_name_stands_on_games_against_the_computer(server: TestClient) -> None:
    anna = Browser(server)
    game = anna.make(opponent="computer", level=1, side="white")
    assert names(anna, game) == ("", "")
    anna.put("/api/me", {"name": "Anna"})
    assert names(anna, game) == ("Anna", "")
    assert '[White "Anna"]' in anna.get(f"/api/games/{game}/record.pgn").text
    assert anna.get("/api/games/mine").json()["games"][0]["white"] == "Anna"


def test_two_people_at_one_screen_have_their_own_names(server: TestClient) -> None:
    anna, eve = Browser(server), Browser(server)
    anna.put("/api/me", {"name": "Anna"})
    game = anna.make(opponent="here")
    assert names(anna, game) == ("", "")
    assert eve.put(f"/api/games/{game}/names", {"white": "Eve", "black": "Eve"}).status_code == 403
    with anna.live() as live, eve.live() as watching:
        live.watch(game)
        watching.watch(game)
        answer = anna.put(f"/api/games/{game}/names", {"white": " Leo\n", "black": "Anna"})
        assert answer.json() == {"white": "Leo", "black": "Anna"}
        assert watching.until("game")["white"]["name"] == "Leo"
    # the guest's own name is another matter
    anna.put("/api/me", {"name": "Annie"})
    assert names(eve, game) == ("Leo", "Anna")
    record = anna.get(f"/api/games/{game}/record.pgn").text
    assert '[White "Leo"]' in record
    assert '[Black "Anna"]' in record
    assert anna.put(f"/api/games/{game}/names", {"white": "", "black": "Anna"}).status_code == 200
    assert names(anna, game) == ("", "Anna")


def test_names_at_one_screen_follow_the_rules_for_names(server: TestClient) -> None:
    anna = Browser(server)
    game = anna.make(opponent="here")
    refused = anna.put(f"/api/games/{game}/names", {"white": "skep level 10", "black": ""})
    assert (refused.status_code, refused.json()["code"]) == (422, "name-reserved")
    assert anna.put("/api/games/nosuchgame/names", {"white": "Leo"}).status_code == 404


def test_only_games_on_one_screen_that_are_not_over_can_be_named(server: TestClient) -> None:
    anna = Browser(server)
    computer = anna.make(opponent="computer", level=1)
    assert anna.put(f"/api/games/{computer}/names", {"white": "Leo"}).status_code == 403
    game = anna.make(opponent="here")
    with anna.live() as live:
        live.watch(game)
        live.request("abort", game=game)
    assert anna.put(f"/api/games/{game}/names", {"white": "Leo"}).status_code == 403


def test_a_name_that_was_stored_for_both_sides_names_neither(database_url: str) -> None:
    game, earlier = new_game(ANN, ANN), new_game(Guest(ANN.id, ""), Guest(ANN.id, ""))

    async def test(store: SqlStore) -> None:
        for row in (game, earlier):
            await store.create(row, RUNNING)
        loaded = await store.load(game.id)
        assert loaded is not None
        assert [seat.name for seat in loaded.row.seats] == [ANN.name, ANN.name]
        assert loaded.row.names == ("", "")
        await store.rename(ANN.id, "Anna")
        await store.name_players(earlier.id, "Leo", "Mia")
        await store.rename(ANN.id, "Annie")
        named = await store.load(earlier.id)
        assert named is not None
        assert named.row.names == ("Leo", "Mia")

    with_store(database_url, test)
