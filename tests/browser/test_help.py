"""Help in games against the computer: hints, threats, and taking a blunder back."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.accessibility import check_accessibility
from tests.browser.board_page import PHONE
from tests.browser.conftest import PageOpener
from tests.browser.game_page import QUICK, GamePage, open_game, open_game_against_computer
from tests.browser.server import ServerProcess
from tests.server.play.coach.positions import ABOUT_TO_LOSE, ABOUT_TO_WIN, LOSING, SAVING


def help_text(page: Page) -> Locator:
    """The text of the help."""
    return page.get_by_test_id("help")


def test_a_hint_shows_the_piece_and_then_the_move(server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(server.address)
    table = open_game_against_computer(page, server, ABOUT_TO_LOSE)
    page.get_by_role("button", name="Help", exact=True).click()
    page.get_by_role("button", name=re.compile("^Hint")).click()
    expect(help_text(page)).to_contain_text("Look at your spider")
    expect(page.locator("g.arrows .ring")).to_have_count(1)
    expect(page.locator("g.arrows .dream")).to_have_count(0)
    page.get_by_role("button", name="Show the move").click()
    expect(help_text(page)).to_contain_text("your queen bee is safe for another turn")
    expect(page.locator("g.arrows .dream")).to_have_count(1)
    # the drawing stays while the piece is picked, and disappears with the move
    table.play(SAVING)
    expect(page.locator("g.arrows > g")).to_have_count(0)
    expect(help_text(page)).to_be_empty()
    table.wait_for_ply(len(ABOUT_TO_LOSE) + 2)


@pytest.mark.slow
def test_hints_and_threats_work_by_keyboard_in_french(server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(server.address, locale="fr-FR")
    open_game_against_computer(page, server, ABOUT_TO_WIN)
    page.keyboard.press("h")
    expect(help_text(page)).to_contain_text("Vous pouvez gagner tout de suite")
    page.keyboard.press("h")
    expect(help_text(page)).to_contain_text("la reine abeille est encerclée")
    page.keyboard.press("t")
    expect(help_text(page)).to_contain_text("Noirs")
    page.keyboard.press("Escape")
    expect(help_text(page)).to_be_empty()
    expect(page.locator("g.arrows > g")).to_have_count(0)


@pytest.mark.slow
def test_a_hint_to_place_a_piece_marks_it_in_the_hand(server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(server.address)
    open_game_against_computer(page, server, ["wS1", "bS1 wS1-"])
    page.keyboard.press("h")
    expect(help_text(page)).to_contain_text("in your hand")
    expect(page.get_by_role("list", name="White's hand").locator(".hinted")).to_be_visible()


@pytest.mark.slow
def test_threats_are_drawn_over_the_board(server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(server.address)
    table = open_game_against_computer(page, server, ABOUT_TO_LOSE)
    page.get_by_role("button", name="Help", exact=True).click()
    page.get_by_role("button", name=re.compile("^Show threats")).click()
    expect(help_text(page)).to_contain_text(re.compile("Black can fill the last space"))
    expect(page.locator("g.arrows .shaft")).to_have_count(1)
    expect(page.locator("g.layers .count")).to_have_text("5/6")
    # the threats belong to this position only
    page.keyboard.press("[")
    table.wait_for_ply(len(ABOUT_TO_LOSE) - 1)
    expect(page.locator("g.layers")).to_have_count(0)


@pytest.mark.slow
def test_a_blunder_can_be_taken_back_before_the_computer_replies(server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(server.address)
    table = open_game_against_computer(page, server, ABOUT_TO_LOSE)
    table.play(LOSING)
    expect(help_text(page)).to_contain_text("That lets Black surround your queen bee. Take it back?")
    expect(page.get_by_test_id("status")).to_contain_text("is waiting for you")
    # while the offer is open, the computer replies in another game but not in this one
    other = open_game_against_computer(open_page(server.address), server, ["wS1", "bS1 wS1-"])
    other.play("wQ -wS1")
    other.wait_for_ply(4)
    expect(page.get_by_role("main")).to_have_attribute("data-shown", str(len(ABOUT_TO_LOSE) + 1))
    page.get_by_role("button", name="Take it back").click()
    table.wait_for_ply(len(ABOUT_TO_LOSE))
    expect(help_text(page)).to_be_empty()
    table.play(SAVING)
    table.wait_for_ply(len(ABOUT_TO_LOSE) + 2)


@pytest.mark.slow
def test_the_computer_replies_when_a_blunder_is_kept(server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(server.address, **PHONE)
    table = open_game_against_computer(page, server, ABOUT_TO_LOSE, touch=True)
    table.play(LOSING)
    page.get_by_role("button", name="Keep it").tap()
    table.wait_for_ply(len(ABOUT_TO_LOSE) + 2)
    expect(page.get_by_role("button", name="Keep it")).to_have_count(0)


@pytest.mark.slow
def test_takeback_offers_can_be_turned_off(server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(server.address)
    table = open_game_against_computer(page, server, ABOUT_TO_LOSE)
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("dialog").get_by_text("Play on", exact=True).click()
    page.keyboard.press("Escape")
    table.play(LOSING)
    table.wait_for_ply(len(ABOUT_TO_LOSE) + 2)
    expect(page.get_by_role("button", name="Take it back", exact=True)).to_have_count(0)


@pytest.mark.slow
def test_help_is_not_available_on_one_screen(server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(server.address)
    open_game(page, server.address, QUICK[:6])
    expect(page.get_by_role("button", name="Help", exact=True)).to_have_count(0)
    page.keyboard.press("h")
    page.keyboard.press("t")
    expect(help_text(page)).to_be_empty()


@pytest.mark.slow
def test_axe_finds_no_violations_in_help(server: ServerProcess, open_page: PageOpener) -> None:
    for look in ({"color_scheme": "light"}, {"color_scheme": "dark", **PHONE}):
        page = open_page(server.address, reduced_motion="reduce", **look)
        table = open_game_against_computer(page, server, ABOUT_TO_LOSE)
        page.get_by_role("button", name="Help", exact=True).click()
        check_accessibility(page, "the menu")
        page.get_by_role("button", name=re.compile("^Hint")).click()
        expect(help_text(page)).to_contain_text("your spider")
        check_accessibility(page, "a hint")
        page.keyboard.press("t")
        expect(help_text(page)).to_contain_text("grasshopper")
        check_accessibility(page, "threats")
        _blunder(table)
        check_accessibility(page, "an offer")


def _blunder(table: GamePage) -> None:
    table.play(LOSING)
    expect(help_text(table.page)).to_contain_text("Take it back?")
