"""Quiet hours follow the clocks on the wall, in every time zone and when these are changed."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from skep.server.notifications.quiet_hours import end_of_quiet_hours
from skep.server.schemas.notifications import QuietHours
from tests.server.browsers import Browser, TestClient

NIGHT = QuietHours(begin=22 * 60, end=7 * 60)
PARIS, NEW_YORK, KOLKATA = "Europe/Paris", "America/New_York", "Asia/Kolkata"


def at(text: str, zone: str = "UTC", *, fold: int = 0) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone), fold=fold).timestamp()


@pytest.mark.parametrize("zone", [PARIS, NEW_YORK, KOLKATA, "Australia/Lord_Howe", "UTC"])
def test_a_night_ends_in_the_morning_of_the_place(zone: str) -> None:
    for evening in ("2026-11-18T22:00", "2026-11-18T23:59", "2026-11-19T00:00", "2026-11-19T06:59:59"):
        assert end_of_quiet_hours(at(evening, zone), NIGHT, zone) == at("2026-11-19T07:00", zone)
    for day in ("2026-11-18T21:59:59", "2026-11-19T07:00", "2026-11-19T12:00"):
        assert end_of_quiet_hours(at(day, zone), NIGHT, zone) == at(day, zone)


def test_the_same_moment_is_night_in_one_place_and_day_in_another() -> None:
    moment = at("2026-11-18T22:30", PARIS)
    assert end_of_quiet_hours(moment, NIGHT, PARIS) == at("2026-11-19T07:00", PARIS)
    assert end_of_quiet_hours(moment, NIGHT, NEW_YORK) == moment


def test_hours_of_one_day() -> None:
    siesta = QuietHours(begin=13 * 60, end=15 * 60 + 30)
    assert end_of_quiet_hours(at("2026-11-18T13:00", PARIS), siesta, PARIS) == at("2026-11-18T15:30", PARIS)
    assert end_of_quiet_hours(at("2026-11-18T15:30", PARIS), siesta, PARIS) == at("2026-11-18T15:30", PARIS)
    assert end_of_quiet_hours(at("2026-11-18T02:00", PARIS), siesta, PARIS) == at("2026-11-18T02:00", PARIS)


def test_nights_in_which_the_clocks_change_are_shorter_or_longer() -> None:
    spring, autumn = at("2026-03-28T22:00", PARIS), at("2026-10-24T22:00", PARIS)
    assert end_of_quiet_hours(spring, NIGHT, PARIS) - spring == 8 * 3600
    assert end_of_quiet_hours(autumn, NIGHT, PARIS) - autumn == 10 * 3600


def test_an_end_that_is_skipped_in_spring() -> None:
    until = QuietHours(begin=22 * 60, end=2 * 60 + 30)
    # at 2:00 the clocks are put forward to 3:00
    found = end_of_quiet_hours(at("2026-03-28T23:00", PARIS), until, PARIS)
    assert found == at("2026-03-29T03:30", PARIS)
    assert end_of_quiet_hours(at("2026-03-29T03:00", PARIS), until, PARIS) == at("2026-03-29T03:00", PARIS)


def test_an_end_that_comes_twice_in_autumn() -> None:
    until = QuietHours(begin=22 * 60, end=2 * 60 + 30)
    first, second = at("2026-10-25T02:30", PARIS), at("2026-10-25T02:30", PARIS, fold=1)
    assert second - first == 3600
    assert end_of_quiet_hours(at("2026-10-24T23:00", PARIS), until, PARIS) == first
    assert end_of_quiet_hours(at("2026-10-25T02:10", PARIS, fold=1), until, PARIS) == second


def test_quiet_hours_never_end_in_the_past_and_never_last_longer_than_a_day() -> None:
    for zone in (PARIS, NEW_YORK, "Australia/Lord_Howe", "Africa/Casablanca"):
        for quiet in (NIGHT, QuietHours(begin=60, end=150), QuietHours(begin=150, end=60), QuietHours(begin=0, end=1)):
            moment = datetime(2026, 1, 1, tzinfo=UTC).timestamp()
            for _ in range(365 * 24):
                moment += 3607
                found = end_of_quiet_hours(moment, quiet, zone)
                assert moment <= found <= moment + 25 * 3600


def test_without_quiet_hours_nothing_waits() -> None:
    for quiet in (None, QuietHours(begin=60, end=60)):
        assert end_of_quiet_hours(1000.0, quiet, PARIS) == 1000.0


def test_an_unknown_time_zone_is_refused(server: TestClient, tmp_path: Path) -> None:
    for zone in ("Mars/Olympus", "Europe", "../../etc/passwd", "", str(tmp_path)[:60]):
        answer = Browser(server).put("/api/notifications/settings", {"pushed": [], "zone": zone})
        assert (answer.status_code, answer.json()["code"]) == (422, "time-zone")
