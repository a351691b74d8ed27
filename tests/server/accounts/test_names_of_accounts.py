"""The names of accounts: unique, reserved, and changed once in a while."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import update

from skep.database.engines import read_url, writing_engine
from skep.server.accounts import accounts as service
from skep.server.store.account_tables import accounts
from tests.server.accounts.people import code_of
from tests.server.browsers import Browser, TestClient, running_server, settings_in


def test_guests_cannot_take_the_name_of_an_account(server: TestClient) -> None:
    account, guest = Browser(server), Browser(server)
    account.register("Guarded Gus")
    for name in ("Guarded Gus", "GUARDED GUS", "Guarded-Gus"):
        assert code_of(guest.put("/api/me", {"name": name})) == (409, "name-taken")
    assert guest.put("/api/me", {"name": "Guarded Gustav"}).status_code == 200


@pytest.mark.parametrize("name", ["deleted account", "Deleted Account", "Compte supprimé"])
def test_nobody_can_pass_for_a_deleted_account(server: TestClient, name: str) -> None:
    guest = Browser(server)
    assert code_of(guest.put("/api/me", {"name": name})) == (422, "name-reserved")
    assert code_of(guest.post("/api/accounts", {"name": name, "password": "tigermoose"})) == (422, "name-reserved")


def test_a_name_can_be_changed_once_in_a_while(tmp_path: Path) -> None:
    settings = settings_in(tmp_path)
    with running_server(settings) as client:
        anna, ben = Browser(client), Browser(client)
        game = anna.make(opponent="computer")
        anna.register("Anna")
        answer = anna.put("/api/account/name", {"name": " Annabel\n"})
        assert answer.json() == {"name": "Annabel", "registered": True, "role": ""}
        assert anna.get(f"/api/games/{game}").json()["white"]["name"] == "Annabel"
        refused = anna.put("/api/account/name", {"name": "Annika"})
        assert code_of(refused) == (409, "renamed-recently")
        assert "in 30 days" in refused.json()["detail"]
        assert anna.put("/api/account/name", {"name": "Annabel"}).status_code == 200, "nothing changes"
        # the former name is still reserved
        assert code_of(ben.post("/api/accounts", {"name": "anna", "password": "tigermoose"})) == (409, "name-taken")
        assert code_of(ben.put("/api/me", {"name": "Anna"})) == (409, "name-taken")
        ben.register("Ben")
        assert code_of(ben.put("/api/account/name", {"name": "Anna"})) == (409, "name-taken")
        assert code_of(ben.put("/api/account/name", {"name": "Annabel"})) == (409, "name-taken")
        assert code_of(ben.put("/api/account/name", {"name": "computer"})) == (422, "name-reserved")
        anna.sign_in("Annabel")
        # a month later she can return to it, and in between only the spelling differs
        engine = writing_engine(read_url(settings.database))
        with engine.begin() as connection:
            connection.execute(update(accounts).values(renamed=1))
        assert anna.put("/api/account/name", {"name": "Anna"}).status_code == 200
        with engine.begin() as connection:
            connection.execute(update(accounts).values(renamed=1))
        engine.dispose()
        assert anna.put("/api/account/name", {"name": "ANNA"}).status_code == 200
        anna.sign_in("Anna")


def test_former_names_are_free_after_a_while(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "RESERVED_SECONDS", -1.0)
    with running_server(settings_in(tmp_path)) as client:
        anna, ben = Browser(client), Browser(client)
        anna.register("Former")
        assert anna.put("/api/account/name", {"name": "Later"}).status_code == 200
        ben.register("Former")


def test_registering_renames_the_guest_in_running_games(server: TestClient) -> None:
    guest = Browser(server)
    guest.put("/api/me", {"name": "Guest Gerd"})
    game = guest.make(opponent="computer")
    with guest.live() as live:
        live.watch(game)
    guest.register("Account Gerd")
    assert guest.get(f"/api/games/{game}").json()["white"]["name"] == "Account Gerd"
