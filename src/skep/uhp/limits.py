"""The limit of a search as ``bestmove`` says it: ``time hh:mm:ss``, ``depth N`` or ``nodes N``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from skep.errors import NotationError

if TYPE_CHECKING:
    from skep.engine.limits import Limit

__all__ = ["format_limit", "parse_limit"]

_TIME: Final = re.compile(r"(\d{1,3}):([0-5]?\d):([0-5]?\d(?:\.\d{0,9})?)", re.ASCII)
_COUNT: Final = re.compile(r"0*([1-9]\d{0,17})", re.ASCII)
_DEEPEST: Final = 100
"""Plies; no search gets there, and no engine needs to believe a client that asks for a million."""
_NO_TIME: Final = 0.01
"""Seconds that are taken when a client rounds its time down to nothing."""
_EXPECTED: Final = "expected time hh:mm:ss, depth N or nodes N"


def parse_limit(text: str) -> Limit:
    """What may follow ``bestmove``; the seconds may have a fraction.

    >>> parse_limit("time 00:01:00.5").seconds
    60.5
    >>> parse_limit("Depth 3").depth
    3
    """
    from skep.engine.limits import Limit

    kind, _, value = text.strip().lower().partition(" ")
    value = value.strip()
    if kind == "time" and (match := _TIME.fullmatch(value)):
        return Limit(seconds=int(match[1]) * 3600 + int(match[2]) * 60 + float(match[3]) or _NO_TIME)
    if kind in ("depth", "nodes") and (match := _COUNT.fullmatch(value)):
        count = int(match[1])
        return Limit(depth=min(count, _DEEPEST)) if kind == "depth" else Limit(nodes=count)
    raise NotationError("search limit", text, _EXPECTED)


def format_limit(limit: Limit) -> str:
    """The words for a limit; the protocol knows only one at a time.

    >>> from skep.engine.limits import Limit
    >>> format_limit(Limit(seconds=5)), format_limit(Limit(seconds=0.25)), format_limit(Limit(depth=4))
    ('time 00:00:05', 'time 00:00:00.25', 'depth 4')
    """
    said = [] if limit.time is None else [f"time {_spell(limit.time)}"]
    said += [f"{name} {count}" for name, count in (("depth", limit.depth), ("nodes", limit.nodes)) if count is not None]
    if len(said) != 1:
        raise ValueError(f"a bestmove has one limit: time, depth or nodes, not {' and '.join(said) or 'none'}")
    return said[0]


def _spell(seconds: float) -> str:
    """The hours, minutes and seconds; thousandths only where there are any, since not every engine reads them."""
    whole, thousandths = divmod(round(seconds * 1000), 1000)
    fraction = f".{thousandths:03}".rstrip("0") if thousandths else ""
    return f"{whole // 3600:02}:{whole // 60 % 60:02}:{whole % 60:02}{fraction}"
