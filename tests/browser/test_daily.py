"""Daily games on the page: notifications, the next game, conditional moves, the list of games, and vacations."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import check_accessibility, every_look
from tests.browser.board_page import REDUCED_MOTION
from tests.browser.conftest import PageOpener
from tests.browser.daily_page import new_daily_game, open_daily_game, play_now
from tests.browser.game_page import GamePage
from tests.browser.server import ServerProcess

OPENING = ["wS1", "bS1 wS1-"]


@pytest.fixture
def players(server: ServerProcess, open_page: PageOpener) -> tuple[Page, Page]:
    """The pages of Anna and Ben."""
    anna, ben = (open_page(server.address, **REDUCED_MOTION) for _ in range(2))
    for page, name in ((anna, "Anna"), (ben, "Ben")):
        page.wait_for_load_state("networkidle")  # simultaneous first requests would create two guests
        assert page.request.put(f"{server.address}/api/me", data={"name": name}).ok
        page.reload()
        page.wait_for_load_state("networkidle")
    return anna, ben


def bell(page: Page, unread: int) -> Any:
    name = f"Notifications: {unread} unread" if unread else "Notifications"
    return page.get_by_role("banner").get_by_role("button", name=name, exact=True)


def enter(table: GamePage, *moves: tuple[str, tuple[int, int]]) -> None:
    """Place pieces from the hands on the board for conditional moves."""
    for piece, to in moves:
        before = int(table.main.get_attribute("data-conditional") or 0)
        table.tap(table.piece_at(piece, None))
        table.tap(table.space(to))
        expect(table.main).to_have_attribute("data-conditional", str(before + 1))


def test_a_turn_is_announced_on_every_page_and_read_by_looking(players: tuple[Page, Page]) -> None:
    anna, ben = players
    game = new_daily_game(anna, ben, OPENING[:1])
    ben.reload()
    expect(bell(ben, 1)).to_be_visible()
    bell(ben, 1).click()
    notice = ben.get_by_role("dialog", name="Notifications").get_by_role("link", name="Your turn against Anna")
    expect(notice).to_contain_text("Move by")
    notice.click()
    ben.wait_for_url(re.compile(f"/game/{game}"))
    expect(bell(ben, 0)).to_be_visible()
    # Anna is looking at another page
    anna.reload()
    expect(bell(anna, 0)).to_be_visible()
    play_now(ben, game, OPENING[:1], OPENING[1])
    anna.reload()
    expect(bell(anna, 1)).to_be_visible()
    play_now(anna, game, OPENING, "wQ -wS1")
    expect(bell(anna, 0)).to_be_visible()


@pytest.mark.slow
def test_a_prepared_reply_is_played_and_the_next_game_is_near(players: tuple[Page, Page]) -> None:
    anna, ben = players
    other = new_daily_game(anna, ben, [])
    game = new_daily_game(anna, ben, OPENING[:1])
    table = open_daily_game(anna, game)
    table.button("If…").click()
    expect(table.main).to_have_attribute("data-conditional", "0")
    enter(table, ("bS1", (1, 0)))
    expect(table.button("Save this line")).to_be_disabled()
    # where it may not go, the board says why
    table.tap(table.piece_at("wQ", None))
    table.tap(table.space((1, 0)))
    expect(table.notice).to_be_visible()
    anna.keyboard.press("Escape")
    enter(table, ("wQ", (-1, 0)))
    table.button("Save this line").click()
    expect(table.main).to_have_attribute("data-conditional", "0")
    expect(anna.get_by_role("button", name="Remove line 1")).to_be_visible()
    anna.get_by_role("button", name="Back to the game").click()
    expect(table.main).to_contain_text("1 reply prepared")
    play_now(ben, game, OPENING[:1], OPENING[1])
    table.wait_for_ply(3)
    assert [str(move) for move in table.board().moves][2].startswith("wQ")
    table.main.get_by_role("link", name="Next game").click()
    anna.wait_for_url(re.compile(f"/game/{other}"))


@pytest.mark.slow
def test_a_line_can_be_removed(players: tuple[Page, Page]) -> None:
    anna, ben = players
    game = new_daily_game(anna, ben, OPENING[:1])
    table = open_daily_game(anna, game)
    table.button("If…").click()
    enter(table, ("bS1", (1, 0)), ("wQ", (-1, 0)))
    table.button("Save this line").click()
    anna.get_by_role("button", name="Remove line 1").click()
    expect(table.main).to_contain_text("No lines yet.")
    anna.get_by_role("button", name="Back to the game").click()
    play_now(ben, game, OPENING[:1], OPENING[1])
    table.wait_for_ply(2)
    expect(table.main.get_by_test_id("status")).to_contain_text("Your turn")


def test_all_games_are_listed_by_urgency(players: tuple[Page, Page], server: ServerProcess) -> None:
    anna, ben = players
    theirs = new_daily_game(anna, ben, OPENING[:1])
    mine = [new_daily_game(anna, ben, OPENING, days=days) for days in (3, 1)]
    anna.goto(f"{server.address}/games")
    for heading, games in (("Your turn", mine[::-1]), ("Waiting for the others", [theirs])):
        links = anna.get_by_role("region", name=heading).get_by_role("link")
        expect(links).to_have_count(len(games))
        for link, game in zip(links.all(), games, strict=True):
            expect(link).to_have_attribute("href", f"/game/{game}")


@pytest.mark.slow
def test_a_vacation_is_seen_by_the_opponent(server: ServerProcess, open_page: PageOpener) -> None:
    anna, ben = (open_page(server.address, **REDUCED_MOTION) for _ in range(2))
    for page in (anna, ben):
        page.wait_for_load_state("networkidle")
    account = {"name": f"Anna {server.port}", "password": "correct horse battery"}
    assert anna.request.post(f"{server.address}/api/accounts", data=account).ok
    anna.reload()
    game = new_daily_game(anna, ben, OPENING)
    anna.get_by_role("button", name="Settings").click()
    settings = anna.get_by_role("dialog", name="Settings")
    settings.get_by_label("How long?").select_option("7 days")
    settings.get_by_role("button", name="Start vacation").click()
    expect(settings).to_contain_text("You're on vacation until")
    table = open_daily_game(ben, game)
    expect(table.main).to_contain_text(re.compile(f"Anna {server.port} is on vacation until"))
    settings.get_by_role("button", name="I'm back").click()
    expect(settings).to_contain_text("29 days left")
    ben.reload()
    expect(table.main).to_contain_text("Waiting for")


@every_look
@pytest.mark.slow
def test_daily_screens_are_accessible(
    server: ServerProcess, open_page: PageOpener, players: tuple[Page, Page], look: dict[str, Any]
) -> None:
    _, ben = players
    page = open_page(server.address, **look)
    page.wait_for_load_state("networkidle")
    game = new_daily_game(page, ben, OPENING[:1])
    new_daily_game(page, ben, OPENING)
    assert page.request.put(f"{server.address}/api/me", data={"name": "Carla"}).ok
    page.goto(f"{server.address}/games")
    page.get_by_role("region", name="Your turn").wait_for()
    check_accessibility(page, "games")
    page.get_by_role("banner").get_by_role("button", name=re.compile("Notifications")).click()
    page.get_by_role("dialog").get_by_role("link").first.wait_for()
    check_accessibility(page, "notifications")
    table = open_daily_game(page, game)
    page.get_by_role("button", name="If…").wait_for()
    check_accessibility(page, "waiting")
    page.get_by_role("button", name="If…").click()
    expect(table.main).to_have_attribute("data-conditional", "0")
    check_accessibility(page, "conditional moves")
