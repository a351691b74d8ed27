"""Databases and a Redis for the tests of the server: temporary ones, or those that the environment names."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from tests.databases import database_url, postgres_server, postgres_url
from tests.services import RedisServer, missing

__all__ = ["database_url", "postgres_server", "postgres_url", "redis_server", "redis_url"]


@pytest.fixture
def redis_server() -> Iterator[RedisServer]:
    """A Redis of the test's own, which it may stop and start."""
    if not RedisServer.installed():
        missing("Redis")
    server = RedisServer()
    yield server
    server.remove()


@pytest.fixture
def redis_url(request: pytest.FixtureRequest) -> str:
    """The URL of a Redis: the one that SKEP_TEST_REDIS names or one of our own."""
    given = os.environ.get("SKEP_TEST_REDIS")
    url: str = given or request.getfixturevalue("redis_server").url
    return url
