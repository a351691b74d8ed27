"""The search limit after ``bestmove``: ``time hh:mm:ss``, ``depth N`` or ``nodes N``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from skep.errors import NotationError, SkepError

if TYPE_CHECKING:
    from skep.engine.limits import Limit

__all__ = ["format_limit", "parse_limit"]

_TIME: Final = re.compile(r"(\d{1,3}):([0-5]?\d):([0-5]?\d(?:\.\d{0,9})?)", re.ASCII)
_COUNT: Final = re.compile(r"0*([1-9]\d{0,17})", re.ASCII)
_MAX_DEPTH: Final = 100
"""Plies. No search gets this far, so a client that requests a million loses nothing."""
_MIN_SECONDS: Final = 0.01
"""Seconds to search when a client has rounded its time down to zero."""
_EXPECTED: Final = "expected time hh:mm:ss, depth N or nodes N"


def parse_limit(text: str) -> Limit:
    """Parse the argument of ``bestmove``. The seconds may have a fraction.

    >>> parse_limit("time 00:01:00.5").seconds
    60.5
    >>> parse_limit("Depth 3").depth
    3
    """
    from skep.engine.limits import Limit

    kind, _, value = text.strip().lower().partition(" ")
    value = value.strip()
    if kind == "time" and (match := _TIME.fullmatch(value)):
        return Limit(seconds=int(match[1]) * 3600 + int(match[2]) * 60 + float(match[3]) or _MIN_SECONDS)
    if kind in ("depth", "nodes") and (match := _COUNT.fullmatch(value)):
        count = int(match[1])
        return Limit(depth=min(count, _MAX_DEPTH)) if kind == "depth" else Limit(nodes=count)
    raise NotationError("search limit", text, _EXPECTED)


def format_limit(limit: Limit) -> str:
    """Format a limit for ``bestmove``. Raises SkepError unless there is exactly one, as the protocol requires.

    >>> from skep.engine.limits import Limit
    >>> format_limit(Limit(seconds=5)), format_limit(Limit(seconds=0.25)), format_limit(Limit(depth=4))
    ('time 00:00:05', 'time 00:00:00.25', 'depth 4')
    """
    parts = [] if limit.time is None else [f"time {_format_time(limit.time)}"]
    parts += [
        f"{name} {count}" for name, count in (("depth", limit.depth), ("nodes", limit.nodes)) if count is not None
    ]
    if len(parts) != 1:
        raise SkepError(f"bestmove takes one limit (time, depth or nodes), not {' and '.join(parts) or 'none'}")
    return parts[0]


def _format_time(seconds: float) -> str:
    """Format as hours, minutes and seconds, with a fraction only if needed: some engines cannot read one."""
    whole, thousandths = divmod(round(seconds * 1000), 1000)
    fraction = f".{thousandths:03}".rstrip("0") if thousandths else ""
    return f"{whole // 3600:02}:{whole // 60 % 60:02}:{whole % 60:02}{fraction}"
