"""The scopes of tokens: each allows its own requests, and no others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.server.api_access.programs import Program, new_token, registered
from tests.server.browsers import Browser, TestClient, running_server, settings_in

START = "ultimate-2024 Base+MLP White[1] -"
STUDY = {"name": "Openings", "chapter": "Spiders", "tree": {"start": START, "nodes": []}}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with running_server(settings_in(tmp_path_factory.mktemp("scopes"), study_rate=1e6)) as client:
        yield client


@pytest.fixture
def anna(server: TestClient) -> Browser:
    return registered(server)


def name_of(browser: Browser) -> str:
    name: str = browser.get("/api/me").json()["name"]
    return name


def sent(program: Program, method: str, path: str, body: Any = None) -> Any:
    answer = program.request(method, path, json=body)
    assert answer.status_code in (200, 201), answer.text
    return answer.json()


def code(program: Program, method: str, path: str, body: Any = None) -> str:
    found: str = program.request(method, path, json=body).json()["code"]
    return found


def test_a_program_creates_a_tournament_and_takes_part(server: TestClient, anna: Browser) -> None:
    program, other = (Program(server, new_token(anna, scope)) for scope in ("tournament:write", "team:write"))
    settings = {"name": "Evening Swiss", "system": "round-robin"}
    assert code(other, "POST", "/api/tournaments", settings) == "missing-scope"
    created = sent(program, "POST", "/api/tournaments", settings)
    assert (created["summary"]["organiser"], created["organises"]) == (name_of(anna), True)
    path = f"/api/tournament/{created['summary']['tournament']}"
    assert sent(program, "POST", f"{path}/join")["you"]["state"] == "active"
    assert code(other, "POST", f"{path}/withdraw") == "missing-scope"
    assert code(program, "POST", f"{path}/pause") == "no-pause"
    assert code(program, "POST", f"{path}/bye", {"round": 1}) == "bye-late"
    # organising stays with the player
    assert code(program, "POST", f"{path}/cancel") == "sign-in-required"


def test_a_program_manages_a_team(server: TestClient, anna: Browser) -> None:
    writer, reader = (Program(server, new_token(anna, scope)) for scope in ("team:write", "team:read"))
    team = sent(writer, "POST", "/api/teams", {"name": f"Team of {name_of(anna)[:20]}", "open": False})["id"]
    assert [found["id"] for found in sent(reader, "GET", "/api/me/teams")["teams"]] == [team]
    sent(writer, "POST", f"/api/teams/{team}/chat", {"text": "Hello!"})
    assert [line["text"] for line in sent(reader, "GET", f"/api/teams/{team}/chat")["lines"]] == ["Hello!"]
    ben = registered(server)
    asking = Program(server, new_token(ben, "team:write"))
    sent(asking, "POST", f"/api/teams/{team}/join", {})
    waiting = sent(reader, "GET", f"/api/teams/{team}/requests")["requests"]
    assert [request["name"] for request in waiting] == [name_of(ben)]
    sent(writer, "POST", f"/api/teams/{team}/requests/{name_of(ben)}", {"accept": True})
    assert sent(reader, "GET", f"/api/teams/{team}")["standing"] == "leader"
    for method, path, program in (
        ("GET", "/api/me/teams", writer),
        ("GET", f"/api/teams/{team}/chat", writer),
        ("POST", f"/api/teams/{team}/leave", reader),
        ("DELETE", f"/api/teams/{team}", reader),
    ):
        assert code(program, method, path) == "missing-scope", path
    sent(asking, "POST", f"/api/teams/{team}/leave")
    sent(writer, "DELETE", f"/api/teams/{team}")


def test_a_program_keeps_studies(server: TestClient, anna: Browser) -> None:
    writer, reader = (Program(server, new_token(anna, scope)) for scope in ("study:write", "study:read"))
    assert code(reader, "POST", "/api/shared-studies", STUDY) == "missing-scope"
    study = sent(writer, "POST", "/api/shared-studies", STUDY)["study"]
    path = f"/api/shared-studies/{study}"
    assert [found["study"] for found in sent(reader, "GET", "/api/shared-studies")["yours"]] == [study]
    assert sent(reader, "GET", path)["study"] == study
    assert reader.request("GET", f"{path}/record.pgn").status_code == 200
    # without the scope, a program sees what everyone sees: nothing of a private study
    assert writer.request("GET", path).status_code == 404
    secret = sent(writer, "POST", f"{path}/links", {"role": "edit"})["links"]["edit"]
    ben = Program(server, new_token(registered(server), "study:write", "study:read"))
    sent(ben, "POST", f"{path}/members", {"secret": secret})
    sent(ben, "POST", f"{path}/copy")
    assert sent(ben, "GET", path)["study"] == study
    assert code(reader, "DELETE", path) == "missing-scope"
    sent(writer, "PATCH", path, {"name": "Closings"})
    sent(writer, "DELETE", path)


def test_a_program_follows_players(server: TestClient, anna: Browser) -> None:
    writer, reader = (Program(server, new_token(anna, scope)) for scope in ("follow:write", "follow:read"))
    ben = name_of(registered(server))
    assert code(reader, "PUT", f"/api/following/{ben}") == "missing-scope"
    sent(writer, "PUT", f"/api/following/{ben}")
    assert code(writer, "GET", "/api/following") == "missing-scope"
    assert ben in str(sent(reader, "GET", "/api/following"))
    sent(writer, "DELETE", f"/api/following/{ben}")
