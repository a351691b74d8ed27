"""A real server and Debian's Chromium, for tests that play in the page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.browser.serving import ServicesDep
from tests.services import find_chromium, missing

FLAGS = ("--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync")
Opener = Callable[..., Page]
PATIENCE = 30_000
"""Milliseconds after which something will not happen any more, on a machine that has much else to do."""
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """A browser. Not for longer than a module: as long as Playwright runs, no other test can run an event loop."""
    program = find_chromium()
    if program is None:
        missing("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServicesDep]:
    """A server that all tests of this process share."""
    with ServicesDep(tmp_path_factory.mktemp("served")) as server:
        yield server


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[ServicesDep]:
    """A server that a test may stop and start again."""
    with ServicesDep(tmp_path) as server:
        yield server


@pytest.fixture
def people(chromium: Browser) -> Iterator[Opener]:
    """Opens a page in a browser of its own, as another person would; what the page complains of fails the test."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def opened(address: str, **options: Any) -> Page:
        options.setdefault("locale", "en-GB")
        options.setdefault("viewport", {"width": 1280, "height": 800})
        # the worker fetches the whole page: only for tests of what it does
        options.setdefault("service_workers", "block")
        context = chromium.new_context(**options)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(f"{address}: {error}"))
        page.on("console", lambda line: _on_payload(line.type, line.text, complaints))
        page.goto(address)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not complaints


def _on_payload(kind: str, text: str, complaints: list[str]) -> None:
    """An error on the console, unless it tells of a server that was stopped on purpose or of a refused request."""
    known = ("WebSocket", "ERR_CONNECTION_REFUSED", "ERR_INTERNET_DISCONNECTED", "ERR_FAILED", "status of 4")
    if kind == "error" and not any(one in text for one in known):
        complaints.append(text)
