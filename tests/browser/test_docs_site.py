"""The documentation in a browser: its theme and its search work under the content security policy."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import uvicorn
from playwright.sync_api import expect
from starlette.applications import Starlette

from skep.server.http.docs_site import docs_routes
from skep.server.http.security import SecurityMiddleware
from tests.browser.conftest import PageOpener
from tests.docs_build import docs_site
from tests.services import free_port

__all__ = ["docs_site"]

pytestmark = pytest.mark.slow


@pytest.fixture
def address(docs_site: Path) -> Iterator[str]:
    """The address of a server with nothing but the documentation."""
    site = Starlette(routes=docs_routes(docs_site))
    app = SecurityMiddleware(site, site, site, socket_path="/", origins=())
    port = free_port()
    server = uvicorn.Server(uvicorn.Config(app, port=port, log_level="warning", lifespan="off"))
    thread = threading.Thread(target=server.run)
    thread.start()
    yield f"http://127.0.0.1:{port}/docs/"
    server.should_exit = True
    thread.join()


def test_pages_search_and_theme(address: str, open_page: PageOpener) -> None:
    """Errors of the page, such as a script or a style that the policy forbids, fail the test."""
    page = open_page(address)
    expect(page.get_by_role("heading", level=1, name="skep")).to_be_visible()
    expect(page.locator("body")).to_have_attribute("data-theme", "auto")
    search = page.get_by_role("textbox", name="Search").first
    search.fill("legal_moves")
    search.press("Enter")
    expect(page.locator("ul.search li").first).to_be_visible()
    page.goto(f"{address}reference/skep.html#skep.Board.push")
    expect(page.locator("[id='skep.Board.push']")).to_be_visible()
