"""Guests over REST, as browsers use it: cookies, new games and invitations.

The details of the REST API that the clients of the benchmarks depend on are all here.
"""

from __future__ import annotations

from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import Any

import httpx

from bench.players import Visitor

__all__ = ["Guest", "http_client", "start_game"]


def http_client(address: str | None = None, *, connections: int = 10, timeout: float = 60.0) -> httpx.AsyncClient:
    """Return an HTTP client that keeps no cookies, so that several guests can share it.

    ``address`` is the loopback address that it connects from.
    """
    limits = httpx.Limits(max_connections=connections)
    return httpx.AsyncClient(
        transport=httpx.AsyncHTTPTransport(local_address=address, limits=limits),
        timeout=timeout,
        cookies=CookieJar(DefaultCookiePolicy(allowed_domains=[])),
    )


class Guest:
    """A browser without a page. It keeps the cookie that the server gives it."""

    def __init__(self, client: httpx.AsyncClient, port: int, *, address: str | None = None) -> None:
        """``address`` is the one that ``client`` connects from."""
        self.cookie = ""
        self._client = client
        self._port = port
        self._address = address

    @property
    def visitor(self) -> Visitor:
        """The browser, for its socket."""
        return Visitor(self.cookie, self._port, self._address)

    async def request(self, method: str, path: str, body: object = None, *, token: str = "") -> httpx.Response:
        """Send a request to a path below ``/api``, with a JSON body if there is one.

        ``token`` is that of a program, which has no cookies.
        """
        headers = {"Cookie": self.cookie} if self.cookie else {}
        if token:
            headers = {"Authorization": f"Bearer {token}"}
        url = f"http://127.0.0.1:{self._port}/api{path}"
        response = await self._client.request(method, url, json=body, headers=headers)
        if set_cookie := response.headers.get("set-cookie"):
            self.cookie = set_cookie.partition(";")[0]
        return response

    async def register(self, name: str) -> None:
        """Turn the guest into an account, which keeps the cookie of its session."""
        (await self.request("GET", "/me")).raise_for_status()
        body = {"name": name, "password": "correct horse battery"}
        (await self.request("POST", "/accounts", body)).raise_for_status()

    async def new_token(self, *scopes: str) -> str:
        """Return a new token of the account."""
        answer = await self.request("POST", "/account/tokens", {"name": "A program", "scopes": scopes})
        secret: str = answer.raise_for_status().json()["secret"]
        return secret

    async def create_game(self, opponent: str, **options: Any) -> str:
        """Create a game that everyone can watch, and return its id."""
        response = await self.request("POST", "/games", {"opponent": opponent, "private": False, **options})
        game: str = response.raise_for_status().json()["game"]
        return game

    async def invitation(self, game: str) -> str:
        """Return the secret of the invitation to a game of this guest."""
        secret: str = (await self.request("GET", f"/games/{game}")).raise_for_status().json()["invite"]
        return secret

    async def accept(self, secret: str) -> None:
        """Accept an invitation."""
        response = await self.request("POST", "/invitations", {"secret": secret})
        response.raise_for_status()


async def start_game(white: Guest, black: Guest, **options: Any) -> str:
    """Create a game between two guests and return its id."""
    game = await white.create_game("friend", **options)
    await black.accept(await white.invitation(game))
    return game
