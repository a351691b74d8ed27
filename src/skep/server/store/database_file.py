"""The file of an SQLite database: whether it is still there, and whether its disk has space."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final

from skep.server.store.records import StoreNotWritable, StoreUnavailable

__all__ = ["DatabaseFile"]

_MIN_FREE: Final = 4_000_000
"""Bytes of free space below which a disk counts as full. SQLite reuses space in its files and fails only later."""


class DatabaseFile:
    """A file as it was when the server opened it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._identity = _identity(path)

    def check(self) -> None:
        """Raise StoreUnavailable if the file was deleted or replaced, StoreNotWritable if its disk is full.

        A process that has opened a file can read and write it after it was deleted, but loses everything when it stops.
        """
        try:
            identity, free = _identity(self._path), shutil.disk_usage(self._path.parent).free
        except OSError as error:
            raise StoreUnavailable(f"cannot find {self._path}: {error.strerror}") from error
        if identity != self._identity:
            raise StoreUnavailable(f"{self._path} was replaced while the server was running")
        if free < _MIN_FREE:
            raise StoreNotWritable(f"the disk of {self._path} is full: {free:,} bytes are free")


def _identity(path: Path) -> tuple[int, int]:
    status = path.stat()
    return status.st_dev, status.st_ino
