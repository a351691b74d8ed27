"""A subprocess that is spoken to in lines: nothing that it does, or does not do, makes us wait for ever."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections import deque
from collections.abc import Mapping, Sequence
from pathlib import Path
from queue import Empty, Full, Queue, SimpleQueue
from threading import Event, Thread
from typing import IO, Final

__all__ = ["LineProcess"]

_LONGEST_LINE: Final = 1_000_000
"""Bytes; a longer line comes in pieces."""
_LINES_AHEAD: Final = 50
"""Lines that are read before somebody asks for them; then the process has to wait."""
_COMPLAINTS: Final = 5
"""Lines of stderr that are kept."""
_TICK: Final = 0.1
_OWN_GROUP: Final = os.name == "posix"
"""The process leads a group, so that what it starts ends with it and a Ctrl-C is ours alone."""


class LineProcess:
    """A running process with three threads: one writes, one reads, one keeps the last of stderr.

    Reading and writing each have a thread because a pipe that is full or empty stops whoever uses it.
    """

    def __init__(
        self, command: Sequence[str], *, folder: Path | None = None, environment: Mapping[str, str] | None = None
    ) -> None:
        """Start it; raises OSError, or ValueError when the command cannot be one."""
        if not command:
            raise ValueError("the command is empty")
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=folder,
            env=None if environment is None else {**os.environ, **environment},
            start_new_session=_OWN_GROUP,
        )
        self._said: SimpleQueue[str | None] = SimpleQueue()
        self._heard: Queue[str | None] = Queue(_LINES_AHEAD)
        self._complaints: deque[str] = deque(maxlen=_COMPLAINTS)
        self._closing = Event()
        pipes = (self._process.stdin, self._process.stdout, self._process.stderr)
        targets = (self._write, self._read, self._keep)
        self._threads = [
            (Thread(target=target, args=(pipe,), daemon=True), pipe)
            for target, pipe in zip(targets, pipes, strict=True)
            if pipe is not None
        ]
        for thread, _pipe in self._threads:
            thread.start()

    def send(self, line: str) -> None:
        """Say a line. Whether it arrives shows in what comes back."""
        self._said.put(line)

    def receive(self, seconds: float) -> str | None:
        """The next line without its end, or None when there will be none; raises TimeoutError."""
        try:
            line = self._heard.get(timeout=max(seconds, 0.0))
        except Empty:
            raise TimeoutError from None
        if line is None:
            with contextlib.suppress(Full):
                self._heard.put_nowait(None)
        return line

    @property
    def complaints(self) -> tuple[str, ...]:
        """The last lines on stderr."""
        return tuple(self._complaints)

    def close(self, patience: float = 0.0) -> int:
        """Close its stdin, give it some seconds to leave by itself, end it; returns the exit code."""
        self._closing.set()
        self._said.put(None)
        try:
            self._process.wait(patience)
        except subprocess.TimeoutExpired:
            self._kill()
        code = self._process.wait()
        for thread, pipe in self._threads:
            thread.join(1.0)
            # a pipe that an escaped grandchild holds open stays with its thread: closing it would wait too
            if not thread.is_alive():
                with contextlib.suppress(OSError):
                    pipe.close()
        return code

    def _kill(self) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if sys.platform != "win32" and _OWN_GROUP:
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()

    def _write(self, pipe: IO[bytes]) -> None:
        """Write what is said, until None or nobody reads it."""
        with contextlib.suppress(OSError):
            while (line := self._said.get()) is not None:
                pipe.write(line.encode() + b"\n")
                pipe.flush()
        with contextlib.suppress(OSError):
            pipe.close()

    def _read(self, pipe: IO[bytes]) -> None:
        """Hand every line on, and None at the end."""
        with contextlib.suppress(OSError):
            while line := pipe.readline(_LONGEST_LINE):
                self._hand_on(line.decode("utf-8", "replace").rstrip("\r\n"))
        self._hand_on(None)

    def _hand_on(self, line: str | None) -> None:
        while not self._closing.is_set():
            with contextlib.suppress(Full):
                self._heard.put(line, timeout=_TICK)
                return
        if line is None:
            # somebody may still wait for a line while another thread closes the process
            with contextlib.suppress(Full):
                self._heard.put_nowait(None)

    def _keep(self, pipe: IO[bytes]) -> None:
        """Keep the last lines of stderr."""
        with contextlib.suppress(OSError):
            while line := pipe.readline(_LONGEST_LINE):
                self._complaints.append(line.decode("utf-8", "replace").rstrip())
