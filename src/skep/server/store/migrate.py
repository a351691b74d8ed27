"""Make the tables of an empty database, and bring those of an older version up to date."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.runtime.environment import EnvironmentContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, text

from skep.errors import SkepError
from skep.server.store.engines import shown
from skep.server.store.tables import metadata

__all__ = ["migrate"]

# that it looks at a database at all is nothing to tell an operator
logging.getLogger("alembic").setLevel(logging.WARNING)

_FOLDER: Final = Path(__file__).parent / "migrations"
_LOCK: Final = 0x736B6570
"""The number of PostgreSQL's advisory lock: «skep»."""


def migrate(engine: Engine) -> None:
    """Bring the tables up to date, all or nothing; of several processes that start together one does it."""
    scripts = ScriptDirectory(str(_FOLDER))
    with engine.begin() as connection:
        # SQLite's writing transactions exclude each other from their beginning
        if connection.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": _LOCK})
        _check_known(connection, scripts)
        _upgrade(connection, scripts)


def _check_known(connection: Connection, scripts: ScriptDirectory) -> None:
    known = {script.revision for script in scripts.walk_revisions()}
    if unknown := set(MigrationContext.configure(connection).get_current_heads()) - known:
        raise SkepError(
            f"{shown(connection.engine.url)} was made by a newer version of skep "
            f"(its tables are of version {', '.join(sorted(unknown))}, "
            f"this one knows up to {scripts.get_current_head()}): please update skep"
        )


def _upgrade(connection: Connection, scripts: ScriptDirectory) -> None:
    def steps(revision: Any, _context: MigrationContext) -> Iterable[Any]:
        return scripts._upgrade_revs("head", revision)

    with EnvironmentContext(Config(), scripts, fn=steps) as environment:
        environment.configure(connection=connection, target_metadata=metadata, transactional_ddl=True)
        environment.run_migrations()
