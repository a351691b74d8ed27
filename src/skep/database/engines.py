"""Two engines on one database: one connection that writes, a few that read; and what is said when it fails."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Final

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, DisconnectionError, InterfaceError, OperationalError
from sqlalchemy.pool import NullPool

from skep.errors import SkepError

__all__ = ["DOWN", "READERS", "make_file", "read_url", "reading_engine", "reason", "shown", "writing_engine"]

READERS: Final = 4
"""How many reads run at once."""

DOWN: Final = (OperationalError, InterfaceError, DisconnectionError)
"""What is raised when the database does not answer, rather than refuses what it was told."""

_BUSY_SECONDS: Final = 10
"""How long SQLite waits for another process that writes to the file."""

_POSTGRES_OPTIONS: Final = {
    "connect_timeout": 5,
    # a machine that vanished is noticed after seconds rather than minutes
    "tcp_user_timeout": 10_000,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 2,
    "options": "-c statement_timeout=30s -c lock_timeout=10s",
    "application_name": "skep",
}


def read_url(text: str) -> URL:
    """A database's URL: ``sqlite:///FILE``, or ``postgresql://USER:PASSWORD@HOST/NAME``.

    >>> read_url("postgresql://ann:secret@example.org/hive").drivername
    'postgresql+psycopg'
    >>> read_url("mysql://example.org/hive")
    Traceback (most recent call last):
    skep.errors.SkepError: cannot keep games in mysql://example.org/hive: only SQLite (sqlite:///FILE) and ...
    """
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        # what is not understood may hold a password: nothing before the last @ is repeated
        raise SkepError(
            f"not a database URL: {text.rpartition('@')[2]!r}: it looks like sqlite:///FILE or postgresql://HOST/NAME"
        ) from None
    if url.drivername in ("postgres", "postgresql", "postgresql+psycopg"):
        return url.set(drivername="postgresql+psycopg")
    if url.drivername not in ("sqlite", "sqlite+pysqlite"):
        raise SkepError(
            f"cannot keep games in {shown(url)}: only SQLite (sqlite:///FILE) and PostgreSQL (postgresql://HOST/NAME)"
        )
    if url.database in (None, "", ":memory:") or url.query:
        raise SkepError(f"cannot keep games in {shown(url)}: SQLite needs a file, sqlite:///FILE, and no options")
    return url


def shown(url: URL) -> str:
    """The URL as it may be shown: without its password."""
    secret = [name for name in url.query if "password" in name]
    return url.difference_update_query(secret).render_as_string(hide_password=True)


def reason(error: Exception) -> str:
    """What the database said, in one line."""
    if isinstance(error, DBAPIError) and error.orig is not None:
        error = error.orig if isinstance(error.orig, Exception) else error
    lines = str(error).strip().splitlines()
    return lines[0] if lines else type(error).__name__


def writing_engine(url: URL, *, kept: bool = False, cache: int | None = None) -> Engine:
    """The engine of the one connection that writes; ``kept`` for the next time, with what it has in memory.

    ``cache`` is how many kilobytes of its file SQLite keeps in memory, if not its default of two thousand.
    """
    pool = {"pool_size": 1, "max_overflow": 0, "pool_pre_ping": True} if kept else {"poolclass": NullPool}
    return _engine(url, begin="BEGIN IMMEDIATE", cache=cache, **pool)


def reading_engine(url: URL, *, cache: int | None = None) -> Engine:
    """The engine that reads; what is read in one transaction is as of one moment."""
    options = {} if url.drivername.startswith("sqlite") else {"isolation_level": "REPEATABLE READ"}
    return _engine(url, begin="BEGIN", cache=cache, pool_size=READERS, max_overflow=0, **options)


def _engine(url: URL, *, begin: str, cache: int | None, **options: Any) -> Engine:
    if url.drivername.startswith("sqlite"):
        return _sqlite_engine(url, begin, cache, options)
    try:
        return create_engine(url, connect_args={**_POSTGRES_OPTIONS, **url.query}, **options)
    except ModuleNotFoundError:
        raise SkepError("PostgreSQL needs a part that is not installed: pip install 'skep[many]'") from None


def _sqlite_engine(url: URL, begin: str, cache: int | None, options: dict[str, Any]) -> Engine:
    engine = create_engine(url, connect_args={"timeout": _BUSY_SECONDS, "check_same_thread": False}, **options)

    def connected(connection: Any, _record: object) -> None:
        # transactions begin where SQLAlchemy says so, not where the driver guesses
        connection.isolation_level = None
        cursor = connection.cursor()
        # games going on at once touch the same pages again and again: they are copied home once in 40 MB, not in 4
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "wal_autocheckpoint=10000"):
            cursor.execute(f"PRAGMA {pragma}")
        if cache is not None:
            cursor.execute(f"PRAGMA cache_size={-cache:d}")
        cursor.close()

    def begins(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    event.listen(engine, "connect", connected)
    event.listen(engine, "begin", begins)
    return engine


def make_file(url: URL) -> None:
    """Make the file of an SQLite database, for its owner's eyes only."""
    assert url.database is not None
    path = Path(url.database)
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as error:
        raise SkepError(f"cannot keep games in {shown(url)}: {error.strerror}: {path}") from error
