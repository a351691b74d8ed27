"""Data that the devices of an account share."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from skep.server.http import client_limits
from tests.server.accounts.people import code_of
from tests.server.browsers import Browser, TestClient, running_server, settings_in


def test_a_change_needs_the_latest_version(server: TestClient) -> None:
    one, two = Browser(server), Browser(server)
    one.register("Data Dora")
    two.sign_in("Data Dora")
    path = "/api/account/data/course"
    assert one.get(path).json() == {"version": 0, "value": {}}
    first = {"lessons": {"queen": {"done": [1, 2]}}, "ünï": "🐝"}
    assert one.put(path, {"version": 0, "value": first}).json() == {"version": 1}
    assert code_of(two.put(path, {"version": 0, "value": {"other": 1}})) == (409, "data-changed")
    assert two.get(path).json() == {"version": 1, "value": first}
    # beyond what a database stores
    assert one.put(path, {"version": 2**63, "value": {}}).status_code == 422
    assert two.put(path, {"version": 1, "value": {**first, "other": 1}}).json() == {"version": 2}
    assert code_of(one.put(path, {"version": 1, "value": first})) == (409, "data-changed")
    assert code_of(one.put(path, {"version": 7, "value": first})) == (409, "data-changed")
    assert one.get(path).json()["value"] == {**first, "other": 1}
    assert one.get("/api/account/data/puzzles").json() == {"version": 0, "value": {}}


def test_guests_have_no_shared_data(server: TestClient) -> None:
    guest = Browser(server)
    assert code_of(guest.get("/api/account/data/settings")) == (401, "sign-in-required")
    assert code_of(guest.put("/api/account/data/settings", {"version": 0, "value": {}})) == (401, "sign-in-required")


@pytest.mark.parametrize(
    ("kind", "value", "status"),
    [
        ("settings", {"x": "y" * 17_000}, 413),
        ("settings", {"x": "y" * 16_000}, 200),
        ("puzzles", {"x": "y" * 1_000_000}, 200),
        ("puzzles", {"x": "y" * 1_100_000}, 413),
        ("others", {}, 422),
        ("course", {"x": "a\0b"}, 422),
        ("course", [], 422),
    ],
)
def test_the_size_of_data_is_bounded(server: TestClient, kind: str, value: Any, status: int) -> None:
    browser = Browser(server)
    browser.register(f"Size {len(str(value))} {kind}")
    assert browser.put(f"/api/account/data/{kind}", {"version": 0, "value": value}).status_code == status


def test_data_count_towards_the_bytes_that_an_address_may_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client_limits, "_BYTES_PER_DAY", 100_000)
    with running_server(settings_in(tmp_path)) as client:
        one, two = Browser(client), Browser(client)
        one.register("Data One")
        two.register("Data Two")
        path, value = "/api/account/data/course", {"x": "y" * 60_000}
        statuses = [one.put(path, {"version": version, "value": value}).status_code for version in range(5)]
        assert statuses == [200] * 5, "only what is added counts"
        assert code_of(two.put(path, {"version": 0, "value": value})) == (429, "too-fast")
        assert two.put(path, {"version": 0, "value": {"x": 1}}).status_code == 200
