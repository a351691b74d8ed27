"""The rulebook in the browser: contents, search, figures, and links from reasons in games."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import check_accessibility, every_look
from tests.browser.board_page import PHONE
from tests.browser.conftest import PageOpener
from tests.browser.game_page import IN_A_ROW, start_on_one_screen
from tests.browser.server import ServerProcess


def expect_heading(page: Page, text: str) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text(text)


@pytest.mark.slow
def test_the_overview_and_the_contents_link_to_the_rules(server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(server.address)
    page.get_by_role("navigation").get_by_role("link", name="Rules", exact=True).click()
    expect_heading(page, "The rules")
    expect(page).to_have_title("The rules · skep")
    page.get_by_role("main").get_by_role("link", name="beetle", exact=True).click()
    expect_heading(page, "The beetle")
    expect(page).to_have_title("The beetle · skep")
    expect(page).to_have_url(re.compile("/rules/beetle$"))
    contents = page.get_by_role("navigation", name="Contents")
    expect(contents.locator("[aria-current=page]")).to_have_text("The beetle")
    page.get_by_role("link", name=re.compile("^Next")).click()
    expect_heading(page, "Covered pieces")
    contents.get_by_role("link", name="Gates above the ground").click()
    expect_heading(page, "Gates above the ground")
    page.go_back()
    expect_heading(page, "Covered pieces")
    page.go_back()
    expect_heading(page, "The beetle")
    page.go_back()
    expect_heading(page, "The rules")


@pytest.mark.slow
def test_the_rulebook_can_be_searched_by_keyboard(server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(f"{server.address}/rules/one-hive")
    expect_heading(page, "One hive rule")
    page.keyboard.press("/")
    box = page.get_by_role("searchbox", name="Search the rules")
    expect(box).to_be_focused()
    page.keyboard.type("GATES")
    expect(page.get_by_role("heading", name="“GATES”")).to_be_visible()
    expect(page).to_have_url(re.compile(r"/rules\?search=GATES$"))
    expect(page.locator("mark").first).to_have_text("gate")
    expect(box).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(box).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect_heading(page, "Freedom to move")
    # back to the results, and back to the first page
    page.go_back()
    expect(box).to_have_value("GATES")
    expect(page.get_by_role("heading", name="“GATES”")).to_be_visible()
    page.go_back()
    expect_heading(page, "One hive rule")
    expect(box).to_have_value("")


@pytest.mark.slow
def test_the_search_in_the_header_finds_what_people_type(server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(f"{server.address}/watch")
    page.get_by_role("banner").get_by_role("link", name="Search").click()
    box = page.get_by_role("searchbox", name="Search the rules")
    expect(box).to_be_focused()
    page.keyboard.type("stalemate")
    expect(page.get_by_role("heading", name="1 rule for “stalemate”")).to_be_visible()
    page.keyboard.press("Enter")
    expect_heading(page, "When you can't place or move")


@pytest.mark.slow
def test_a_search_has_a_link_and_says_when_nothing_is_found(server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(f"{server.address}/rules?search=pinned+pillbug")
    expect(page.get_by_role("heading", name="“pinned pillbug”")).to_be_visible()
    box = page.get_by_role("searchbox", name="Search the rules")
    box.fill("xyzzy")
    expect(page.get_by_role("heading", name="No rules found for “xyzzy”")).to_be_visible()
    expect(page.get_by_text("Try a shorter word")).to_be_visible()
    page.get_by_role("button", name="Clear the search").click()
    expect_heading(page, "The rules")
    expect(page).to_have_url(re.compile("/rules$"))
    box.fill("queen")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("The queen bee")


@pytest.mark.slow
def test_rulebooks_are_compared_move_by_move(server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(f"{server.address}/rules/gates-above-the-ground")
    judged = page.get_by_role("table", name="In each rulebook")
    rows = judged.get_by_role("row")
    expect(rows).to_have_count(6)
    expect(rows.nth(1)).to_contain_text(
        re.compile("Hive Ultimate Pocket.*Allowed.*Not allowed.*cannot climb", re.DOTALL)
    )
    expect(rows.nth(2)).not_to_contain_text("Not allowed")
    # an older rulebook allows the beetle a move that the newest forbids
    rows.nth(2).get_by_role("button").last.click()
    expect(page.get_by_role("status").filter(has_text="That's allowed")).to_be_visible()
    expect(page.locator('[aria-label*="on top of Black\'s queen bee"]')).to_have_count(1)
    rows.nth(1).get_by_role("button").last.click()
    expect(page.locator(".why .gate")).to_be_visible()
    compared = page.get_by_role("table", name="Rulebooks side by side")
    expect(compared.get_by_role("row").nth(1)).to_contain_text("stop climbing bugs")
    expect(compared.get_by_role("row").nth(5)).to_contain_text("let beetles pass")
    page.get_by_role("button", name="Show it on the board").click()
    expect(page.get_by_role("button", name="Hide the board")).to_be_visible()
    expect(page.get_by_role("figure")).to_have_count(2)


@pytest.mark.slow
def test_figures_play_and_refuse_moves(server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(f"{server.address}/rules/spider")
    board = page.get_by_role("figure", name="Three spaces, not two and not four.")
    moves = board.get_by_role("list", name="Moves to try").get_by_role("button")
    moves.nth(0).click()
    expect(board.locator("g.flying")).to_have_count(1)
    expect(board.get_by_role("status")).to_contain_text("That's allowed.")
    expect(board.locator("g.flying")).to_have_count(0)
    moves.nth(1).click()
    expect(board.get_by_role("status")).to_contain_text("three spaces")
    expect(board.locator("g.why")).to_be_visible()
    board.get_by_role("button", name="Reset").click()
    expect(board.get_by_role("status")).to_be_empty()
    expect(board.locator("g.why")).to_have_count(0)
    # a highlighted reach can be tried on the board
    reach = page.get_by_role("figure").first
    expect(reach.locator('[data-key^="ghost"]')).to_have_count(4)
    reach.locator('[data-key^="ghost"]').first.click()
    expect(reach.locator('[data-key^="ghost"]')).to_have_count(0)
    reach.get_by_role("button", name="Reset").click()
    expect(reach.locator('[data-key^="ghost"]')).to_have_count(4)
    with page.expect_navigation():
        reach.get_by_role("link", name="Open on the analysis board").click()
    page.locator("main[data-loaded=true]").wait_for()


@pytest.mark.slow
def test_a_reason_in_a_game_links_to_its_rule(server: ServerProcess, open_page: PageOpener) -> None:
    table = start_on_one_screen(open_page(server.address))
    table.play(*IN_A_ROW)
    table.pick(table.board(), "wS1")
    expect(table.notice).to_contain_text("parts")
    link = table.notice.get_by_role("link", name="The rule, opens in a new tab")
    link.focus()
    with table.page.expect_popup() as opened:
        table.page.keyboard.press("Enter")
    rule = opened.value
    expect_heading(rule, "One hive rule")
    expect(rule).to_have_url(re.compile(r"/rules/one-hive\?bug=S$"))
    # the game is unchanged
    expect(table.page.get_by_role("main")).to_have_attribute("data-shown", str(len(IN_A_ROW)))
    table.page.keyboard.press("Escape")
    table.play("wA1 -wQ")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("address", "title"),
    [
        ("gate", "Freedom to move"),
        ("gate?bug=B", "Freedom to move"),
        ("too-far", "Different bugs, different moves"),
        ("too-far?bug=S", "The spider"),
        ("too-far?bug=M", "Different bugs, different moves"),
        ("queen-bee-due", "When to place the queen bee"),
    ],
)
def test_the_rule_of_a_reason_has_an_address(
    server: ServerProcess, open_page: PageOpener, address: str, title: str
) -> None:
    page = open_page(f"{server.address}/rules/{address}")
    expect_heading(page, title)


@pytest.mark.slow
def test_an_unknown_rule_shows_the_overview(server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(f"{server.address}/rules/dance")
    expect_heading(page, "Rule not found")
    page.get_by_role("main").get_by_role("link", name="grasshopper", exact=True).click()
    expect_heading(page, "The grasshopper")


@pytest.mark.slow
def test_the_rulebook_is_available_in_french_on_a_phone(server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(f"{server.address}/rules", locale="fr-FR", **PHONE)
    expect_heading(page, "Les règles")
    page.get_by_role("searchbox").fill("araignee")
    expect(page.locator("mark").first).to_have_text("araignée")
    page.get_by_role("button", name="Sommaire").tap()
    page.get_by_role("dialog").get_by_role("link", name="La ruche unique", exact=True).tap()
    expect_heading(page, "La ruche unique")
    expect(page.get_by_role("dialog")).to_have_count(0)
    figure = page.get_by_role("figure").first
    figure.get_by_role("list").get_by_role("button").first.tap()
    expect(figure.get_by_role("status")).to_contain_text("ruche")
    expect(figure.locator("path.part")).to_have_count(2)


@pytest.mark.slow
@pytest.mark.parametrize("width", [320, 390, 820])
def test_no_page_is_wider_than_the_screen(server: ServerProcess, open_page: PageOpener, width: int) -> None:
    page = open_page(server.address, viewport={"width": width, "height": 700})
    for path in ("/", "/rules", "/rules/gates-above-the-ground", "/rules/throw", "/rules/dance"):
        page.goto(server.address + path)
        page.get_by_role("heading", level=1).wait_for()
        expect(page.locator("main [aria-busy=true]")).to_have_count(0)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path


def test_a_phone_has_a_menu(server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(f"{server.address}/rules", viewport={"width": 320, "height": 568})
    page.get_by_role("button", name="Menu", exact=True).click()
    menu = page.get_by_role("dialog").get_by_role("navigation")
    for name in ("Play", "School", "Puzzles", "Study", "Watch"):
        expect(menu.get_by_role("link", name=name, exact=True)).to_be_visible()
    menu.get_by_role("link", name="Watch").click()
    expect(page).to_have_url(re.compile("/watch$"))
    expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.slow
@every_look
def test_axe_finds_no_violations_in_the_rulebook(
    server: ServerProcess, open_page: PageOpener, look: dict[str, Any]
) -> None:
    page = open_page(f"{server.address}/rules", reduced_motion="reduce", **look)
    expect_heading(page, "The rules")
    check_accessibility(page, "the overview")
    page.goto(f"{server.address}/rules/gates-above-the-ground")
    expect_heading(page, "Gates above the ground")
    page.get_by_role("list", name="Moves to try").get_by_role("button").last.click()
    check_accessibility(page, "an entry with the rulebooks side by side")
    page.goto(f"{server.address}/rules/soldier-ant")
    expect_heading(page, "The ant")
    check_accessibility(page, "an entry with a reach")
    page.goto(f"{server.address}/rules?q=gate")
    page.locator("mark").first.wait_for()
    check_accessibility(page, "search results")


@pytest.mark.slow
def test_loading_the_rulebook_can_be_retried(server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(f"{server.address}/watch")
    page.route("**/api/rulebook*", lambda route: route.abort("connectionrefused"))
    page.locator("a[href='/rules']").first.click()
    expect_heading(page, "Can't reach the server")
    page.unroute("**/api/rulebook*")
    page.get_by_role("button", name="Try again").click()
    expect_heading(page, "The rules")
