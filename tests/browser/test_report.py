"""The report of a review, opened from a file under its own content security policy."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from skep.game import Game
from skep.review import review
from skep.review.report import html_report
from skep.rules import Language
from tests.browser.accessibility import check_accessibility, every_look
from tests.browser.board_page import PHONE
from tests.browser.conftest import PageOpener
from tests.review.helpers import GLANCE, WIN_AT_HAND


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of a report in which White misses a win."""
    game = Game.parse(WIN_AT_HAND)
    game.end().add_line(["wA3 -wA1"])
    for node in game.mainline():
        node.seconds_spent = 3.0 + node.ply
    file = tmp_path_factory.mktemp("report") / "report.html"
    file.write_text(html_report(game, review(game, GLANCE)), encoding="utf-8")
    return file.as_uri()


def card(page: Page) -> str:
    """Return the heading of the move shown."""
    return page.locator("#card h3").inner_text()


@pytest.mark.slow
def test_moves_are_chosen_by_graph_keys_buttons_and_list(report: str, open_page: PageOpener) -> None:
    page = open_page(report)
    page.get_by_role("button", name="First position").click()
    assert card(page) == "Before the first move"
    expect(page.get_by_role("button", name="Previous move")).to_be_disabled()
    page.keyboard.press("ArrowRight")
    assert card(page) == "Turn 1, White"
    page.keyboard.press("End")
    assert card(page) == "Turn 9, White"
    graph = page.locator("#graph").bounding_box()
    assert graph is not None
    page.mouse.click(graph["x"] + graph["width"] * 8 / 17, graph["y"] + 10)
    assert card(page) == "Turn 4, Black"
    page.get_by_role("slider").focus()
    page.keyboard.press("ArrowRight")
    assert card(page) == "Turn 5, White"
    page.locator(".moves a", has_text="bA2 bQ\\").click()
    assert card(page) == "Turn 3, Black"
    assert page.locator(".moves a[aria-current]").count() == 1


def test_the_better_line_is_shown_on_the_board(report: str, open_page: PageOpener) -> None:
    page = open_page(report + "#17")
    assert card(page) == "Turn 9, White"
    assert "missed win" in page.locator("#card").inner_text()
    played = page.locator("#picture").inner_html()
    step = page.get_by_role("button", name="Show the better line up to").first
    step.click()
    expect(step).to_have_attribute("aria-pressed", "true")
    assert page.locator("#picture").inner_html() != played
    step.click()
    assert page.locator("#picture").inner_html() == played


def test_the_report_loads_nothing_and_fits_a_phone(report: str, open_page: PageOpener) -> None:
    page = open_page(report, **PHONE)
    requests = list[str]()
    page.on("request", lambda request: requests.append(request.url))
    page.reload()
    assert requests == [report]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_report_is_readable_without_scripts(report: str, open_page: PageOpener) -> None:
    page = open_page(report, java_script_enabled=False)
    expect(page.get_by_role("heading", name="Turning points")).to_be_visible()
    expect(page.locator(".turns")).to_contain_text("missed win")
    expect(page.locator("#board")).to_be_visible()
    expect(page.get_by_role("slider")).to_be_hidden()


@pytest.mark.slow
@every_look
def test_axe_finds_no_violations_in_the_report(
    report: str, open_page: PageOpener, look: dict[str, Any], tmp_path: Path
) -> None:
    check_accessibility(open_page(report, **look), "the report")
    french = tmp_path / "report.html"
    game = Game.parse(WIN_AT_HAND)
    french.write_text(html_report(game, review(game, GLANCE), Language.FR), encoding="utf-8")
    check_accessibility(open_page(french.as_uri(), **look), "the report in French")
