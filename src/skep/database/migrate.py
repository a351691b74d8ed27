"""Create the tables of an empty database and migrate those of an older version."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.runtime.environment import EnvironmentContext
from alembic.script import ScriptDirectory
from sqlalchemy import URL, Connection, Engine, MetaData, text
from sqlalchemy.exc import DBAPIError

from skep.database.damage import damage_of
from skep.database.engines import error_text, make_file, reading_engine, redact, writing_engine
from skep.errors import SkepError

__all__ = ["Schema", "check_current", "prepare"]

# Alembic logs every check of a database at INFO, which is noise for an operator.
logging.getLogger("alembic").setLevel(logging.WARNING)

_LOCK: Final = 0x736B6570
"""The key of PostgreSQL's advisory lock: the letters "skep"."""


@dataclass(frozen=True, slots=True)
class Schema:
    """Tables that are migrated together. Several schemas can share one PostgreSQL database."""

    metadata: MetaData
    folder: Path
    """The folder of the migration scripts."""
    version_table: str
    """The table that records which migrations have run."""


def prepare(url: URL, schema: Schema) -> None:
    """Create the database if necessary, and migrate its tables to the current version."""
    if url.drivername.startswith("sqlite"):
        make_file(url)
    engine = writing_engine(url)
    try:
        _migrate(engine, schema)
    except DBAPIError as error:
        if (damage := damage_of(url, error)) is not None:
            raise damage from error
        raise SkepError(f"cannot keep games in {redact(url)}: {error_text(error)}") from error
    finally:
        engine.dispose()


def _migrate(engine: Engine, schema: Schema) -> None:
    """Run all pending migrations in one transaction. A lock lets one process migrate while others wait."""
    scripts = ScriptDirectory(str(schema.folder))
    with engine.begin() as connection:
        # SQLite needs no lock: BEGIN IMMEDIATE already excludes other writers.
        if connection.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": _LOCK})
        _check_known(connection, scripts, schema)
        _upgrade(connection, scripts, schema)


def _check_known(connection: Connection, scripts: ScriptDirectory, schema: Schema) -> None:
    known = {script.revision for script in scripts.walk_revisions()}
    context = MigrationContext.configure(connection, opts={"version_table": schema.version_table})
    if unknown := set(context.get_current_heads()) - known:
        raise SkepError(
            f"{redact(connection.engine.url)} was created by a newer version of skep "
            f"(its tables have version {', '.join(sorted(unknown))}, "
            f"this version supports up to {scripts.get_current_head()}): please update skep"
        )


def _upgrade(connection: Connection, scripts: ScriptDirectory, schema: Schema) -> None:
    def steps(revision: Any, _context: MigrationContext) -> Iterable[Any]:
        return scripts._upgrade_revs("head", revision)

    with EnvironmentContext(Config(), scripts, fn=steps) as environment:
        environment.configure(
            connection=connection,
            target_metadata=schema.metadata,
            transactional_ddl=True,
            version_table=schema.version_table,
        )
        environment.run_migrations()


def check_current(url: URL, schema: Schema) -> None:
    """Raise SkepError unless a database exists and its tables have the version that this program knows."""
    if url.drivername.startswith("sqlite") and not Path(str(url.database)).is_file():
        raise SkepError(f"no database: {url.database}")
    engine = reading_engine(url)
    try:
        with engine.connect() as connection:
            scripts = ScriptDirectory(str(schema.folder))
            _check_known(connection, scripts, schema)
            context = MigrationContext.configure(connection, opts={"version_table": schema.version_table})
            found = ", ".join(context.get_current_heads())
            if found != scripts.get_current_head():
                raise SkepError(
                    f"the tables in {redact(url)} have version {found or 'none'}, this version of skep needs "
                    f"{scripts.get_current_head()}: start skep serve once, which migrates them"
                )
    except DBAPIError as error:
        if (damage := damage_of(url, error)) is not None:
            raise damage from error
        raise SkepError(f"cannot use {redact(url)}: {error_text(error)}") from error
    finally:
        engine.dispose()
