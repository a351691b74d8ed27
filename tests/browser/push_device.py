"""A page that receives Web Push from the push service of the tests.

The server, its encryption and its signature, the push service that checks and decrypts them, and the push event in the
service worker are real. Three things are replaced, because a browser without a desktop or the internet lacks them: the
page receives a subscription of the test's service instead of Chromium's, DevTools passes the decrypted message to the
worker, and the worker's call of ``showNotification`` is recorded; a click on what it would show is simulated.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final

from playwright.sync_api import Page

from tests.browser.conftest import TIMEOUT
from tests.browser.waiting import wait_until
from tests.server.notifications.push_service import PushService

__all__ = ["PushDevice"]

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


class PushDevice:
    """The device of a page that may show notifications; the page's context must allow service workers."""

    def __init__(self, page: Page, service: PushService) -> None:
        self._page = page
        self._service = service
        self._subscription = service.subscribe("")
        wait_until(page, "() => navigator.serviceWorker.controller !== null")
        page.evaluate(_PERMIT)
        page.evaluate(_SUBSCRIBE, self._subscription.for_server())
        self._worker = page.context.service_workers[0]
        self._worker.evaluate(_RECORD)

    @property
    def shown(self) -> list[dict[str, str]]:
        """The notifications on the screen: title, body, tag and the URL that a click opens."""
        shown: list[dict[str, str]] = self._worker.evaluate("self.shown")
        return shown

    def remember_server(self) -> None:
        """Tell the push service which server the page has subscribed to; any other is refused."""
        self._subscription.server_key = self._page.evaluate("window.serverKey")

    def receive(self) -> dict[str, Any]:
        """Wait for the next message from the server and return it, without passing it to the service worker."""
        return self._service.wait_for(self._subscription, TIMEOUT / 1000)

    def deliver(self, message: dict[str, Any]) -> None:
        """Pass a message to the service worker as a push event, and wait until it is shown."""
        devtools = self._page.context.new_cdp_session(self._page)
        registrations: list[str] = []
        devtools.on(
            "ServiceWorker.workerRegistrationUpdated",
            lambda event: registrations.extend(each["registrationId"] for each in event["registrations"]),
        )
        devtools.send("ServiceWorker.enable")
        self._wait(lambda: registrations)
        origin = "/".join(self._page.url.split("/", 3)[:3])
        devtools.send(
            "ServiceWorker.deliverPushMessage",
            {"origin": origin, "registrationId": registrations[0], "data": json.dumps(message)},
        )
        self._wait(lambda: any(each["body"] == message["body"] for each in self.shown))

    def click(self) -> None:
        """Click on the first notification."""
        self._worker.evaluate(_CLICK)

    def _wait(self, condition: Callable[[], object]) -> None:
        """Wait until something outside the page has happened."""
        for _ in range(TIMEOUT // 20):
            if condition():
                return
            self._page.wait_for_timeout(20)
        raise AssertionError("the condition was not met in time")
