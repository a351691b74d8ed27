"""Private games are not listed and not archived; anyone with their link can watch them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from skep.server.play.commands import Commands
from skep.server.play.new_games import new_row
from skep.server.schemas.game import Propose, Resign
from skep.server.schemas.lobby import NewGame
from skep.server.store import SqlStore
from skep.server.store.records import Event, EventKind, Guest
from tests.server.browsers import Browser, TestClient, running_server, settings_in
from tests.server.games import GAME, game_row
from tests.server.memory import MemoryStore
from tests.server.rooms import in_loop, move, running_rooms, store_game, watch_game
from tests.server.store.helpers import ANN, BOB, after, new_game, with_store


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with running_server(settings_in(tmp_path_factory.mktemp("games"), study_rate=1e6)) as client:
        yield client


def start_game(server: TestClient, **options: Any) -> tuple[Browser, Browser, str]:
    """Start a game of two browsers."""
    anna, ben = Browser(server), Browser(server)
    game = anna.make(opponent="friend", **options)
    invite = anna.get(f"/api/games/{game}").json()["invite"]
    assert ben.post("/api/invitations", {"secret": invite}).status_code == 200
    return anna, ben, game


def listed(server: TestClient) -> set[str]:
    return {game["game"] for game in Browser(server).get("/api/games/live").json()["games"]}


@pytest.mark.parametrize(
    ("options", "private"),
    [
        ({"opponent": "friend"}, True),
        ({"opponent": "here"}, True),
        ({"opponent": "computer"}, False),
        ({"opponent": "friend", "private": False}, False),
        ({"opponent": "here", "private": False}, False),
        ({"opponent": "computer", "private": True}, True),
    ],
    ids=lambda value: " ".join(map(str, value.values())) if isinstance(value, dict) else "",
)
def test_games_are_private_by_default_unless_the_opponent_is_the_computer(
    server: TestClient, options: dict[str, Any], private: bool
) -> None:
    row = new_row(GAME, NewGame(**options), Guest("anna", "Anna"), 1000.0)
    assert row.private is private
    anna = Browser(server)
    assert anna.get(f"/api/games/{anna.make(**options)}").json()["private"] is private


def test_private_games_are_not_listed(server: TestClient) -> None:
    _, _, private = start_game(server)
    _, _, public = start_game(server, private=False)
    against_computer = Browser(server).make(opponent="computer", private=True)
    assert public in listed(server)
    assert not {private, against_computer} & listed(server)


def test_a_player_lists_their_private_games(server: TestClient) -> None:
    anna, ben, game = start_game(server)
    for browser in (anna, ben):
        assert [each["game"] for each in browser.get("/api/games/mine").json()["games"]] == [game]


def test_anyone_with_the_link_can_watch_a_private_game(server: TestClient) -> None:
    _, _, game = start_game(server)
    stranger = Browser(server)
    assert stranger.get(f"/api/games/{game}").json()["yours"] == []
    assert stranger.get(f"/api/games/{game}/record.pgn").status_code == 200
    with stranger.live() as live:
        assert live.watch(game)["private"] is True


def test_the_review_of_a_private_game_does_not_archive_it(server: TestClient) -> None:
    for private in (True, False):
        anna, ben, game = start_game(server, private=private)
        with anna.live() as a, ben.live() as b:
            a.watch(game)
            b.watch(game)
            # the two games differ, because the same moves have the same review
            assert a.request("move", game=game, ply=0, piece="wS1", to=[0, 0])["kind"] == "done"
            piece = "bS1" if private else "bG1"
            assert b.request("move", game=game, ply=1, piece=piece, to=[1, 0])["kind"] == "done"
            assert a.request("resign", game=game)["kind"] == "done"
        assert anna.post("/api/reviews", {"game": game, "effort": "quick"}).status_code == 200
    pieces = [_second_piece(server, one["id"]) for one in server.get("/api/archive").json()["games"]]
    assert "bG1" in pieces
    assert "bS1" not in pieces


def _second_piece(server: TestClient, number: int) -> str:
    record: str = server.get(f"/api/archive/{number}/record.pgn").text
    return record.split("\n2. ")[1].split()[0]


@in_loop
async def test_a_rematch_is_as_private_as_the_game_before() -> None:
    for private in (True, False):
        store = MemoryStore()
        row = game_row(private=private)
        await store_game(store, row)
        async with running_rooms(store) as rooms:
            anna, ben = await watch_game(rooms, "anna", "ben")
            commands = Commands(rooms)
            await commands.execute(move(GAME, 0, "wS1", 0, 0), anna)
            await commands.execute(Resign(id=1, game=GAME), anna)
            await commands.execute(Propose(id=1, game=GAME, what="rematch"), anna)
            await commands.execute(Propose(id=1, game=GAME, what="rematch"), ben)
            assert store.rows[anna.last["rematch"]].private is private
        await store.close()


def test_private_games_are_stored_and_left_out_of_lists(database_url: str) -> None:
    public, private, joined = new_game(), new_game(private=True), new_game(black=None, private=True)

    async def test(store: SqlStore) -> None:
        for row in (public, private, joined):
            await store.create(row, after(0))
        assert await store.append(Event(joined.id, 1, EventKind.JOIN, joined.seats[1].side, BOB.id, 2000.0), after(0))
        for row in (public, private):
            stored = await store.load(row.id)
            assert stored is not None
            assert stored.row == row
        assert [game.row.id for game in await store.live()] == [public.id]
        assert {game.row.id for game in await store.games_of(ANN.id)} == {public.id, private.id, joined.id}
        for row in (public, private):
            assert await store.append(Event(row.id, 1, EventKind.END, None, "agreement", 2000.0), after(2, ended=True))
        assert await store.find_unarchived() == [public.id]

    with_store(database_url, test)


def test_the_private_field_is_validated(server: TestClient) -> None:
    answer = Browser(server).post("/api/games", {"private": "yes"})
    assert answer.status_code == 422
    assert "private" in json.loads(answer.text)["detail"]
