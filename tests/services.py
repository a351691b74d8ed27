"""Programs that some tests need: a browser, PostgreSQL, Redis. Tests are skipped if theirs is missing."""

from __future__ import annotations

import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final, NoReturn

import pytest

__all__ = ["PostgresServer", "RedisServer", "find_chromium", "free_port", "missing"]

TIMEOUT = 60.0
"""Seconds that a server has to start or stop, generous because the machine may be busy."""
_MEMORY: Final = Path("/dev/shm")
_ENOUGH_MEMORY: Final = 2 * 2**30
"""Bytes that have to be free in the folder in memory; containers often have 64 MB there."""


def missing(what: str) -> NoReturn:
    """Skip a test because a program is missing, or fail it if SKEP_NO_SKIPS=1 is set, as in CI."""
    if os.environ.get("SKEP_NO_SKIPS") == "1":
        pytest.fail(f"{what} is missing and SKEP_NO_SKIPS=1 forbids skipping")
    pytest.skip(f"{what} is not installed")


def find_chromium() -> str | None:
    """Return the path of Chromium, or of its headless build, which is twice as fast, if that is installed."""
    return shutil.which("chromium-headless-shell") or shutil.which("chromium")


def free_port() -> int:
    """Return a free port of the loopback address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def wait_for(ready: Callable[[], bool], process: subprocess.Popen[bytes], name: str) -> None:
    """Wait until a server that was just started responds."""
    end = time.monotonic() + TIMEOUT
    while not ready():
        if process.poll() is not None:
            raise RuntimeError(f"{name} exited with status {process.returncode} instead of starting")
        if time.monotonic() > end:
            process.kill()
            process.wait()
            raise RuntimeError(f"{name} does not respond after {TIMEOUT:.0f} s")
        time.sleep(0.02)


def stop(process: subprocess.Popen[bytes] | None, signal_: signal.Signals) -> None:
    """Stop a server and wait until it has exited."""
    assert process is not None
    process.send_signal(signal_)
    try:
        process.wait(TIMEOUT)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _folder_in_memory() -> Path | None:
    """Return a folder in memory with enough space, or None. Creating a database writes 300 files, slowly on a disk."""
    with suppress(OSError):
        if shutil.disk_usage(_MEMORY).free >= _ENOUGH_MEMORY and os.access(_MEMORY, os.W_OK):
            return _MEMORY
    return None


class PostgresServer:
    """A private PostgreSQL server in a temporary folder, which can be stopped, crashed and restarted.

    PostgreSQL refuses to run as root, so root runs it as the user ``postgres``.
    """

    def __init__(self, programs: Path, *, durable: bool = True) -> None:
        """Start the server. If it is not durable, commits survive a crash of its processes, but not of the machine.

        Then its folder is in memory, if there is room.
        """
        self._programs = programs
        self._options = () if durable else ("-c", "fsync=off", "-c", "full_page_writes=off")
        memory = None if durable else _folder_in_memory()
        self.folder = Path(tempfile.mkdtemp(prefix="skep-postgres-", dir=memory))
        self.port = free_port()
        self._process: subprocess.Popen[bytes] | None = None
        self._account: pwd.struct_passwd | None = None
        if os.geteuid() == 0:
            self._account = pwd.getpwnam("postgres")
            os.chown(self.folder, self._account.pw_uid, self._account.pw_gid)
        try:
            self._run("initdb", "--username=skep", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync", "data")
            self.start()
        except BaseException:
            self.remove()
            raise

    @staticmethod
    def programs() -> Path | None:
        """Return the folder of PostgreSQL's programs: on the path, or Debian's newest version, or None."""
        if found := shutil.which("initdb"):
            return Path(found).resolve().parent
        folders = [path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/initdb")]
        return max(folders, key=lambda folder: int(folder.parent.name), default=None)

    def _as_account(self) -> dict[str, int | list[int]]:
        if self._account is None:
            return {}
        return {"user": self._account.pw_uid, "group": self._account.pw_gid, "extra_groups": []}

    def _run(self, program: str, *arguments: str) -> None:
        done = subprocess.run(
            [self._programs / program, *arguments],
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=TIMEOUT * 2,
            **self._as_account(),  # type: ignore[call-overload]
        )
        if done.returncode:
            raise RuntimeError(f"{program} failed: {done.stdout.decode(errors='replace')}")

    @property
    def url(self) -> str:
        """The URL of the database ``postgres``."""
        return self.url_of("postgres")

    def url_of(self, database: str) -> str:
        return f"postgresql://skep@127.0.0.1:{self.port}/{database}"

    @property
    def pid(self) -> int:
        """The id of the main process, the parent of all others."""
        assert self._process is not None
        return self._process.pid

    def new_database(self) -> str:
        """Create an empty database and return its URL."""
        name = f"skep_{secrets.token_hex(6)}"
        self._run("createdb", "--host=127.0.0.1", f"--port={self.port}", "--username=skep", name)
        return self.url_of(name)

    def start(self) -> None:
        """Start the server and wait until it responds."""
        assert self._process is None
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [
                    self._programs / "postgres",
                    *("-D", "data", "-k", str(self.folder), "-p", str(self.port)),
                    *("-c", "listen_addresses=127.0.0.1", "-c", "max_connections=60"),
                    *self._options,
                ],
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                **self._as_account(),  # type: ignore[call-overload]
            )
        wait_for(self._ready, self._process, f"PostgreSQL in {self.folder}")

    def _ready(self) -> bool:
        done = subprocess.run(
            [self._programs / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self.port)], stdin=subprocess.DEVNULL
        )
        return done.returncode == 0

    def stop(self) -> None:
        """Stop the server fast: connections are closed, commits are kept."""
        stop(self._process, signal.SIGINT)
        self._process = None

    def crash(self) -> None:
        """Stop the server as a crash would; the next start recovers the commits."""
        stop(self._process, signal.SIGQUIT)
        self._process = None

    def restart(self) -> None:
        self.stop()
        self.start()

    def remove(self) -> None:
        """Stop the server and delete its data."""
        if self._process is not None:
            self.crash()
        shutil.rmtree(self.folder, ignore_errors=True)


class RedisServer:
    """A private Redis server without storage, which can be stopped and restarted."""

    def __init__(self) -> None:
        self.port = free_port()
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    @staticmethod
    def installed() -> bool:
        return shutil.which("redis-server") is not None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        """Start the server and wait until it responds."""
        assert self._process is None
        self._process = subprocess.Popen(
            [
                "redis-server",
                *("--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"),
                *("--dir", tempfile.gettempdir(), "--daemonize", "no"),
            ],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        wait_for(self._ready, self._process, f"Redis on port {self.port}")

    def _ready(self) -> bool:
        with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1) as connection:
            connection.sendall(b"PING\r\n")
            return connection.recv(16).startswith(b"+PONG")
        return False

    def stop(self) -> None:
        """Kill the server; its messages are lost."""
        stop(self._process, signal.SIGKILL)
        self._process = None

    def restart(self) -> None:
        self.stop()
        self.start()

    def remove(self) -> None:
        if self._process is not None:
            self.stop()
