"""Browsers for tests of the whole application, each with its own cookie."""

from __future__ import annotations

import json
import random
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import httpx
from argon2 import PasswordHasher

from skep.kernel.entry import load
from skep.server.accounts import passwords
from skep.server.accounts.cookies import COOKIE, session_cookie
from skep.server.app import SOCKET_PATH, make_app
from skep.server.schemas.game import LegalMovesView
from skep.server.settings import Settings
from tests.databases import sqlite_with_tables
from tests.server.games import random_choice

with warnings.catch_warnings():
    # Starlette recommends a successor of httpx, which few have installed.
    warnings.simplefilter("ignore")
    from starlette.testclient import TestClient, WebSocketTestSession

__all__ = ["Browser", "Live", "TestClient", "random_move_fields", "running_server", "settings_in"]


_CHEAP = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)


def settings_in(folder: Path, **changes: Any) -> Settings:
    """Return the settings of a server with its data in a folder and a computer that replies immediately.

    The tables of the server are in the folder already, because migrating them takes most of the start of a server.
    """
    database = folder / "games.sqlite"
    if not database.exists():
        database.write_bytes(sqlite_with_tables())
    defaults: dict[str, Any] = {
        "hosts": ("hive.example",),
        "min_reply_delay": 0.0,
        "move_seconds": 0.1,
        "message_rate": 1000.0,
        "games_per_hour": 1e6,
        "sign_ins_per_hour": 1e6,
        "request_rate": 0.0,
    }
    return Settings(database=f"sqlite:///{database}", **{**defaults, **changes})


@contextmanager
def running_server(settings: Settings, **parts: Any) -> Iterator[TestClient]:
    """Run the application in this process; ``parts`` replace its store or bus. Hashes of passwords are cheap."""
    load()  # so that no request waits for the kernel
    with (
        patch.multiple(passwords, _hasher=_CHEAP, _UNKNOWN=_CHEAP.hash("nobody")),
        TestClient(
            make_app(settings, **parts), base_url="http://hive.example", raise_server_exceptions=False
        ) as client,
    ):
        yield client


class Live:
    """An open socket."""

    def __init__(self, session: WebSocketTestSession) -> None:
        self.session = session
        self.messages: list[dict[str, Any]] = []
        self._id = 0

    def send(self, kind: str, **fields: Any) -> int:
        """Send a request and return its id."""
        self._id += 1
        self.session.send_text(json.dumps({"kind": kind, "id": self._id, **fields}))
        return self._id

    def receive(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self.session.receive_text())
        self.messages.append(message)
        return message

    def request(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Send a request and return its response; other messages are kept in ``messages``."""
        id_ = self.send(kind, **fields)
        while (message := self.receive()).get("id") != id_:
            pass
        return message

    def until(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Return the next message of this kind with these fields, kept or new."""
        while True:
            while self.messages:
                message = self.messages.pop(0)
                if message["kind"] == kind and all(message.get(name) == value for name, value in fields.items()):
                    return message
            self.receive()

    def watch(self, game: str) -> dict[str, Any]:
        """Watch a game and return its state."""
        answer = self.request("watch", game=game)
        self.messages.clear()
        return answer


class Browser:
    """A browser with a cookie."""

    def __init__(self, client: TestClient) -> None:
        self._client = client
        client.cookies.clear()
        # a name that every server accepts
        self.token: str = client.get("/api/me", headers={"Host": "127.0.0.1"}).cookies[COOKIE]
        client.cookies.clear()
        self.headers = {"Cookie": f"{COOKIE}={self.token}"}

    def get(self, path: str, **headers: str) -> httpx.Response:
        answer: httpx.Response = self._client.get(path, headers={**self.headers, **headers})
        return answer

    def post(self, path: str, body: Any = None, **headers: str) -> httpx.Response:
        answer: httpx.Response = self._client.post(path, json=body, headers={**self.headers, **headers})
        return answer

    def put(self, path: str, body: Any = None, **headers: str) -> httpx.Response:
        answer: httpx.Response = self._client.put(path, json=body, headers={**self.headers, **headers})
        return answer

    def change(self, path: str, body: Any = None, **headers: str) -> httpx.Response:
        answer: httpx.Response = self._client.patch(path, json=body, headers={**self.headers, **headers})
        return answer

    def delete(self, path: str, **headers: str) -> httpx.Response:
        answer: httpx.Response = self._client.delete(path, headers={**self.headers, **headers})
        return answer

    def register(self, name: str, password: str = "correct horse battery") -> None:
        """Turn the browser's guest into an account."""
        self._keep_session(self.post("/api/accounts", {"name": name, "password": password}), 201)

    def sign_in(self, name: str, password: str = "correct horse battery") -> None:
        """Sign in to an account."""
        self._keep_session(self.post("/api/sessions", {"name": name, "password": password}), 200)

    def _keep_session(self, answer: httpx.Response, status: int) -> None:
        assert answer.status_code == status, answer.text
        cookie = session_cookie(secure=False)
        self.headers = {"Cookie": f"{COOKIE}={self.token}; {cookie}={answer.cookies[cookie]}"}
        self._client.cookies.clear()

    def make(self, **options: Any) -> str:
        """Create a game and return its id."""
        answer = self.post("/api/games", options)
        assert answer.status_code == 201, answer.text
        game: str = answer.json()["game"]
        return game

    @contextmanager
    def live(self, **headers: str) -> Iterator[Live]:
        """Open the socket."""
        with self._client.websocket_connect(
            SOCKET_PATH, headers={"Host": "hive.example", **self.headers, **headers}
        ) as session:
            yield Live(session)


def random_move_fields(message: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """Return the fields of a random legal move after a ``game`` or ``moved`` message."""
    piece, to = random_choice(LegalMovesView(**message["legal"]), rng)
    ply = message["ply"] if message["kind"] == "moved" else len(message["moves"])
    return {"game": message["game"], "ply": ply, "piece": piece, "to": to}
