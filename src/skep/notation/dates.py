"""Dates in the formats of different programs."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

__all__ = ["find_date", "one_date", "two_dates"]

_MONTHS: Final = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_SITE_DATE: Final = re.compile(rf"(\d\d)-({'|'.join(_MONTHS)})-(\d{{4}})_(\d\d:\d\d:\d\d)", re.ASCII)
_DATE: Final = re.compile(r"(\d{4})\.(0[1-9]|1[0-2])\.(\d\d)", re.ASCII)
_TIME: Final = re.compile(r"\d\d:\d\d:\d\d", re.ASCII)
_DATES_IN_TEXT: Final = tuple(
    re.compile(pattern, re.ASCII)
    for pattern in (
        r"(?P<day>\d{1,2})\.? (?P<month>[A-Z][a-z]{2})[a-z]*,? (?P<year>\d{4})\b",
        r"(?P<month>[A-Z][a-z]{2})[a-z]* (?P<day>\d{1,2})\b.* (?P<year>\d{4})\b",
        r"-(?P<year>\d{4})-(?P<month>\d\d)-(?P<day>\d\d)-",
    )
)


def two_dates(tags: Mapping[str, str]) -> dict[str, str]:
    """Return the tags with separate date and time, as all programs except hivegame.com write them.

    >>> two_dates({"Date": "30-Jan-2024_16:10:56", "White": "Ann"})
    {'Date': '2024.01.30', 'Time': '16:10:56', 'White': 'Ann'}
    """
    match = _SITE_DATE.fullmatch(tags.get("Date", ""))
    if match is None or "Time" in tags:
        return dict(tags)
    day, month, year, time = match.groups()
    date = {"Date": f"{year}.{_MONTHS.index(month) + 1:02}.{day}", "Time": time}
    return {name: value for tag in tags for name, value in (date.items() if tag == "Date" else [(tag, tags[tag])])}


def one_date(tags: Mapping[str, str]) -> dict[str, str]:
    """Return the tags with a combined date and time, as hivegame.com writes them, if both are known.

    >>> one_date({"Date": "2024.01.30", "Time": "16:10:56"})
    {'Date': '30-Jan-2024_16:10:56'}
    """
    match, time = _DATE.fullmatch(tags.get("Date", "")), tags.get("Time", "")
    if match is None or _TIME.fullmatch(time) is None:
        return dict(tags)
    year, month, day = match.groups()
    date = f"{day}-{_MONTHS[int(month) - 1]}-{year}_{time}"
    return {name: date if name == "Date" else value for name, value in tags.items() if name != "Time"}


def find_date(*texts: str) -> str:
    """Return the first date in some texts, in English or in numbers, as PGN writes it; empty if there is none.

    >>> find_date("Wed Oct 31 15:02:42 CET 2018"), find_date("31 octobre 2018", "HV-ann-bob-2018-10-31-1613")
    ('2018.10.31', '2018.10.31')
    """
    for text in texts:
        for pattern in _DATES_IN_TEXT:
            match = pattern.search(text)
            if match is None or not (match["month"].isdigit() or match["month"] in _MONTHS):
                continue
            month = int(match["month"]) if match["month"].isdigit() else _MONTHS.index(match["month"]) + 1
            return f"{match['year']}.{month:02}.{int(match['day']):02}"
    return ""
