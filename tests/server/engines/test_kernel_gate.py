"""Serving the page while the kernel is being compiled."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Event

import pytest

from skep.kernel.entry import load
from skep.server.app import SOCKET_PATH
from skep.server.engines.kernel_gate import KernelGate
from skep.server.store import SqlStore
from skep.server.store.records import Heartbeat, Store
from tests.server.browsers import TestClient, running_server, settings_in


@pytest.fixture(scope="module", autouse=True)
def _kernel() -> None:
    """Load the real kernel first, so that only the pretended compilation takes time."""
    load()


class Compilation:
    """A compilation that lasts until ``end`` is set."""

    def __init__(self) -> None:
        self.end = Event()

    def gate(self, *, wait_seconds: float = 60.0) -> KernelGate:
        return KernelGate(load_kernel=self._wait, is_loaded=self.end.is_set, wait_seconds=wait_seconds)

    def _wait(self) -> None:
        assert self.end.wait(60)


@contextmanager
def compiling_server(folder: Path, compilation: Compilation, *, wait_seconds: float = 60.0) -> Iterator[TestClient]:
    """Run a server while its kernel is being compiled."""
    with running_server(settings_in(folder), gate=compilation.gate(wait_seconds=wait_seconds)) as client:
        try:
            yield client
        finally:
            compilation.end.set()


def test_page_and_health_are_served_at_once(tmp_path: Path) -> None:
    with compiling_server(tmp_path, Compilation()) as client:
        page = client.get("/")  # which may not have been built
        assert page.status_code == 200 or "page" in page.text
        assert "Skep-Engine" not in page.headers
        assert client.get("/api/health").json()["engine"] == "compiling"
        assert client.get("/api/me").status_code == 200
        assert client.get("/api/openapi.json").status_code == 200


def test_a_request_that_has_waited_too_long_is_told_why(tmp_path: Path) -> None:
    with compiling_server(tmp_path, Compilation(), wait_seconds=0.01) as client:
        answer = client.post("/api/games", json={"opponent": "computer"})
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "1")
        assert answer.headers["Skep-Engine"] == "compiling"
        assert "still being compiled" in answer.json()["detail"]


def test_a_game_that_is_created_early_only_takes_longer(tmp_path: Path) -> None:
    compilation = Compilation()
    with compiling_server(tmp_path, compilation) as client, ThreadPoolExecutor() as threads:
        client.get("/api/me")
        creating = threads.submit(client.post, "/api/games", json={"opponent": "computer"})
        assert client.get("/api/health").json()["engine"] == "compiling"
        assert not creating.done()
        compilation.end.set()
        created = creating.result(60)
        assert created.status_code == 201
        assert client.get("/api/health").json()["engine"] == "ready"


def test_a_socket_opens_when_the_kernel_is_ready(tmp_path: Path) -> None:
    compilation = Compilation()
    with compiling_server(tmp_path, compilation, wait_seconds=0.0) as client, ThreadPoolExecutor() as threads:

        def ping() -> str:
            with client.websocket_connect(SOCKET_PATH, headers={"Host": "127.0.0.1"}) as session:
                session.send_text('{"kind": "ping", "id": 1}')
                return session.receive_text()

        answer = threads.submit(ping)
        assert client.get("/api/health").json()["engine"] == "compiling"
        assert not answer.done()
        compilation.end.set()
        assert '"id":1' in answer.result(60)


def test_a_server_that_stops_while_compiling_leaves_the_clocks_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The heartbeat says until when clocks ran. They have not been running since the last server stopped."""
    beats = list[Heartbeat]()

    async def open_store(_settings: object) -> Store:
        store = await SqlStore.open(f"sqlite:///{tmp_path / 'games.sqlite'}")

        async def heartbeat(beat: Heartbeat, **_: bool) -> None:
            beats.append(beat)

        monkeypatch.setattr(store, "heartbeat", heartbeat)
        return store

    compilation = Compilation()
    with running_server(settings_in(tmp_path), open_store=open_store, gate=compilation.gate()) as client:
        assert client.get("/api/health").status_code == 200
    compilation.end.set()
    assert beats == []


def test_a_loaded_kernel_is_ready_before_the_first_request(tmp_path: Path) -> None:
    compilation = Compilation()
    compilation.end.set()
    with compiling_server(tmp_path, compilation, wait_seconds=0.0) as client:
        assert client.get("/api/health").json()["engine"] == "ready"
        assert client.get("/api/games/live").status_code == 200


def test_a_failed_compilation_stops_the_server(caplog: pytest.LogCaptureFixture) -> None:
    def fail() -> None:
        raise OSError("no space left on device")

    async def run() -> None:
        stopped = asyncio.Event()
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stopped.set)
        gate = KernelGate(load_kernel=fail, is_loaded=lambda: False)

        async def then() -> None:
            raise AssertionError("the kernel is not loaded")

        await gate.open(then)
        await asyncio.wait_for(stopped.wait(), 60)
        assert not gate.is_ready
        assert not await gate.close()

    asyncio.run(run())
    assert "the engine cannot be loaded" in caplog.text
