"""``skep serve`` as a real process, which tests can kill and restart."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cached_property
from pathlib import Path
from typing import Any, Self

import websockets

from skep.server.accounts.cookies import COOKIE
from tests.services import free_port

__all__ = ["UNLIMITED", "Connection", "Player", "Server"]

UNLIMITED = (
    *("--games-per-hour", "1000000"),
    *("--study-rate", "1000000"),
    *("--message-rate", "1000000"),
    *("--connections-per-address", "0"),
    *("--request-rate", "0"),
)
"""Options of a server that accepts all requests of one address."""


class Server:
    """A server with its data in a folder; it keeps its port when it is restarted."""

    def __init__(self, folder: Path, *options: str, command: str = "serve") -> None:
        self.folder = folder
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._arguments = [command, "--port", str(self.port), *options]
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.kill()
            self._process.wait()

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def log(self) -> str:
        return (self.folder / "server.log").read_text(errors="replace")

    def start(self) -> None:
        """Start the server and wait until it responds."""
        environment = {**os.environ, "SKEP_DATA_DIR": str(self.folder)}
        with (self.folder / "server.log").open("ab") as log:
            program = [sys.executable, "-c", "from skep.cli import main; main()", *self._arguments]
            self._process = subprocess.Popen(program, stdout=log, stderr=log, env=environment)
        for _ in range(600):
            if self._process.poll() is not None:
                raise AssertionError(f"the server did not start:\n{self.log}")
            try:
                with urllib.request.urlopen(f"{self.url}/api/health", timeout=5) as response:
                    if json.load(response)["engine"] == "ready":
                        return
            except (urllib.error.URLError, OSError):
                pass
            time.sleep(0.1)
        raise AssertionError(f"the server does not respond:\n{self.log}")

    def kill(self) -> None:
        """Kill the server."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def pause(self) -> None:
        """Stop the process without ending it."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def resume(self) -> None:
        """Let a paused process continue."""
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)

    def stop(self, signal_: int = signal.SIGTERM) -> int:
        """Stop the server with a signal and return its exit status."""
        assert self._process is not None
        self._process.send_signal(signal_)
        return self._process.wait(30)


class Player:
    """A player with a cookie."""

    def __init__(self, url: str) -> None:
        self.url = url

    @cached_property
    def token(self) -> str:
        """The token that the server issues on the first visit."""
        with urllib.request.urlopen(f"{self.url}/api/me", timeout=20) as response:
            cookie: str = response.headers["Set-Cookie"]
        return cookie.removeprefix(f"{COOKIE}=").partition(";")[0]

    def call(self, method: str, path: str, body: Any = None) -> Any:
        """Send a REST request and return the JSON of its response."""
        headers = {"Cookie": f"{COOKIE}={self.token}", "Content-Type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.url}{path}", data, headers, method=method)
        with urllib.request.urlopen(request, timeout=20) as response:
            return json.load(response)

    def make(self, **options: Any) -> str:
        game: str = self.call("POST", "/api/games", options)["game"]
        return game

    @asynccontextmanager
    async def live(self) -> AsyncIterator[Connection]:
        """Open the socket."""
        url = f"{self.url.replace('http', 'ws')}/api/socket"
        headers = {"Cookie": f"{COOKIE}={self.token}"}
        async with websockets.connect(url, additional_headers=headers, max_size=None) as session:
            yield Connection(session)


class Connection:
    """An open socket."""

    def __init__(self, session: websockets.ClientConnection) -> None:
        self.session = session
        self._id = 0

    async def send(self, kind: str, **fields: Any) -> int:
        self._id += 1
        await self.session.send(json.dumps({"kind": kind, "id": self._id, **fields}))
        return self._id

    async def receive(self) -> dict[str, Any]:
        async with asyncio.timeout(30):
            message: dict[str, Any] = json.loads(await self.session.recv())
            return message

    async def request(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Send a request and return its response, skipping other messages."""
        id_ = await self.send(kind, **fields)
        while (message := await self.receive()).get("id") != id_:
            pass
        return message

    async def until(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Return the next message of this kind with these fields."""
        while True:
            message = await self.receive()
            if message["kind"] == kind and all(message.get(name) == value for name, value in fields.items()):
                return message
