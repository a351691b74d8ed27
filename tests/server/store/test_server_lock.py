"""Servers share a PostgreSQL database only if they can notify each other."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from skep.database.engines import read_url, writing_engine
from skep.errors import SkepError
from skep.server.store.server_lock import ServerLock, SharedWithoutRedis
from tests.server.processes import Server
from tests.services import PostgresServer, RedisServer, free_port, missing


def lock(url: str, redis: str | None = None, **options: Any) -> ServerLock:
    """Return a lock that gives up at once, and checks often."""
    return ServerLock(read_url(url), redis, **{"timeout": 0.0, "interval": 0.02, **options})


def check_refused(url: str, redis: str | None, message: str) -> None:
    with pytest.raises(SharedWithoutRedis, match=message), lock(url, redis):
        pass


@pytest.fixture
def other_redis() -> Iterator[RedisServer]:
    """A second Redis."""
    if not RedisServer.installed():
        missing("Redis")
    server = RedisServer()
    yield server
    server.remove()


def test_a_server_without_redis_is_alone(postgres_url: str, redis_url: str) -> None:
    with lock(postgres_url):
        check_refused(postgres_url, None, r"another skep server uses postgresql.*: stop it, .*same --redis")
        check_refused(postgres_url, redis_url, r"another skep server uses .* without Redis.* --redis")
    with lock(postgres_url):
        pass


def test_servers_with_the_same_redis_share_a_database(postgres_url: str, redis_url: str) -> None:
    with lock(postgres_url, redis_url), lock(postgres_url, redis_url), lock(postgres_url, redis_url):
        check_refused(postgres_url, None, r"start all servers of the database with the same --redis")
    with lock(postgres_url):
        pass


def test_servers_with_different_redis_are_warned(
    postgres_url: str, redis_server: RedisServer, other_redis: RedisServer, caplog: pytest.LogCaptureFixture
) -> None:
    with lock(postgres_url, redis_server.url):
        with lock(postgres_url, other_redis.url):
            assert "another skep server seems to use" in caplog.text
            assert "with another Redis" in caplog.text
        with lock(postgres_url, redis_server.url.replace("/0", "/1")):
            pass
    with lock(postgres_url, other_redis.url):
        pass


def test_a_lost_subscription_is_renewed(postgres_url: str, redis_server: RedisServer) -> None:
    with lock(postgres_url, redis_server.url):
        redis_server.restart()
        with lock(postgres_url, redis_server.url, timeout=30.0):
            pass


def test_other_databases_on_the_same_server_are_free(postgres_server: PostgresServer) -> None:
    with lock(postgres_server.new_database()), lock(postgres_server.new_database()):
        pass


def test_a_fast_restart_waits_for_the_old_process(postgres_url: str) -> None:
    first = lock(postgres_url)
    first.__enter__()
    release = threading.Thread(target=first.__exit__, args=(None, None, None))
    second = lock(postgres_url, timeout=30.0)
    try_lock = second._try_lock

    def release_after_the_first_attempt(connection: Any) -> bool:
        locked = try_lock(connection)
        if not locked and not release.is_alive():
            release.start()
        return locked

    second._try_lock = release_after_the_first_attempt  # type: ignore[method-assign]
    with second:
        release.join()


def wait_for_lock(url: str) -> None:
    """Wait until someone holds the lock."""
    engine = writing_engine(read_url(url))
    held = text("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted")
    with engine.connect() as connection:
        while not connection.execute(held).scalar_one():
            connection.rollback()
    engine.dispose()


@pytest.mark.slow
def test_the_lock_is_taken_again_after_the_database_restarts(
    postgres_server: PostgresServer, postgres_url: str
) -> None:
    if str(postgres_server.port) not in postgres_url:
        pytest.skip("the PostgreSQL that SKEP_TEST_POSTGRES names must not be restarted")
    with lock(postgres_url):
        postgres_server.restart()
        wait_for_lock(postgres_url)
        check_refused(postgres_url, None, "another skep server")


def test_a_server_that_loses_the_lock_to_another_stops(postgres_url: str) -> None:
    lost = threading.Event()
    first = lock(postgres_url, on_lost=lost.set)
    # As after a restart of the database in which the other server was faster.
    with first, lock_after(first, postgres_url):
        assert lost.wait(60)


def lock_after(first: ServerLock, url: str) -> ServerLock:
    """End the connection of a lock while another server waits for it."""
    second = lock(url, timeout=30.0)
    try_lock, take_again = second._try_lock, first._take_again
    taken = threading.Event()

    def end_first(connection: Any) -> bool:
        if not taken.is_set():
            connection.execute(
                text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = :name"),
                {"name": first._name},
            )
        if locked := try_lock(connection):
            taken.set()
        return locked

    def take_again_when_taken() -> None:
        assert taken.wait(60)
        take_again()

    second._try_lock = end_first  # type: ignore[method-assign]
    first._take_again = take_again_when_taken  # type: ignore[method-assign]
    return second


def test_unreachable_services_are_reported(postgres_url: str) -> None:
    with (
        pytest.raises(SkepError, match=r"cannot keep games in .*onnection"),
        lock(f"postgresql://ann:hidden@127.0.0.1:{free_port()}/x"),
    ):
        pass
    with pytest.raises(SkepError, match="cannot reach Redis"), lock(postgres_url, f"redis://127.0.0.1:{free_port()}"):
        pass
    with lock(postgres_url):
        pass


@pytest.mark.slow
def test_a_second_server_does_not_start(tmp_path: Path, postgres_url: str) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    with Server(tmp_path / "one", "--database", postgres_url) as one:
        with pytest.raises(AssertionError, match=r"did not start:\nskep: another skep server uses .*--redis"):
            Server(tmp_path / "two", "--database", postgres_url).start()
        one.kill()
        one.start()
        assert "Traceback" not in one.log
