"""The rulebook in the browser: looked up, searched, tried on its boards, and reached from a reason in a game."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Opener
from tests.browser.driving import PHONE, same_screen
from tests.browser.serving import ServicesDep
from tests.browser.test_accessibility import LOOKS, check
from tests.browser.test_why_not import IN_A_ROW


def heading(page: Page, text: str) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text(text)


def test_the_overview_leads_to_every_rule(served: ServicesDep, people: Opener) -> None:
    page = people(served.address)
    page.get_by_role("navigation").get_by_role("link", name="Rules", exact=True).click()
    heading(page, "The rules")
    expect(page).to_have_title("The rules · skep")
    page.get_by_role("main").get_by_role("link", name="beetle", exact=True).click()
    heading(page, "The beetle")
    expect(page).to_have_title("The beetle · skep")
    expect(page).to_have_url(re.compile("/rules/beetle$"))
    contents = page.get_by_role("navigation", name="Contents")
    expect(contents.locator("[aria-current=page]")).to_have_text("The beetle")
    page.get_by_role("link", name=re.compile("^Next")).click()
    heading(page, "Covered pieces")
    contents.get_by_role("link", name="Gates above the ground").click()
    heading(page, "Gates above the ground")
    page.go_back()
    heading(page, "Covered pieces")
    page.go_back()
    heading(page, "The beetle")
    page.go_back()
    heading(page, "The rules")


def test_a_search_by_keys_alone(served: ServicesDep, people: Opener) -> None:
    page = people(f"{served.address}/rules/one-hive")
    heading(page, "One hive rule")
    page.keyboard.press("/")
    box = page.get_by_role("searchbox", name="Search the rules")
    expect(box).to_be_focused()
    page.keyboard.type("GATES")
    expect(page.get_by_role("heading", name="5 rules mention “GATES”")).to_be_visible()
    expect(page).to_have_url(re.compile(r"/rules\?q=GATES$"))
    expect(page.locator("mark").first).to_have_text("Gate")
    expect(box).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(box).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    heading(page, "Gates above the ground")
    # back to what was found, and back to where it began
    page.go_back()
    expect(box).to_have_value("GATES")
    expect(page.get_by_role("heading", name="5 rules mention “GATES”")).to_be_visible()
    page.go_back()
    heading(page, "One hive rule")
    expect(box).to_have_value("")


def test_a_search_can_be_linked_and_says_kindly_when_nothing_is_found(served: ServicesDep, people: Opener) -> None:
    page = people(f"{served.address}/rules?q=pinned+pillbug")
    expect(page.get_by_role("heading", name="1 rule mentions “pinned pillbug”")).to_be_visible()
    box = page.get_by_role("searchbox", name="Search the rules")
    box.fill("xyzzy")
    expect(page.get_by_role("heading", name="No rules mention “xyzzy”")).to_be_visible()
    expect(page.get_by_text("Try a shorter word")).to_be_visible()
    page.get_by_role("button", name="Clear the search").click()
    heading(page, "The rules")
    expect(page).to_have_url(re.compile("/rules$"))
    box.fill("queen")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Queen bee")


def test_the_rulebooks_side_by_side(served: ServicesDep, people: Opener) -> None:
    page = people(f"{served.address}/rules/gates-above-the-ground")
    judged = page.get_by_role("table", name="In each rulebook")
    rows = judged.get_by_role("row")
    expect(rows).to_have_count(6)
    expect(rows.nth(1)).to_contain_text(
        re.compile("Hive Ultimate Pocket.*Allowed.*Not allowed.*cannot climb", re.DOTALL)
    )
    expect(rows.nth(2)).not_to_contain_text("Not allowed")
    # by an older book the beetle goes where the newest refuses it
    rows.nth(2).get_by_role("button").last.click()
    expect(page.get_by_role("status").filter(has_text="That's allowed")).to_be_visible()
    expect(page.locator('[aria-label*="on top of Black\'s queen bee"]')).to_have_count(1)
    rows.nth(1).get_by_role("button").last.click()
    expect(page.locator(".why .gate")).to_be_visible()
    compared = page.get_by_role("table", name="Rulebooks side by side")
    expect(compared.get_by_role("row").nth(1)).to_contain_text("stop climbing bugs")
    expect(compared.get_by_role("row").nth(5)).to_contain_text("let climbing bugs pass")
    page.get_by_role("button", name="Show it on the board").click()
    expect(page.get_by_role("button", name="Hide the board")).to_be_visible()
    expect(page.get_by_role("figure")).to_have_count(2)


def test_moves_are_played_and_refused_on_the_board(served: ServicesDep, people: Opener) -> None:
    page = people(f"{served.address}/rules/spider")
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
    # a reach can be tried: the piece goes where one taps
    reach = page.get_by_role("figure").first
    expect(reach.locator('[data-key^="ghost"]')).to_have_count(4)
    reach.locator('[data-key^="ghost"]').first.click()
    expect(reach.locator('[data-key^="ghost"]')).to_have_count(0)
    reach.get_by_role("button", name="Reset").click()
    expect(reach.locator('[data-key^="ghost"]')).to_have_count(4)
    with page.expect_navigation():
        reach.get_by_role("link", name="Open on the analysis board").click()
    page.locator("main[data-seen=true]").wait_for()


def test_a_reason_in_a_game_leads_to_its_rule(served: ServicesDep, people: Opener) -> None:
    table = same_screen(people(served.address))
    for move in IN_A_ROW:
        table.play(move)
    table.pick(table.board(), "wS1")
    expect(table.notice).to_contain_text("parts")
    link = table.notice.get_by_role("link", name="The rule, opens in a new tab")
    link.focus()
    with table.page.expect_popup() as opened:
        table.page.keyboard.press("Enter")
    rule = opened.value
    heading(rule, "One hive rule")
    expect(rule).to_have_url(re.compile(r"/rules/one-hive\?bug=S$"))
    # the game goes on where it was
    expect(table.page.get_by_role("main")).to_have_attribute("data-shown", str(len(IN_A_ROW)))
    table.page.keyboard.press("Escape")
    table.play("wA1 -wQ")


@pytest.mark.parametrize(
    ("address", "title"),
    [
        ("gate", "Freedom to move"),
        ("gate?bug=B", "Freedom to move"),
        ("too-far", "Every bug moves in its own way"),
        ("too-far?bug=S", "The spider"),
        ("too-far?bug=M", "Every bug moves in its own way"),
        ("queen-bee-due", "When to place the queen bee"),
    ],
)
def test_the_rule_of_a_reason_is_an_address(served: ServicesDep, people: Opener, address: str, title: str) -> None:
    page = people(f"{served.address}/rules/{address}")
    heading(page, title)


def test_no_such_rule_shows_the_contents(served: ServicesDep, people: Opener) -> None:
    page = people(f"{served.address}/rules/dance")
    heading(page, "Rule not found")
    page.get_by_role("main").get_by_role("link", name="grasshopper", exact=True).click()
    heading(page, "The grasshopper")


def test_in_french_on_a_phone(served: ServicesDep, people: Opener) -> None:
    page = people(f"{served.address}/rules", locale="fr-FR", **PHONE)
    heading(page, "Les règles")
    page.get_by_role("searchbox").fill("araignee")
    expect(page.locator("mark").first).to_have_text("araignée")
    page.get_by_role("button", name="Sommaire").tap()
    page.get_by_role("dialog").get_by_role("link", name="La ruche unique", exact=True).tap()
    heading(page, "La ruche unique")
    expect(page.get_by_role("dialog")).to_have_count(0)
    figure = page.get_by_role("figure").first
    figure.get_by_role("list").get_by_role("button").first.tap()
    expect(figure.get_by_role("status")).to_contain_text("ruche")
    expect(figure.locator("path.part")).to_have_count(2)


@pytest.mark.parametrize("width", [320, 390, 820])
def test_nothing_is_wider_than_the_screen(served: ServicesDep, people: Opener, width: int) -> None:
    page = people(served.address, viewport={"width": width, "height": 700})
    for path in ("/", "/rules", "/rules/gates-above-the-ground", "/rules/throw", "/rules/dance"):
        page.goto(served.address + path)
        page.get_by_role("heading", level=1).wait_for()
        expect(page.locator("main [aria-busy=true]")).to_have_count(0)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path


def test_the_menu_of_a_phone(served: ServicesDep, people: Opener) -> None:
    page = people(f"{served.address}/rules", viewport={"width": 320, "height": 568})
    page.get_by_role("button", name="Menu", exact=True).click()
    menu = page.get_by_role("dialog").get_by_role("navigation")
    for name in ("New game", "Learn", "Puzzles", "Study", "Watch"):
        expect(menu.get_by_role("link", name=name, exact=True)).to_be_visible()
    menu.get_by_role("link", name="Watch").click()
    expect(page).to_have_url(re.compile("/watch$"))
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_the_start_page_has_a_door_for_newcomers(served: ServicesDep, people: Opener) -> None:
    page = people(served.address)
    expect(page.get_by_role("link", name=re.compile("Never played"))).to_have_attribute("href", "/school")
    expect(page.get_by_role("region", name="Today's puzzle")).to_contain_text(re.compile("White|Black"))
    expect(page.get_by_role("link", name="Solve it")).to_have_attribute("href", "/puzzles/daily")
    page.get_by_role("link", name="ladybug", exact=True).click()
    heading(page, "The ladybug")


@pytest.mark.parametrize("look", LOOKS, ids=["light", "dark", "phone"])
def test_axe_is_content_with_the_rules(served: ServicesDep, people: Opener, look: dict[str, Any]) -> None:
    page = people(f"{served.address}/rules", reduced_motion="reduce", **look)
    heading(page, "The rules")
    check(page, "the overview")
    page.goto(f"{served.address}/rules/gates-above-the-ground")
    heading(page, "Gates above the ground")
    page.get_by_role("list", name="Moves to try").get_by_role("button").last.click()
    check(page, "an entry with the rulebooks side by side")
    page.goto(f"{served.address}/rules/soldier-ant")
    heading(page, "The ant")
    check(page, "an entry with a reach")
    page.goto(f"{served.address}/rules?q=gate")
    page.locator("mark").first.wait_for()
    check(page, "what was found")


def test_who_cannot_reach_the_server_may_try_again(served: ServicesDep, people: Opener) -> None:
    page = people(f"{served.address}/watch")
    page.route("**/api/rulebook*", lambda route: route.abort("connectionrefused"))
    page.locator("a[href='/rules']").first.click()
    heading(page, "Can't reach the server")
    page.unroute("**/api/rulebook*")
    page.get_by_role("button", name="Try again").click()
    heading(page, "The rules")
