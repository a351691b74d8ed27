"""Databases, Redis and servers for the tests of the server. The environment can name other databases."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import make_url

from skep.database.engines import read_url
from skep.database.migrate import prepare
from skep.server.store.sql import SCHEMA
from tests.databases import (
    empty_database_url,
    postgres_address,
    postgres_database,
    postgres_server,
    postgres_url,
    sqlite_with_tables,
)
from tests.server.browsers import Browser, TestClient, running_server, settings_in
from tests.services import RedisServer, missing

__all__ = ["empty_database_url", "postgres_address", "postgres_server", "postgres_url", "redis_server", "redis_url"]


@pytest.fixture(scope="session")
def postgres_with_tables(postgres_address: str) -> Iterator[str]:
    """The name of a PostgreSQL database with the tables of the server, to copy."""
    with postgres_database(postgres_address) as url:
        prepare(read_url(url), SCHEMA)
        yield str(make_url(url).database)


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of a database with the tables of the server, once for SQLite and once for PostgreSQL."""
    if request.param == "sqlite":
        file = tmp_path / "games.db"
        file.write_bytes(sqlite_with_tables())
        yield f"sqlite:///{file}"
        return
    template = request.getfixturevalue("postgres_with_tables")
    with postgres_database(request.getfixturevalue("postgres_address"), template) as url:
        yield url


@pytest.fixture
def redis_server() -> Iterator[RedisServer]:
    """A private Redis, which the test can stop and start."""
    if not RedisServer.installed():
        missing("Redis")
    server = RedisServer()
    yield server
    server.remove()


@pytest.fixture
def redis_url(request: pytest.FixtureRequest) -> str:
    """The URL of Redis, set in SKEP_TEST_REDIS or of a private server."""
    given = os.environ.get("SKEP_TEST_REDIS")
    url: str = given or request.getfixturevalue("redis_server").url
    return url


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A server with the default settings, shared by the tests of a module."""
    with running_server(settings_in(tmp_path_factory.mktemp("games"))) as client:
        yield client


@pytest.fixture
def anna(server: TestClient) -> Browser:
    """A browser of its own."""
    return Browser(server)


@pytest.fixture
def ben(server: TestClient) -> Browser:
    """Another browser."""
    return Browser(server)
