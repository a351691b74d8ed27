"""Reminders by Web Push: a tournament starts soon, and an arena has begun without the player."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from skep.server.tournaments import due_work
from tests.server.browsers import Browser, TestClient, running_server, settings_in
from tests.server.notifications.push_service import PushService, Subscription, push_service
from tests.server.tournaments.test_routes import act, create


@pytest.fixture
def service() -> Iterator[PushService]:
    with push_service() as running:
        yield running


@pytest.fixture
def server(tmp_path: Path, service: PushService) -> Iterator[TestClient]:
    settings = settings_in(tmp_path, push_services=(service.origin,), push_delay=0.05)
    with running_server(settings) as client:
        yield client


def player(server: TestClient, name: str) -> Browser:
    browser = Browser(server)
    browser.register(name)
    return browser


def opt_in(browser: Browser, service: PushService) -> Subscription:
    subscription = service.subscribe(browser.get("/api/notifications/settings").json()["key"])
    assert browser.put("/api/notifications/device", subscription.for_server()).status_code == 200
    return subscription


def pushed(service: PushService, subscription: Subscription, title: str) -> dict[str, str]:
    """Wait for the message with a title."""
    deadline = time.monotonic() + 60
    while True:
        for owner, message, _ in tuple(service.received):
            if owner is subscription and message["title"] == title:
                return message
        assert not service.problems, service.problems
        assert time.monotonic() < deadline, service.received
        time.sleep(0.05)


def test_players_are_reminded_of_the_start(
    server: TestClient, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    olga, anna = player(server, "Olga"), player(server, "Anna")
    subscription = opt_in(anna, service)
    tournament = create(olga, name="Friday Swiss", system="swiss", starts=time.time() + 3600)
    act(anna, tournament, "join")
    # an hour passes
    monkeypatch.setattr(due_work, "REMINDER", 2 * 3600.0)
    message = pushed(service, subscription, "Your tournament starts soon")
    assert message["body"] == "Friday Swiss starts within 15 minutes."
    assert message["url"] == f"/tournament/{tournament}"


def test_those_who_are_elsewhere_learn_that_an_arena_has_begun(
    server: TestClient, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(due_work, "_ARENA_BEGUN", 5.0)
    olga, anna, ben, cleo = (player(server, name) for name in ("Olga", "Anna", "Ben", "Cleo"))
    subscriptions = [opt_in(browser, service) for browser in (anna, ben, cleo)]
    tournament = create(olga, name="Friday arena")
    for browser in (anna, ben, cleo):
        act(browser, tournament, "join")
    act(cleo, tournament, "withdraw")
    with ben.live() as live:
        live.request("watch-tournament", tournament=tournament)
        act(olga, tournament, "start")
        message = pushed(service, subscriptions[0], "Your arena has begun")
    assert message["body"] == "Open Friday arena to get an opponent."
    assert message["url"] == f"/tournament/{tournament}"
    assert {owner.endpoint for owner, _, _ in service.received} == {subscriptions[0].endpoint}
