"""axe-core finds nothing to complain of, on any screen, in any look."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Opener
from tests.browser.driving import PHONE, QUICK, same_screen, settle
from tests.browser.serving import ServicesDep
from tests.services import missing

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
LOOKS: list[dict[str, Any]] = [{"color_scheme": "light"}, {"color_scheme": "dark"}, {"color_scheme": "light", **PHONE}]


def check(page: Page, screen: str) -> None:
    """Run axe-core in the page, as it stands once everything has arrived."""
    if not AXE.exists():
        missing("axe-core (make page)")
    settle(page)  # colours that change softly are of no contrast on their way
    page.evaluate(AXE.read_text())
    found = page.evaluate("axe.run().then((result) => result.violations)")
    told = [f"{one['id']}: {node['target']} {node['failureSummary']}" for one in found for node in one["nodes"]]
    assert not told, f"{screen}: " + "\n".join(told)


@pytest.mark.parametrize("look", LOOKS, ids=["light", "dark", "phone"])
def test_axe_is_content(served: ServicesDep, people: Opener, look: dict[str, Any]) -> None:
    page = people(served.address, reduced_motion="reduce", **look)
    page.get_by_role("heading", level=1).wait_for()
    check(page, "start")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("dialog").wait_for()
    check(page, "settings")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    page.get_by_role("dialog").wait_for()
    check(page, "keys")
    page.keyboard.press("Escape")
    table = same_screen(page)
    check(page, "a new game")
    for move in QUICK[:6]:
        table.play(move)
    table.pick(table.board(), "bQ")
    table.notice.get_by_role("paragraph").first.wait_for()
    check(page, "why not")
    table.pick(table.board(), "wQ")
    check(page, "a piece picked")
    page.keyboard.press("Escape")
    for move in QUICK[6:]:
        table.play(move)
    table.result().wait_for()
    check(page, "the result")
    page.goto(f"{served.address}/watch")
    page.get_by_role("heading", level=1).wait_for()
    check(page, "watch")
    page.goto(f"{served.address}/game/nosuchgame")
    page.get_by_role("heading", level=1).wait_for()
    check(page, "no such game")


@pytest.mark.parametrize("look", LOOKS, ids=["light", "dark", "phone"])
def test_axe_is_content_with_the_study(served: ServicesDep, people: Opener, look: dict[str, Any]) -> None:
    page = people(f"{served.address}/study", reduced_motion="reduce", **look)
    phone = "is_mobile" in look
    page.locator("main[data-seen=true]").wait_for()
    check(page, "an empty study")
    page.locator("body").click(position={"x": 3, "y": 70})
    if phone:
        page.get_by_role("button", name="Game", exact=True).click()
    page.get_by_role("button", name="Open", exact=True).click()
    check(page, "opening")
    page.get_by_label("Paste a game or a position").fill(";".join(QUICK[:6]))
    page.get_by_role("dialog").last.get_by_role("button", name="Open", exact=True).click()
    page.locator("main[data-shown='6'][data-seen=true]").wait_for()
    for key in ("e", "l"):
        page.keyboard.press(key)
    for box in page.get_by_role("checkbox").all():
        box.check()
    page.locator(".engine-line .value, ol.lines > li").first.wait_for(timeout=60_000)
    check(page, "engine and layers")
    page.keyboard.press("l")
    page.keyboard.press("d")
    check(page, "drawing")
    page.keyboard.press("d")
    page.keyboard.press("e")
    if phone:
        for sheet in ("Moves", "Engine", "Game"):
            page.get_by_role("button", name=sheet, exact=True).click()
            check(page, f"the sheet {sheet}")
            page.keyboard.press("Escape")
        page.get_by_role("button", name="Game", exact=True).click()
    page.get_by_role("button", name="Export", exact=True).click()
    check(page, "exporting")
    page.keyboard.press("Escape")
    if phone:
        page.get_by_role("button", name="Set up", exact=True).click()
    else:
        page.get_by_role("tab", name="Explorer").click()
        check(page, "the explorer beside it")
        page.get_by_role("button", name="Set up", exact=True).click()
    page.get_by_test_id("faults").get_by_text("possible").wait_for()
    check(page, "setting up")
