"""Accounts: a guest registers, signs out and signs in again."""

from __future__ import annotations

from tests.server.browsers import Browser, TestClient


def test_a_guest_who_registers_keeps_their_games(server: TestClient) -> None:
    anna = Browser(server)
    game = anna.make(opponent="computer")
    anna.register("Anna")
    assert anna.get("/api/me").json() == {"name": "Anna", "registered": True, "role": ""}
    assert anna.get(f"/api/games/{game}").json()["yours"] == ["white"]


def test_the_former_cookie_of_an_account_is_worth_nothing(server: TestClient) -> None:
    berta = Browser(server)
    game = berta.make(opponent="computer")
    guest = dict(berta.headers)
    berta.register("Berta")
    berta.headers = guest
    assert berta.get("/api/me").json() == {"name": "", "registered": False, "role": ""}
    assert berta.get(f"/api/games/{game}").json()["yours"] == []


def test_a_player_signs_in_on_another_device(server: TestClient) -> None:
    first, second = Browser(server), Browser(server)
    game = first.make(opponent="computer")
    first.register("Carla", "correct horse")
    wrong = second.post("/api/sessions", {"name": "Carla", "password": "wrong horse"})
    assert (wrong.status_code, wrong.json()["code"]) == (403, "wrong-credentials")
    second.sign_in("CARLA", "correct horse")
    assert second.get(f"/api/games/{game}").json()["yours"] == ["white"]
    with second.live() as live:
        assert live.watch(game)["yours"] == ["white"]


def test_signing_out_ends_the_session(server: TestClient) -> None:
    dora = Browser(server)
    dora.register("Dora")
    signed_in = dict(dora.headers)
    assert dora.delete("/api/session").status_code == 200
    dora.headers = signed_in
    assert not dora.get("/api/me").json()["registered"]


def test_names_of_accounts_are_unique(server: TestClient) -> None:
    one, two = Browser(server), Browser(server)
    one.register("Ellen")
    answer = two.post("/api/accounts", {"name": "ELLEN", "password": "correct horse"})
    assert (answer.status_code, answer.json()["code"]) == (409, "name-taken")
