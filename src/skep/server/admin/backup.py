"""Backups: one archive with the games and the game database, made while the server runs.

The archive is a ZIP file with a manifest. SQLite files are copied with SQLite's backup interface, which sees one
consistent state; PostgreSQL databases are dumped by ``pg_dump`` in a single snapshot.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, Literal

import msgspec
from sqlalchemy import URL, create_engine, inspect
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from skep import __version__
from skep.database.damage import check_undamaged
from skep.database.engines import error_text, is_sqlite, read_url, redact
from skep.errors import SkepError

__all__ = ["Manifest", "back_up", "restore"]

_MANIFEST: Final = "manifest.json"
_FORMAT: Final = 1
_PAGES: Final = 2000
"""Pages that are copied at a time, so that a running server waits for milliseconds only."""


class Stored(msgspec.Struct, frozen=True):
    """A database in a backup."""

    name: Literal["games", "archive"]
    kind: Literal["sqlite", "postgresql"]
    file: str


class Manifest(msgspec.Struct, frozen=True):
    """The contents of a backup."""

    format: int
    version: str
    """The version of skep that made it."""
    created: str
    databases: tuple[Stored, ...]


_read_manifest: Final = msgspec.json.Decoder(Manifest).decode


def back_up(path: Path, games: str, archive: str) -> Manifest:
    """Write a backup of two databases, which can be the same one. Raises SkepError; an existing file is kept then."""
    urls = {"games": read_url(games)}
    if read_url(archive) != urls["games"]:
        urls["archive"] = read_url(archive)
    with tempfile.TemporaryDirectory(dir=_folder_of(path), prefix=".skep-backup-") as folder:
        stored, written = [], Path(folder) / "backup.zip"
        with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archived:
            for name, url in urls.items():
                if name == "archive" and is_sqlite(url) and not Path(str(url.database)).is_file():
                    continue  # no game has been archived
                copy = Path(folder) / name
                kind: Literal["sqlite", "postgresql"] = "sqlite" if is_sqlite(url) else "postgresql"
                (_copy_sqlite if kind == "sqlite" else _dump_postgresql)(url, copy)
                file = f"{name}.{'sqlite' if kind == 'sqlite' else 'dump'}"
                archived.write(copy, file, zipfile.ZIP_DEFLATED if kind == "sqlite" else zipfile.ZIP_STORED)
                copy.unlink()
                stored.append(Stored(name, kind, file))  # type: ignore[arg-type]
            created = datetime.now(UTC).isoformat(timespec="seconds")
            manifest = Manifest(_FORMAT, __version__, created, tuple(stored))
            archived.writestr(_MANIFEST, msgspec.json.encode(manifest))
        os.chmod(written, 0o600)  # it contains the server's key
        with written.open("rb+") as file_:
            os.fsync(file_.fileno())
        written.replace(path)
    return manifest


def restore(path: Path, games: str, archive: str, *, force: bool = False) -> Manifest:
    """Replace two databases by a backup. The server has to be stopped.

    Raises SkepError, among others if a database exists and ``force`` is false; nothing is changed then.
    """
    urls = {"games": read_url(games), "archive": read_url(archive)}
    with _open(path) as (archived, manifest), tempfile.TemporaryDirectory(prefix="skep-restore-") as folder:
        for stored in manifest.databases:
            _check_target(stored, urls[stored.name], force=force)
        extracted = {}
        for stored in manifest.databases:
            extracted[stored.name] = copy = Path(folder) / stored.name
            with archived.open(stored.file) as source, copy.open("wb") as target:
                shutil.copyfileobj(source, target, 1 << 20)
            if stored.kind == "sqlite":
                check_undamaged(URL.create("sqlite", database=str(copy)))
        for stored in manifest.databases:
            replace = _replace_sqlite if stored.kind == "sqlite" else _restore_postgresql
            replace(urls[stored.name], extracted[stored.name])
    return manifest


@contextmanager
def _open(path: Path) -> Iterator[tuple[zipfile.ZipFile, Manifest]]:
    try:
        archived = zipfile.ZipFile(path)
    except (OSError, zipfile.BadZipFile) as error:
        raise SkepError(f"cannot read the backup {path}: {getattr(error, 'strerror', None) or error}") from error
    with archived:
        try:
            manifest = _read_manifest(archived.read(_MANIFEST))
            missing = {one.file for one in manifest.databases} - set(archived.namelist())
        except (KeyError, msgspec.MsgspecError, zipfile.BadZipFile) as error:
            raise SkepError(f"not a backup of skep: {path}") from error
        if manifest.format != _FORMAT:
            raise SkepError(f"{path} was made by skep {manifest.version}, which is newer: please update skep")
        if missing or (damaged := archived.testzip()) is not None:
            raise SkepError(f"the backup {path} is damaged: {', '.join(missing) or damaged}")
        yield archived, manifest


def _folder_of(path: Path) -> Path:
    folder = path.absolute().parent
    if not folder.is_dir():
        raise SkepError(f"cannot write {path}: no folder {folder}")
    return folder


def _check_target(stored: Stored, url: URL, *, force: bool) -> None:
    kind = "sqlite" if is_sqlite(url) else "postgresql"
    if kind != stored.kind:
        raise SkepError(f"the backup of the {stored.name} is one of {stored.kind}, but the database is {redact(url)}")
    if not force and _exists(url):
        raise SkepError(f"{redact(url)} is not empty: --force replaces it")


def _exists(url: URL) -> bool:
    """Return whether an SQLite file exists, or whether a PostgreSQL database has tables."""
    if is_sqlite(url):
        return Path(str(url.database)).exists()
    engine = create_engine(url, poolclass=NullPool)
    try:
        return bool(inspect(engine).get_table_names())
    except DBAPIError as error:
        raise SkepError(f"cannot use {redact(url)}: {error_text(error)}") from error
    finally:
        engine.dispose()


def _copy_sqlite(url: URL, target: Path) -> None:
    path = Path(str(url.database))
    if not path.is_file():
        raise SkepError(f"no database: {path}")
    try:
        with (
            closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as source,
            closing(sqlite3.connect(target)) as copy,
        ):
            source.backup(copy, pages=_PAGES, sleep=0.01)
            copy.execute("PRAGMA journal_mode=DELETE")  # one file, without a log beside it
    except sqlite3.DatabaseError as error:
        raise SkepError(f"cannot copy {path}: {error}") from error
    check_undamaged(URL.create("sqlite", database=str(target)))


def _replace_sqlite(url: URL, copy: Path) -> None:
    path = Path(str(url.database))
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=".skep-restore-")
    with os.fdopen(descriptor, "wb") as target, copy.open("rb") as source:
        shutil.copyfileobj(source, target, 1 << 20)
        target.flush()
        os.fsync(target.fileno())
    # a log of the former file would be applied to the new one
    for suffix in ("-wal", "-shm", "-journal"):
        Path(f"{path}{suffix}").unlink(missing_ok=True)
    Path(name).replace(path)


def _dump_postgresql(url: URL, target: Path) -> None:
    _run("pg_dump", url, "--format=custom", "--no-owner", "--no-privileges", f"--file={target}")


def _restore_postgresql(url: URL, copy: Path) -> None:
    options = ("--clean", "--if-exists", "--no-owner", "--no-privileges", "--single-transaction", "--exit-on-error")
    _run("pg_restore", url, *options, str(copy))


def _run(program: str, url: URL, *arguments: str) -> None:
    """Run a program of PostgreSQL. The password is passed in the environment, because every user can see arguments."""
    found = shutil.which(program)
    if found is None:
        raise SkepError(f"{program} is not installed: on Debian, apt install postgresql-client")
    where = url.set(drivername="postgresql", password=None).render_as_string(hide_password=False)
    environment = dict(os.environ) if url.password is None else {**os.environ, "PGPASSWORD": str(url.password)}
    done = subprocess.run(
        [found, f"--dbname={where}", *arguments], env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        lines = done.stderr.strip().splitlines() or [f"status {done.returncode}"]
        raise SkepError(f"{program} failed for {redact(url)}: {lines[0]}")
