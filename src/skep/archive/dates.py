"""Dates as integers such as 20261115. An unknown day or month is zero, and so is an unknown date."""

from __future__ import annotations

import re
from typing import Final

from skep.errors import SkepError, quote

__all__ = ["UNKNOWN_DATE", "first_day", "format_date", "last_day", "parse_date_tag"]

UNKNOWN_DATE: Final = 0
"""The date of a game whose record has none."""
_TAG: Final = re.compile(r"(\d{4})(?:[.\-/](\d\d|\?\?)(?:[.\-/](\d\d|\?\?))?)?(?![\d.\-/])", re.ASCII)
_QUERY: Final = re.compile(r"(\d{4})(?:-(\d\d)(?:-(\d\d))?)?", re.ASCII)


def parse_date_tag(tag: str) -> int:
    """Return the date of a Date tag, as far as it is known.

    >>> dates = ("2026.11.15", "2026-11-15 12:00", "2026.11.??", "2026", "????.??.??", "yesterday")
    >>> [parse_date_tag(date) for date in dates]
    [20261115, 20261115, 20261100, 20260000, 0, 0]
    """
    match = _TAG.match(tag.strip())
    if match is None:
        return UNKNOWN_DATE
    year, month, day = (int(part) if part and part.isdigit() else 0 for part in match.groups())
    if year < 1 or month > 12 or day > 31:
        return UNKNOWN_DATE
    return year * 10_000 + (month * 100 + (day if month else 0))


def format_date(date: int) -> str:
    """Return a date as text, without the unknown parts.

    >>> format_date(20261115), format_date(20261100), format_date(0)
    ('2026-11-15', '2026-11', '')
    """
    if date == UNKNOWN_DATE:
        return ""
    year, month, day = date // 10_000, date // 100 % 100, date % 100
    if not month:
        return f"{year:04}"
    return f"{year:04}-{month:02}-{day:02}" if day else f"{year:04}-{month:02}"


def first_day(period: str) -> int:
    """Return the smallest date within a year, a month or a day.

    >>> first_day("2026-11"), last_day("2026-11")
    (20261100, 20261199)
    """
    year, month, day = _parse_period(period)
    return year * 10_000 + month * 100 + day


def last_day(period: str) -> int:
    """Return the largest date within a year, a month or a day."""
    year, month, day = _parse_period(period)
    return year * 10_000 + (month or 99) * 100 + (day or 99)


def _parse_period(period: str) -> tuple[int, int, int]:
    match = _QUERY.fullmatch(period)
    year, month, day = (int(part or 0) for part in match.groups()) if match else (0, 0, 0)
    if match is None or not year or month > 12 or day > 31:
        raise SkepError(f"not a date: {quote(period)}: expected a date like 2026, 2026-11 or 2026-11-15")
    return year, month, day
