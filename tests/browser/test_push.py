"""Web Push in Chromium: opting in, the service worker's notification, and the way to the game.

The server, its encryption and its signature, the push service that checks and decrypts them, and the push event in the
service worker are real. Three things are replaced, because a browser without a desktop or the internet lacks them: the
page receives a subscription of the test's service instead of Chromium's, DevTools passes the decrypted message to the
worker, and the worker's call of ``showNotification`` is recorded; a click on what it would show is simulated.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import BrowserContext, Page, expect, sync_playwright

from tests.browser.conftest import FLAGS, TIMEOUT
from tests.browser.daily_page import new_daily_game
from tests.browser.server import ServerProcess
from tests.browser.waiting import wait_until
from tests.server.notifications.push_service import PushService, push_service
from tests.services import find_chromium, missing

_SUBSCRIBE: Final = """(subscription) => {
  let current = null;
  const { endpoint, keys } = subscription;
  const made = { endpoint, toJSON: () => ({ endpoint, keys }), unsubscribe: async () => ((current = null), true) };
  PushManager.prototype.getSubscription = async () => current;
  PushManager.prototype.subscribe = async (options) => {
    const key = btoa(String.fromCharCode(...options.applicationServerKey));
    window.serverKey = key.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
    if (!options.userVisibleOnly) throw new Error("Chromium refuses this");
    return (current = made);
  };
}"""
"""Replaces the browser's push service: subscriptions are those of the test's service."""
_PERMIT: Final = """() => {
  Object.defineProperty(Notification, "permission", { get: () => "granted" });
  Notification.requestPermission = async () => "granted";
}"""
_RECORD: Final = """() => {
  self.shown = [];
  self.registration.showNotification = async (title, { body, tag, data }) => {
    self.shown = [...self.shown.filter((one) => one.tag !== tag), { title, body, tag, url: data }];
  };
}"""
"""Records notifications in the worker; one with the tag of another replaces it, as on a desktop."""
_CLICK: Final = """() => {
  const [{ url }] = self.shown;
  const notification = { data: url, close: () => (self.shown = []) };
  self.dispatchEvent(Object.assign(new Event("notificationclick"), { notification, waitUntil: () => undefined }));
}"""


@pytest.fixture
def service() -> Iterator[PushService]:
    with push_service() as running:
        yield running


@pytest.fixture
def server(tmp_path: Path, service: PushService) -> Iterator[ServerProcess]:
    """A server that knows the test's push service."""
    folder = tmp_path / "server"
    folder.mkdir()
    with ServerProcess(folder, SKEP_PUSH_SERVICES=service.origin) as process:
        yield process


@pytest.fixture
def browsers(tmp_path: Path) -> Iterator[tuple[BrowserContext, BrowserContext]]:
    """A browser with a profile on disk, because notifications need one, and a private window of another browser."""
    program = find_chromium()
    if program is None:
        missing("chromium")
    with sync_playwright() as playwright:
        options: dict[str, Any] = {"executable_path": program, "args": list(FLAGS)}
        own = playwright.chromium.launch_persistent_context(tmp_path / "profile", locale="en-GB", **options)
        other = playwright.chromium.launch(**options)
        own.set_default_timeout(TIMEOUT)
        yield own, other.new_context(service_workers="block")
        own.close()
        other.close()


def visit(context: BrowserContext, address: str) -> Page:
    page = context.new_page()
    page.goto(address)
    page.wait_for_load_state("networkidle")  # simultaneous first requests would create two guests
    return page


def open_settings(page: Page) -> Any:
    page.get_by_role("button", name="Settings").click()
    return page.get_by_role("dialog", name="Settings")


def wait_here(page: Page, condition: Callable[[], object]) -> None:
    """Wait until something outside the page has happened."""
    for _ in range(TIMEOUT // 20):
        if condition():
            return
        page.wait_for_timeout(20)
    raise AssertionError("the condition was not met in time")


def deliver(context: BrowserContext, page: Page, origin: str, message: dict[str, Any]) -> None:
    """Pass a message to the service worker as a push event."""
    devtools = context.new_cdp_session(page)
    registrations: list[str] = []
    devtools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: registrations.extend(each["registrationId"] for each in event["registrations"]),
    )
    devtools.send("ServiceWorker.enable")
    wait_here(page, lambda: registrations)
    devtools.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": origin, "registrationId": registrations[0], "data": json.dumps(message)},
    )


@pytest.mark.slow
def test_a_turn_is_pushed_and_a_click_opens_the_game(
    server: ServerProcess, service: PushService, browsers: tuple[BrowserContext, BrowserContext]
) -> None:
    own, other = browsers
    anna, ben = visit(own, server.address), visit(other, server.address)
    anna.evaluate("navigator.serviceWorker.ready.then(() => null)")
    wait_until(anna, "() => navigator.serviceWorker.controller !== null")
    anna.evaluate(_PERMIT)
    worker = own.service_workers[0]
    worker.evaluate(_RECORD)
    subscription = service.subscribe("")
    anna.evaluate(_SUBSCRIBE, subscription.for_server())
    settings = open_settings(anna)
    settings.get_by_role("button", name="Notify me on this device").click()
    expect(settings).to_contain_text("This device notifies you.")
    subscription.server_key = anna.evaluate("window.serverKey")
    expect(settings.get_by_role("checkbox", name="My turn in daily games")).to_be_checked()
    anna.keyboard.press("Escape")

    game = new_daily_game(ben, anna, ["wS1"])
    wait_here(anna, lambda: service.received or service.problems)
    assert not service.problems
    _, message, _ = service.received[0]
    assert message["body"] == "Your opponent has moved."
    expected = {"title": "It's your turn", "tag": f"game {game}", "url": f"/game/{game}"}
    for body in ("Your opponent has moved.", "Ben has moved."):
        deliver(own, anna, server.address, {**message, "body": body})
        wait_here(anna, lambda body=body: worker.evaluate("self.shown.at(-1)?.body") == body)  # type: ignore[misc]
        assert worker.evaluate("self.shown") == [{**expected, "body": body}], "a message replaces the one before"
    worker.evaluate(_CLICK)
    anna.wait_for_url(f"**/game/{game}")
    assert worker.evaluate("self.shown") == []


@pytest.mark.slow
def test_a_browser_that_blocks_notifications_is_explained(server: ServerProcess, browsers: Any) -> None:
    own, _ = browsers
    page = visit(own, server.address)
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    page.evaluate("() => void Object.defineProperty(Notification, 'permission', { get: () => 'denied' })")
    settings = open_settings(page)
    expect(settings).to_contain_text("Your browser blocks notifications from this site.")
    expect(settings.get_by_role("button", name="Notify me on this device")).to_have_count(0)
