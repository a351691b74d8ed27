"""Profiles, friends, leaderboards and ratings at the board."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.accessibility import check_accessibility, every_look
from tests.browser.conftest import PageOpener
from tests.browser.game_page import GamePage, choose_opponent
from tests.browser.profile_games import register, store_rated_games
from tests.browser.server import ServerProcess


@pytest.mark.slow
@every_look
def test_a_profile(open_page: PageOpener, own_server: ServerProcess, look: dict[str, Any], request: Any) -> None:
    suffix = request.node.callspec.id
    mira, bechster = f"Mira {suffix}", f"Bechster {suffix}"
    first, second = (open_page(own_server.address, **look) for _ in range(2))
    register(first, own_server.address, mira)
    register(second, own_server.address, bechster)
    store_rated_games(own_server, mira, bechster, 44)

    second.goto(f"{own_server.address}/player/{mira}")
    expect(second.get_by_role("heading", level=1)).to_have_text(mira)
    expect(second.get_by_role("radio", name=re.compile("Rapid, expansions"))).to_be_checked()
    expect(second.get_by_role("img", name=re.compile("Rapid, expansions: from"))).to_be_visible()
    expect(second.get_by_text(re.compile("^Against you: "))).to_be_visible()
    second.get_by_text("Show as a table").first.click()
    expect(second.get_by_role("columnheader", name="Rating").first).to_be_visible()
    check_accessibility(second, "profile")

    # games with filters
    cards = second.get_by_test_id("profile-game")
    expect(cards).to_have_count(12)
    second.get_by_role("button", name="More games").click()
    expect(cards).to_have_count(24)
    second.get_by_label("Opponent", exact=True).select_option("Computer")
    expect(second.get_by_role("status").filter(has_text="won")).to_contain_text(re.compile(r"won, \d+ drawn"))
    expect(cards.first).to_contain_text("Computer")
    second.get_by_role("button", name=re.compile("All games against Computer")).first.click()
    level = second.get_by_role("button", name=re.compile("Show games against everyone, not only Computer"))
    expect(level).to_be_visible()
    expect(second.get_by_label("Opponent", exact=True)).to_have_value("")
    level.click()
    second.get_by_role("button", name=re.compile(f"All games against {bechster}")).click()
    expect(cards.first).to_contain_text(bechster)
    second.get_by_role("button", name=re.compile("Show games against everyone")).click()
    stakes = second.get_by_label("Rated or casual")
    stakes.select_option("Casual")
    expect(second.get_by_text("No game matches these filters.")).to_be_visible()
    stakes.select_option("Rated")
    expect(cards).to_have_count(12)

    # following
    second.get_by_role("button", name="Follow", exact=True).click()
    expect(second.get_by_role("button", name="Following")).to_have_attribute("aria-pressed", "true")
    second.goto(f"{own_server.address}/player/{bechster}")
    friends = second.get_by_role("region", name="Friends")
    expect(friends.get_by_role("link", name=mira, exact=True)).to_be_visible()
    expect(friends.get_by_role("link", name=f"Challenge {mira}")).to_be_visible()
    expect(second.get_by_role("link", name="Challenge", exact=True)).to_have_count(0)

    # the leaderboard
    # the server keeps a leaderboard for a while
    second.goto(f"{own_server.address}/leaderboard/rapid/expansions")
    while not second.get_by_role("table").get_by_role("cell", name=mira).count():
        second.wait_for_timeout(1000)
        second.reload()
    expect(second.get_by_role("cell", name=mira)).to_be_visible()
    check_accessibility(second, "leaderboard")
    second.get_by_text("Daily", exact=True).click()
    expect(second).to_have_url(re.compile("/leaderboard/daily/expansions$"))
    expect(second.get_by_text("No one is on this board yet")).to_be_visible()


def test_a_player_is_blocked_on_a_profile_and_unblocked_in_the_account(
    open_page: PageOpener, server: ServerProcess
) -> None:
    quarrel, page = open_page(server.address), open_page(server.address)
    register(quarrel, server.address, "Quarrel")
    register(page, server.address, "Peaceful")
    page.goto(f"{server.address}/player/Quarrel")
    page.get_by_role("button", name="Report, block or mute").click()
    dialog = page.get_by_role("dialog", name="About Quarrel")
    dialog.get_by_role("button", name="Block", exact=True).click()
    expect(dialog.get_by_role("button", name="Unblock")).to_have_attribute("aria-pressed", "true")
    check_accessibility(page, "a dialog about a player")
    page.keyboard.press("Escape")
    page.goto(f"{server.address}/account")
    blocked = page.get_by_role("region", name="Blocked and muted players")
    expect(blocked).to_contain_text("Quarrel")
    check_accessibility(page, "an account with a blocked player")
    blocked.get_by_role("button", name="Unblock: Quarrel").click()
    expect(blocked).to_contain_text("You haven't blocked or muted anyone.")


def test_an_unknown_player(open_page: PageOpener, server: ServerProcess) -> None:
    page = open_page(f"{server.address}/player/Nobody")
    expect(page.get_by_role("heading", name="No such player")).to_be_visible()


def test_a_rated_game_against_the_computer(open_page: PageOpener, server: ServerProcess) -> None:
    page = open_page(server.address)
    register(page, server.address, "Newcomer")
    page.reload()
    dialog = choose_opponent(page, "Computer")
    expect(dialog.get_by_label("Choose a clock to play a rated game.")).to_be_disabled()
    dialog.get_by_text("Minutes", exact=True).click()
    dialog.get_by_role("checkbox", name=re.compile("Rated")).check()
    dialog.get_by_role("button", name=re.compile("^Play")).click()
    page.wait_for_url(re.compile("/game/"))
    table = GamePage(page)
    table.wait_for_ply(0)
    expect(page.get_by_text("1500?").first).to_be_visible()
    expect(page.get_by_role("button", name="Take back")).to_be_disabled()
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)
