"""Links to seats and invitations in a browser: secrets stay out of addresses that are sent, and can be replaced."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PageOpener
from tests.browser.game_page import choose_opponent
from tests.browser.server import ServerProcess


@pytest.mark.slow
def test_a_new_invitation_replaces_the_old_one(server: ServerProcess, open_page: PageOpener) -> None:
    anna = open_page(server.address)
    choose_opponent(anna, "A friend").get_by_role("button", name="Create a link").click()
    anna.wait_for_url(re.compile("/game/"))
    box = anna.locator("input[readonly]").first
    old = box.input_value()
    anna.get_by_role("button", name="Make a new link").click()
    expect(anna.get_by_role("main").get_by_text("The earlier link no longer works")).to_be_visible()
    expect(box).not_to_have_value(old)
    new = box.input_value()

    ben = open_page(old)
    expect(ben.get_by_role("heading", name="This invitation doesn't exist")).to_be_visible()
    sent: list[str] = []
    ben.on("request", lambda request: sent.append(request.url.partition("#")[0]))
    ben.goto(new)
    ben.get_by_role("button", name="Join game").click()
    ben.wait_for_url(re.compile("/game/"))
    assert any(url.endswith("/api/invitations") for url in sent)
    assert not [url for url in sent if new.partition("#")[2] in url]


@pytest.mark.slow
def test_old_links_say_that_they_no_longer_work(server: ServerProcess, open_page: PageOpener) -> None:
    for path in ("join", "seat"):
        page = open_page(f"{server.address}/{path}/aaaaaaaaaaaaaaaaaaaaaa")
        expect(page.get_by_role("heading", name="This link is too old")).to_be_visible()


def open_menu(page: Page) -> None:
    """Open the menu above the list of moves."""
    page.get_by_role("button", name="Options of the move list").click()


def test_a_seat_is_moved_to_another_device_and_taken_back(server: ServerProcess, open_page: PageOpener) -> None:
    desktop = open_page(server.address)
    desktop.get_by_role("button", name="Play your first game").click()
    desktop.wait_for_url(re.compile("/game/"))
    open_menu(desktop)
    desktop.get_by_role("button", name="Play on another device").click()
    phone = open_page(desktop.get_by_role("dialog").locator("input[readonly]").first.input_value())
    phone.wait_for_url(re.compile("/game/"))
    open_menu(phone)
    expect(phone.get_by_role("button", name="Play on another device")).to_be_visible()
    desktop.get_by_role("dialog").get_by_role("button", name="Make a new link").click()
    expect(desktop.get_by_role("dialog").get_by_text("one other device can only watch")).to_be_visible()
    expect(phone.get_by_role("button", name="Play on another device")).to_have_count(0)
