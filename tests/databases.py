"""Empty SQLite and PostgreSQL databases, on a temporary server or the one set in the environment; and their schemas."""

from __future__ import annotations

import os
import secrets
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, MetaData, create_engine, inspect, make_url, text
from sqlalchemy.pool import NullPool

from skep.database.engines import read_url
from skep.database.migrate import prepare
from skep.server.store.sql import SCHEMA
from tests.services import PostgresServer, missing

__all__ = [
    "check_schema",
    "empty_database_url",
    "postgres_address",
    "postgres_database",
    "postgres_server",
    "postgres_url",
    "sqlite_with_tables",
]


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    """A PostgreSQL server private to this test process, so that tests can stop and start it."""
    programs = PostgresServer.programs()
    if programs is None:
        missing("PostgreSQL")
    server = PostgresServer(programs, durable=False)
    yield server
    server.remove()


@pytest.fixture(scope="session")
def postgres_address(request: pytest.FixtureRequest) -> str:
    """The URL of the server in SKEP_TEST_POSTGRES, or of a temporary one."""
    given = os.environ.get("SKEP_TEST_POSTGRES")
    url: str = given or request.getfixturevalue("postgres_server").url
    return url


@contextmanager
def postgres_database(server: str, template: str = "template1") -> Iterator[str]:
    """Create a PostgreSQL database, by default an empty one, and delete it afterwards."""
    name = f"skep_{secrets.token_hex(6)}"
    admin = make_url(server).set(drivername="postgresql+psycopg")
    engine = create_engine(admin, isolation_level="AUTOCOMMIT", poolclass=NullPool)
    with engine.connect() as connection:
        # in memory, copying files takes half of the time of writing the log, the default since version 15
        strategy = "STRATEGY file_copy" if (connection.dialect.server_version_info or ()) >= (15,) else ""
        connection.execute(text(f"CREATE DATABASE {name} TEMPLATE {template} {strategy}"))
    yield make_url(server).set(database=name).render_as_string(hide_password=False)
    with engine.connect() as connection:
        connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
    engine.dispose()


@pytest.fixture
def postgres_url(postgres_address: str) -> Iterator[str]:
    """The URL of an empty PostgreSQL database."""
    with postgres_database(postgres_address) as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def empty_database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database, once for SQLite and once for PostgreSQL."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'games.db'}"
    url: str = request.getfixturevalue("postgres_url")
    return url


@cache
def sqlite_with_tables() -> bytes:
    """Return a SQLite file with the tables of the server. Writing it takes a hundredth of the time of a migration."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "games.sqlite"
        prepare(read_url(f"sqlite:///{file}"), SCHEMA)
        return file.read_bytes()


def check_schema(connection: Connection, metadata: MetaData, **options: object) -> None:
    """Check that a migrated database has exactly the declared tables, columns, keys and indexes."""
    context = MigrationContext.configure(
        connection, opts={"compare_type": True, "compare_server_default": True, **options}
    )
    assert compare_metadata(context, metadata) == []
    # Alembic does not compare primary keys and partial indexes.
    inspector, dialect = inspect(connection), connection.dialect.name
    for table in metadata.sorted_tables:
        names = [column.name for column in table.primary_key.columns]
        assert inspector.get_pk_constraint(table.name)["constrained_columns"] == names
        conditions = {index["name"]: index.get("dialect_options", {}) for index in inspector.get_indexes(table.name)}
        for index in table.indexes:
            condition = index.dialect_options[dialect]["where"]
            assert (f"{dialect}_where" in conditions[index.name]) == (condition is not None), index.name
