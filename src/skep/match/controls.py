"""How long the players of a match may think."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from skep.engine.limits import Limit
from skep.errors import SkepError

__all__ = ["Control", "controls_of"]

_CLOCK: Final = re.compile(r"(\d+(?:\.\d*)?)(?:\+(\d+(?:\.\d*)?))?")
_NONE: Final = ("", "-")
"""What stands for «no such limit» on one side of a slash."""


@dataclass(frozen=True, slots=True)
class Control:
    """The limits of one player in one game.

    >>> print(Control(seconds=0.3), Control(clock=60, increment=1), Control(nodes=5000, depth=4), sep=" | ")
    0.3 s a move | 60+1 | 5000 nodes, depth 4
    """

    seconds: float | None = None
    clock: float | None = None
    increment: float = 0.0
    nodes: int | None = None
    depth: int | None = None

    def limit(self, left: float | None) -> Limit:
        """What the engine is told when this much is left on its clock."""
        return Limit(
            seconds=self.seconds,
            depth=self.depth,
            nodes=self.nodes,
            clock=None if left is None else max(left, 0.0),
            increment=self.increment,
        )

    def allowed(self, left: float | None) -> float | None:
        """The most seconds the next move may take, or None where no time is kept."""
        return min((limit for limit in (self.seconds, left) if limit is not None), default=None)

    @property
    def is_endless(self) -> bool:
        """Whether nothing ends a search."""
        return self.seconds is None and self.clock is None and self.nodes is None and self.depth is None

    def __str__(self) -> str:
        parts = []
        if self.seconds is not None:
            parts.append(f"{self.seconds:g} s a move")
        if self.clock is not None:
            parts.append(f"{self.clock:g}+{self.increment:g}")
        if self.nodes is not None:
            parts.append(f"{self.nodes} nodes")
        if self.depth is not None:
            parts.append(f"depth {self.depth}")
        return ", ".join(parts) or "no limit"


def controls_of(
    *, time: str | None, clock: str | None, nodes: str | None, depth: str | None, default: float
) -> tuple[Control, Control]:
    """The limits of both players: each option is for both, or ``A/B`` for each, ``-`` meaning none.

    >>> a, b = controls_of(time="0.1/1", clock=None, nodes=None, depth="4/-", default=1)
    >>> print(a, b, sep=" | ")
    0.1 s a move, depth 4 | 1 s a move
    """
    times = _sides("--time", time, _seconds)
    clocks = _sides("--clock", clock, _clock)
    counts = _sides("--nodes", nodes, _whole)
    depths = _sides("--depth", depth, _whole)
    made = []
    for side in (0, 1):
        base, increment = clocks[side] or (None, 0.0)
        control = Control(times[side], base, increment, counts[side], depths[side])
        made.append(Control(seconds=default) if control.is_endless else control)
    return made[0], made[1]


def _sides(option: str, text: str | None, read: Callable[[str], Any]) -> tuple[Any, Any]:
    """The values for A and B."""
    if text is None:
        return None, None
    parts = text.split("/")
    if len(parts) > 2:
        raise SkepError(f"{option} {text}: give one value for both players, or two as A/B")
    try:
        values = [None if part.strip() in _NONE else read(part.strip()) for part in parts]
    except ValueError:
        raise SkepError(f"{option} {text}: not a limit above zero") from None
    return values[0], values[-1]


def _seconds(text: str) -> float:
    value = float(text)
    if not 0 < value < math.inf:
        raise ValueError
    return value


def _whole(text: str) -> int:
    value = int(text.replace("_", ""))
    if value <= 0:
        raise ValueError
    return value


def _clock(text: str) -> tuple[float, float]:
    match = _CLOCK.fullmatch(text)
    if match is None:
        raise ValueError
    return _seconds(match[1]), float(match[2] or 0)
