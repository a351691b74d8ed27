"""``skep uhp`` as a process, spoken to line by line."""

from __future__ import annotations

import sys
from types import TracebackType

from skep.uhp.process import LineProcess

SKEP = (sys.executable, "-m", "skep", "uhp")
LONG = 120.0
"""Seconds: a cold cache is compiled in less."""


class Talk:
    """A process that answers every line with lines up to ``ok``."""

    def __init__(self, *arguments: str) -> None:
        self._process = LineProcess([*SKEP, *arguments])
        self.greeting = self.hear()

    def __enter__(self) -> Talk:
        return self

    def __exit__(
        self, _type: type[BaseException] | None, _value: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self._process.close()

    def hear(self) -> list[str]:
        lines: list[str] = []
        while not lines or lines[-1] != "ok":
            line = self._process.receive(LONG)
            assert line is not None, f"ended after {lines}"
            lines.append(line)
        return lines

    def ask(self, line: str) -> list[str]:
        self._process.send(line)
        return self.hear()
