"""Checks that hold after any input: no internal error, no logged exception, only readable text in the databases."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

__all__ = ["check_log", "check_stored_texts", "logged_errors"]


class _Errors(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.levelno >= logging.ERROR or record.exc_info:
            self.found.append(self.format(record))


@contextmanager
def logged_errors() -> Iterator[list[str]]:
    """Collect the errors and tracebacks that this process logs."""
    handler = _Errors()
    logging.getLogger().addHandler(handler)
    try:
        yield handler.found
    finally:
        logging.getLogger().removeHandler(handler)


def check_log(text: str) -> None:
    """Check the log of a server process."""
    for sign in ("Traceback", "Exception in", "ERROR:", "CRITICAL:"):
        assert sign not in text, text[max(0, text.index(sign) - 500) :][:4000]


def check_stored_texts(folder: Path) -> int:
    """Check that every text in the databases of a folder is UTF-8 without NUL, and return the number of texts."""
    count = 0
    for file in sorted(folder.glob("*.sqlite")):
        with closing(sqlite3.connect(file)) as connection:
            connection.text_factory = bytes
            names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
            for (table,) in names:
                for row in connection.execute(f'SELECT * FROM "{table.decode()}"'):
                    count += _check_row(file.name, table.decode(), row)
    return count


def _check_row(file: str, table: str, row: tuple[object, ...]) -> int:
    texts = [value for value in row if isinstance(value, bytes)]
    if table != "settings" and "digest" not in table:
        for value in texts:
            value.decode()
            assert b"\0" not in value, f"{file}, {table}: {value[:200]!r}"
    return len(texts)
