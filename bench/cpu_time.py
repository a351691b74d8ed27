"""Processor time of process trees, read from /proc, and the share taken by other programs."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

__all__ = ["OtherPrograms", "cpu_seconds", "process_tree"]


class OtherPrograms:
    """Measures the share of processor time that programs outside the benchmark take."""

    def __init__(self, pids: Sequence[int]) -> None:
        """Start measuring. ``pids`` are processes of the benchmark, besides this one and its descendants."""
        self._pids = [os.getpid(), *pids]
        self._before = self._read()

    def _read(self) -> tuple[float, float, float]:
        """Return the ticks of all processors, the busy ticks among them, and those of the benchmark."""
        try:
            line = Path("/proc/stat").read_text().splitlines()[0].split()[1:9]
        except OSError:
            return 0.0, 0.0, 0.0
        user, nice, system, idle, waiting, *interrupts, stolen = (int(word) for word in line)
        busy = user + nice + system + sum(interrupts) + stolen
        return busy + idle + waiting, busy, sum(map(_ticks, process_tree(self._pids)))

    def share(self) -> float:
        """Return the share since the start, between 0 and 1."""
        total, busy, ours = (now - before for now, before in zip(self._read(), self._before, strict=True))
        return max(0.0, busy - ours) / total if total else 0.0


def cpu_seconds(pid: int) -> float:
    """Return the processor time that a process and its descendants have used."""
    return sum(map(_ticks, process_tree([pid]))) / os.sysconf("SC_CLK_TCK")


def _stat(pid: int) -> list[str]:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def _ticks(pid: int) -> int:
    stat = _stat(pid)
    return int(stat[11]) + int(stat[12]) if stat else 0


def process_tree(pids: Sequence[int]) -> set[int]:
    """Return the processes and all their descendants."""
    parents = {int(path.name): _stat(int(path.name)) for path in Path("/proc").iterdir() if path.name.isdigit()}
    tree, size = set(pids), -1
    while len(tree) != size:
        size = len(tree)
        tree |= {pid for pid, stat in parents.items() if stat and int(stat[1]) in tree}
    return tree
