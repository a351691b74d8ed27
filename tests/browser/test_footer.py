"""The footer is aligned with the content of the page above it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PageOpener
from tests.browser.server import ServerProcess


@pytest.mark.slow
@pytest.mark.parametrize("path", ["/watch", "/archive", "/puzzles", "/school"])
def test_the_footer_begins_below_the_heading(server: ServerProcess, open_page: PageOpener, path: str) -> None:
    page = open_page(server.address + path)
    heading, logo = page.get_by_role("heading", level=1), page.get_by_role("contentinfo").get_by_role("link").first
    expect(heading).to_be_visible()
    expect(logo).to_be_visible()
    for width in (1366, 1920):
        page.set_viewport_size({"width": width, "height": 800})
        above, below = heading.bounding_box(), logo.bounding_box()
        assert above is not None
        assert below is not None
        assert below["x"] == pytest.approx(above["x"], abs=1.5), width
