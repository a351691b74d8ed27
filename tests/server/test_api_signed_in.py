"""The REST API answers players with accounts, and their programs, as its OpenAPI description says.

``test_api_description.py`` sends its requests as a guest, to whom many routes only answer 401.
"""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from skep.server.app import api_description
from skep.server.schemas.api_access import SCOPES
from tests.fuzz.rest import new_things
from tests.server.api_access.programs import new_token, registered
from tests.server.browsers import Browser, TestClient, running_server, settings_in

_DESCRIPTION: Final = api_description()
_API: Final = schemathesis.openapi.from_dict(_DESCRIPTION)
_API.config.generation.with_security_parameters = False  # the tests send real ones
_CHECKS: Final = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
_ENDING: Final = {"DELETE /api/account", "DELETE /api/session", "DELETE /api/token"}
"""Routes that end the session, the token or the account, after which every request is answered with 401."""
_PROGRAMS_ONLY: Final = ("/api/account/playing", "/api/bot/", "/api/board/", "/api/challenge/")
"""Routes of Lichess's API, which ignore cookies."""
_REPRESENTATIVES: Final = {
    "GET /api/account/tokens",
    "POST /api/account/tokens",
    "GET /api/players/{name}/ratings",
    "PUT /api/notifications/settings",
    "PUT /api/following/{name}",
    "GET /api/moderation/players",
    "POST /api/teams",
    "POST /api/tournaments",
    "POST /api/tournament/{tournament_id}/join",
    "POST /api/shared-studies",
}
"""Routes that the fast tests use: one or two of each part of the server."""


@dataclass(frozen=True)
class _Signed:
    """A player who is signed in, with what they may name in requests."""

    browser: Browser
    known: dict[str, list[Any]]
    """Values of parameters and of fields that name something that exists."""


def _operations() -> Iterator[object]:
    for path, methods in _DESCRIPTION["paths"].items():
        for method, route in methods.items():
            name = f"{method.upper()} {path}"
            # the streams of programs have no end
            if name in _ENDING or "/stream/" in path:
                continue
            needs_token = f"{path}/".startswith(_PROGRAMS_ONLY)
            takes_token = "security" in route
            for by in ["session"] * (not needs_token) + ["token"] * takes_token:
                identity = f"{name} by {by}"
                if name in _REPRESENTATIVES:
                    yield pytest.param(path, method, by, 3, id=f"{identity}, few")
                yield pytest.param(path, method, by, 10, marks=pytest.mark.slow, id=identity)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("signed-in")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[TestClient]:
    with running_server(settings_in(folder, study_rate=1e6, uploads=True)) as client:
        yield client


def _somebody(client: TestClient) -> _Signed:
    """Register a player with a friend, a game, a challenge, an arena, a battle, teams, a study and a token."""
    browser, friend = registered(client), registered(client)
    name, other = (one.get("/api/me").json()["name"] for one in (browser, friend))
    things = new_things(browser)
    rivals = friend.post("/api/teams", {"name": f"Team {secrets.token_hex(6)}"}).json()["id"]
    teams = [things["team"], rivals]
    battle = browser.post("/api/tournaments", {"name": "A battle", "teams": teams}).json()["summary"]["tournament"]
    challenge = friend.post("/api/challenges", {"to": name}).json()["id"]
    known = {key: [value] for key, value in things.items()} | {
        "name": [name, other],
        "username": [other],
        "to": [other],
        "member": [other],
        "challenge_id": [challenge],
        "tournament_id": [things["tournament"], battle],
        "team": teams,
        "teams": [teams],
    }
    return _Signed(browser, known)


def _send(client: TestClient, case: Any, headers: dict[str, str]) -> Any:
    sent = case.as_transport_kwargs(base_url="http://hive.example", headers=headers)
    data = sent.pop("data", None)
    sent["data" if isinstance(data, dict) else "content"] = data
    client.cookies.clear()
    return client.request(**{key: value for key, value in sent.items() if key != "cookies" and value is not None})


def _with_known(values: Any, known: dict[str, list[Any]], data: st.DataObject) -> Any:
    """Let the parameters of an address or the fields of a body name things that exist."""
    if not isinstance(values, dict):
        return values
    return {
        name: data.draw(st.sampled_from(known[name])) if name in known and data.draw(st.booleans()) else value
        for name, value in values.items()
    }


# the server in this process uses it while Hypothesis generates requests
@pytest.mark.filterwarnings("ignore:Do not use the `random` module")
@pytest.mark.parametrize(("path", "method", "by", "count"), list(_operations()))
def test_players_and_their_programs_get_what_is_described(
    path: str, method: str, by: str, count: int, server: TestClient, folder: Path
) -> None:
    somebody = _somebody(server)
    headers = dict(somebody.browser.headers)
    if by == "token":
        headers = {"Authorization": f"Bearer {new_token(somebody.browser, *SCOPES)}"}
    if path.startswith("/api/moderation"):
        with closing(sqlite3.connect(folder / "games.sqlite", timeout=20)) as store, store:
            store.execute("UPDATE accounts SET role = 'admin'")

    @given(data=st.data())
    # What a request does depends on those before it, so a failure can neither be repeated nor made smaller.
    @settings(
        max_examples=count,
        phases=[Phase.generate],
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    def check(data: st.DataObject) -> None:
        case = data.draw(_API[path][method].as_strategy())
        case.path_parameters = _with_known(case.path_parameters, somebody.known, data)
        case.body = _with_known(case.body, somebody.known, data)
        answer = _send(server, case, headers)
        assert answer.status_code != 401, answer.text
        case.validate_response(answer, checks=_CHECKS)

    check()
