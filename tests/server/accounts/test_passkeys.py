"""Passkeys: registering, signing in, adding and removing them, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.accounts.authenticator import Authenticator
from tests.server.accounts.people import (
    add_passkey,
    code_of,
    options_of,
    register_with_passkey,
    sign_in_with_passkey,
)
from tests.server.browsers import Browser, TestClient


def test_a_guest_registers_with_a_passkey_and_signs_in_elsewhere(server: TestClient) -> None:
    phone, laptop = Browser(server), Browser(server)
    game = phone.make(opponent="computer")
    authenticator = register_with_passkey(phone, "Pia Phone")
    assert phone.get("/api/me").json() == {"name": "Pia Phone", "registered": True, "role": ""}
    sign_in_with_passkey(laptop, authenticator)
    assert laptop.get("/api/me").json()["name"] == "Pia Phone"
    assert laptop.get(f"/api/games/{game}").json()["yours"] == ["white"]
    account = laptop.get("/api/account").json()
    assert not account["has_password"]
    [passkey] = account["passkeys"]
    assert passkey["used"] is not None


def test_a_name_that_is_taken_gets_no_challenge(server: TestClient) -> None:
    one, two = Browser(server), Browser(server)
    one.register("Quentin")
    assert code_of(two.post("/api/accounts/passkey/options", {"name": "QUENTIN"})) == (409, "name-taken")
    assert code_of(one.post("/api/accounts/passkey/options", {"name": "Quentin 2"})) == (409, "signed-in")


def test_passkeys_need_a_site_with_a_name(server: TestClient) -> None:
    browser = Browser(server)
    answer = browser.post("/api/sessions/passkey/options", None, Host="127.0.0.1:8765", Origin="http://127.0.0.1:8765")
    assert code_of(answer) == (409, "no-passkeys")
    answer = browser.post("/api/sessions/passkey/options", None, Host="localhost:8765")
    assert answer.json()["options"]["rpId"] == "localhost"


def test_options_ask_for_discoverable_passkeys_and_a_verified_user(server: TestClient) -> None:
    options = options_of(Browser(server), "/api/accounts/passkey/options", {"name": "Rosa Rosen"})
    assert options["rp"] == {"id": "hive.example", "name": "skep"}
    chosen = options["authenticatorSelection"]
    assert (chosen["residentKey"], chosen["userVerification"]) == ("required", "required")
    assert options["user"]["name"] == "Rosa Rosen"
    options = options_of(Browser(server), "/api/sessions/passkey/options")
    assert (options["allowCredentials"], options["userVerification"]) == ([], "required")


def test_a_challenge_works_once(server: TestClient) -> None:
    browser = Browser(server)
    authenticator = register_with_passkey(browser, "Sam Once")
    options = options_of(browser, "/api/sessions/passkey/options")
    assert browser.post("/api/sessions/passkey", authenticator.sign(options)).status_code == 200
    again = browser.post("/api/sessions/passkey", authenticator.sign(options))
    assert code_of(again) == (403, "passkey-late")


def test_a_challenge_serves_only_its_purpose_and_its_player(server: TestClient) -> None:
    anna, ben = Browser(server), Browser(server)
    authenticator = register_with_passkey(anna, "Tom Purpose")
    register_with_passkey(ben, "Uta Purpose")
    for path in ("/api/session/confirmation/passkey/options", "/api/account/passkey/options"):
        signed = authenticator.sign({**options_of(anna, path), "rpId": "hive.example"})
        assert code_of(anna.post("/api/sessions/passkey", signed)) == (403, "passkey-late")
    options = options_of(anna, "/api/session/confirmation/passkey/options")
    assert [each["id"] for each in options["allowCredentials"]] == [authenticator.sign(options)["id"]]
    assert code_of(ben.post("/api/session/confirmation/passkey", authenticator.sign(options))) == (403, "passkey-late")
    own = options_of(ben, "/api/session/confirmation/passkey/options")
    assert code_of(ben.post("/api/session/confirmation/passkey", authenticator.sign(own))) == (403, "wrong-passkey")


def wrong_origin(key: Authenticator, options: dict[str, Any]) -> dict[str, str]:
    return key.sign(options, origin="http://evil.example")


def wrong_site(key: Authenticator, options: dict[str, Any]) -> dict[str, str]:
    return key.sign(options, site="evil.example")


def unverified(key: Authenticator, options: dict[str, Any]) -> dict[str, str]:
    key.verifies = False
    return key.sign(options)


def copied(key: Authenticator, options: dict[str, Any]) -> dict[str, str]:
    """Sign with an older counter, as a copy of the device does."""
    key.count -= 2
    return key.sign(options)


def other_key(key: Authenticator, options: dict[str, Any]) -> dict[str, str]:
    other = Authenticator()
    other.id, other.count = key.id, key.count
    return other.sign(options)


def unknown(_key: Authenticator, options: dict[str, Any]) -> dict[str, str]:
    return Authenticator().sign(options)


def broken(key: Authenticator, options: dict[str, Any]) -> dict[str, str]:
    return {**key.sign(options), "authenticator_data": "AAAA"}


@pytest.mark.parametrize("sign", [wrong_origin, wrong_site, unverified, copied, other_key, unknown, broken])
def test_a_wrong_signature_is_refused(server: TestClient, sign: Any) -> None:
    browser = Browser(server)
    authenticator = register_with_passkey(browser, f"Vera {sign.__name__.replace('_', '-')}")
    sign_in_with_passkey(browser, authenticator)
    sign_in_with_passkey(browser, authenticator)
    options = options_of(browser, "/api/sessions/passkey/options")
    answer = browser.post("/api/sessions/passkey", sign(authenticator, options))
    assert code_of(answer) == (403, "wrong-passkey")
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("client_data", ["AAAA", "e30", "eyJjaGFsbGVuZ2UiOiAiw6kifQ"])
def test_broken_client_data_are_refused(server: TestClient, client_data: str) -> None:
    browser = Browser(server)
    body = {"id": "AAAA", "client_data": client_data, "authenticator_data": "AAAA", "signature": "AAAA"}
    assert browser.post("/api/sessions/passkey", body).status_code == 403
    assert browser.post("/api/sessions/passkey", {**body, "id": "no base64!"}).status_code == 422


def test_an_unverified_user_cannot_register(server: TestClient) -> None:
    browser, authenticator = Browser(server), Authenticator(verifies=False)
    options = options_of(browser, "/api/accounts/passkey/options", {"name": "Willi"})
    body = {"name": "Willi", "passkey": authenticator.create(options)}
    assert code_of(browser.post("/api/accounts/passkey", body)) == (403, "wrong-passkey")


def test_passkeys_are_added_named_and_removed_but_never_the_last_one(server: TestClient) -> None:
    browser, other = Browser(server), Browser(server)
    first = register_with_passkey(browser, "Xenia")
    second = add_passkey(browser)
    sign_in_with_passkey(other, second)
    before = other.get("/api/account").json()["passkeys"]
    path = f"/api/account/passkeys/{before[1]['id']}"
    assert other.put(path, {"name": "  Red   key\u202e "}).status_code == 200
    assert other.get("/api/account").json()["passkeys"][1]["name"] == "Red key"
    assert code_of(other.put(path, {"name": "\u200b"})) == (422, "name-empty")
    assert code_of(other.put("/api/account/passkeys/AAAA", {"name": "Mine"})) == (404, "unknown-passkey")
    assert other.delete(f"/api/account/passkeys/{before[0]['id']}").status_code == 200
    assert browser.get("/api/account").status_code == 401, "other sessions end with a passkey"
    options = options_of(browser, "/api/sessions/passkey/options")
    assert code_of(browser.post("/api/sessions/passkey", first.sign(options))) == (403, "wrong-passkey")
    assert code_of(other.delete(path)) == (409, "last-way")
    sign_in_with_passkey(browser, second)


def test_a_passkey_belongs_to_one_account(server: TestClient) -> None:
    one, two = Browser(server), Browser(server)
    authenticator = register_with_passkey(one, "Yannick")
    two.register("Zora")
    options = options_of(two, "/api/account/passkey/options")
    answer = two.post("/api/account/passkeys", {"passkey": authenticator.create(options)})
    assert code_of(answer) == (409, "passkey-not-added")
