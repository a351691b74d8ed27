"""Characters that a database cannot store, in requests: none is an internal error."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tests.server.api_access.programs import Program, new_token, registered
from tests.server.browsers import running_server, settings_in

READING = (
    *("/api/teams?search=%00", "/api/players/%00", "/api/players/%00/games", "/api/players/%00/teams"),
    *("/api/games/user/%00", "/api/tournaments?team=%00", "/api/archive?player=%00", "/api/players/%ed%a0%80"),
    *("/api/oauth?client_id=%00&redirect_uri=https://x.org/", "/api/dumps/%00", "/embed/game/%00"),
)
NUL = "\0"
WRITING: tuple[tuple[str, str, Any], ...] = (
    ("PUT", "/api/following/%00", None),
    ("POST", "/api/challenges", {"to": NUL}),
    ("POST", "/api/challenges", {"to": f"a{NUL}b"}),
    ("POST", "/api/reports", {"player": {"name": NUL}, "kind": "other", "text": "x"}),
    ("POST", "/api/blocks", {"player": {"name": NUL}, "kind": "mute"}),
    ("POST", "/api/tournaments", {"name": "Arena", "team": NUL}),
    ("POST", "/api/teams", {"name": f"Be{NUL}es", "description": NUL}),
    ("PUT", "/api/notifications/device", {"endpoint": NUL, "keys": {"p256dh": "a" * 87, "auth": "a" * 22}}),
    ("POST", "/api/notifications/device/removal", {"endpoint": NUL}),
    ("POST", "/api/sessions", {"name": NUL, "password": NUL}),
    ("POST", "/api/account/tokens", {"name": NUL, "scopes": []}),
    ("POST", "/api/explore", {"start": "ultimate-2024 Base White[1] -", "moves": [], "filter": {"player": NUL}}),
)


def test_a_nul_character_is_refused_or_removed(tmp_path: Path, database_url: str) -> None:
    with running_server(replace(settings_in(tmp_path, study_rate=1e6), database=database_url)) as client:
        anna = registered(client)
        tournament = anna.post("/api/tournaments", {"name": "Arena"}).json()["summary"]["tournament"]
        program = Program(client, new_token(anna, "challenge:write"))
        answers = {path: anna.get(path) for path in (*READING, f"/api/tournament/{tournament}/games?player=%00")}
        for method, path, body in (*WRITING, ("POST", f"/api/tournament/{tournament}/remove", {"name": NUL})):
            answers[f"{method} {path} {body}"] = client.request(method, path, json=body, headers=anna.headers)
        answers["a program"] = program.request("POST", "/api/challenge/%00")
        assert {request: answer.status_code for request, answer in answers.items() if answer.status_code >= 500} == {}


@pytest.mark.parametrize("name", ["Ann\0a", "\0Anna", "Anna\0"])
def test_a_name_with_a_nul_character_is_that_without(name: str, tmp_path: Path) -> None:
    with running_server(settings_in(tmp_path)) as client:
        anna = registered(client)
        anna.put("/api/account/name", {"name": "Anna"})
        assert client.get(f"/api/players/{name}".replace("\0", "%00")).json()["name"] == "Anna"
