"""Another engine, spoken to by the Universal Hive Protocol, with a time limit on every answer."""

from __future__ import annotations

import shlex
import subprocess
from queue import Empty, Queue
from threading import Thread
from types import TracebackType
from typing import IO, Final

from skep.errors import SkepError, shortened

__all__ = ["Rival"]

_LONGEST_LINE: Final = 1_000_000
_MOST_LINES: Final = 10_000
_ERRORS: Final = ("err", "invalidmove")


class Rival:
    """A running engine. Every failure is a SkepError that names the command and what happened."""

    def __init__(self, command: str, timeout: float) -> None:
        self._timeout = timeout
        self._command = command
        self._lines: Queue[str | None] = Queue()
        try:
            words = shlex.split(command)
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                encoding="utf-8",
                errors="replace",
            )
        except (OSError, ValueError, IndexError) as error:
            raise SkepError(f"{shortened(command)} does not start: {error}") from error
        Thread(target=self._listen, args=(self._process.stdout,), daemon=True).start()

    def __enter__(self) -> Rival:
        return self

    def __exit__(
        self, _type: type[BaseException] | None, _value: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                try:
                    pipe.close()
                except OSError:
                    continue

    def _listen(self, stdout: IO[str]) -> None:
        """Hand every line on, and None at the end; runs in a thread of its own."""
        try:
            while line := stdout.readline(_LONGEST_LINE):
                self._lines.put(line.rstrip("\r\n"))
        except (OSError, ValueError):
            pass
        self._lines.put(None)

    def greeting(self) -> str:
        """What the engine says of itself when it starts: the first line of its info."""
        return self._answer("its start")[0].removeprefix("id ").strip() or self._command

    def ask(self, question: str) -> list[str]:
        """The lines of an answer before its ``ok``; an error is raised."""
        lines = self.try_asking(question)
        for line in lines:
            if line.split(" ", 1)[0] in _ERRORS:
                raise SkepError(f"{shortened(self._command)} answered {shortened(question)} with {shortened(line)}")
        return lines

    def try_asking(self, question: str) -> list[str]:
        """The lines of an answer before its ``ok``, an error among them."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(question + "\n")
            self._process.stdin.flush()
        except OSError:
            raise SkepError(f"{shortened(self._command)} ended before {shortened(question)}") from None
        return self._answer(shortened(question))

    def _answer(self, what: str) -> list[str]:
        lines = list[str]()
        while len(lines) < _MOST_LINES:
            try:
                line = self._lines.get(timeout=self._timeout)
            except Empty:
                waited = f"no answer to {what} within {self._timeout:g} seconds"
                raise SkepError(f"{shortened(self._command)}: {waited}") from None
            if line is None:
                code = self._process.wait()
                raise SkepError(f"{shortened(self._command)} ended (exit code {code}) instead of answering {what}")
            if line.strip() == "ok":
                return lines or [""]
            lines.append(line)
        raise SkepError(f"{shortened(self._command)} says too much and never ok in answer to {what}")
