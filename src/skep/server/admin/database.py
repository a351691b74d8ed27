"""The database as the commands of an administrator use it, while a server may be running."""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType
from typing import Self, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from skep.database.damage import damage_of
from skep.database.engines import error_text, read_in_transaction, read_url, reading_engine, redact, writing_engine
from skep.database.migrate import check_current
from skep.errors import SkepError
from skep.server.store.sql import SCHEMA

__all__ = ["AdminDatabase"]

_Answer = TypeVar("_Answer")


class AdminDatabase:
    """A database of games. Each read and each write is one transaction, which waits for those of a running server."""

    def __init__(self, url: str) -> None:
        """Raises SkepError if there is no such database, or if its tables have another version."""
        self.url = read_url(url)
        check_current(self.url, SCHEMA)
        self._reading = reading_engine(self.url)
        self._writing = writing_engine(self.url)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _type: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self._reading.dispose()
        self._writing.dispose()

    def read(self, job: Callable[[Connection], _Answer]) -> _Answer:
        """Run a query in a transaction that only reads."""
        try:
            return read_in_transaction(self._reading, job)
        except DBAPIError as error:
            raise self._translate(error) from error

    def write(self, job: Callable[[Connection], _Answer]) -> _Answer:
        """Run a write in a transaction, which is rolled back if it raises."""
        try:
            with self._writing.begin() as connection:
                return job(connection)
        except DBAPIError as error:
            raise self._translate(error) from error

    def _translate(self, error: DBAPIError) -> Exception:
        damage = damage_of(self.url, error)
        return damage or SkepError(f"cannot use {redact(self.url)}: {error_text(error)}")
