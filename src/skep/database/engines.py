"""SQLAlchemy engines for one database: a single writing connection and a few reading ones."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, DisconnectionError, InterfaceError, OperationalError
from sqlalchemy.pool import NullPool

from skep.errors import SkepError

__all__ = [
    "CONNECTION_ERRORS",
    "READERS",
    "error_text",
    "find_not_writable",
    "is_sqlite",
    "make_file",
    "read_in_transaction",
    "read_url",
    "reading_engine",
    "redact",
    "session_engine",
    "writing_engine",
]

Answer = TypeVar("Answer")

READERS: Final = 4
"""Maximum number of concurrent reads."""

CONNECTION_ERRORS: Final = (OperationalError, InterfaceError, DisconnectionError)
"""Errors that mean the database is unreachable, not that it rejected a statement."""

_NOT_WRITABLE: Final = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, "53100", "25006")
"""The errors of SQLite and the states of PostgreSQL that mean that nothing can be written."""

_BUSY_SECONDS: Final = 10
"""Timeout for acquiring SQLite's write lock while another process holds it."""

_PRAGMAS: Final = (
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
    # Concurrent games write the same pages repeatedly, so checkpoint every 40 MB rather than every 4 MB.
    "wal_autocheckpoint=10000",
)

_POSTGRES_OPTIONS: Final = {
    "connect_timeout": 5,
    # Detect a machine that vanished within seconds; the defaults take minutes.
    "tcp_user_timeout": 10_000,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 2,
    "options": "-c statement_timeout=30s -c lock_timeout=10s",
    "application_name": "skep",
}


def read_url(text: str) -> URL:
    """Parse a database URL: ``sqlite:///FILE`` or ``postgresql://USER:PASSWORD@HOST/NAME``.

    >>> read_url("postgresql://ann:secret@example.org/hive").drivername
    'postgresql+psycopg'
    >>> read_url("mysql://example.org/hive")
    Traceback (most recent call last):
    skep.errors.SkepError: cannot keep games in mysql://example.org/hive: only SQLite (sqlite:///FILE) and ...
    """
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        # A malformed URL can contain a password, so the message repeats only what follows the last @.
        raise SkepError(
            f"not a database URL: {text.rpartition('@')[2]!r}: expected sqlite:///FILE or postgresql://HOST/NAME"
        ) from None
    if url.drivername in ("postgres", "postgresql", "postgresql+psycopg"):
        return url.set(drivername="postgresql+psycopg")
    if url.drivername not in ("sqlite", "sqlite+pysqlite"):
        raise SkepError(
            f"cannot keep games in {redact(url)}: only SQLite (sqlite:///FILE) and PostgreSQL (postgresql://HOST/NAME)"
        )
    if url.database in (None, "", ":memory:") or url.query:
        raise SkepError(f"cannot keep games in {redact(url)}: SQLite needs a file, sqlite:///FILE, and no options")
    return url


def redact(url: URL) -> str:
    """Return the URL as text, without its password."""
    secret = [name for name in url.query if "password" in name]
    return url.difference_update_query(secret).render_as_string(hide_password=True)


def is_sqlite(url: URL) -> bool:
    """Return whether a database is an SQLite file, and not PostgreSQL."""
    return url.drivername.startswith("sqlite")


def find_not_writable(error: BaseException | None) -> Exception | None:
    """Return the error that says that the disk is full or the database read-only, or None.

    It can be the context of another error: SQLite then rolls back automatically, and leaving a savepoint fails.
    """
    while error is not None:
        cause = getattr(error, "orig", None)
        # The low byte of SQLite's code is the error, the others say which kind of it.
        code = getattr(cause, "sqlite_errorcode", 0) & 0xFF
        if code in _NOT_WRITABLE or getattr(cause, "sqlstate", None) in _NOT_WRITABLE:
            return cause
        error = error.__context__
    return None


def error_text(error: Exception) -> str:
    """Return the database's error message, shortened to its first line."""
    if isinstance(error, DBAPIError) and error.orig is not None:
        error = error.orig if isinstance(error.orig, Exception) else error
    lines = str(error).strip().splitlines()
    return lines[0] if lines else type(error).__name__


def writing_engine(
    url: URL, *, keep_connection: bool = False, cache: int | None = None, small_statements: bool = False
) -> Engine:
    """Return an engine with the single writing connection.

    ``keep_connection`` keeps the connection, and with it SQLite's page cache, open between transactions. ``cache`` is
    the size of that page cache in kilobytes; SQLite's default is 2,000. ``small_statements`` says that what a statement
    changes or sorts fits into memory, where SQLite then keeps what it would need to undo the statement alone.
    """
    pool = {"pool_size": 1, "max_overflow": 0, "pool_pre_ping": True} if keep_connection else {"poolclass": NullPool}
    pragmas = ("temp_store=MEMORY",) if small_statements else ()
    return _engine(url, begin="BEGIN IMMEDIATE", pragmas=(*_cache_pragmas(cache), *pragmas), **pool)


def reading_engine(url: URL, *, cache: int | None = None) -> Engine:
    """Return an engine for reading. Each transaction sees one consistent snapshot."""
    options = {} if url.drivername.startswith("sqlite") else {"isolation_level": "REPEATABLE READ"}
    return _engine(url, begin="BEGIN", pragmas=_cache_pragmas(cache), pool_size=READERS, max_overflow=0, **options)


def session_engine(url: URL, name: str) -> Engine:
    """Return an engine for a long PostgreSQL session without transactions, whose application name is ``name``.

    The database ends the session within seconds after the machine of the client has vanished, and its locks with it.
    """
    limits = " -c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=2"
    options = {"application_name": name, "options": f"{_POSTGRES_OPTIONS['options']}{limits}"}
    return _engine(url, begin="", connect_args=options, isolation_level="AUTOCOMMIT", poolclass=NullPool)


def read_in_transaction(engine: Engine, job: Callable[[Connection], Answer]) -> Answer:
    """Run a job in a transaction, and retry it once if the connection is broken, as after a database restart."""
    try:
        with engine.begin() as connection:
            return job(connection)
    except DBAPIError as error:
        if not error.connection_invalidated:
            raise
    with engine.begin() as connection:
        return job(connection)


def _cache_pragmas(kilobytes: int | None) -> tuple[str, ...]:
    return () if kilobytes is None else (f"cache_size={-kilobytes:d}",)


def _engine(url: URL, *, begin: str, pragmas: Sequence[str] = (), **options: Any) -> Engine:
    if url.drivername.startswith("sqlite"):
        return _sqlite_engine(url, begin, pragmas, options)
    try:
        arguments = {**_POSTGRES_OPTIONS, **options.pop("connect_args", {}), **url.query}
        return create_engine(url, connect_args=arguments, **options)
    except ModuleNotFoundError:
        raise SkepError("PostgreSQL support is not installed: pip install 'skep[many]'") from None


def _sqlite_engine(url: URL, begin: str, pragmas: Sequence[str], options: dict[str, Any]) -> Engine:
    engine = create_engine(url, connect_args={"timeout": _BUSY_SECONDS, "check_same_thread": False}, **options)

    def on_connect(connection: Any, _record: object) -> None:
        # SQLAlchemy begins transactions explicitly; by default the driver begins them itself.
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in (*_PRAGMAS, *pragmas):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    def on_begin(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    event.listen(engine, "connect", on_connect)
    event.listen(engine, "begin", on_begin)
    return engine


def make_file(url: URL) -> None:
    """Create the file of an SQLite database, readable only by its owner."""
    assert url.database is not None
    path = Path(url.database)
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as error:
        raise SkepError(f"cannot keep games in {redact(url)}: {error.strerror}: {path}") from error
