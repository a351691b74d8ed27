"""Accounts in a browser with a virtual authenticator: registering, other devices, recovery and deletion."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Locator, Page, expect

from tests.browser.accessibility import check_accessibility
from tests.browser.board_page import PHONE
from tests.browser.conftest import PageOpener
from tests.browser.server import ServerProcess
from tests.browser.waiting import wait_until
from tests.server.accounts.requirements import shows

Texts = dict[str, str]
ENGLISH: Texts = {
    "sign in": "Sign in",
    "create": "Create an account",
    "with passkey": "Create with a passkey",
    "with password": "Create with a password",
    "sign in with passkey": "Sign in with a passkey",
    "name": "Name",
    "password": "Password",
    "kept": "I've kept them",
    "lost": "Lost your passkey or password?",
    "code": "Recovery code",
    "recovering": "You signed in with a recovery code",
    "add passkey": "Add a passkey",
    "sign out": "Sign out",
    "delete": "Delete account",
    "for good": "Delete for good",
    "menu": "Menu",
    "new password": "New password",
    "set password": "Set a password",
}
FRENCH: Texts = {
    "sign in": "Se connecter",
    "create": "Créer un compte",
    "with passkey": "Créer avec une clé d’accès",
    "with password": "Créer avec un mot de passe",
    "sign in with passkey": "Se connecter avec une clé d’accès",
    "name": "Nom",
    "password": "Mot de passe",
    "kept": "Je les ai conservés",
    "lost": "Clé d’accès ou mot de passe perdus",
    "code": "Code de secours",
    "recovering": "Vous vous êtes connecté avec un code de secours",
    "add passkey": "Ajouter une clé d’accès",
    "sign out": "Se déconnecter",
    "delete": "Supprimer le compte",
    "for good": "Supprimer définitivement",
    "menu": "Menu",
    "new password": "Nouveau mot de passe",
    "set password": "Choisir un mot de passe",
}
LOOKS = [
    pytest.param("en-GB", {}, ENGLISH, id="english-desktop"),
    pytest.param("fr-FR", {}, FRENCH, id="french-desktop"),
    pytest.param("en-GB", PHONE, ENGLISH, id="english-phone"),
    pytest.param("fr-FR", PHONE, FRENCH, id="french-phone"),
]


def address_of(server: ServerProcess) -> str:
    """Return an address with a name, which passkeys need."""
    return f"http://localhost:{server.port}"


class VirtualAuthenticator:
    """The authenticator of a page's device."""

    def __init__(self, page: Page) -> None:
        self._session: CDPSession = page.context.new_cdp_session(page)
        self._session.send("WebAuthn.enable")
        options = {
            "protocol": "ctap2",
            "transport": "internal",
            "hasResidentKey": True,
            "hasUserVerification": True,
            "isUserVerified": True,
            "automaticPresenceSimulation": True,
        }
        added = self._session.send("WebAuthn.addVirtualAuthenticator", {"options": options})
        self._id = added["authenticatorId"]

    def passkeys(self) -> list[Any]:
        found = self._session.send("WebAuthn.getCredentials", {"authenticatorId": self._id})
        return list(found["credentials"])

    def receive(self, passkeys: list[Any]) -> None:
        """Get passkeys of another device, as through a password manager."""
        for passkey in passkeys:
            self._session.send("WebAuthn.addCredential", {"authenticatorId": self._id, "credential": passkey})


def open_sign_in(page: Page, texts: Texts) -> Locator:
    """Open the dialog from the header, or on a phone from the menu."""
    page.get_by_role("banner").wait_for()
    button = page.get_by_role("banner").get_by_role("button", name=texts["sign in"], exact=True)
    if not button.is_visible():
        page.get_by_role("banner").get_by_role("button", name=texts["menu"], exact=True).click()
        button = page.get_by_role("dialog").get_by_role("button", name=texts["sign in"], exact=True)
    button.click()
    return page.get_by_role("dialog", name=texts["sign in"], exact=True)


def register(page: Page, texts: Texts, name: str) -> list[str]:
    """Create an account with a passkey; return its recovery codes."""
    open_sign_in(page, texts).get_by_role("button", name=texts["create"]).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label(texts["name"], exact=True).fill(name)
    dialog.get_by_role("button", name=texts["with passkey"]).click()
    return keep_codes(page, texts)


def keep_codes(page: Page, texts: Texts) -> list[str]:
    expect(page.get_by_role("dialog").locator("code")).to_have_count(8)
    codes = page.get_by_role("dialog").locator("code").all_inner_texts()
    with page.expect_navigation():
        page.get_by_role("button", name=texts["kept"]).click()
    return codes


@pytest.mark.slow
@pytest.mark.parametrize(("locale", "look", "texts"), LOOKS)
def test_an_account_from_its_creation_to_its_end(
    server: ServerProcess, open_page: PageOpener, locale: str, look: dict[str, Any], texts: Texts
) -> None:
    name = f"Ada {LOOKS.index(next(each for each in LOOKS if each.values[2] is texts and each.values[1] is look))}"
    address = address_of(server)
    phone = open_page(address, locale=locale, **look)
    device = VirtualAuthenticator(phone)
    codes = register(phone, texts, name)
    phone.goto(f"{address}/account")
    expect(phone.get_by_role("heading", name=name)).to_be_visible()
    check_accessibility(phone, "account")

    # a second device with the same passkey
    laptop = open_page(address, locale=locale, **look)
    VirtualAuthenticator(laptop).receive(device.passkeys())
    dialog = open_sign_in(laptop, texts)
    check_accessibility(laptop, "sign in")
    with laptop.expect_navigation():
        dialog.get_by_role("button", name=texts["sign in with passkey"]).click()
    laptop.goto(f"{address}/account")
    expect(laptop.get_by_role("heading", name=name)).to_be_visible()
    expect(laptop.get_by_role("listitem").filter(has_text="Linux")).to_have_count(3)

    # a third one, without it
    recovered = open_page(address, locale=locale, **look)
    VirtualAuthenticator(recovered)
    open_sign_in(recovered, texts).get_by_role("button", name=texts["lost"]).click()
    recovered.get_by_role("textbox", name=texts["code"]).fill(codes[0].lower())
    recovered.get_by_role("dialog").locator("form button[class*=primary]").click()
    expect(recovered.get_by_text(texts["recovering"])).to_be_visible()
    recovered.get_by_role("button", name=texts["add passkey"]).click()
    expect(recovered.get_by_text(texts["recovering"])).not_to_be_visible()
    laptop.reload()
    expect(laptop.get_by_role("heading", name=name)).not_to_be_visible()

    recovered.get_by_role("button", name=texts["delete"]).click()
    confirmation = recovered.get_by_role("dialog")
    expect(confirmation.get_by_role("button", name=texts["for good"])).to_be_disabled()
    confirmation.get_by_role("textbox").fill(name)
    confirmation.get_by_role("button", name=texts["for good"]).click()
    recovered.wait_for_url(f"{address}/")
    answer = recovered.request.get(f"{address}/api/account")
    assert answer.status == 401


@pytest.mark.slow
@pytest.mark.parametrize(
    ("locale", "look", "texts", "words"),
    [
        pytest.param("en-GB", {}, ENGLISH, ("Your games as a guest", "Move to my account"), id="english-desktop"),
        pytest.param("fr-FR", PHONE, FRENCH, ("Vos parties d’invité", "Ajouter à mon compte"), id="french-phone"),
    ],
)
def test_games_of_a_guest_are_offered_to_who_signs_in(
    server: ServerProcess,
    open_page: PageOpener,
    locale: str,
    look: dict[str, Any],
    texts: Texts,
    words: tuple[str, str],
) -> None:
    heading, move = words
    name, password = f"Guest {locale[:2]}", "correct horse battery"
    home = open_page(server.address, locale=locale)
    home.wait_for_load_state("networkidle")  # simultaneous first requests would create two guests
    made = home.request.post(f"{server.address}/api/accounts", data={"name": name, "password": password})
    assert made.ok, made.text()
    work = open_page(server.address, locale=locale, **look)
    work.wait_for_load_state("networkidle")
    created = work.request.post(f"{server.address}/api/games", data={"opponent": "computer", "level": 1})
    game = created.json()["game"]
    dialog = open_sign_in(work, texts)
    dialog.get_by_label(texts["name"], exact=True).fill(name)
    dialog.get_by_label(texts["password"], exact=True).fill(password)
    dialog.get_by_role("button", name=texts["sign in"], exact=True).click()
    offer = work.get_by_role("dialog", name=heading)
    expect(offer).to_be_visible()
    check_accessibility(work, "games of a guest")
    with work.expect_navigation():
        offer.get_by_role("button", name=move).click()
    mine = home.request.get(f"{server.address}/api/games/mine/all").json()["games"]
    assert [each["game"] for each in mine] == [game]
    work.goto(f"{server.address}/account")
    expect(work.get_by_role("heading", name=name)).to_be_visible()
    expect(work.get_by_role("heading", name=heading)).to_have_count(0)


@shows("6.2.6", "6.2.7")
def test_password_fields_hide_the_password_and_work_with_managers(server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(server.address, permissions=["clipboard-read", "clipboard-write"])
    dialog = open_sign_in(page, ENGLISH)
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
    open_sign_in(page, ENGLISH).get_by_role("button", name="Create an account").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name", exact=True).fill("Easy Eva")
    dialog.get_by_label("Password", exact=True).fill("tigermoose")
    dialog.get_by_role("button", name="Create with a password").click()
    keep_codes(page, ENGLISH)
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
    open_sign_in(first, ENGLISH).get_by_role("button", name="Create an account").click()
    dialog = first.get_by_role("dialog")
    dialog.get_by_label("Name", exact=True).fill("Roaming Ron")
    dialog.get_by_label("Password", exact=True).fill("tigermoose")
    with first.expect_response(re.compile("account/data/course")):
        dialog.get_by_role("button", name="Create with a password").click()
        keep_codes(first, ENGLISH)
    wait_until(first, "async () => (await (await fetch('/api/account/data/course')).json()).version === 1")

    second = open_page(server.address)
    second.evaluate(
        """() => {
            const data = { queen: { done: [3], last: 3 }, ant: { done: [1], last: 1 } };
            localStorage.setItem("skep.school", JSON.stringify({ version: 1, data }));
        }"""
    )
    second.reload()
    dialog = open_sign_in(second, ENGLISH)
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
