"""The REST API answers as its OpenAPI description says.

Schemathesis generates its cases when the module is collected, which takes longer than collecting all other tests.
``tests/conftest.py`` therefore leaves this module out of ``make test``.
"""

from __future__ import annotations

import json
import sqlite3
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance

from skep.server.accounts.cookies import COOKIE, session_cookie
from skep.server.app import api_description
from tests.server.processes import UNLIMITED, Player, Server


@pytest.fixture(scope="module")
def process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("served"), *UNLIMITED, "--uploads") as process:
        yield process


@pytest.fixture(scope="module")
def moderator(process: Server) -> str:
    """The cookie of an admin, because guests reach no route of moderators."""
    player = Player(process.url)
    headers = {"Cookie": f"{COOKIE}={player.token}", "Content-Type": "application/json"}
    body = json.dumps({"name": "Mona", "password": "correct horse battery"}).encode()
    request = urllib.request.Request(f"{process.url}/api/accounts", body, headers, method="POST")
    with urllib.request.urlopen(request, timeout=20) as response:
        cookies: list[str] = response.headers.get_all("Set-Cookie")
    with sqlite3.connect(process.folder / "games.sqlite", timeout=20) as connection:
        connection.execute("UPDATE accounts SET role = 'admin'")
    connection.close()
    name = session_cookie(secure=False)
    return next(cookie.partition(";")[0] for cookie in cookies if cookie.startswith(f"{name}="))


api = schemathesis.openapi.from_dict(api_description())
# A body with surplus data can also be too long.
api.config.checks.negative_data_rejection.expected_statuses.append("413")


@pytest.mark.slow
@api.parametrize()
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
def test_the_rest_api_matches_its_description(case: Any, process: Server, moderator: str) -> None:
    # A name of invisible characters satisfies the schema but is refused.
    # The first picture starts a process, which takes a while on a busy machine.
    headers = {"Cookie": moderator} if case.operation.path.startswith("/api/moderation") else {}
    case.call_and_validate(
        base_url=process.url, headers=headers, excluded_checks=[positive_data_acceptance], timeout=60
    )
