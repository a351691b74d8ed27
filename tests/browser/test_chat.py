"""Chat between players and between spectators, and the files of a game that is over."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.accessibility import check_accessibility
from tests.browser.board_page import PHONE
from tests.browser.conftest import PageOpener
from tests.browser.game_page import open_game
from tests.browser.server import ServerProcess


def make_friends(one: Page, other: Page, server: ServerProcess) -> str:
    """Create a game between two visitors and return its address; neither of them opens it."""
    for page, name in ((one, "Mira"), (other, "Bechster")):
        page.wait_for_load_state("networkidle")  # simultaneous first requests would create two guests
        page.request.put(f"{server.address}/api/me", data={"name": name})
    request = {"opponent": "friend", "side": "white", "expansions": ""}
    game = one.request.post(f"{server.address}/api/games", data=request).json()["game"]
    invite = one.request.get(f"{server.address}/api/games/{game}").json()["invite"]
    other.request.post(f"{server.address}/api/invitations", data={"secret": invite})
    return f"{server.address}/game/{game}"


def lines(page: Page) -> Locator:
    """The visible lines of chat."""
    return page.locator(".chat-lines li")


def say(page: Page, text: str) -> None:
    """Send a line of chat."""
    page.get_by_role("textbox", name="Message").fill(text)
    page.keyboard.press("Enter")
    expect(lines(page).filter(has_text=text)).to_be_visible()


@pytest.mark.slow
def test_unread_lines_are_counted_after_loading_the_page_again(server: ServerProcess, open_page: PageOpener) -> None:
    mira, bechster = open_page(server.address), open_page(server.address)
    address = make_friends(mira, bechster, server)
    mira.goto(address)
    bechster.goto(address)
    bechster.get_by_role("tab", name="Chat").click()
    say(bechster, "Good luck")
    tab = mira.get_by_role("tab", name="Chat")
    expect(tab).to_contain_text("1 new message")
    mira.reload()
    expect(tab).to_contain_text("1 new message")
    tab.click()
    expect(lines(mira)).to_have_text("Bechster: Good luck")
    expect(tab).not_to_contain_text("new message")
    mira.reload()
    expect(tab).to_be_visible()
    expect(tab).not_to_contain_text("new message")
    # a phone has the number on its navigation
    mira.set_viewport_size(PHONE["viewport"])
    say(bechster, "Have fun")
    expect(mira.get_by_role("button", name="Chat")).to_contain_text("1 new message")


@pytest.mark.slow
def test_spectators_have_their_own_chat(server: ServerProcess, open_page: PageOpener) -> None:
    mira, bechster = open_page(server.address), open_page(server.address)
    address = make_friends(mira, bechster, server)
    eve, tom = open_page(address), open_page(address)
    mira.goto(address)
    for page in (eve, tom):
        page.get_by_role("tab", name="Chat").click()
    say(eve, "Who will win?")
    expect(lines(tom)).to_have_text("Spectator: Who will win?")
    expect(tom.get_by_text("Players can read this after the game.")).to_be_visible()
    check_accessibility(tom, "the spectators' chat")
    mira.get_by_role("tab", name="Chat").click()
    say(mira, "Hello")
    expect(lines(mira)).to_have_text("Mira: Hello")
    expect(lines(tom)).to_have_count(1)
    mira.get_by_role("button", name="Cancel game").click()
    mira.get_by_role("dialog").get_by_role("button", name="Cancel game").click()
    mira.get_by_text("Spectators", exact=True).click()
    expect(lines(mira)).to_have_text("Spectator: Who will win?")


@pytest.mark.slow
def test_a_finished_game_is_saved_as_a_picture_and_an_animation(server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(server.address)
    open_game(page, server.address, ["wS1", "bS1 wS1-"])
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    # the end closes dialogs, so that its banner is seen
    expect(page.get_by_test_id("banner")).to_be_visible()
    page.get_by_role("button", name="Download").first.click()
    for button, start in (("Last position (PNG)", b"\x89PNG"), ("Whole game (animated GIF)", b"GIF89a")):
        with page.expect_download() as found:
            page.get_by_role("button", name=button).click()
        assert found.value.suggested_filename.startswith("hive-White-vs-Black-")
        assert found.value.path().read_bytes().startswith(start)
