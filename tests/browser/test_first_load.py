"""The first load of the start page: how much script and how many fonts it downloads, and what follows it."""

from __future__ import annotations

from typing import Final

import pytest

from tests.browser.conftest import PageOpener
from tests.browser.server import ServerProcess
from tests.browser.test_start import REMEMBER

_SIZES: Final = """() => {
  const loaded = performance.getEntriesByType("resource").map(({ name, encodedBodySize }) => [name, encodedBodySize]);
  const sum = (ending) => loaded.filter(([name]) => name.endsWith(ending)).reduce((size, [, more]) => size + more, 0);
  return { script: sum(".js"), fonts: sum(".woff2"), game: loaded.some(([name]) => name.includes("GamePage")) };
}"""


@pytest.mark.parametrize("locale", ["en-GB", pytest.param("fr-FR", marks=pytest.mark.slow)])
def test_the_first_load_is_small(server: ServerProcess, open_page: PageOpener, locale: str) -> None:
    page = open_page(server.address, locale=locale)
    for visit in ("newcomer", "regular"):
        page.wait_for_load_state("networkidle")
        sizes = page.evaluate(_SIZES)
        assert 50_000 < sizes["script"] <= 150_000, visit
        assert 10_000 < sizes["fonts"] <= 80_000, visit
        assert not sizes["game"], visit
        page.evaluate(REMEMBER)
        page.reload()
    # the screen of a game is loaded when the page is used
    page.mouse.move(300, 300)
    page.mouse.move(310, 310)
    page.wait_for_function(f"() => ({_SIZES})().game")
