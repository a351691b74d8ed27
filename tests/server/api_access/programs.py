"""Programs that use the API with a token, for tests."""

from __future__ import annotations

from typing import Any

import httpx

from tests.server.browsers import Browser, TestClient

__all__ = ["Program", "new_token"]


def new_token(browser: Browser, *scopes: str, **options: Any) -> str:
    """Create a personal token on the account page; return its secret."""
    answer = browser.post("/api/account/tokens", {"name": "A program", "scopes": list(scopes), **options})
    assert answer.status_code == 201, answer.text
    secret: str = answer.json()["secret"]
    return secret


class Program:
    """A program without cookies."""

    def __init__(self, client: TestClient, token: str) -> None:
        self._client = client
        self.headers = {"Authorization": f"Bearer {token}"}

    def request(
        self, method: str, path: str, *, headers: dict[str, str] | None = None, **options: Any
    ) -> httpx.Response:
        self._client.cookies.clear()
        answer: httpx.Response = self._client.request(
            method, path, headers={**self.headers, **(headers or {})}, **options
        )
        self._client.cookies.clear()
        return answer

    def works(self) -> bool:
        """Whether the token is accepted."""
        status = self.request("GET", "/api/me").status_code
        assert status in (200, 401)
        return status == 200
