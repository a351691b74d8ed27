"""Accounts in a browser, besides the journey of test_journeys.py: guests' games, passwords, and what follows them."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PageOpener
from tests.browser.server import ServerProcess
from tests.browser.variants import VARIANTS, Variant
from tests.browser.visitor import Visitor
from tests.browser.waiting import wait_until
from tests.server.accounts.requirements import shows


def open_sign_in(page: Page) -> Locator:
    """Open the dialog from the header of an English page on a desktop."""
    page.get_by_role("banner").get_by_role("button", name="Sign in", exact=True).click()
    return page.get_by_role("dialog", name="Sign in", exact=True)


def keep_codes(page: Page) -> None:
    """Close the dialog with the recovery codes of a new account."""
    expect(page.get_by_role("dialog").locator("code")).to_have_count(8)
    with page.expect_navigation():
        page.get_by_role("button", name="I've kept them").click()


@pytest.mark.slow
@pytest.mark.parametrize("variant", [VARIANTS["en-desktop"], VARIANTS["fr-phone"]], ids=lambda variant: variant.id)
def test_games_of_a_guest_are_offered_to_who_signs_in(
    server: ServerProcess, open_page: PageOpener, variant: Variant
) -> None:
    name, password = variant.name("Guest"), "correct horse battery"
    home = open_page(server.address, **variant.options)
    home.wait_for_load_state("networkidle")  # simultaneous first requests would create two guests
    made = home.request.post(f"{server.address}/api/accounts", data={"name": name, "password": password})
    assert made.ok, made.text()
    work = Visitor(open_page(server.address, **variant.options), variant, server)
    work.page.wait_for_load_state("networkidle")
    created = work.page.request.post(f"{server.address}/api/games", data={"opponent": "computer", "level": 1})
    game = created.json()["game"]
    work.press_in_header("Sign in")
    dialog = work.dialog("Sign in")
    work.fill("Name", name, within=dialog)
    work.fill("Password", password, within=dialog)
    work.press("Sign in", within=dialog)
    offer = work.dialog("Your games as a guest")
    expect(offer).to_be_visible()
    work.check("games of a guest")
    with work.page.expect_navigation():
        work.press("Move to my account", within=offer)
    mine = home.request.get(f"{server.address}/api/games/mine/all").json()["games"]
    assert [each["game"] for each in mine] == [game]
    work.open("/account")
    expect(work.page.get_by_role("heading", name=name)).to_be_visible()
    expect(work.page.get_by_role("heading", name=work.text("Your games as a guest"))).to_have_count(0)


@shows("6.2.6", "6.2.7")
def test_password_fields_hide_the_password_and_work_with_managers(server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(server.address, permissions=["clipboard-read", "clipboard-write"])
    dialog = open_sign_in(page)
    field = dialog.get_by_label("Password", exact=True)
    expect(field).to_have_attribute("type", "password")
    expect(field).to_have_attribute("autocomplete", "current-password")
    expect(dialog.get_by_label("Name")).to_have_attribute("autocomplete", "username")
    # pasting works, and so does looking at what was typed
    field.evaluate(
        """(input) => {
            const data = new DataTransfer();
            data.setData("text/plain", "pasted");
            const paste = new ClipboardEvent("paste", { clipboardData: data, cancelable: true });
            window.pasteAllowed = input.dispatchEvent(paste);
        }"""
    )
    assert page.evaluate("window.pasteAllowed")
    dialog.get_by_role("button", name="Show password").click()
    expect(field).to_have_attribute("type", "text")
    dialog.get_by_role("button", name="Create an account").click()
    field = page.get_by_role("dialog").get_by_label("Password", exact=True)
    expect(field).to_have_attribute("type", "password")
    expect(field).to_have_attribute("autocomplete", "new-password")


@shows("7.4.4")
def test_signing_out_is_easy_to_find(server: ServerProcess, open_page: PageOpener) -> None:
    """The account page is the only one that requires signing in; every page links to it."""
    page = open_page(server.address)
    open_sign_in(page).get_by_role("button", name="Create an account").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name", exact=True).fill("Easy Eva")
    dialog.get_by_label("Password", exact=True).fill("tigermoose")
    dialog.get_by_role("button", name="Create with a password").click()
    keep_codes(page)
    page.get_by_role("banner").get_by_role("link", name=re.compile("Easy Eva")).click()
    page.get_by_role("main").get_by_role("button", name="Sign out").first.click()
    expect(page.get_by_role("banner").get_by_role("button", name="Sign in")).to_be_visible()
    assert page.request.get(f"{server.address}/api/account").status == 401


@pytest.mark.slow
def test_puzzles_lessons_and_settings_follow_the_account(server: ServerProcess, open_page: PageOpener) -> None:
    first = open_page(server.address)
    first.evaluate(
        """() => {
            const data = { queen: { done: [1, 2], last: 2 } };
            localStorage.setItem("skep.school", JSON.stringify({ version: 1, data }));
            localStorage.setItem("skep.settings", JSON.stringify({ theme: "dark" }));
        }"""
    )
    first.reload()
    open_sign_in(first).get_by_role("button", name="Create an account").click()
    dialog = first.get_by_role("dialog")
    dialog.get_by_label("Name", exact=True).fill("Roaming Ron")
    dialog.get_by_label("Password", exact=True).fill("tigermoose")
    with first.expect_response(re.compile("account/data/course")):
        dialog.get_by_role("button", name="Create with a password").click()
        keep_codes(first)
    wait_until(first, "async () => (await (await fetch('/api/account/data/course')).json()).version === 1")

    second = open_page(server.address)
    second.evaluate(
        """() => {
            const data = { queen: { done: [3], last: 3 }, ant: { done: [1], last: 1 } };
            localStorage.setItem("skep.school", JSON.stringify({ version: 1, data }));
        }"""
    )
    second.reload()
    dialog = open_sign_in(second)
    dialog.get_by_label("Name", exact=True).fill("Roaming Ron")
    dialog.get_by_label("Password", exact=True).fill("tigermoose")
    with second.expect_navigation():
        dialog.get_by_role("button", name="Sign in", exact=True).click()
    wait_until(second, "() => localStorage.getItem('skep.school').includes('[1,2,3]')")
    expect(second.locator("html")).to_have_attribute("data-theme", "dark")
    first.reload()
    wait_until(first, "() => localStorage.getItem('skep.school').includes('\"ant\"')")
    first.goto(f"{server.address}/account")
    with first.expect_navigation():
        first.get_by_role("main").get_by_role("button", name="Sign out").first.click()
    wait_until(first, "() => localStorage.getItem('skep.school') === null")
