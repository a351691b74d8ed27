"""Web Push besides the daily game of test_journeys.py: replaced messages, and a browser that blocks notifications."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PageOpener
from tests.browser.push_device import PushDevice
from tests.browser.server import ServerProcess
from tests.browser.waiting import wait_until
from tests.server.notifications.push_service import PushService


@pytest.mark.slow
def test_a_message_replaces_the_one_before_about_the_same_game(
    server: ServerProcess, push: PushService, open_page: PageOpener
) -> None:
    page = open_page(server.address, service_workers="allow")
    device = PushDevice(page, push)
    message = {"title": "It's your turn", "tag": "game one", "url": "/games"}
    for body in ("Your opponent has moved.", "Ben has moved."):
        device.deliver({**message, "body": body})
        assert device.shown == [{**message, "body": body}]
    device.deliver({**message, "body": "Your opponent has moved.", "tag": "game two"})
    assert [each["tag"] for each in device.shown] == ["game one", "game two"]


@pytest.mark.slow
def test_a_browser_that_blocks_notifications_is_explained(server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(server.address, service_workers="allow")
    wait_until(page, "() => navigator.serviceWorker.controller !== null")
    page.evaluate("() => void Object.defineProperty(Notification, 'permission', { get: () => 'denied' })")
    page.get_by_role("button", name="Settings").click()
    settings = page.get_by_role("dialog", name="Settings")
    expect(settings).to_contain_text("Your browser blocks notifications from this site.")
    expect(settings.get_by_role("button", name="Notify me on this device")).to_have_count(0)
