"""Programs that act for a player: tokens on the account page, and the page on which players give access."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import check_accessibility
from tests.browser.conftest import PageOpener
from tests.browser.server import ServerProcess
from tests.server.accounts.requirements import shows
from tests.server.api_access.programs import VERIFIER, asked

REGISTER = """async (name) => {
    const body = JSON.stringify({ name, password: "tigermoose" });
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch("/api/accounts", { method: "POST", headers, body });
    if (answer.status !== 201) throw new Error(await answer.text());
}"""


def sign_up(server: ServerProcess, open_page: PageOpener, name: str, **options: Any) -> Page:
    """Open the page as a new account."""
    page = open_page(server.address, **options)
    page.get_by_role("banner").wait_for()
    page.evaluate("fetch('/api/me')")
    page.evaluate(REGISTER, name)
    return page


def status_with(server: ServerProcess, token: str) -> int:
    """Return the status of a program's request with a token."""
    request = urllib.request.Request(f"{server.address}/api/me", headers={"Authorization": f"Bearer {token}"})
    try:
        with urllib.request.urlopen(request, timeout=20) as response:
            return int(response.status)
    except urllib.error.HTTPError as error:
        return error.code


def exchange(server: ServerProcess, code: str) -> dict[str, Any]:
    """Return the token that a program gets for a code."""
    form = {
        "grant_type": "authorization_code",
        "code": code,
        "redirect_uri": "https://program.example/back",
        "client_id": "program.example",
        "code_verifier": VERIFIER,
    }
    with urllib.request.urlopen(f"{server.address}/api/token", urlencode(form).encode(), timeout=20) as response:
        issued: dict[str, Any] = json.load(response)
    return issued


def test_a_token_is_created_used_and_revoked(server: ServerProcess, open_page: PageOpener) -> None:
    page = sign_up(server, open_page, "Token Tamara", permissions=["clipboard-read", "clipboard-write"])
    page.goto(f"{server.address}/account")
    section = page.get_by_role("region", name="API tokens")
    section.get_by_role("button", name="Create a token").click()
    dialog = page.get_by_role("dialog", name="New token")
    dialog.get_by_label("Description").fill("My bot")
    dialog.get_by_label("Play as a bot").check()
    dialog.get_by_label("Expires after").select_option("A year")
    dialog.get_by_role("button", name="Create a token").click()
    kept = page.get_by_role("dialog", name="Copy your token now")
    token = kept.get_by_label("Token", exact=True).input_value()
    kept.get_by_role("button", name="Copy").click()
    expect(kept.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == token
    kept.get_by_role("button", name="Done").click()
    assert status_with(server, token) == 200
    assert token not in page.content()

    page.reload()
    entry = section.get_by_role("listitem").filter(has_text="My bot")
    expect(entry).to_contain_text("Last used")
    expect(entry).to_contain_text("Play as a bot")
    entry.get_by_role("button", name="Revoke My bot").click()
    expect(entry).to_have_count(0)
    assert status_with(server, token) == 401


@shows("10.4.7", "10.7.2")
@pytest.mark.parametrize("locale", ["en-GB", pytest.param("fr-FR", marks=pytest.mark.slow)])
def test_the_consent_page_warns_and_asks(server: ServerProcess, open_page: PageOpener, locale: str) -> None:
    texts = {
        "en-GB": ("Play as a bot", "We haven't checked this program", "For a year", "Allow", "Don't allow"),
        "fr-FR": (
            "Jouer en tant que bot",
            "Nous n’avons pas vérifié",
            "Pendant un an",
            "Autoriser",
            "Ne pas autoriser",
        ),
    }
    *shown, agree, decline = texts[locale]
    page = sign_up(server, open_page, f"Consent {locale}", locale=locale)
    page.route("https://program.example/**", lambda route: route.fulfill(body="back"))
    page.goto(f"{server.address}/oauth?{urlencode(asked())}")
    main = page.get_by_role("main")
    for text in ("program.example", f"Consent {locale}", *shown):
        expect(main).to_contain_text(text)
    check_accessibility(page, "consent")
    main.get_by_role("link", name=decline).click()
    page.wait_for_url("https://program.example/**")
    sent = parse_qs(urlsplit(page.url).query)
    assert sent == {"error": ["access_denied"], "state": ["a state & more"], "iss": [server.address]}

    page.goto(f"{server.address}/oauth?{urlencode(asked())}")
    main.get_by_role("button", name=agree).click()
    page.wait_for_url("https://program.example/**")
    sent = parse_qs(urlsplit(page.url).query)
    assert sent["state"] == ["a state & more"]
    assert status_with(server, exchange(server, sent["code"][0])["access_token"]) == 200


def test_nobody_is_sent_on_without_a_button(server: ServerProcess, open_page: PageOpener) -> None:
    """A visitor signs in first; a wrong link and a mistake of the program are explained."""
    page = open_page(f"{server.address}/oauth?{urlencode(asked(redirect_uri='http://program.example/'))}")
    main = page.get_by_role("main")
    expect(main).to_contain_text("isn't encrypted")
    expect(main.get_by_role("button", name="Allow")).to_have_count(0)
    main.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("dialog", name="Sign in")).to_be_visible()

    page.goto(f"{server.address}/oauth?{urlencode(asked(redirect_uri='javascript:alert(1)'))}")
    expect(main).to_contain_text("an address that isn't allowed")
    page.goto(f"{server.address}/oauth?{urlencode(asked(scope='web:mod'))}")
    expect(main).to_contain_text("There is no scope web:mod.")
    back = main.get_by_role("link", name="Return to program.example").get_attribute("href")
    assert back is not None
    assert parse_qs(urlsplit(back).query)["error"] == ["invalid_scope"]
    assert page.url.startswith(f"{server.address}/oauth")
