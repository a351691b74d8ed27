"""A server and Debian's Chromium for tests that use the page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.browser.server import ServerProcess
from tests.server.notifications.push_service import PushService, push_service
from tests.services import find_chromium, missing

FLAGS = ("--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync")
PageOpener = Callable[..., Page]
TIMEOUT = 30_000
"""Milliseconds to wait for a condition; the machine can be busy."""
expect.set_options(timeout=TIMEOUT)
_CHOOSE_NOTATION = """
localStorage.getItem("skep.settings") ?? localStorage.setItem("skep.settings", '{"notation": "uhp"}');
"""


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """A browser, for one module only: no other test can run an event loop while Playwright runs."""
    program = find_chromium()
    if program is None:
        missing("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def push() -> Iterator[PushService]:
    """A push service on this machine, shared by all tests of this process."""
    with push_service() as service:
        yield service


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory, push: PushService) -> Iterator[ServerProcess]:
    """A server shared by all tests of this process, which knows the push service."""
    with ServerProcess(tmp_path_factory.mktemp("server"), SKEP_PUSH_SERVICES=push.origin) as process:
        yield process


@pytest.fixture(scope="module")
def own_process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("own-server")) as process:
        yield process


@pytest.fixture
def own_server(own_process: ServerProcess) -> ServerProcess:
    """A server of this module with an empty archive, which a test can stop and start again."""
    if not own_process.is_running:
        own_process.start()
    own_process.clear_archive()
    return own_process


@pytest.fixture
def open_page(chromium: Browser) -> Iterator[PageOpener]:
    """Open a page as a new visitor, who reads moves in plain words or in notation. Errors of the page fail the test."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def open_in_new_context(address: str, *, notation: bool = False, **options: Any) -> Page:
        options.setdefault("locale", "en-GB")
        options.setdefault("viewport", {"width": 1280, "height": 800})
        # the service worker downloads the whole page, which only its own tests need
        options.setdefault("service_workers", "block")
        context = chromium.new_context(**options)
        context.set_default_timeout(TIMEOUT)
        if notation:
            context.add_init_script(_CHOOSE_NOTATION)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(f"{address}: {error}"))
        page.on("console", lambda message: _collect_error(message.type, message.text, errors))
        page.goto(address)
        return page

    yield open_in_new_context
    for context in contexts:
        context.close()
    assert not errors


def _collect_error(kind: str, text: str, errors: list[str]) -> None:
    """Collect an error on the console, unless the test itself caused it by stopping the server or a refused request."""
    expected = (
        "WebSocket",
        "ERR_CONNECTION_REFUSED",
        "ERR_CONNECTION_RESET",
        "ERR_INTERNET_DISCONNECTED",
        "ERR_FAILED",
        "status of 4",
    )
    if kind == "error" and not any(part in text for part in expected):
        errors.append(text)
