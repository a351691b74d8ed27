"""Make the tables of an empty database, and bring those of an older version up to date."""

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

from skep.database.engines import make_file, reason, shown, writing_engine
from skep.errors import SkepError

__all__ = ["Schema", "prepare"]

# that it looks at a database at all is nothing to tell an operator
logging.getLogger("alembic").setLevel(logging.WARNING)

_LOCK: Final = 0x736B6570
"""The number of PostgreSQL's advisory lock: «skep»."""


@dataclass(frozen=True, slots=True)
class Schema:
    """Tables that are brought up to date together; several may share one PostgreSQL database."""

    metadata: MetaData
    folder: Path
    """Where the migrations lie."""
    version_table: str
    """Which of them were made is noted there."""


def prepare(url: URL, schema: Schema) -> None:
    """Make sure that the database is there and its tables are as they should be."""
    if url.drivername.startswith("sqlite"):
        make_file(url)
    engine = writing_engine(url)
    try:
        _migrate(engine, schema)
    except DBAPIError as error:
        raise SkepError(f"cannot keep games in {shown(url)}: {reason(error)}") from error
    finally:
        engine.dispose()


def _migrate(engine: Engine, schema: Schema) -> None:
    """Bring the tables up to date, all or nothing; of several processes that start together one does it."""
    scripts = ScriptDirectory(str(schema.folder))
    with engine.begin() as connection:
        # SQLite's writing transactions exclude each other from their beginning
        if connection.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": _LOCK})
        _check_known(connection, scripts, schema)
        _upgrade(connection, scripts, schema)


def _check_known(connection: Connection, scripts: ScriptDirectory, schema: Schema) -> None:
    known = {script.revision for script in scripts.walk_revisions()}
    made = MigrationContext.configure(connection, opts={"version_table": schema.version_table})
    if unknown := set(made.get_current_heads()) - known:
        raise SkepError(
            f"{shown(connection.engine.url)} was made by a newer version of skep "
            f"(its tables are of version {', '.join(sorted(unknown))}, "
            f"this one knows up to {scripts.get_current_head()}): please update skep"
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
