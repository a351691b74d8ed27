"""axe-core finds no violations on any screen, light or dark, desktop or phone."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.accessibility import check_accessibility, every_look
from tests.browser.conftest import PageOpener
from tests.browser.game_page import QUICK, start_on_one_screen
from tests.browser.server import ServerProcess


@every_look
def test_axe_finds_no_violations_on_the_start_page_and_in_a_game(
    server: ServerProcess, open_page: PageOpener, look: dict[str, Any]
) -> None:
    page = open_page(server.address, reduced_motion="reduce", **look)
    page.get_by_role("heading", level=1).wait_for()
    check_accessibility(page, "start")
    menu = page.get_by_role("button", name="Menu", exact=True)
    if menu.is_visible():  # on a phone, the settings are in the menu
        menu.click()
        check_accessibility(page, "menu")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("dialog", name="Settings").wait_for()
    check_accessibility(page, "settings")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    page.get_by_role("dialog").wait_for()
    check_accessibility(page, "keys")
    page.keyboard.press("Escape")
    table = start_on_one_screen(page)
    check_accessibility(page, "a new game")
    table.play(*QUICK[:6])
    table.pick(table.board(), "bQ")
    table.notice.get_by_role("paragraph").first.wait_for()
    check_accessibility(page, "why not")
    table.pick(table.board(), "wQ")
    check_accessibility(page, "a piece picked")
    page.keyboard.press("Escape")
    table.play(*QUICK[6:])
    table.result.wait_for()
    check_accessibility(page, "the result")
    page.goto(f"{server.address}/watch")
    page.get_by_role("heading", level=1).wait_for()
    check_accessibility(page, "watch")
    page.goto(f"{server.address}/game/nosuchgame")
    page.get_by_role("heading", level=1).wait_for()
    check_accessibility(page, "no such game")


@pytest.mark.slow
@every_look
def test_axe_finds_no_violations_on_the_analysis_board(
    server: ServerProcess, open_page: PageOpener, look: dict[str, Any]
) -> None:
    page = open_page(f"{server.address}/study", reduced_motion="reduce", **look)
    phone = "is_mobile" in look
    page.locator("main[data-loaded=true]").wait_for()
    check_accessibility(page, "an empty study")
    page.locator("body").click(position={"x": 3, "y": 70})
    if phone:
        page.get_by_role("button", name="Tools", exact=True).click()
    page.get_by_role("button", name="Open", exact=True).click()
    check_accessibility(page, "opening")
    page.get_by_label("Paste a game or a position").fill(";".join(QUICK[:6]))
    page.get_by_role("dialog").last.get_by_role("button", name="Open", exact=True).click()
    page.locator("main[data-shown='6'][data-loaded=true]").wait_for()
    for key in ("e", "l"):
        page.keyboard.press(key)
    for box in page.get_by_role("checkbox").all():
        box.check()
    page.locator(".engine-line .value, ol.lines > li").first.wait_for(timeout=60_000)
    check_accessibility(page, "engine and layers")
    page.keyboard.press("Escape")
    page.keyboard.press("d")
    check_accessibility(page, "drawing")
    page.keyboard.press("d")
    if not phone:
        page.keyboard.press("c")
        check_accessibility(page, "annotating")
        page.keyboard.press("c")
    page.keyboard.press("e")
    if phone:
        for sheet in ("Moves", "Engine", "Tools"):
            page.get_by_role("button", name=sheet, exact=True).click()
            check_accessibility(page, f"the sheet {sheet}")
            page.keyboard.press("Escape")
        page.get_by_role("button", name="Tools", exact=True).click()
    page.get_by_role("button", name="Export", exact=True).click()
    check_accessibility(page, "exporting")
    page.keyboard.press("Escape")
    if phone:
        page.get_by_role("button", name="Tools", exact=True).click()
        page.get_by_role("button", name="Set up", exact=True).click()
        page.get_by_role("button", name="Possible").click()
    else:
        page.get_by_role("tab", name="Explorer").click()
        check_accessibility(page, "the explorer beside it")
        page.get_by_role("button", name="Set up", exact=True).click()
    page.get_by_test_id("faults").get_by_text("possible").wait_for()
    check_accessibility(page, "setting up")
