"""The header has room for everything at every width, in both languages, and so has the navigation of phones."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PageOpener
from tests.browser.profile_games import register
from tests.browser.server import ServerProcess

WIDTHS: Final = (
    320,
    360,
    390,
    480,
    600,
    704,
    705,
    768,
    844,
    864,
    880,
    900,
    930,
    992,
    993,
    1024,
    1099,
    1100,
    1280,
    1366,
)
_CROWDED: Final = """() => {
  const shown = (one) => getComputedStyle(one).display !== "none" && one.getBoundingClientRect().width > 0;
  const header = document.querySelector("header.site");
  const parts = [...header.children].filter((one) => shown(one) && !one.classList.contains("skip"));
  const found = parts.filter((one, index) => {
    const { left, right } = one.getBoundingClientRect();
    const before = index ? parts[index - 1].getBoundingClientRect().right : 0;
    return left < before - 0.5 || right > innerWidth || one.scrollWidth > one.clientWidth + 1;
  });
  const links = [...document.querySelectorAll("nav.bottom a")].filter(shown);
  const long = links.filter((one) => one.firstElementChild.nextElementSibling.offsetWidth > one.clientWidth);
  return [...found, ...long].map((one) => one.className + " " + one.textContent.trim());
}"""


@pytest.mark.slow
@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
@pytest.mark.parametrize("registered", [False, True])
def test_nothing_in_the_header_is_crowded(
    server: ServerProcess, open_page: PageOpener, locale: str, *, registered: bool
) -> None:
    page = open_page(server.address, locale=locale)
    if registered:
        register(page, server.address, f"Wolfgangamadeus{locale[:2]}")
    page.goto(f"{server.address}/tournaments")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 700})
        assert page.evaluate(_CROWDED) == [], width
        assert page.evaluate("document.documentElement.scrollWidth") <= width
