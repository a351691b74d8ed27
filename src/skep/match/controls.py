"""The time and search limits of the players of a match."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from skep.engine.limits import Limit
from skep.errors import SkepError

__all__ = ["Control", "parse_controls"]

_CLOCK: Final = re.compile(r"(\d+(?:\.\d*)?)(?:\+(\d+(?:\.\d*)?))?", re.ASCII)
_NONE: Final = ("", "-")
"""Values that mean no limit on one side of a slash."""


@dataclass(frozen=True, slots=True)
class Control:
    """The limits of one player in one game.

    >>> print(Control(seconds=0.3), Control(clock=60, increment=1), Control(nodes=5000, depth=4), sep=" | ")
    0.3 s per move | 60+1 | 5000 nodes, depth 4
    """

    seconds: float | None = None
    clock: float | None = None
    increment: float = 0.0
    nodes: int | None = None
    depth: int | None = None

    def limit(self, remaining: float | None) -> Limit:
        """Return the limit of the next search, with ``remaining`` seconds on the clock."""
        return Limit(
            seconds=self.seconds,
            depth=self.depth,
            nodes=self.nodes,
            clock=None if remaining is None else max(remaining, 0.0),
            increment=self.increment,
        )

    def max_seconds(self, remaining: float | None) -> float | None:
        """Return the maximum seconds for the next move, or None without a time limit."""
        return min((limit for limit in (self.seconds, remaining) if limit is not None), default=None)

    @property
    def is_unlimited(self) -> bool:
        """Whether there is no limit at all."""
        return self.seconds is None and self.clock is None and self.nodes is None and self.depth is None

    def __str__(self) -> str:
        parts = []
        if self.seconds is not None:
            parts.append(f"{self.seconds:g} s per move")
        if self.clock is not None:
            parts.append(f"{self.clock:g}+{self.increment:g}")
        if self.nodes is not None:
            parts.append(f"{self.nodes} nodes")
        if self.depth is not None:
            parts.append(f"depth {self.depth}")
        return ", ".join(parts) or "no limit"


def parse_controls(
    *, time: str | None, clock: str | None, nodes: str | None, depth: str | None, default: float
) -> tuple[Control, Control]:
    """Parse the limits of both players. A value applies to both, ``A/B`` to each; ``-`` means no limit.

    >>> a, b = parse_controls(time="0.1/1", clock=None, nodes=None, depth="4/-", default=1)
    >>> print(a, b, sep=" | ")
    0.1 s per move, depth 4 | 1 s per move
    """
    times = _parse_sides("--time", time, _parse_seconds)
    clocks = _parse_sides("--clock", clock, _parse_clock)
    counts = _parse_sides("--nodes", nodes, _parse_count)
    depths = _parse_sides("--depth", depth, _parse_count)
    controls = []
    for side in (0, 1):
        base, increment = clocks[side] or (None, 0.0)
        control = Control(times[side], base, increment, counts[side], depths[side])
        controls.append(Control(seconds=default) if control.is_unlimited else control)
    return controls[0], controls[1]


def _parse_sides(option: str, text: str | None, parse: Callable[[str], Any]) -> tuple[Any, Any]:
    """Return the values for A and B."""
    if text is None:
        return None, None
    parts = text.split("/")
    if len(parts) > 2:
        raise SkepError(f"{option} {text}: give one value for both players, or two as A/B")
    try:
        values = [None if part.strip() in _NONE else parse(part.strip()) for part in parts]
    except ValueError:
        raise SkepError(f"{option} {text}: expected a limit above zero") from None
    return values[0], values[-1]


def _parse_seconds(text: str) -> float:
    value = float(text)
    if not 0 < value < math.inf:
        raise ValueError
    return value


def _parse_count(text: str) -> int:
    value = int(text.replace("_", ""))
    if value <= 0:
        raise ValueError
    return value


def _parse_clock(text: str) -> tuple[float, float]:
    match = _CLOCK.fullmatch(text)
    if match is None:
        raise ValueError
    return _parse_seconds(match[1]), float(match[2] or 0)
