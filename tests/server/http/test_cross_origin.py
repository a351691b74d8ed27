"""Requests from pages of other sites: with a token, and never with cookies."""

from __future__ import annotations

import pytest

from tests.server.browsers import Browser, TestClient

PAGE = {"Origin": "https://program.example"}


@pytest.mark.parametrize(
    ("path", "headers", "allowed"),
    [
        ("/api/games", "authorization", True),
        ("/api/games", "Content-Type, Authorization", True),
        ("/api/games", "content-type", False),
        ("/api/token", "content-type", True),
        ("/api/token/test", "", True),
        ("/account", "authorization", False),
    ],
)
def test_a_browser_learns_whether_it_may_send_a_token(
    path: str, headers: str, allowed: bool, server: TestClient
) -> None:
    asked = {**PAGE, "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": headers}
    answer = server.options(path, headers=asked)
    assert (answer.status_code == 204) == allowed
    assert answer.headers.get("access-control-allow-origin") == (
        "*" if allowed or path.startswith("/api/token") else None
    )
    # so browsers never send cookies along
    assert "access-control-allow-credentials" not in answer.headers
    if allowed:
        assert answer.headers["access-control-allow-headers"] == "Authorization, Content-Type"


def test_a_page_reads_responses_to_requests_with_a_token(server: TestClient) -> None:
    answer = server.get("/api/me", headers={**PAGE, "Authorization": "Bearer skep_1"})
    assert (answer.status_code, answer.headers["access-control-allow-origin"]) == (401, "*")
    assert server.post("/api/token", headers=PAGE).headers["access-control-allow-origin"] == "*"


def test_a_page_reads_nothing_else(server: TestClient) -> None:
    browser = Browser(server)
    browser.register("Private Petra")
    for path in ("/api/account", "/api/me", "/"):
        assert "access-control-allow-origin" not in browser.get(path, **PAGE).headers
