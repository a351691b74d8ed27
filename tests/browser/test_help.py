"""Help at the table: a hint in two steps, what is threatened, and a blunder taken back."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Opener
from tests.browser.driving import PHONE, QUICK, AtTheTable, same_screen
from tests.browser.helping import against_the_computer
from tests.browser.serving import ServicesDep
from tests.browser.test_accessibility import check
from tests.server.play.coach.positions import ABOUT_TO_LOSE, ABOUT_TO_WIN, LOSING, SAVING


def said(page: Page) -> Locator:
    """What help says."""
    return page.get_by_test_id("help")


def test_a_hint_tells_where_to_look_and_then_the_move(served: ServicesDep, people: Opener) -> None:
    page = people(served.address)
    table = against_the_computer(page, served, ABOUT_TO_LOSE)
    page.get_by_role("button", name="Help", exact=True).click()
    page.get_by_role("button", name=re.compile("^Hint")).click()
    expect(said(page)).to_contain_text("Look at your spider")
    expect(page.locator("g.arrows .ring")).to_have_count(1)
    expect(page.locator("g.arrows .dream")).to_have_count(0)
    page.get_by_role("button", name="Show the move").click()
    expect(said(page)).to_contain_text("your queen bee is safe for another turn")
    expect(page.locator("g.arrows .dream")).to_have_count(1)
    # the drawing stays while the piece is picked, and goes with the move
    table.play(SAVING)
    expect(page.locator("g.arrows > g")).to_have_count(0)
    expect(said(page)).to_be_empty()
    table.wait_for_ply(len(ABOUT_TO_LOSE) + 2)


def test_a_hint_by_keys_alone_in_french(served: ServicesDep, people: Opener) -> None:
    page = people(served.address, locale="fr-FR")
    against_the_computer(page, served, ABOUT_TO_WIN)
    page.keyboard.press("h")
    expect(said(page)).to_contain_text("Vous pouvez gagner tout de suite")
    page.keyboard.press("h")
    expect(said(page)).to_contain_text("la reine abeille est entourée")
    page.keyboard.press("t")
    expect(said(page)).to_contain_text("Noirs")
    page.keyboard.press("Escape")
    expect(said(page)).to_be_empty()
    expect(page.locator("g.arrows > g")).to_have_count(0)


def test_a_bug_to_be_placed_is_ringed_in_the_hand(served: ServicesDep, people: Opener) -> None:
    page = people(served.address)
    against_the_computer(page, served, ["wS1", "bS1 wS1-"])
    page.keyboard.press("h")
    expect(said(page)).to_contain_text("in your hand")
    expect(page.locator(".hand .hinted")).to_be_visible()


def test_what_is_threatened_lies_over_the_board(served: ServicesDep, people: Opener) -> None:
    page = people(served.address)
    table = against_the_computer(page, served, ABOUT_TO_LOSE)
    page.get_by_role("button", name="Help", exact=True).click()
    page.get_by_role("button", name=re.compile("^What is threatened")).click()
    expect(said(page)).to_contain_text("With the grasshopper bG1, Black can fill the last space")
    expect(page.locator("g.arrows .shaft")).to_have_count(1)
    expect(page.locator("g.layers .count")).to_have_text("5/6")
    # it belongs to this position
    page.keyboard.press("[")
    table.wait_for_ply(len(ABOUT_TO_LOSE) - 1)
    expect(page.locator("g.layers")).to_have_count(0)


def test_a_blunder_is_offered_back_before_the_computer_answers(served: ServicesDep, people: Opener) -> None:
    page = people(served.address)
    table = against_the_computer(page, served, ABOUT_TO_LOSE)
    table.play(LOSING)
    expect(said(page)).to_contain_text("That lets Black surround your queen bee. Take it back?")
    expect(page.get_by_test_id("status")).to_contain_text("waits for you")
    page.wait_for_timeout(1200)  # longer than the computer takes for an answer
    expect(page.get_by_role("main")).to_have_attribute("data-shown", str(len(ABOUT_TO_LOSE) + 1))
    page.get_by_role("button", name="Take it back").click()
    table.wait_for_ply(len(ABOUT_TO_LOSE))
    expect(said(page)).to_be_empty()
    table.play(SAVING)
    table.wait_for_ply(len(ABOUT_TO_LOSE) + 2)


def test_who_keeps_a_blunder_is_answered(served: ServicesDep, people: Opener) -> None:
    page = people(served.address, **PHONE)
    table = against_the_computer(page, served, ABOUT_TO_LOSE, touch=True)
    table.play(LOSING)
    page.get_by_role("button", name="Keep it").tap()
    table.wait_for_ply(len(ABOUT_TO_LOSE) + 2)
    expect(page.get_by_role("button", name="Keep it")).to_have_count(0)


def test_the_offer_can_be_switched_off(served: ServicesDep, people: Opener) -> None:
    page = people(served.address)
    table = against_the_computer(page, served, ABOUT_TO_LOSE)
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("dialog").get_by_text("Play on", exact=True).click()
    page.keyboard.press("Escape")
    table.play(LOSING)
    table.wait_for_ply(len(ABOUT_TO_LOSE) + 2)
    expect(page.get_by_role("button", name="Take it back", exact=True)).to_have_count(0)


def test_there_is_no_help_at_one_screen(served: ServicesDep, people: Opener) -> None:
    page = people(served.address)
    table = same_screen(page)
    for move in QUICK[:6]:
        table.play(move)
    expect(page.get_by_role("button", name="Help", exact=True)).to_have_count(0)
    page.keyboard.press("h")
    page.keyboard.press("t")
    expect(said(page)).to_be_empty()


def test_axe_is_content_with_help(served: ServicesDep, people: Opener) -> None:
    for look in ({"color_scheme": "light"}, {"color_scheme": "dark", **PHONE}):
        page = people(served.address, reduced_motion="reduce", **look)
        table = against_the_computer(page, served, ABOUT_TO_LOSE)
        page.get_by_role("button", name="Help", exact=True).click()
        check(page, "the menu")
        page.get_by_role("button", name=re.compile("^Hint")).click()
        expect(said(page)).to_contain_text("wS2")
        check(page, "a hint")
        page.keyboard.press("t")
        expect(said(page)).to_contain_text("bG1")
        check(page, "threats")
        _blunder(table)
        check(page, "an offer")


def _blunder(table: AtTheTable) -> None:
    table.play(LOSING)
    expect(said(table.page)).to_contain_text("Take it back?")
