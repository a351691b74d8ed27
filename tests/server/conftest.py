"""Databases, Redis and servers for the tests of the server. The environment can name other databases."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from tests.databases import database_url, postgres_server, postgres_url
from tests.server.browsers import Browser, TestClient, running_server, settings_in
from tests.services import RedisServer, missing

__all__ = ["database_url", "postgres_server", "postgres_url", "redis_server", "redis_url"]


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
