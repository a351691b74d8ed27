"""Quiet hours: when something may be pushed, in the player's own time zone."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

from skep.server.schemas.notifications import QuietHours

__all__ = ["end_of_quiet_hours", "is_zone"]

_HOUR: Final = 60


@cache
def _zones() -> frozenset[str]:
    return frozenset(available_timezones())


def is_zone(name: str) -> bool:
    """Return whether this is the name of a time zone.

    >>> is_zone("Europe/Paris"), is_zone("Europe"), is_zone("../passwd")
    (True, False, False)
    """
    return name in _zones()


def end_of_quiet_hours(at: float, quiet: QuietHours | None, zone: str) -> float:
    """Return the time itself outside quiet hours, otherwise the time at which they end.

    The hours are those of the clocks on the wall, which change twice a year in many places: an end that is skipped
    comes as long after the end of the day before as on other days, and of two equal ends the first one ahead counts.

    >>> night = QuietHours(begin=22 * 60, end=7 * 60)
    >>> evening = datetime(2026, 7, 1, 21, 30, tzinfo=UTC).timestamp()  # 23:30 in Paris
    >>> datetime.fromtimestamp(end_of_quiet_hours(evening, night, "Europe/Paris"), UTC).isoformat()
    '2026-07-02T05:00:00+00:00'
    """
    if quiet is None or quiet.begin == quiet.end:
        return at
    place = ZoneInfo(zone) if is_zone(zone) else UTC
    local = datetime.fromtimestamp(at, place)
    minute = local.hour * _HOUR + local.minute
    spans_midnight = quiet.begin > quiet.end
    is_evening = spans_midnight and minute >= quiet.begin
    if not (is_evening or (minute < quiet.end and (spans_midnight or minute >= quiet.begin))):
        return at
    day = local.date() + timedelta(days=1 if is_evening else 0)
    end = datetime.combine(day, time(quiet.end // _HOUR, quiet.end % _HOUR), place)
    # fold 1 is the second of two equal times on the clock
    first, second = (end.replace(fold=fold).timestamp() for fold in (0, 1))
    return first if first > at else max(second, at)
