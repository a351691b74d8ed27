"""Damaged SQLite files: finding them and saying what to do."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Final

from sqlalchemy import URL
from sqlalchemy.exc import DBAPIError

from skep.database.engines import is_sqlite
from skep.errors import SkepError

__all__ = ["DamagedDatabase", "check_undamaged", "damage_of"]

_CHECK_SECONDS: Final = 5.0
"""Seconds that checking a file may take. Damage in the rest of a large file is found when it is read."""
_STEPS: Final = 10_000
"""The number of SQLite instructions between two checks of the time."""
_UNREADABLE_TEXT: Final = "Could not decode to UTF-8"


class DamagedDatabase(SkepError):
    """An SQLite file has damaged pages."""

    def __init__(self, path: str, why: str) -> None:
        super().__init__(
            f"{path} is damaged: {why}. Restore a backup, or rescue what can be read with: "
            f"sqlite3 {path} .recover | sqlite3 rescued.sqlite"
        )
        self.path: Final = path
        self.why: Final = why

    def __reduce__(self) -> tuple[type[DamagedDatabase], tuple[str, str]]:
        return type(self), (self.path, self.why)


def damage_of(url: URL, error: BaseException | None) -> DamagedDatabase | None:
    """Return a description of the damage that caused an error, or None if it has another cause."""
    while error is not None and is_sqlite(url):
        cause = error.orig if isinstance(error, DBAPIError) else error
        code = getattr(cause, "sqlite_errorcode", 0) & 0xFF
        if code == sqlite3.SQLITE_CORRUPT or _UNREADABLE_TEXT in str(cause):
            return DamagedDatabase(str(url.database), str(cause))
        error = error.__context__
    return None


def check_undamaged(url: URL, *, seconds: float = _CHECK_SECONDS) -> None:
    """Raise DamagedDatabase if pages of an SQLite file are damaged. A large file is checked for some seconds only."""
    if not is_sqlite(url) or url.database is None or not Path(url.database).is_file():
        return
    end = time.monotonic() + seconds
    with closing(sqlite3.connect(f"{Path(url.database).absolute().as_uri()}?mode=ro", uri=True)) as connection:
        connection.set_progress_handler(lambda: time.monotonic() > end, _STEPS)
        try:
            # The list of damages begins with a line that names the database.
            [(found,), *_] = connection.execute("PRAGMA quick_check(1)").fetchall()
        except sqlite3.DatabaseError as error:
            damage = damage_of(url, error)
            if damage is not None:
                raise damage from error
            return
    if found != "ok":
        raise DamagedDatabase(url.database, " ".join(found.split()).removeprefix("*** in database main *** "))
