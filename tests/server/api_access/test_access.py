"""The token of a request: whose it is, what it allows, and how a request without the right one is refused."""

from __future__ import annotations

from typing import Annotated, Any

import pytest
from fastapi import Depends, FastAPI

from skep.server import app as application
from skep.server.api_access.access import Scoped
from skep.server.store.records import Guest
from tests.server.accounts.people import code_of
from tests.server.api_access.programs import Program, new_token
from tests.server.browsers import Browser, TestClient, running_server, settings_in


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A server with routes that need scopes."""

    def with_routes() -> FastAPI:
        app = application._make_api()

        @app.post("/api/bots-only")
        async def bots_only(player: Annotated[Guest, Depends(Scoped("bot:play"))]) -> dict[str, Any]:
            return {"id": player.id, "name": player.name, "role": player.role}

        @app.get("/api/boards-or-bots")
        async def boards_or_bots(player: Annotated[Guest, Depends(Scoped("board:play", "bot:play"))]) -> dict[str, Any]:
            return {"id": player.id}

        return app

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(application, "_shared_api", with_routes)
        with running_server(settings_in(tmp_path_factory.mktemp("games"))) as client:
            yield client


def test_a_token_shows_who_asks_and_what_it_allows(server: TestClient) -> None:
    browser = Browser(server)
    browser.register("Scoped Sam")
    id_ = browser.get("/api/account").json()["id"]
    program = Program(server, new_token(browser, "bot:play"))
    # a page of another site may use a token that it has
    answer = program.request("POST", "/api/bots-only", headers={"Origin": "https://example.org"})
    assert (answer.status_code, answer.json()) == (200, {"id": id_, "name": "Scoped Sam", "role": ""})
    assert program.request("GET", "/api/boards-or-bots").json() == {"id": id_}
    assert program.request("GET", "/api/boards-or-bots", headers={"Authorization": "x"}).status_code == 401


def test_a_request_without_a_token_is_refused(server: TestClient) -> None:
    browser = Browser(server)
    browser.register("Cookie Conny")
    answer = browser.post("/api/bots-only")
    assert code_of(answer) == (401, "token-required")
    assert answer.headers["www-authenticate"] == 'Bearer realm="skep"'


@pytest.mark.parametrize("token", ["", "nonsense", "skep_" + 43 * "A", "é"])
def test_a_wrong_token_is_refused_everywhere(token: str, server: TestClient) -> None:
    headers = {"Authorization": f"bearer {token}".encode()}
    for method, path in (("POST", "/api/bots-only"), ("GET", "/api/me"), ("POST", "/api/games")):
        answer = server.request(method, path, headers=headers, json={} if method == "POST" else None)
        assert code_of(answer) == (401, "invalid-token")
        assert answer.headers["www-authenticate"] == 'Bearer realm="skep", error="invalid_token"'


def test_a_missing_scope_is_named(server: TestClient) -> None:
    browser = Browser(server)
    browser.register("Missing Mia")
    program = Program(server, new_token(browser, "study:read"))
    answer = program.request("POST", "/api/bots-only")
    assert (code_of(answer), answer.json()["detail"]) == ((403, "missing-scope"), "The token lacks the scope bot:play.")
    assert answer.headers["www-authenticate"] == 'Bearer realm="skep", error="insufficient_scope", scope="bot:play"'
    answer = program.request("GET", "/api/boards-or-bots")
    assert answer.json()["detail"] == "The token lacks the scope board:play or bot:play."


def test_a_page_of_another_site_changes_nothing_without_a_valid_token(server: TestClient) -> None:
    other = {"Origin": "https://example.org"}
    assert server.post("/api/games", json={}, headers=other).status_code == 403
    assert server.post("/api/games", json={}, headers={**other, "Authorization": "Bearer x"}).status_code == 401
    assert server.post("/api/games", json={}, headers={**other, "Authorization": "Basic eDp5"}).status_code == 403


def test_a_token_is_no_session(server: TestClient) -> None:
    """A token does not change what protects the account, whatever its scopes."""
    browser = Browser(server)
    browser.register("Session Sia")
    program = Program(server, new_token(browser, "bot:play", "study:write"))
    for method, path in (
        ("POST", "/api/account/tokens"),
        ("GET", "/api/account/tokens"),
        ("GET", "/api/account/sessions"),
        ("DELETE", "/api/account"),
        ("GET", "/api/account/export"),
        ("GET", "/api/moderation/reports"),
    ):
        body = {"name": "More", "scopes": []} if method == "POST" else None
        assert program.request(method, path, json=body).status_code == 401, path


def test_a_program_does_not_act_as_a_guest(server: TestClient) -> None:
    browser = Browser(server)
    browser.register("Guest Gerd")
    answer = Program(server, new_token(browser)).request("POST", "/api/games", json={"opponent": "here"})
    assert code_of(answer) == (403, "no-tokens")
    assert "set-cookie" not in answer.headers


def test_requests_are_limited_per_account(server: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    browser, other = Browser(server), Browser(server)
    browser.register("Fast Fiona")
    other.register("Fast Frida")
    one, two = (Program(server, new_token(browser)) for _ in range(2))
    monkeypatch.setattr("time.monotonic", lambda: 1e6)  # so that nothing is refilled
    answers = [program.request("GET", "/api/me") for _ in range(51) for program in (one, two)]
    assert [answer.status_code for answer in answers] == [200] * 100 + [429] * 2
    assert int(answers[-1].headers["retry-after"]) >= 1
    assert Program(server, new_token(other)).request("GET", "/api/me").status_code == 200
