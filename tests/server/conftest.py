"""Databases and Redis for the tests of the server: temporary ones, or those set in the environment."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from tests.databases import database_url, postgres_server, postgres_url
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
