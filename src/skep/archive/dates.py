"""Days as whole numbers: 20261115, with zeros for a day or a month that is not known; 0 when nothing is."""

from __future__ import annotations

import re
from typing import Final

from skep.errors import SkepError, quoted

__all__ = ["NEVER", "date_of", "first_day", "last_day", "shown_date"]

NEVER: Final = 0
"""The day of a game that does not say when it was played."""
_TAG: Final = re.compile(r"(\d{4})(?:[.\-/](\d\d|\?\?)(?:[.\-/](\d\d|\?\?))?)?(?![\d.\-/])", re.ASCII)
_ASKED: Final = re.compile(r"(\d{4})(?:-(\d\d)(?:-(\d\d))?)?", re.ASCII)


def date_of(tag: str) -> int:
    """The day that a Date tag means, as far as it does.

    >>> [date_of(tag) for tag in ("2026.11.15", "2026-11-15 12:00", "2026.11.??", "2026", "????.??.??", "yesterday")]
    [20261115, 20261115, 20261100, 20260000, 0, 0]
    """
    match = _TAG.match(tag.strip())
    if match is None:
        return NEVER
    year, month, day = (int(part) if part and part.isdigit() else 0 for part in match.groups())
    if year < 1 or month > 12 or day > 31:
        return NEVER
    return year * 10_000 + (month * 100 + (day if month else 0))


def shown_date(date: int) -> str:
    """The day as text, without what is unknown.

    >>> shown_date(20261115), shown_date(20261100), shown_date(0)
    ('2026-11-15', '2026-11', '')
    """
    year, month, day = date // 10_000, date // 100 % 100, date % 100
    parts = [f"{year:04}", f"{month:02}", f"{day:02}"] if day else [f"{year:04}", f"{month:02}"] if month else []
    return "-".join(parts) if date and parts else f"{year:04}" if date else ""


def first_day(asked: str) -> int:
    """The least number of a day that is not before the one asked for: a year, a month or a day.

    >>> first_day("2026-11"), last_day("2026-11")
    (20261100, 20261199)
    """
    year, month, day = _read(asked)
    return year * 10_000 + month * 100 + day


def last_day(asked: str) -> int:
    """The greatest number of a day that is not after the one asked for."""
    year, month, day = _read(asked)
    return year * 10_000 + (month or 99) * 100 + (day or 99)


def _read(asked: str) -> tuple[int, int, int]:
    match = _ASKED.fullmatch(asked)
    year, month, day = (int(part or 0) for part in match.groups()) if match else (0, 0, 0)
    if match is None or not year or month > 12 or day > 31:
        raise SkepError(f"not a date: {quoted(asked)}: it looks like 2026, 2026-11 or 2026-11-15")
    return year, month, day
