"""``skep serve`` as a real process, which can be killed and started again."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Self

import websockets

from skep.server.accounts.secrets import new_token

__all__ = ["Connection", "Player", "Server"]


def free_port() -> int:
    """A port that nobody listens on just now."""
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        port: int = trial.getsockname()[1]
        return port


class Server:
    """A server with its data in a folder, on a port that stays the same when it is started again."""

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
    def log(self) -> str:
        return (self.folder / "server.log").read_text(errors="replace")

    def start(self) -> None:
        """Start, and wait until it answers."""
        environment = {**os.environ, "SKEP_DATA_DIR": str(self.folder)}
        with (self.folder / "server.log").open("ab") as log:
            program = [sys.executable, "-c", "from skep.cli import main; main()", *self._arguments]
            self._process = subprocess.Popen(program, stdout=log, stderr=log, env=environment)
        for _ in range(600):
            if self._process.poll() is not None:
                raise AssertionError(f"the server did not start:\n{self.log}")
            try:
                with urllib.request.urlopen(f"{self.url}/api/health", timeout=5):
                    return
            except (urllib.error.URLError, OSError):
                time.sleep(0.1)
        raise AssertionError(f"the server does not answer:\n{self.log}")

    def kill(self) -> None:
        """End it without a word."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def stop(self, sign: int = signal.SIGTERM) -> int:
        """End it politely; its exit status."""
        assert self._process is not None
        self._process.send_signal(sign)
        return self._process.wait(30)


class Player:
    """Somebody with a cookie, at a server."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.token = new_token()

    def call(self, method: str, path: str, body: Any = None) -> Any:
        """A REST request; its JSON."""
        headers = {"Cookie": f"skep_guest={self.token}", "Content-Type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.url}{path}", data, headers, method=method)
        with urllib.request.urlopen(request, timeout=20) as answer:
            return json.load(answer)

    def make(self, **wanted: Any) -> str:
        game: str = self.call("POST", "/api/games", wanted)["game"]
        return game

    @asynccontextmanager
    async def live(self) -> AsyncIterator[Connection]:
        """Open the socket."""
        url = f"{self.url.replace('http', 'ws')}/api/socket"
        headers = {"Cookie": f"skep_guest={self.token}"}
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

    async def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """The answer to a message; what comes before it is passed over."""
        id_ = await self.send(kind, **fields)
        while (message := await self.receive()).get("id") != id_:
            pass
        return message

    async def until(self, kind: str, **fields: Any) -> dict[str, Any]:
        """The next message that looks like this."""
        while True:
            message = await self.receive()
            if message["kind"] == kind and all(message.get(name) == value for name, value in fields.items()):
                return message
