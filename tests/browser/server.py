"""A skep server in its own process, which tests can kill and start again."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
import time
import urllib.request
from contextlib import closing, suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.services import TIMEOUT, free_port

__all__ = ["ServerProcess"]


class ServerProcess:
    """``skep serve`` with its own database."""

    def __init__(self, folder: Path, **environment: str) -> None:
        self.folder = folder
        self._environment = environment
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._process is not None:
            self.kill()

    def start(self) -> None:
        """Start the server and wait until it responds."""
        environment = {**os.environ, "SKEP_DATA_DIR": str(self.folder), "SKEP_UPLOADS": "1", "SKEP_STUDY_RATE": "1000"}
        environment.update(self._environment)
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "skep", "serve", "--port", str(self.port), "--games-per-hour", "1000000"],
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        end = time.monotonic() + TIMEOUT
        while not self._is_healthy():
            assert self._process.poll() is None, (self.folder / "log").read_text()
            assert time.monotonic() < end, "the server does not respond"
            time.sleep(0.05)

    def _is_healthy(self) -> bool:
        with suppress(OSError), urllib.request.urlopen(f"{self.address}/api/health", timeout=5) as response:
            return bool(json.load(response)["engine"] == "ready")
        return False

    @property
    def is_running(self) -> bool:
        return self._process is not None

    def clear_archive(self) -> None:
        """Delete all games, reviews and studies of the archive."""
        with closing(sqlite3.connect(self.folder / "archive.sqlite", timeout=TIMEOUT)) as archive, archive:
            tables = archive.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'archive_%'")
            for (name,) in tables.fetchall():
                if name == "archive_sizes":
                    archive.execute("UPDATE archive_sizes SET bytes = 0")
                elif name != "archive_version":
                    archive.execute(f"DELETE FROM {name}")

    def names(self) -> list[str]:
        """Return the names of all players, long ones first."""
        with closing(sqlite3.connect(self.folder / "games.sqlite", timeout=TIMEOUT)) as database:
            names = database.execute("SELECT DISTINCT name FROM guests WHERE name != '' ORDER BY length(name) DESC")
            return [name for (name,) in names]

    def kill(self) -> None:
        """Kill the server without letting it shut down."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()
        self._process = None
