"""Processes around an attack: the memory and the log of the server, and a process that keeps a core busy."""

from __future__ import annotations

import multiprocessing
import re
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.attack.measurement import Memory
from bench.cpu_time import process_tree

__all__ = ["Log", "MemoryMeter", "busy_core", "file_limit", "memory_of"]


def memory_of(pid: int) -> float:
    """Return the memory in megabytes that a process and its descendants hold in RAM."""
    return sum(map(_resident, process_tree([pid])))


def _resident(pid: int) -> float:
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0.0
    found = re.search(r"^VmRSS:\s*(\d+) kB", status, re.MULTILINE)
    return int(found[1]) / 1000 if found else 0.0


class MemoryMeter:
    """Measures the memory of a process and its descendants again and again."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._before = self._peak = self._now = memory_of(pid)

    def measure(self) -> None:
        """Measure the memory now."""
        self._now = memory_of(self._pid)
        self._peak = max(self._peak, self._now)

    def result(self) -> Memory:
        """Return the first, the highest and the latest measurement."""
        return Memory(self._before, self._peak, self._now)


class Log:
    """The log of a server, read from where it ends now."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._start = path.stat().st_size

    def names(self, address: str) -> bool:
        """Return whether a new warning or error contains an address."""
        with self._path.open("rb") as file:
            file.seek(self._start)
            lines = file.read().decode(errors="replace").splitlines()
        pattern = re.compile(rf"\b(WARNING|ERROR)\b.*(?<![\d.]){re.escape(address)}(?!\d)")
        return any(pattern.search(line) for line in lines)


@contextmanager
def file_limit(count: int) -> Iterator[None]:
    """Limit the open files of this process, and of those that it starts during the block."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (count, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


@contextmanager
def busy_core() -> Iterator[None]:
    """Keep one core busy for the duration of the block, as an attacker does."""
    process = multiprocessing.get_context("spawn").Process(target=_spin, daemon=True)
    process.start()
    try:
        yield
    finally:
        process.kill()
        process.join()


def _spin() -> None:
    while True:
        pass
