"""Muting, warnings and the moderators' pages, TV, and claiming the game of a player who has left."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import check_accessibility
from tests.browser.board_page import PHONE
from tests.browser.conftest import PageOpener
from tests.browser.server import ServerProcess
from tests.browser.test_chat import lines, make_friends, say
from tests.services import TIMEOUT

LOOKS = [{"color_scheme": "light"}, {"color_scheme": "dark"}, {"color_scheme": "light", **PHONE}]
PASSWORD = "correct horse battery"


def register(page: Page, server: ServerProcess, name: str) -> None:
    """Turn the visitor into an account."""
    page.wait_for_load_state("networkidle")
    answer = page.request.post(f"{server.address}/api/accounts", data={"name": name, "password": PASSWORD})
    assert answer.status == 201, answer.text()


def appoint(server: ServerProcess, name: str, role: str = "moderator") -> None:
    """Give an account a role, as an operator does."""
    with closing(sqlite3.connect(server.folder / "games.sqlite", timeout=TIMEOUT)) as database, database:
        database.execute("UPDATE accounts SET role = ? WHERE id = (SELECT id FROM guests WHERE name = ?)", (role, name))


def paired(one: Page, other: Page, server: ServerProcess, **options: Any) -> str:
    """Create a game between two visitors and return its address."""
    request = {"opponent": "friend", "side": "white", "expansions": "", **options}
    game = one.request.post(f"{server.address}/api/games", data=request).json()["game"]
    invite = one.request.get(f"{server.address}/api/games/{game}").json()["invite"]
    other.request.post(f"{server.address}/api/invitations", data={"secret": invite})
    return f"{server.address}/game/{game}"


def open_people(page: Page) -> None:
    """Open the dialog to report, block or mute."""
    page.get_by_role("button", name="Options of the move list", exact=True).click()
    page.get_by_role("button", name="Report, block or mute").click()


@pytest.mark.slow
def test_a_muted_player_is_not_read(server: ServerProcess, open_page: PageOpener) -> None:
    anna, ben = open_page(server.address), open_page(server.address)
    address = make_friends(anna, ben, server)
    anna.goto(address)
    ben.goto(address)
    for page in (anna, ben):
        page.get_by_role("tab", name="Chat").click()
    say(ben, "First")
    expect(lines(anna)).to_have_text("Bechster: First")
    open_people(anna)
    anna.get_by_role("button", name="Mute", exact=True).click()
    expect(anna.get_by_role("button", name="Unmute")).to_be_visible()
    anna.keyboard.press("Escape")
    say(ben, "Second")
    expect(anna.get_by_text("2 messages from people you muted")).to_be_visible()
    expect(lines(anna)).to_have_text("Say hello.")
    open_people(anna)
    anna.get_by_role("button", name="Block", exact=True).click()
    expect(anna.get_by_role("button", name="Unblock")).to_be_visible()
    ben.get_by_role("textbox", name="Message").fill("Third")
    ben.keyboard.press("Enter")
    expect(ben.get_by_test_id("notice")).to_contain_text("One of you has blocked the other")


@pytest.mark.slow
def test_the_game_of_a_player_who_has_left_is_claimed(server: ServerProcess, open_page: PageOpener) -> None:
    anna, ben = open_page(server.address), open_page(server.address)
    for page in (anna, ben):
        page.wait_for_load_state("networkidle")
    address = paired(anna, ben, server, clock={"kind": "minutes", "minutes": 5, "increment": 0})
    anna.goto(address)
    ben.goto(address)
    for ply, (page, piece, to) in enumerate(((anna, "wS1", [0, 0]), (ben, "bS1", [1, 0]), (anna, "wQ", [-1, 0]))):
        page.evaluate(
            """async ([game, ply, piece, to]) => {
              const socket = new WebSocket(`ws://${location.host}/api/socket`);
              await new Promise((resolve) => (socket.onopen = resolve));
              socket.send(JSON.stringify({ kind: "move", id: 1, game, ply, piece, to }));
              await new Promise((resolve) => (socket.onmessage = resolve));
              socket.close();
            }""",
            [address[-10:], ply, piece, to],
        )
    ben.goto("about:blank")
    card = anna.get_by_test_id("claim")
    expect(card).to_contain_text("Your opponent has left")
    expect(card).to_contain_text("you can claim the game")
    check_accessibility(anna, "the countdown")
    banner = anna.get_by_test_id("banner")
    while not banner.is_visible():
        # a busy server may have noticed a moment later than the page that the opponent has left
        claim = card.get_by_role("button", name="Claim the win")
        claim.or_(banner).first.wait_for(timeout=60_000)
        if claim.is_visible():
            claim.click()
            anna.wait_for_timeout(2000)
    expect(banner).to_contain_text("Black left the game.")


@pytest.mark.slow
@pytest.mark.parametrize("look", LOOKS, ids=["light", "dark", "phone"])
def test_axe_finds_no_violations_on_the_pages_of_moderators(
    server: ServerProcess, open_page: PageOpener, look: dict[str, Any]
) -> None:
    mona = open_page(server.address, reduced_motion="reduce", **look)
    name = f"Mona {LOOKS.index(look)}"
    register(mona, server, name)
    appoint(server, name, "admin")
    player = open_page(server.address)
    register(player, server, f"Player of {name}")
    report = {"player": {"name": f"Player of {name}"}, "kind": "name", "text": "Just look at it"}
    assert player.context.browser is not None
    other = open_page(server.address)
    other.wait_for_load_state("networkidle")
    assert other.request.post(f"{server.address}/api/reports", data=report).status == 201
    for path, text in (
        ("/moderation", "Just look at it"),
        ("/moderation/log", "Filter by action"),
        ("/moderation/words", "From the standard list"),
        ("/moderation/players", "Find a player by name"),
    ):
        mona.goto(f"{server.address}{path}")
        expect(mona.get_by_text(text).first).to_be_visible()
        check_accessibility(mona, path)
    mona.get_by_role("textbox").fill(f"Player of {name}")
    mona.get_by_role("button", name="Search").last.click()
    expect(mona.get_by_role("heading", name="Signals of fair play")).to_be_visible()
    mona.get_by_role("button", name="Warn", exact=True).click()
    mona.get_by_role("textbox").fill("Choose another name")
    mona.get_by_role("button", name="Warn", exact=True).last.click()
    expect(mona.get_by_text("Done. It is in the log.").first).to_be_visible()
    check_accessibility(mona, "a player")
    player.reload()
    warning = player.get_by_role("dialog", name="A moderator has a warning for you")
    expect(warning).to_contain_text("Choose another name")
    check_accessibility(player, "a warning")
    with player.expect_response("**/confirm"):
        warning.get_by_role("button", name="I have read this").click()
    player.reload()
    expect(player.get_by_role("heading", level=1)).to_be_visible()
    expect(warning).to_have_count(0)


@pytest.mark.slow
def test_tv_shows_a_running_game_and_then_the_next(own_server: ServerProcess, open_page: PageOpener) -> None:
    address = f"{own_server.address}/tv"
    tv = open_page(address, reduced_motion="reduce")
    expect(tv.get_by_role("heading", name="Nothing is on right now")).to_be_visible()
    check_accessibility(tv, "TV without a game")
    anna, ben = open_page(own_server.address), open_page(own_server.address)
    for page, name in ((anna, "Anna"), (ben, "Ben")):
        page.wait_for_load_state("networkidle")
        page.request.put(f"{own_server.address}/api/me", data={"name": name})
    first = paired(anna, ben, own_server, private=False, clock={"kind": "days", "days": 1})
    shown = tv.locator("h1").first
    expect(shown).to_have_text("Anna vs Ben")
    expect(tv.get_by_role("tab", name="Chat")).to_be_visible()
    check_accessibility(tv, "TV")
    paired(ben, anna, own_server, private=False, clock={"kind": "days", "days": 1})
    tv.get_by_role("tab", name="Chat").click()
    say(tv, "What a game")
    anna.goto(first)
    anna.get_by_role("button", name="Cancel game").click()
    anna.get_by_role("dialog").get_by_role("button", name="Cancel game").click()
    expect(shown).to_have_text("Ben vs Anna", timeout=60_000)
