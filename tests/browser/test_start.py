"""The start page: for newcomers, for regulars, and open games that others join from Watch."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import check_accessibility, every_look
from tests.browser.board_page import PHONE
from tests.browser.conftest import PageOpener
from tests.browser.game_page import GamePage
from tests.browser.server import ServerProcess

REMEMBER = "localStorage.setItem('skep.newgame', JSON.stringify({ usual: '5+4' }))"


def test_a_newcomer_starts_a_gentle_first_game(server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(server.address)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Surround")
    expect(page.get_by_role("link", name="Learn in half an hour")).to_have_attribute("href", "/school")
    page.get_by_role("button", name="Play your first game").click()
    table = GamePage(page)
    game = page.request.get(f"{server.address}/api/games/{table.game}").json()
    assert (game["black"]["level"], game["game_type"], game["clock"]) == (1, "Base", None)
    page.goto(server.address)
    expect(page.get_by_role("list", name="Start a game").get_by_role("button")).to_have_count(10)
    expect(page.get_by_role("link", name=re.compile("^Play: Computer"))).to_be_visible()


@pytest.mark.slow
def test_the_usual_clock_is_honey_and_every_tile_is_large_enough(server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(server.address)
    page.evaluate(REMEMBER)
    for width, tile in ((1366, 126), (390, 116)):
        page.set_viewport_size({"width": width, "height": 844})
        page.goto(server.address)
        usual = page.locator("button.honey")
        expect(usual).to_have_attribute("data-tile", "5+4")
        box = usual.bounding_box()
        assert box is not None
        assert round(box["width"]) == tile
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def press_tile(page: Page, tile: str) -> None:
    """Press a tile in the middle of its face, which neighbours do not cover."""
    page.locator(f'[data-tile="{tile}"] .face').click()


def test_an_open_game_waits_and_is_joined_from_watch(server: ServerProcess, open_page: PageOpener) -> None:
    anna, ben = open_page(server.address), open_page(server.address)
    anna.evaluate(REMEMBER)
    anna.reload()
    press_tile(anna, "15+10")
    expect(anna.locator('[data-tile="15+10"]')).to_have_attribute("aria-pressed", "true")
    expect(anna.get_by_test_id("waiting")).to_contain_text("15+10")
    anna.get_by_role("link", name="Puzzles").first.click()
    expect(anna.get_by_test_id("waiting")).to_be_visible()
    ben.goto(f"{server.address}/watch")
    ben.get_by_role("button", name=re.compile(r"^Play .*15\+10")).first.click()
    for page in (anna, ben):
        page.wait_for_url(re.compile("/game/"))
    assert GamePage(anna).game == GamePage(ben).game


@pytest.mark.slow
def test_waiting_can_be_cancelled(server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(server.address)
    page.evaluate(REMEMBER)
    page.reload()
    press_tile(page, "30+20")
    page.get_by_test_id("waiting").get_by_role("button", name="Cancel").click()
    expect(page.get_by_test_id("waiting")).to_have_count(0)
    expect(page.locator('[data-tile="30+20"]')).to_have_attribute("aria-pressed", "false")


def test_watch_shows_a_recorded_game_or_live_boards(server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(f"{server.address}/watch")
    board = page.get_by_role("img").or_(page.get_by_test_id("live")).first
    expect(board).to_be_visible()
    page.get_by_role("button", name="Open your own game").click()
    expect(page.get_by_role("dialog").get_by_role("radio", name="Anyone")).to_be_checked()


@pytest.mark.slow
def test_watch_with_games_of_every_speed_is_as_wide_as_a_phone(server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(server.address, **PHONE)
    page.wait_for_load_state("networkidle")  # simultaneous first requests would create two guests
    page.request.put(f"{server.address}/api/me", data={"name": "Quodlibet the Wasp"})
    clocks: list[dict[str, Any]] = [
        *({"kind": "minutes", "minutes": minutes, "increment": 2} for minutes in (1, 3, 10, 30)),
        {"kind": "days", "days": 1},
        {"kind": "none"},
    ]
    for clock in clocks:
        play_against_friend(page, open_page(server.address), server, clock)
    page.goto(f"{server.address}/watch")
    expect(page.get_by_role("group", name="Speed").get_by_role("button")).to_have_count(7)
    widths = page.evaluate(
        "[...document.querySelectorAll('main, .live')].map((it) => it.getBoundingClientRect().right)"
    )
    assert max(widths) <= 390
    for card in page.get_by_test_id("live").all()[:3]:
        # both names, clocks and the board fit
        assert card.evaluate("(card) => card.scrollHeight <= card.clientHeight + 1")
    page.set_viewport_size({"width": 844, "height": 390})
    large = page.locator(".live.large").bounding_box()
    assert large is not None
    assert large["height"] <= 390 - 52, "the large board is seen at once"
    page.set_viewport_size({"width": 390, "height": 844})
    names = page.locator(".live .name", has_text="Quodlibet")
    assert names.evaluate_all("(names) => names.every((name) => name.scrollHeight <= name.clientHeight + 1)")


@pytest.mark.slow
def test_the_comb_is_centred_on_a_phone_on_its_side(server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(server.address, **{**PHONE, "viewport": {"width": 844, "height": 390}})
    page.evaluate(REMEMBER)
    page.reload()
    comb = page.get_by_role("list", name="Start a game").bounding_box()
    assert comb is not None
    assert comb["x"] + comb["width"] / 2 == pytest.approx(422, abs=2)


@pytest.mark.slow
@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
def test_the_clocks_of_a_newcomer_have_room(server: ServerProcess, open_page: PageOpener, locale: str) -> None:
    page = open_page(server.address, viewport={"width": 1366, "height": 800}, locale=locale)
    clocks = page.locator(".known .clocks button")
    expect(clocks).to_have_count(4)
    widths = clocks.evaluate_all(
        """(clocks) => clocks.map((clock) => [clock.getBoundingClientRect().width,
          ...[...clock.children].map((text) => text.getBoundingClientRect().width)])"""
    )
    assert len({round(width) for width, *_ in widths}) == 1
    assert all(max(texts) <= width - 4 for width, *texts in widths), widths


@pytest.mark.slow
def test_a_long_greeting_stays_on_one_line(server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(server.address)
    page.wait_for_load_state("networkidle")
    page.request.put(f"{server.address}/api/me", data={"name": "Bombus of the Great Wood"})
    page.evaluate(REMEMBER)
    for width, right in ((1366, 608), (800, 780), (390, 390)):
        page.set_viewport_size({"width": width, "height": 800})
        page.reload()
        heading = page.get_by_role("heading", level=1)
        expect(heading).to_contain_text("Bombus")
        assert heading.evaluate("(heading) => heading.clientHeight < 60 && heading.scrollWidth <= heading.clientWidth")
        assert heading.evaluate("(heading) => getComputedStyle(heading).textOverflow") == "clip"
        box = page.get_by_role("button", name="Other game").bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= right


@pytest.mark.slow
def test_games_with_a_deadline_come_first(server: ServerProcess, open_page: PageOpener) -> None:
    mira, ben = open_page(server.address), open_page(server.address)
    for page in (mira, ben):
        page.wait_for_load_state("networkidle")
    urgent = play_against_friend(mira, ben, server, {"kind": "days", "days": 1})
    mira.request.post(f"{server.address}/api/games", data={"opponent": "computer", "level": 1})
    mira.goto(server.address)
    expect(mira.locator(".board-card a").first).to_have_attribute("href", f"/game/{urgent}")


def play_against_friend(page: Page, friend: Page, server: ServerProcess, clock: dict[str, Any]) -> str:
    """Start a listed game between two visitors, and return the id of the game."""
    request = {"opponent": "friend", "clock": clock, "side": "white", "private": False}
    game: str = page.request.post(f"{server.address}/api/games", data=request).json()["game"]
    invitation = page.request.get(f"{server.address}/api/games/{game}").json()["invite"]
    assert friend.request.post(f"{server.address}/api/invitations", data={"secret": invitation}).ok
    return game


@pytest.mark.slow
@every_look
def test_axe_finds_no_violations_for_regulars_and_on_watch(
    server: ServerProcess, open_page: PageOpener, look: dict[str, Any]
) -> None:
    page = open_page(server.address, reduced_motion="reduce", **look)
    check_accessibility(page, "a newcomer")
    page.evaluate(REMEMBER)
    page.reload()
    press_tile(page, "3+2")
    page.get_by_test_id("waiting").wait_for()
    check_accessibility(page, "waiting")
    page.get_by_test_id("waiting").get_by_role("button", name="Cancel").click()
    page.get_by_role("button", name="Other game").click()
    dialog = page.get_by_role("dialog", name="New game")
    dialog.get_by_text("A friend", exact=True).click()
    dialog.get_by_text("Days", exact=True).click()
    check_accessibility(page, "the form for a new game")
    page.goto(f"{server.address}/watch")
    page.get_by_role("heading", name="Open games").wait_for()
    check_accessibility(page, "watch")
