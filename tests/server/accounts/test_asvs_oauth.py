"""OWASP ASVS 5.0, V10: OAuth. This server gives tokens to programs, and is not itself a client of another server."""

from __future__ import annotations

import time

import pytest

from skep.server.api_access.oauth import CODE_SECONDS, TOKEN_DAYS
from tests.server.accounts.people import code_of
from tests.server.accounts.requirements import shows
from tests.server.api_access.programs import (
    BACK,
    VERIFIER,
    Program,
    agree,
    asked,
    challenge_of,
    code_for,
    exchange,
    new_token,
    registered,
    token_for,
)
from tests.server.browsers import TestClient


@shows("10.1.1")
def test_a_token_is_sent_only_to_the_program_that_asked(server: TestClient) -> None:
    """The browser sees a code, which is worth nothing without the program's verifier."""
    browser = registered(server)
    redirect = agree(browser).json()["redirect"]
    assert "skep_" not in redirect
    token = exchange(server, redirect.partition("code=")[2].partition("&")[0]).json()["access_token"]
    assert token not in browser.get("/api/account/tokens").text
    assert token not in browser.get("/api/account/export").text


@shows("10.3.1")
def test_only_tokens_of_this_server_count(server: TestClient) -> None:
    """Tokens are random and looked up, so that no other service can issue one."""
    assert not Program(server, "skep_" + 43 * "a").works()
    assert not Program(server, "lip_abcdefghijklmnop").works()


@shows("10.3.2", "10.4.11")
def test_a_token_allows_what_the_player_agreed_to(server: TestClient) -> None:
    browser = registered(server)
    token = token_for(server, browser, scope="study:read")
    answer = server.post("/api/token/test", content=token).json()
    assert answer[token]["scopes"] == "study:read"
    # nothing that a session allows, least of all more tokens
    for path in ("/api/account/tokens", "/api/account/sessions", "/api/account/export"):
        assert Program(server, token).request("GET", path).status_code == 401


@shows("10.3.3")
def test_a_token_belongs_to_an_account_and_not_to_a_name(server: TestClient) -> None:
    browser = registered(server)
    account, token = browser.get("/api/account").json()["id"], token_for(server, browser)
    assert browser.put("/api/account/name", {"name": "Latter Flo"}).status_code == 200
    answer = server.post("/api/token/test", content=token).json()
    assert answer[token]["userId"] == account


@shows("10.4.1")
@pytest.mark.parametrize("other", [BACK + "/", BACK + "?", BACK.upper(), BACK.replace("https", "http")])
def test_the_redirect_address_is_compared_exactly(other: str, server: TestClient) -> None:
    browser = registered(server)
    assert exchange(server, code_for(browser), redirect_uri=other).json()["error"] == "invalid_grant"


@shows("10.4.2")
def test_a_code_works_once_and_using_it_again_revokes_its_token(server: TestClient) -> None:
    browser = registered(server)
    code = code_for(browser)
    program = Program(server, exchange(server, code).json()["access_token"])
    other = Program(server, token_for(server, browser))
    assert program.works()
    assert exchange(server, code).json()["error"] == "invalid_grant"
    assert (program.works(), other.works()) == (False, True)


@shows("10.4.3")
def test_a_code_expires_within_ten_minutes(server: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    assert CODE_SECONDS <= 600
    browser, now = registered(server), time.time()
    code, late = code_for(browser), code_for(browser)
    monkeypatch.setattr("time.time", lambda: now + CODE_SECONDS - 10)
    assert exchange(server, code).status_code == 200
    monkeypatch.setattr("time.time", lambda: now + CODE_SECONDS + 10)
    assert exchange(server, late).json()["error"] == "invalid_grant"


@shows("10.4.4")
def test_no_other_grants_are_possible(server: TestClient) -> None:
    for grant in ("password", "client_credentials", "refresh_token", "implicit"):
        assert exchange(server, "code", grant_type=grant).json()["error"] == "unsupported_grant_type"
    assert server.get("/api/oauth", params=asked(response_type="token")).json()["fault"] is not None


@shows("10.4.6")
def test_every_code_needs_the_verifier_of_the_program(server: TestClient) -> None:
    browser = registered(server)
    for challenge in ({"code_challenge": ""}, {"code_challenge_method": "plain"}, {"code_challenge_method": ""}):
        assert code_of(agree(browser, **challenge)) == (400, "program-fault")
    for verifier in ("", VERIFIER + "x", challenge_of(VERIFIER)):
        answer = exchange(server, code_for(browser), code_verifier=verifier)
        assert answer.json()["error"] in ("invalid_grant", "invalid_request")
    # the attempt of a thief costs the code
    code = code_for(browser)
    exchange(server, code, code_verifier=VERIFIER + "x")
    assert exchange(server, code).status_code == 400


@shows("10.4.7")
def test_addresses_of_unknown_programs_are_checked(server: TestClient) -> None:
    """Programs are not registered: what they say is checked, and the player sees where the code goes."""
    for uri in ("javascript:alert(1)", "https://user@evil.example/", "http:evil.example"):
        assert server.get("/api/oauth", params=asked(redirect_uri=uri)).status_code == 400
    shown = server.get("/api/oauth", params=asked(redirect_uri="http://evil.example/")).json()
    assert (shown["host"], shown["kind"]) == ("evil.example", "unprotected")


@shows("10.4.9", "10.7.3")
def test_a_player_sees_and_revokes_what_programs_may_do(server: TestClient) -> None:
    browser = registered(server)
    personal, program = Program(server, new_token(browser)), Program(server, token_for(server, browser))
    listed = browser.get("/api/account/tokens").json()["tokens"]
    assert {(token["site"], tuple(token["scopes"])) for token in listed} == {
        (None, ()),
        ("https://program.example", ("challenge:write", "bot:play")),
    }
    for token in listed:
        browser.delete(f"/api/account/tokens/{token['id']}")
    assert (personal.works(), program.works()) == (False, False)


@shows("10.7.1")
def test_every_request_takes_the_consent_of_the_player(server: TestClient) -> None:
    """A program that has a token gets no code without asking again."""
    browser = registered(server)
    token_for(server, browser)
    answer = browser.get("/oauth?" + "&".join(f"{name}={value}" for name, value in asked(state="x").items()))
    assert "location" not in answer.headers
    assert "code=" not in answer.text


@shows("10.7.2")
def test_the_request_is_described_before_the_decision(server: TestClient) -> None:
    shown = server.get("/api/oauth", params=asked()).json()
    assert shown["client"] == "program.example"
    assert shown["host"] == "program.example"
    assert shown["scopes"] == ["challenge:write", "bot:play"]
    assert shown["days"] == TOKEN_DAYS
