"""``skep uhp`` as a subprocess, driven line by line, and the fake engine."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from types import TracebackType

from skep.uhp.process import LineProcess

SKEP = (sys.executable, "-m", "skep", "uhp")
FAKE = (sys.executable, str(Path(__file__).with_name("fake_engine.py")))
"""A program whose last argument is its behaviour."""
TIMEOUT = 120.0
"""Timeout in seconds, longer than compiling into a cold cache takes."""


def is_gone(pid: int) -> bool:
    """Return whether a process has exited and been reaped."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


class EngineProcess:
    """An engine process that answers every line with lines up to ``ok``."""

    def __init__(self, *arguments: str) -> None:
        self._process = LineProcess([*SKEP, *arguments])
        self.greeting = self.read_answer()

    def __enter__(self) -> EngineProcess:
        return self

    def __exit__(
        self, _type: type[BaseException] | None, _value: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self._process.close()

    def read_answer(self) -> list[str]:
        lines: list[str] = []
        while not lines or lines[-1] != "ok":
            line = self._process.receive(TIMEOUT)
            assert line is not None, f"exited after {lines}"
            lines.append(line)
        return lines

    def ask(self, line: str) -> list[str]:
        self._process.send(line)
        return self.read_answer()
