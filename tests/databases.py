"""Fixtures for empty SQLite and PostgreSQL databases, on a temporary server or the one set in the environment."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine, make_url, text
from sqlalchemy.pool import NullPool

from tests.services import PostgresServer, missing

__all__ = ["database_url", "postgres_server", "postgres_url"]


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    """A PostgreSQL server private to this test process, so that tests can stop and start it."""
    programs = PostgresServer.programs()
    if programs is None:
        missing("PostgreSQL")
    server = PostgresServer(programs)
    yield server
    server.remove()


@pytest.fixture
def postgres_url(request: pytest.FixtureRequest) -> Iterator[str]:
    """The URL of an empty PostgreSQL database, on the server in SKEP_TEST_POSTGRES or on a temporary one."""
    server = os.environ.get("SKEP_TEST_POSTGRES") or request.getfixturevalue("postgres_server").url
    name = f"skep_{secrets.token_hex(6)}"
    admin = make_url(server).set(drivername="postgresql+psycopg")
    engine = create_engine(admin, isolation_level="AUTOCOMMIT", poolclass=NullPool)
    with engine.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    yield make_url(server).set(database=name).render_as_string(hide_password=False)
    with engine.connect() as connection:
        connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
    engine.dispose()


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database, once for SQLite and once for PostgreSQL."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'games.db'}"
    url: str = request.getfixturevalue("postgres_url")
    return url
