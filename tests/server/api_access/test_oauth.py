"""OAuth 2: authorisation requests, the player's decision, and the exchange of codes for tokens."""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from sqlalchemy import select

from skep.server.accounts.secrets import hash_secret
from skep.server.accounts.statements import insert_account
from skep.server.api_access import code_statements
from skep.server.api_access.code_statements import NewCode, Redemption, add_code, redeem_code
from skep.server.api_access.oauth import TOKEN_DAYS, GrantRefused, OAuth, read_request
from skep.server.api_access.tokens import ApiTokens
from skep.server.http.problem_error import ProblemError
from skep.server.moderation import sanction_statements
from skep.server.store import SqlStore
from skep.server.store.api_tables import api_tokens, oauth_codes
from skep.server.store.records import Guest
from tests.server.accounts.people import change_sessions, code_of
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
from tests.server.browsers import Browser, TestClient, running_server, settings_in
from tests.server.store.helpers import with_store

ANN = Guest("ann4567890123456", "Ann")
ISSUER = "https://hive.example"


async def opened_oauth(store: SqlStore) -> OAuth:
    """Return the authorisation server of a store with one account."""
    await store.new_guest(ANN, "token")
    await store.write(partial(insert_account, ANN.id, "Ann", "ann", None, None, time.time()))
    return OAuth(store)


def form(code: str, **changes: str) -> dict[str, str]:
    grant = {"grant_type": "authorization_code", "code": code, "code_verifier": VERIFIER}
    return {**grant, "client_id": "program.example", "redirect_uri": BACK, **changes}


async def new_code(oauth: OAuth) -> str:
    """Agree to the request of a program as Ann; return the code."""
    address = await oauth.authorise(ANN, read_request(asked(), ISSUER))
    return parse_qs(urlsplit(address).query)["code"][0]


def test_a_program_gets_a_token_that_the_player_sees_and_revokes(server: TestClient) -> None:
    browser = registered(server)
    answer = agree(browser)
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-store")
    base, _, query = answer.json()["redirect"].partition("?")
    sent = parse_qs(query)
    assert (base, sent["state"], sent["iss"]) == (BACK, ["a state & more"], ["http://hive.example"])
    answer = exchange(server, sent["code"][0])
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-store")
    issued = answer.json()
    token = issued.pop("access_token")
    assert issued == {
        "token_type": "Bearer",
        "expires_in": TOKEN_DAYS * 86_400,
        "scope": "challenge:write bot:play",
    }
    program = Program(server, token)
    assert program.works()
    [listed] = browser.get("/api/account/tokens").json()["tokens"]
    assert (listed["name"], listed["site"], listed["scopes"]) == (
        "program.example",
        "https://program.example",
        ["challenge:write", "bot:play"],
    )
    assert listed["expires"] == pytest.approx(time.time() + TOKEN_DAYS * 86_400, abs=20)
    browser.delete(f"/api/account/tokens/{listed['id']}")
    assert not program.works()


@pytest.mark.parametrize(
    ("changes", "shown"),
    [
        ({}, {"host": "program.example", "kind": "https", "scopes": ["challenge:write", "bot:play"]}),
        ({"redirect_uri": "http://127.0.0.1:4711/x"}, {"host": "127.0.0.1", "kind": "loopback"}),
        ({"redirect_uri": "http://program.example/"}, {"kind": "unprotected"}),
        ({"redirect_uri": "com.example.app:/x"}, {"host": "com.example.app", "kind": "app"}),
        ({"scope": ""}, {"scopes": []}),
        ({"state": ""}, {"refusal": f"{BACK}?error=access_denied&iss=http%3A%2F%2Fhive.example"}),
    ],
)
def test_a_request_is_described_for_the_player(
    changes: dict[str, str], shown: dict[str, Any], server: TestClient
) -> None:
    answer = server.get("/api/oauth", params=asked(**changes))
    assert answer.status_code == 200, answer.text
    found = answer.json()
    assert (found["client"], found["days"], found["fault"]) == ("program.example", TOKEN_DAYS, None)
    assert {name: found[name] for name in shown} == shown


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"response_type": "token"}, "unsupported_response_type"),
        ({"response_type": ""}, "unsupported_response_type"),
        ({"code_challenge": ""}, "invalid_request"),
        ({"code_challenge": "short"}, "invalid_request"),
        ({"code_challenge_method": "plain"}, "invalid_request"),
        ({"code_challenge_method": ""}, "invalid_request"),
        ({"scope": "bot:play web:mod"}, "invalid_scope"),
        ({"scope": 'ü"\\'}, "invalid_scope"),
    ],
)
def test_a_mistake_of_a_program_is_explained(changes: dict[str, str], error: str, server: TestClient) -> None:
    """The player cannot agree, and sends the error to the program with a button."""
    found = server.get("/api/oauth", params=asked(**changes)).json()
    sent = parse_qs(urlsplit(found["refusal"]).query)
    assert (sent["error"], sent["state"]) == ([error], ["a state & more"])
    assert sent["error_description"] == [found["fault"]]
    browser = registered(server)
    assert code_of(agree(browser, **changes)) == (400, "program-fault")


@pytest.mark.parametrize(
    ("query", "code"),
    [
        (urlencode(asked(redirect_uri="javascript:alert(1)")), "redirect-uri"),
        (urlencode(asked(redirect_uri="")), "redirect-uri"),
        (urlencode(asked(client_id="")), "client-id"),
        (urlencode(asked(client_id="two words")), "client-id"),
        (urlencode(asked(state=1001 * "x")), "state"),
        (urlencode(asked()) + "&redirect_uri=https%3A%2F%2Fevil.example", "repeated-parameter"),
        (urlencode(asked()) + "&scope=bot%3Aplay", "repeated-parameter"),
    ],
)
def test_nobody_is_sent_to_an_address_that_is_not_accepted(query: str, code: str, server: TestClient) -> None:
    browser = registered(server)
    for answer in (browser.get(f"/api/oauth?{query}"), browser.post(f"/api/oauth?{query}")):
        assert code_of(answer) == (400, code)


def test_only_a_player_who_has_just_signed_in_agrees(tmp_path: Path) -> None:
    settings = settings_in(tmp_path)
    with running_server(settings) as client:
        browser = Browser(client)
        assert code_of(agree(browser)) == (401, "sign-in-required")
        browser.register("Agreeing Aki")
        token = new_token(browser, "bot:play")
        path = f"/api/oauth?{urlencode(asked())}"
        assert browser.post(path, Origin="https://evil.example").status_code == 403
        # no program agrees to the request of another
        assert code_of(Program(client, token).request("POST", path)) == (401, "sign-in-required")
        change_sessions(settings.database, confirmed=round((time.time() - 3600) * 1e6))
        assert code_of(agree(browser)) == (403, "confirm-first")


@pytest.mark.parametrize(
    ("changes", "error", "text"),
    [
        ({"grant_type": "password"}, "unsupported_grant_type", "authorization_code"),
        ({"grant_type": ""}, "unsupported_grant_type", "authorization_code"),
        ({"code": ""}, "invalid_request", "code is missing"),
        ({"code_verifier": ""}, "invalid_request", "code_verifier is missing"),
        ({"code_verifier": "short"}, "invalid_request", "43 to 128"),
        ({"client_id": ""}, "invalid_request", "client_id is missing"),
        ({"redirect_uri": "nonsense"}, "invalid_grant", "redirect_uri"),
        ({"code": "wrong"}, "invalid_grant", "was used"),
    ],
)
def test_errors_have_the_form_of_rfc_6749(changes: dict[str, str], error: str, text: str, server: TestClient) -> None:
    answer = exchange(server, **{"code": "unknown", **changes})
    assert (answer.status_code, answer.headers["cache-control"]) == (400, "no-store")
    assert set(answer.json()) == {"error", "error_description"}
    assert answer.json()["error"] == error
    assert text in answer.json()["error_description"]


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        ("{}", "application/json"),
        ("code=1&code=2&grant_type=authorization_code", "application/x-www-form-urlencoded"),
        (b"code=\xff", "application/x-www-form-urlencoded"),
        (b"code=%FF", "application/x-www-form-urlencoded"),
        ("a=1&" * 21, "application/x-www-form-urlencoded"),
    ],
)
def test_a_malformed_body_is_refused(content: Any, kind: str, server: TestClient) -> None:
    answer = server.post("/api/token", content=content, headers={"Content-Type": kind})
    assert (answer.status_code, answer.json()["error"]) == (400, "invalid_request")


def test_a_loopback_program_chooses_its_port(server: TestClient) -> None:
    browser = registered(server)
    for port in (49152, 65535):
        back = f"http://127.0.0.1:{port}/back"
        assert exchange(server, code_for(browser, redirect_uri=back), redirect_uri=back).status_code == 200
    code = code_for(browser, redirect_uri="http://127.0.0.1:4711/back")
    assert exchange(server, code, redirect_uri="http://127.0.0.1:4712/back").json()["error"] == "invalid_grant"


def test_a_repeated_write_gives_one_token(database_url: str) -> None:
    """The writer repeats a transaction if the connection is lost during its commit."""

    async def test(store: SqlStore) -> None:
        await opened_oauth(store)
        new = NewCode("hash", ANN.id, "program", BACK, challenge_of(VERIFIER), ("bot:play",), time.time() + 60)
        await store.write(partial(add_code, new))
        await store.write(lambda connection, _: add_code(new, connection, True))
        times = {"now": time.time(), "expires": time.time() + 60}
        redemption = Redemption(
            code="hash",
            client="program",
            redirect=BACK,
            site="https://program.example",
            challenge=challenge_of(VERIFIER),
            token="token4567890123",
            secret="secret",
            **times,
        )
        assert await store.write(partial(redeem_code, redemption)) == ("bot:play",)
        assert await store.write(lambda connection, _: redeem_code(redemption, connection, True)) == ("bot:play",)
        assert len(await store.read(lambda connection: connection.execute(select(api_tokens)).all())) == 1

    with_store(database_url, test)


def test_codes_and_tokens_are_bounded_per_account(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(code_statements, "MAX_TOKENS", 2)
    monkeypatch.setattr(code_statements, "_MAX_CODES", 3)

    async def test(store: SqlStore) -> None:
        oauth, tokens = await opened_oauth(store), ApiTokens(store, None)
        codes = [await new_code(oauth) for _ in range(4)]
        stored = await store.read(lambda connection: connection.scalars(select(oauth_codes.c.code)).all())
        assert set(stored) == {hash_secret(code) for code in codes[1:]}
        one, two = [(await oauth.exchange(form(code))).access_token for code in codes[1:3]]
        await tokens.find(one)
        three = (await oauth.exchange(form(codes[3]))).access_token
        # the one that was not used for the longest time makes room
        assert [await tokens.find(token) is not None for token in (one, two, three)] == [True, False, True]

    with_store(database_url, test)


def test_a_ban_ends_codes_and_tokens(database_url: str) -> None:
    async def test(store: SqlStore) -> None:
        oauth, tokens = await opened_oauth(store), ApiTokens(store, None)
        issued = await oauth.exchange(form(await new_code(oauth)))
        code = await new_code(oauth)
        await store.write(partial(sanction_statements.add_sanction, ANN.id, "ban", "Cheating", None, time.time()))
        assert await tokens.find(issued.access_token) is None
        with pytest.raises(GrantRefused, match="was used"):
            await oauth.exchange(form(code))

    with_store(database_url, test)


def test_codes_that_have_expired_are_deleted(database_url: str) -> None:
    async def test(store: SqlStore) -> None:
        oauth = await opened_oauth(store)
        await new_code(oauth)
        tokens = ApiTokens(store, None)
        for later, left in ((0, 1), (3600, 0)):
            await tokens.delete_expired(time.time() + later)
            assert len(await store.read(lambda connection: connection.execute(select(oauth_codes)).all())) == left

    with_store(database_url, test)


def test_the_decision_is_limited_per_account(server: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    browser = registered(server)
    monkeypatch.setattr("time.monotonic", lambda: 1e6)  # so that nothing is refilled
    assert [agree(browser).status_code for _ in range(101)] == [200] * 100 + [429]


def test_an_account_is_deleted_with_its_codes(tmp_path: Path) -> None:
    with running_server(settings_in(tmp_path)) as client:
        browser = registered(client)
        token, code = token_for(client, browser), code_for(browser)
        exported = browser.get("/api/account/export")
        [row] = exported.json()["api_access"]["oauth_codes"]
        assert (row["client"], row["redirect"]) == ("program.example", BACK)
        for secret in (code, hash_secret(code), challenge_of(VERIFIER), hash_secret(token)):
            assert secret not in exported.text
        assert browser.delete("/api/account").status_code == 200
        assert exchange(client, code).json()["error"] == "invalid_grant"
        assert not Program(client, token).works()


def test_a_request_with_a_mistake_raises() -> None:
    with pytest.raises(ProblemError, match="client_id"):
        read_request(asked(client_id=101 * "x"), ISSUER)
