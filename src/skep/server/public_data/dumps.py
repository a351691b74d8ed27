"""Monthly files of all rated games, as compressed PGN.

The content of a file depends only on the games, so that it can be written again at any time. A file is replaced once it
is complete, and its description beside it, which names its digest, after that. The description has a fingerprint of
the month: the ids, lengths and names of its games. A month is written again only if that changes, for example because
a game has ended, or a player has deleted their account.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import re
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

import msgspec

from skep.durable_files import replace_file
from skep.errors import SkepError
from skep.server.public_data.dump_statements import Read, first_month, game_keys, months_between, stored_games
from skep.server.public_data.exports import export_pgn
from skep.server.schemas.public_data import DumpFile
from skep.server.store.records import StoredGame

__all__ = ["DumpInterrupted", "DumpWriter", "find_dump", "list_dumps"]

_FILE: Final = re.compile(r"hive_rated_[0-9]{4}-[0-9]{2}\.pgn\.gz")
_DAY: Final = 24 * 3600.0
_FORMAT: Final = 1
"""Increases when the same games are written differently, so that all files are written again."""


class _Description(msgspec.Struct, frozen=True, kw_only=True):
    """The description of a file, stored beside it."""

    dump: DumpFile
    fingerprint: str


_decode: Final = msgspec.json.Decoder(_Description).decode


class DumpInterrupted(Exception):
    """The server stops while a file is being written."""


class DumpWriter:
    """Writes the files into a folder. It blocks, so that it runs on a thread or in a command."""

    def __init__(self, folder: Path, read: Read, *, pause: Callable[[float], None] = lambda _seconds: None) -> None:
        """``pause`` is called after each game with the seconds that it took; it may wait, or raise an exception."""
        self._folder = folder
        self._read = read
        self._pause = pause

    def write_all(self, *, now: float | None = None, keep: int = 0, force: bool = False) -> list[DumpFile]:
        """Write the months that have changed and return those that were written.

        ``keep`` is how many months are kept, 0 for all; ``force`` writes those that have not changed too. Raises
        SkepError if the folder cannot be written to.
        """
        first = self._read(first_month)
        if first is None:
            return []
        current = time.strftime("%Y-%m", time.gmtime(now))
        months = list(months_between(first, current))
        kept = months[-keep:] if keep else months
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            self._delete_abandoned()
            self._delete_before(kept[0])
            written = [self.write(month, force=force) for month in kept]
        except OSError as error:
            raise SkepError(f"cannot write games to {self._folder}: {error.strerror}") from error
        return [dump for dump in written if dump is not None]

    def write(self, month: str, *, force: bool = False) -> DumpFile | None:
        """Write the file of a month unless it is up to date; return its description if it was written."""
        fingerprint = self._fingerprint(month)
        path = self._folder / f"hive_rated_{month}.pgn.gz"
        known = _describe(path)
        if not force and known is not None and known.fingerprint == fingerprint:
            return None
        temporary = path.with_name(f".{path.name}.{os.getpid()}")
        try:
            games = self._write(temporary, stored_games(self._read, month))
            dump = DumpFile(
                month=month,
                file=path.name,
                games=games,
                bytes=temporary.stat().st_size,
                sha256=_digest(temporary),
                made=time.time(),
            )
            # without its description a file is not listed: it must not be described by the one before
            _description_of(path).unlink(missing_ok=True)
            temporary.replace(path)
        finally:
            temporary.unlink(missing_ok=True)
        described = msgspec.json.encode(_Description(dump=dump, fingerprint=fingerprint)).decode()
        replace_file(_description_of(path), described, mode=0o644)
        return dump

    def _write(self, path: Path, games: Iterable[StoredGame]) -> int:
        """Write games to a file that is on the disk afterwards; return how many."""
        count = 0
        with path.open("wb") as file:
            # without a name and a time, the same games make the same file
            with gzip.GzipFile("", "wb", compresslevel=6, fileobj=file, mtime=0) as packed:
                for stored in games:
                    began = time.monotonic()
                    packed.write(export_pgn(stored))
                    count += 1
                    self._pause(time.monotonic() - began)
            file.flush()
            os.fsync(file.fileno())
        path.chmod(0o644)
        return count

    def _fingerprint(self, month: str) -> str:
        digest = hashlib.sha256(b"%d" % _FORMAT)
        for key in game_keys(self._read, month):
            digest.update(msgspec.json.encode([key.id, key.seq, key.white, key.black]))
            self._pause(0.0)
        return digest.hexdigest()

    def _delete_abandoned(self) -> None:
        """Delete what processes left behind that were killed while they wrote."""
        for path in self._folder.glob(".hive_rated_*"):
            if path.stat().st_mtime < time.time() - _DAY:
                path.unlink(missing_ok=True)

    def _delete_before(self, month: str) -> None:
        for dump in list_dumps(self._folder):
            if dump.month < month:
                path = self._folder / dump.file
                _description_of(path).unlink(missing_ok=True)
                path.unlink(missing_ok=True)


def list_dumps(folder: Path | None) -> list[DumpFile]:
    """Return the files in a folder, the latest month first."""
    if folder is None or not folder.is_dir():
        return []
    described = [_describe(path) for path in folder.iterdir() if _FILE.fullmatch(path.name)]
    found = [description.dump for description in described if description is not None]
    return sorted(found, key=lambda dump: dump.month, reverse=True)


def find_dump(folder: Path | None, name: str) -> Path | None:
    """Return a file that is listed, or None."""
    if folder is None or not _FILE.fullmatch(name):
        return None
    path = folder / name
    return None if _describe(path) is None else path


def _description_of(path: Path) -> Path:
    return path.with_name(f"{path.name}.json")


def _describe(path: Path) -> _Description | None:
    """Return the description of a file, or None if it is being replaced or cannot be read."""
    try:
        description = _decode(_description_of(path).read_bytes())
        return description if path.stat().st_size == description.dump.bytes else None
    except (OSError, msgspec.MsgspecError):
        return None


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
