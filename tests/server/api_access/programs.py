"""Programs that use the API with a token, for tests."""

from __future__ import annotations

import base64
import hashlib
import secrets
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import httpx

from tests.server.browsers import Browser, TestClient

__all__ = [
    "BACK",
    "VERIFIER",
    "Program",
    "agree",
    "asked",
    "challenge_of",
    "code_for",
    "exchange",
    "new_token",
    "registered",
    "token_for",
]


def registered(client: TestClient) -> Browser:
    """Return a browser that is signed in to an account with a random name."""
    browser = Browser(client)
    browser.register(f"Player {secrets.token_hex(8)}")
    return browser


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


VERIFIER = "a-verifier-with-enough-characters-for-the-rfc-7636"
"""The secret of a program, of which it shows the hash first."""
BACK = "https://program.example/back"


def challenge_of(verifier: str) -> str:
    """Return the S256 challenge of a verifier, in unpadded base64url."""
    return base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).decode().rstrip("=")


def asked(**changes: str) -> dict[str, str]:
    """Return the parameters of an authorisation request; an empty one is left out."""
    parameters = {
        "response_type": "code",
        "client_id": "program.example",
        "redirect_uri": BACK,
        "code_challenge": challenge_of(VERIFIER),
        "code_challenge_method": "S256",
        "scope": "challenge:write bot:play",
        "state": "a state & more",
        **changes,
    }
    return {name: value for name, value in parameters.items() if value}


def agree(browser: Browser, **changes: str) -> httpx.Response:
    """Agree to the request of a program."""
    return browser.post(f"/api/oauth?{urlencode(asked(**changes))}")


def code_for(browser: Browser, **changes: str) -> str:
    """Agree to the request of a program; return the code that it gets."""
    answer = agree(browser, **changes)
    assert answer.status_code == 200, answer.text
    redirect: str = answer.json()["redirect"]
    return parse_qs(urlsplit(redirect).query)["code"][0]


def exchange(client: TestClient, code: str, **changes: str) -> httpx.Response:
    """Exchange a code for a token, from another site and without cookies; an empty parameter is left out."""
    parameters = {
        "grant_type": "authorization_code",
        "code": code,
        "redirect_uri": BACK,
        "client_id": "program.example",
        "code_verifier": VERIFIER,
        **changes,
    }
    client.cookies.clear()
    answer: httpx.Response = client.post(
        "/api/token",
        data={name: value for name, value in parameters.items() if value},
        headers={"Origin": "https://program.example"},
    )
    return answer


def token_for(client: TestClient, browser: Browser, **changes: str) -> str:
    """Let a program get a token; return it."""
    answer = exchange(client, code_for(browser, **changes))
    assert answer.status_code == 200, answer.text
    token: str = answer.json()["access_token"]
    return token
