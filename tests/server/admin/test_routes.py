"""Readiness reads from and writes to the database; liveness does not."""

from __future__ import annotations

import shutil
import signal
import sqlite3
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from skep.server.settings import Settings
from skep.server.store import SqlStore
from skep.server.store.records import StoreNotWritable, StoreUnavailable
from tests.server.browsers import Browser, TestClient, running_server, settings_in
from tests.server.processes import Player, Server
from tests.services import PostgresServer, RedisServer


@pytest.fixture(autouse=True)
def checked_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("skep.server.admin.health._VALID_SECONDS", 0.0)


@pytest.fixture
def stores() -> list[SqlStore]:
    return []


@pytest.fixture
def server(tmp_path: Path, stores: list[SqlStore]) -> Iterator[TestClient]:
    async def open_store(settings: Settings) -> SqlStore:
        stores.append(await SqlStore.open(settings.database, timeout=0.2))
        return stores[0]

    with running_server(settings_in(tmp_path), open_store=open_store) as client:
        assert client.get("/api/health").status_code == 200
        yield client


def check_not_ready(client: TestClient, detail: str) -> None:
    answer = client.get("/api/health")
    assert (answer.status_code, answer.json()) == (503, {"detail": detail})
    assert answer.headers["retry-after"]
    assert client.get("/api/health/live").status_code == 200


@contextmanager
def writer_with(client: TestClient, store: SqlStore, statement: str, reset: str) -> Iterator[None]:
    """Execute a statement on the writer's connection and on those that replace it after a failure."""
    assert client.portal is not None

    def apply(connection: Any, *_: object) -> None:
        connection.execute(statement)

    async def run(statement: str) -> None:
        # a write of the server that shares the batch is refused, and the batch with it
        with suppress(StoreNotWritable):
            await store._writer.write(lambda connection, _maybe_done: connection.exec_driver_sql(statement).close())

    event.listen(store._writer._engine, "checkout", apply)
    client.portal.call(run, statement)
    try:
        yield
    finally:
        event.remove(store._writer._engine, "checkout", apply)
        client.portal.call(run, reset)


def test_a_store_that_fails(server: TestClient, stores: list[SqlStore], monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail() -> None:
        raise StoreUnavailable("gone")

    with monkeypatch.context() as patched:
        patched.setattr(stores[0], "ping", fail)
        check_not_ready(server, "The database cannot be read.")
    assert server.get("/api/health").status_code == 200


def test_a_deleted_file(server: TestClient, tmp_path: Path) -> None:
    (tmp_path / "games.sqlite").rename(tmp_path / "elsewhere")
    check_not_ready(server, "The database cannot be read.")
    shutil.copy(tmp_path / "elsewhere", tmp_path / "games.sqlite")
    check_not_ready(server, "The database cannot be read.")
    (tmp_path / "elsewhere").rename(tmp_path / "games.sqlite")
    assert server.get("/api/health").status_code == 200


def test_a_locked_database(server: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("skep.server.admin.health._TIMEOUT", 0.1)
    with closing(sqlite3.connect(tmp_path / "games.sqlite", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        check_not_ready(server, "The database does not respond.")
        other.execute("ROLLBACK")
    while server.get("/api/health").status_code != 200:  # the waiting check ends first
        pass


def test_a_read_only_database(server: TestClient, stores: list[SqlStore]) -> None:
    with writer_with(server, stores[0], "PRAGMA query_only = ON", reset="PRAGMA query_only = OFF"):
        check_not_ready(server, "The database cannot be written.")
    assert server.get("/api/health").status_code == 200


def test_a_full_disk(server: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = shutil.disk_usage("/")
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: usage._replace(free=1000))
    check_not_ready(server, "The database cannot be written.")


def test_players_are_told_when_nothing_can_be_stored(
    server: TestClient, stores: list[SqlStore], caplog: pytest.LogCaptureFixture
) -> None:
    anna = Browser(server)
    game = anna.make(opponent="here")
    with anna.live() as live:
        live.watch(game)
        move = {"game": game, "piece": "wS1", "to": [0, 0], "ply": 0}
        with writer_with(server, stores[0], "PRAGMA query_only = ON", reset="PRAGMA query_only = OFF"):
            refusal = live.request("move", **move)
            assert (refusal["kind"], refusal["code"]) == ("refused", "busy")
        assert live.request("move", **move)["kind"] == "done"
        assert [turn["uhp"] for turn in live.watch(game)["moves"]] == ["wS1"]
    with writer_with(server, stores[0], "PRAGMA max_page_count = 1", reset="PRAGMA max_page_count = 1000000"):
        created = 1
        while (answer := anna.post("/api/games", {"opponent": "here"})).status_code == 201:
            created += 1
            assert created < 1000
    assert answer.status_code == 503
    assert "cannot store anything" in answer.json()["detail"]
    assert len(anna.get("/api/games/mine").json()["games"]) == min(created, 50)
    assert [record.message for record in caplog.records if record.levelname == "ERROR" and "full" in record.message]
    assert not [record for record in caplog.records if record.exc_info]


@pytest.mark.slow
def test_postgresql_that_is_down(postgres_server: PostgresServer, postgres_url: str, tmp_path: Path) -> None:
    if str(postgres_server.port) not in postgres_url:
        pytest.skip("the PostgreSQL that SKEP_TEST_POSTGRES names must not be stopped")
    settings: Any = settings_in(tmp_path)

    async def open_store(_settings: Settings) -> SqlStore:
        return await SqlStore.open(postgres_url, timeout=0.2)

    with running_server(settings, open_store=open_store) as client:
        assert client.get("/api/health").status_code == 200
        postgres_server.stop()
        try:
            check_not_ready(client, "The database cannot be read.")
        finally:
            postgres_server.start()
        assert client.get("/api/health").status_code == 200


def test_readiness_asks_redis(redis_server: RedisServer, tmp_path: Path) -> None:
    settings = settings_in(tmp_path, redis=redis_server.url)
    with running_server(settings) as client:
        assert client.get("/api/health").json()["redis"] == "ready"
        redis_server.stop()
        answer = client.get("/api/health")
        assert (answer.status_code, answer.json()["redis"]) == (200, "unreachable")
        redis_server.start()
        while client.get("/api/health").json()["redis"] != "ready":
            pass


@pytest.mark.slow
def test_a_server_that_stops_is_not_ready_first(tmp_path: Path) -> None:
    with Server(tmp_path, "--drain", "2") as server:
        game = Player(server.url).make(opponent="here")
        with ThreadPoolExecutor(1) as thread:
            stopping = thread.submit(server.stop)
            statuses, details = set(), ""
            while 503 not in statuses:
                try:
                    with urllib.request.urlopen(f"{server.url}/api/health", timeout=5) as response:
                        statuses.add(response.status)
                except urllib.error.HTTPError as error:
                    with error:
                        statuses.add(error.code)
                        details = error.read().decode()
            assert "The server is stopping." in details
            # it still works for those who are there
            with urllib.request.urlopen(f"{server.url}/api/games/{game}", timeout=5) as response:
                assert response.status == 200
            assert not stopping.done()
            assert stopping.result() in (0, -signal.SIGTERM)
        assert "stopping in 2 seconds" in server.log
        assert "Traceback" not in server.log
