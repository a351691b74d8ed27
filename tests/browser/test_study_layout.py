"""The layout of the analysis board: the share of the moves, unfolding lines, and a bar that covers no tile."""

from __future__ import annotations

from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.board_page import PHONE
from tests.browser.conftest import PageOpener
from tests.browser.game_page import LONG_GAME
from tests.browser.server import ServerProcess
from tests.browser.study_page import StudyPage, open_study
from tests.browser.waiting import wait_until

DESKTOP: Final[dict[str, Any]] = {"viewport": {"width": 1366, "height": 800}}
SIDEWAYS: Final[dict[str, Any]] = {**PHONE, "viewport": {"width": 844, "height": 390}}


def open_long_game(server: ServerProcess, open_page: PageOpener, **options: Any) -> StudyPage:
    """Open a game of some length at its end."""
    study = open_study(server, open_page, **options)
    study.page.evaluate(
        """text => {
          const data = new DataTransfer();
          data.setData("text/plain", text);
          document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
        }""",
        ";".join(LONG_GAME),
    )
    study.wait_for_ply(len(LONG_GAME))
    return study


def share_of_moves(page: Page) -> float:
    """Return the height of the list of moves as a share of the panel."""
    share: float = page.evaluate(
        """() => document.querySelector("section.tree").getBoundingClientRect().height
              / document.querySelector(".panel-card").getBoundingClientRect().height"""
    )
    return share


@pytest.mark.slow
def test_the_moves_have_half_of_the_panel(server: ServerProcess, open_page: PageOpener) -> None:
    study = open_long_game(server, open_page, **DESKTOP)
    page = study.page
    assert page.locator(".panel-card").evaluate("card => card.offsetWidth") == 424
    page.get_by_role("switch", name="Engine").click()
    lines = page.locator("ol.lines > li")
    expect(lines).to_have_count(3, timeout=60_000)
    assert [line.evaluate("line => line.offsetHeight") for line in lines.all()] == [44, 44, 44]
    assert share_of_moves(page) >= 0.5
    for line in range(3):
        page.get_by_role("button", name=f"Show the whole of line {line + 1}").click()
    assert share_of_moves(page) >= 0.5
    page.get_by_role("tab", name="Explorer").click()
    page.get_by_text("Filters", exact=True).click()
    assert share_of_moves(page) >= 0.5
    # five tools in one row
    tools = [
        page.get_by_role("button", name=name, exact=True).bounding_box()
        for name in ("Open", "Set up", "Review", "Share", "Export")
    ]
    assert len({box["y"] for box in tools if box}) == 1


@pytest.mark.slow
def test_the_tools_of_a_narrow_window_are_as_wide_as_the_plates(server: ServerProcess, open_page: PageOpener) -> None:
    page = open_long_game(server, open_page, viewport={"width": 1024, "height": 768}).page
    boxes = [page.locator(name).first.bounding_box() for name in (".rail .tools", ".rail .seat")]
    tools, seat = (box for box in boxes if box is not None)
    assert tools["x"] >= seat["x"]
    assert tools["x"] + tools["width"] <= seat["x"] + seat["width"]
    assert all(
        box["width"] >= 40 for box in (tool.bounding_box() for tool in page.locator(".tools button").all()) if box
    )


@pytest.mark.slow
@pytest.mark.parametrize("window", [DESKTOP, PHONE, SIDEWAYS], ids=["desktop", "phone", "sideways"])
def test_the_evaluation_bar_covers_no_tile(
    server: ServerProcess, open_page: PageOpener, window: dict[str, Any]
) -> None:
    study = open_long_game(server, open_page, **window)
    page = study.page
    page.keyboard.press("e")
    bar = page.get_by_role("meter", name="Evaluation")
    expect(bar).to_be_visible()
    assert bar.evaluate("bar => bar.offsetWidth") == 14
    # even if the board is moved below it, its tiles end where the bar begins
    is_clear = """() => {
      const bars = [...document.querySelectorAll("[role=meter], .figure")].filter(one => one.closest(".evaluation"));
      const board = document.querySelector("[role=application]").getBoundingClientRect();
      return bars.length > 0 && bars.every(bar => bar.getBoundingClientRect().left >= board.right);
    }"""
    # the board makes room in the frame after the bar has appeared
    wait_until(page, is_clear)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.slow
def test_the_hive_is_fitted_again_at_the_first_position(server: ServerProcess, open_page: PageOpener) -> None:
    study = open_long_game(server, open_page, **DESKTOP)
    page = study.page
    width = """() => document.querySelector("[role=application] [data-key^=piece]").getBoundingClientRect().width"""
    fitted = page.evaluate(width)
    page.get_by_role("application").hover()
    for _ in range(4):
        page.mouse.wheel(0, 240)
    page.wait_for_function(f"() => ({width})() < {0.8 * fitted}")
    page.get_by_role("button", name="First position").click()
    study.wait_for_ply(0)
    page.get_by_role("button", name="Next turn").click()
    study.wait_for_ply(1)
    page.wait_for_function(f"() => ({width})() > {0.95 * fitted}")
