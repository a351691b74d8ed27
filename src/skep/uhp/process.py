"""A subprocess that exchanges lines with us. No behaviour of the subprocess can block the caller for ever."""

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

from skep.errors import SkepError

__all__ = ["LineProcess"]

_MAX_LINE_BYTES: Final = 1_000_000
"""A longer line is split."""
_MAX_BUFFERED_LINES: Final = 50
"""Lines read before the caller receives them. After that the subprocess blocks."""
_STDERR_LINES: Final = 5
"""Lines of stderr to keep."""
_POLL_SECONDS: Final = 0.1
_OWN_GROUP: Final = os.name == "posix"
"""Whether the subprocess leads its own process group, so that its children end with it and Ctrl-C reaches only us."""


class LineProcess:
    """A running process with three threads: a writer, a reader, and one that keeps the last lines of stderr.

    Reading and writing have separate threads because a full or an empty pipe blocks whoever uses it.
    """

    def __init__(
        self, command: Sequence[str], *, folder: Path | None = None, environment: Mapping[str, str] | None = None
    ) -> None:
        """Start the process. Raises OSError, or ValueError if the command is invalid."""
        if not command:
            raise SkepError("the command is empty")
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=folder,
            env=None if environment is None else {**os.environ, **environment},
            start_new_session=_OWN_GROUP,
        )
        self._outgoing: SimpleQueue[str | None] = SimpleQueue()
        self._incoming: Queue[str | None] = Queue(_MAX_BUFFERED_LINES)
        self._stderr_lines: deque[str] = deque(maxlen=_STDERR_LINES)
        self._closing = Event()
        pipes = (self._process.stdin, self._process.stdout, self._process.stderr)
        targets = (self._write, self._read, self._read_stderr)
        self._threads = [
            (Thread(target=target, args=(pipe,), daemon=True), pipe)
            for target, pipe in zip(targets, pipes, strict=True)
            if pipe is not None
        ]
        for thread, _pipe in self._threads:
            thread.start()

    def send(self, line: str) -> None:
        """Send a line without waiting. A failure to deliver it shows only in what is received."""
        self._outgoing.put(line)

    def receive(self, timeout: float) -> str | None:
        """Return the next line without its line ending, or None at the end of the output. Raises TimeoutError."""
        try:
            line = self._incoming.get(timeout=max(timeout, 0.0))
        except Empty:
            raise TimeoutError from None
        if line is None:
            with contextlib.suppress(Full):
                self._incoming.put_nowait(None)
        return line

    @property
    def stderr_tail(self) -> tuple[str, ...]:
        """The last lines on stderr."""
        return tuple(self._stderr_lines)

    def close(self, timeout: float = 0.0) -> int:
        """Close stdin, wait ``timeout`` seconds for the process to exit, then kill it. Return its exit code."""
        self._closing.set()
        self._outgoing.put(None)
        try:
            self._process.wait(timeout)
        except subprocess.TimeoutExpired:
            self.kill()
        code = self._process.wait()
        for thread, pipe in self._threads:
            thread.join(1.0)
            # a grandchild that escaped may hold the pipe open; closing the pipe would then block
            if not thread.is_alive():
                with contextlib.suppress(OSError):
                    pipe.close()
        return code

    def kill(self) -> None:
        """Kill the process and its children without waiting."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if sys.platform != "win32" and _OWN_GROUP:
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()

    def _write(self, pipe: IO[bytes]) -> None:
        """Write outgoing lines until None, or until the process closes its stdin."""
        with contextlib.suppress(OSError):
            while (line := self._outgoing.get()) is not None:
                pipe.write(line.encode() + b"\n")
                pipe.flush()
        with contextlib.suppress(OSError):
            pipe.close()

    def _read(self, pipe: IO[bytes]) -> None:
        """Queue every line, and None at the end."""
        with contextlib.suppress(OSError):
            while line := pipe.readline(_MAX_LINE_BYTES):
                self._enqueue(line.decode("utf-8", "replace").rstrip("\r\n"))
        self._enqueue(None)

    def _enqueue(self, line: str | None) -> None:
        while not self._closing.is_set():
            with contextlib.suppress(Full):
                self._incoming.put(line, timeout=_POLL_SECONDS)
                return
        if line is None:
            # one thread may still be waiting for a line while another closes the process
            with contextlib.suppress(Full):
                self._incoming.put_nowait(None)

    def _read_stderr(self, pipe: IO[bytes]) -> None:
        with contextlib.suppress(OSError):
            while line := pipe.readline(_MAX_LINE_BYTES):
                self._stderr_lines.append(line.decode("utf-8", "replace").rstrip())
