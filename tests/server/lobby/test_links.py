"""Links to seats and invitations: their secrets travel in bodies, expire and can be replaced."""

from __future__ import annotations

import time

from skep.pieces import Color
from skep.server.lobby.lobby import Lobby
from skep.server.store.records import Guest
from tests.server.browsers import Browser, TestClient
from tests.server.games import GAME, LINKS, game_row, seed
from tests.server.memory import MemoryStore
from tests.server.rooms import Listener, SharedBus, execute, in_loop, move, running_rooms, store_game, until

LONG_AGO = 9 * 86_400.0


def test_secrets_in_paths_are_not_accepted(anna: Browser, ben: Browser) -> None:
    state = anna.get(f"/api/games/{anna.make(opponent='friend')}").json()
    assert ben.post(f"/api/invitations/{state['invite']}").status_code == 404
    assert ben.post(f"/api/seats/{state['seat_links']['white']}").status_code == 404
    assert ben.get(f"/api/games/{state['game']}").json()["yours"] == []


def test_a_new_link_withdraws_an_invitation(anna: Browser, ben: Browser) -> None:
    game = anna.make(opponent="friend")
    old = anna.get(f"/api/games/{game}").json()["invite"]
    with anna.live() as live:
        live.watch(game)
        assert anna.post(f"/api/games/{game}/links", {"side": "black"}).json() == {"removed": 0}
        new = live.until("game")["invite"]
    assert new == anna.get(f"/api/games/{game}").json()["invite"] != old
    refused = ben.post("/api/invitations", {"secret": old})
    assert (refused.status_code, "withdrawn" in refused.json()["detail"]) == (404, True)
    assert ben.post("/api/invitations", {"secret": new}).json() == {"game": game}


def test_new_links_to_a_seat_sign_other_browsers_out(anna: Browser, ben: Browser, server: TestClient) -> None:
    game = anna.make(opponent="computer", level=1)
    old = anna.get(f"/api/games/{game}").json()["seat_links"]["white"]
    assert ben.post("/api/seats", {"secret": old}).json() == {"game": game}
    with ben.live() as live:
        assert live.watch(game)["yours"] == ["white"]
        assert anna.post(f"/api/games/{game}/links", {"side": "white"}).json() == {"removed": 1}
        state = live.until("game")
        assert (state["yours"], state["seat_links"]) == ([], {})
        assert live.request("move", game=game, ply=0, piece="wS1", to=[0, 0])["code"] == "not-your-game"
        assert live.watch(game)["yours"] == []
    assert ben.post("/api/seats", {"secret": old}).status_code == 404
    new = anna.get(f"/api/games/{game}").json()["seat_links"]["white"]
    phone = Browser(server)
    assert phone.post("/api/seats", {"secret": new}).json() == {"game": game}
    # the browser that created the game keeps its seat
    assert phone.post(f"/api/games/{game}/links", {"side": "white"}).json() == {"removed": 0}
    assert anna.get(f"/api/games/{game}").json()["yours"] == ["white"]


def test_only_players_make_new_links(anna: Browser, ben: Browser, server: TestClient) -> None:
    game, eve = anna.make(opponent="friend"), Browser(server)
    assert eve.post(f"/api/games/{game}/links", {"side": "black"}).status_code == 403
    ben.post("/api/invitations", {"secret": anna.get(f"/api/games/{game}").json()["invite"]})
    assert anna.post(f"/api/games/{game}/links", {"side": "black"}).status_code == 403
    assert ben.post(f"/api/games/{game}/links", {"side": "white"}).status_code == 403
    assert ben.post(f"/api/games/{game}/links", {"side": "black"}).json() == {"removed": 0}
    assert ben.post(f"/api/games/{game}/links", {"side": "red"}).status_code == 422
    assert ben.post("/api/games/0000000000/links", {"side": "black"}).status_code == 404
    computers = anna.make(opponent="computer")
    assert anna.post(f"/api/games/{computers}/links", {"side": "black"}).status_code == 403


@in_loop
async def test_links_expire() -> None:
    store, eve = MemoryStore(), Guest("eve", "Eve")
    await store_game(store, game_row(black=None))
    async with running_rooms(store) as rooms:
        lobby, now = Lobby(rooms), time.time()
        invite = store.rows[GAME].seats[1].invite
        assert invite is not None
        assert await lobby.join(eve, LINKS.make("invite", GAME, Color.BLACK, invite, now - LONG_AGO)) == "expired"
        assert await lobby.claim_seat(
            eve, LINKS.make("seat", GAME, Color.WHITE, seed(Color.WHITE), now - LONG_AGO)
        ) == ("expired")
        assert await lobby.claim_seat(eve, LINKS.make("seat", GAME, Color.BLACK, seed(Color.BLACK), now)) == "unknown"
        assert await lobby.join(eve, LINKS.make("seat", GAME, Color.BLACK, invite, now)) == "unknown"
        assert await lobby.join(eve, LINKS.make("invite", "9999999999", Color.BLACK, invite, now)) == "unknown"
        assert await lobby.join(eve, LINKS.make("invite", GAME, Color.BLACK, invite, now)) == GAME


@in_loop
async def test_a_browser_that_is_signed_out_loses_the_seat_in_every_process() -> None:
    store, bus = MemoryStore(), SharedBus()
    await store_game(store, game_row())
    await store.claim_seat(seed(Color.WHITE), "phone")
    async with running_rooms(store, bus.end()) as one, running_rooms(store, bus.end()) as two:
        anna, phone = Listener("anna"), Listener("phone")
        await one.watch(GAME, anna, 1)
        await two.watch(GAME, phone, 1)
        assert phone.last["yours"] == ["white"]
        assert await Lobby(one).renew_links(Guest("anna", "Anna"), GAME, Color.WHITE) == 1
        await until(lambda: phone.last["kind"] == "game" and phone.last["yours"] == [], "the phone is signed out")
        refusal = await execute(two, move(GAME, 0, "wS1", 0, 0), phone)
        assert refusal is not None
        assert refusal.code == "not-your-game"
        assert await execute(one, move(GAME, 0, "wS1", 0, 0), anna) is None
