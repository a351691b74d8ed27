"""The journeys of people who meet on the site, with a browser for each of them, in every variant of the page.

Each screen on the way is checked by axe-core, for texts in another language, and for its width. With ``SKEP_SCREENS=1``
it is also stored in build/screens, light and dark.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from typing import TypeAlias

import pytest
from playwright.sync_api import expect

from tests.browser.authenticator import VirtualAuthenticator, address_of
from tests.browser.conftest import PageOpener
from tests.browser.daily_page import new_daily_game
from tests.browser.game_page import IN_A_ROW, GamePage
from tests.browser.profile_games import PASSWORD, register
from tests.browser.push_device import PushDevice
from tests.browser.server import ServerProcess
from tests.browser.variants import Variant, in_variants
from tests.browser.visitor import Visitor
from tests.server.notifications.push_service import PushService
from tests.services import TIMEOUT

GAME = re.compile("/game/")
BLITZ = "3+2"
Arrive: TypeAlias = Callable[..., Visitor]


@pytest.fixture
def arrive(open_page: PageOpener, server: ServerProcess) -> Arrive:
    """Return another person in front of a browser: a new visitor or, with a name, someone with an account."""

    def open_browser(variant: Variant, name: str = "", *, address: str = server.address, **options: str) -> Visitor:
        page = open_page("about:blank", **variant.options, **options)
        if name:
            register(page, address, name)
            page.add_init_script(f"localStorage.setItem('skep.newgame', JSON.stringify({{ usual: '{BLITZ}' }}))")
        return Visitor(page, variant, server, address=address)

    return open_browser


@in_variants(fast="fr-phone")
def test_an_account_from_its_creation_to_its_end(arrive: Arrive, server: ServerProcess, variant: Variant) -> None:
    """Register with a passkey, sign in on a second device, recover with a code on a third, and delete the account."""
    name, address = variant.name("Ada"), address_of(server)
    first = arrive(variant, address=address)
    first.open("/")
    device = VirtualAuthenticator(first.page)
    codes = _register_with_passkey(first, name)
    _open_account(first, name)
    first.check("account")

    second = arrive(variant, address=address)
    second.open("/account")
    VirtualAuthenticator(second.page).receive(device.passkeys())
    second.press_in_header("Sign in")
    second.check("sign in")
    with second.page.expect_navigation():
        second.press("Sign in with a passkey", within=second.dialog("Sign in"))
    _open_account(second, name)
    second.sees("This device")
    expect(second.page.get_by_role("listitem").filter(has_text="Linux")).to_have_count(3)  # its passkey and two devices

    third = arrive(variant, address=address)
    third.open("/account")
    VirtualAuthenticator(third.page)
    third.press_in_header("Sign in")
    third.press("Lost your passkey or password?")
    third.fill("Recovery code", codes[0].lower())
    third.check("recovery")
    third.press("Sign in", within=third.page.get_by_role("dialog").locator("form"))
    recovering = "You signed in with a recovery code. Add a passkey or choose a password now."
    third.sees(recovering)
    third.sees("{count} codes are left.", count=7)
    third.check("recovered account")
    third.press("Add a passkey")
    expect(third.page.get_by_text(third.text(recovering))).to_be_hidden()
    # whoever had the account before is signed out
    second.page.reload()
    expect(second.page.get_by_role("heading", name=name)).to_be_hidden()

    third.press("Delete account")
    confirmation = third.dialog("Delete your account?")
    expect(third.find("Delete for good", within=confirmation)).to_be_disabled()
    third.fill("Name", name, within=confirmation)
    third.check("deletion")
    third.press("Delete for good", within=confirmation)
    third.page.wait_for_url(f"{address}/")
    assert third.page.request.get(f"{address}/api/account").status == 401


def _register_with_passkey(visitor: Visitor, name: str) -> list[str]:
    """Create an account in the dialog of the header and return its recovery codes."""
    visitor.press_in_header("Sign in")
    visitor.press("Create an account")
    visitor.fill("Name", name, within=visitor.dialog("Create an account"))
    visitor.check("registration")
    visitor.press("Create with a passkey")
    shown = visitor.dialog("Keep these codes").locator("code")
    expect(shown).to_have_count(8)
    codes = shown.all_inner_texts()
    visitor.check("recovery codes")
    with visitor.page.expect_navigation():
        visitor.press("I've kept them")
    return codes


def _open_account(visitor: Visitor, name: str) -> None:
    """Open the account page by the name in the header, or on a phone in the menu."""
    place = visitor.page.get_by_role("banner")
    if visitor.variant.is_phone:
        visitor.press("Menu", within=place)
        place = visitor.dialog("Menu")
    visitor.tap(place.get_by_role("link", name=re.compile(name)))
    expect(visitor.page.get_by_role("heading", name=name)).to_be_visible()


@in_variants(fast="en-phone")
def test_a_rated_game_from_the_pool_changes_both_ratings(
    arrive: Arrive, server: ServerProcess, variant: Variant
) -> None:
    names = [variant.name(name) for name in ("Quodlibet Hymenoptera", "Bo")]
    one, other = (arrive(variant, name) for name in names)
    one.open("/")
    _press_tile(one)
    one.sees("Looking for an opponent · {clock} Blitz", clock=BLITZ)
    one.check("search")
    other.open("/")
    _press_tile(other)
    for visitor in (one, other):
        visitor.page.wait_for_url(GAME)
    tables = {visitor: GamePage(visitor.page, touch=variant.is_phone) for visitor in (one, other)}
    address = f"{server.address}/api/games/{tables[one].game}"
    is_white = one.page.request.get(address).json()["yours"] == ["white"]
    white, black = (one, other) if is_white else (other, one)
    for visitor, move in zip((white, black, white, black), IN_A_ROW, strict=True):
        tables[visitor].play(move)
    white.check("rated game")
    _resign(white)
    white.sees("You lost this one")
    black.sees("You win!")
    state = one.page.request.get(address).json()
    assert state["rated"]
    for visitor, side, moved in ((white, "white", "down"), (black, "black", "up")):
        before, after = 1500, state[side]["rating_after"]
        assert (after > before) is (moved == "up")
        result = tables[visitor].result
        visitor.sees("Your rating: from {before} to {after}", before=before, after=after, within=result)
        change = f"{after - before:+}".replace("-", "−") if variant.is_phone else f"{before} → {after}"
        expect(result.get_by_text(change, exact=True)).to_be_visible()
        visitor.check(f"rating {moved}")
        # both are beside the players' names
        for player in (state["white"], state["black"]):
            expect(tables[visitor].main.get_by_text(f"{player['rating_after']}?", exact=True)).to_be_visible()
    white.open(f"/player/{state['black']['name']}")
    white.sees("Ratings")
    expect(white.page.get_by_role("main").get_by_text(f"{state['black']['rating_after']}").first).to_be_visible()
    white.check("profile with a rating")


def _press_tile(visitor: Visitor) -> None:
    """Press the tile of the clock in the middle of its face, which neighbours do not cover."""
    tile = visitor.page.get_by_role(
        "button", name=re.compile("^" + re.escape(visitor.text("{clock} Blitz: find an opponent", clock=BLITZ)))
    )
    visitor.tap(tile.locator(".face"))


def _resign(visitor: Visitor) -> None:
    """Resign with the button beside the moves, or on a phone from the menu."""
    if visitor.variant.is_phone:
        visitor.press("Game")
        visitor.press("Resign", within=visitor.dialog("Game"))
    else:
        visitor.press("Resign")
    visitor.press("Resign", within=visitor.dialog("Resign this game?"))


@in_variants(fast="fr-desktop")
def test_a_challenge_is_declined_and_then_accepted(arrive: Arrive, server: ServerProcess, variant: Variant) -> None:
    names = [variant.name(name) for name in ("Challenger", "Challenged")]
    one, other = (arrive(variant, name) for name in names)
    one.open(f"/player/{names[1]}")
    one.press("Challenge", role="link")
    dialog = one.dialog("Challenge {name}", name=names[1])
    expect(dialog).to_be_visible()
    one.check("challenge form")
    one.press("Send the challenge", within=dialog)
    one.sees("Waiting for {name} to answer", name=names[1])
    one.check("sent challenge")
    other.open("/games")
    other.sees("{name} challenges you", name=names[0])
    other.check("challenge")
    other.press("Decline")
    other.check("reasons to decline")
    other.press("Ask me again later")
    one.sees("{name} declined: Ask me again later.", name=names[1])
    one.check("declined challenge")
    one.open(f"/player/{names[1]}")
    one.press("Challenge", role="link")
    one.press("Send the challenge", within=dialog)
    other.press("Accept")
    for visitor in (one, other):
        visitor.page.wait_for_url(GAME)
    assert one.page.url == other.page.url
    game = one.page.request.get(f"{server.address}/api/games/{GamePage(one.page).game}").json()
    assert {game["white"]["name"], game["black"]["name"]} == set(names)


@in_variants(fast="en-desktop")
def test_a_daily_game_with_a_prepared_reply_and_a_push_message(
    arrive: Arrive, server: ServerProcess, push: PushService, variant: Variant
) -> None:
    """Ben is away from the site and receives a message; the reply to his move was prepared and is played at once."""
    names = [variant.name(name) for name in ("Anna", "Ben")]
    anna, ben = arrive(variant, names[0]), arrive(variant, names[1], service_workers="allow")
    ben.open("/games")
    device = PushDevice(ben.page, push)
    _notify(ben, device)

    game = new_daily_game(anna.page, ben.page, [], address=server.address)
    anna.open(f"/game/{game}")
    table = GamePage(anna.page, touch=variant.is_phone)
    table.play("wS1")
    anna.sees("Waiting for {name}.", name=names[1])
    anna.check("daily game")
    _prepare_reply(anna, table, names[1])

    message = device.receive()
    device.deliver(message)
    assert device.shown == [
        {
            "title": ben.text("It's your turn"),
            "body": ben.text("{name} has moved.", name=names[0]),
            "tag": f"game {game}",
            "url": f"/game/{game}",
        }
    ]
    device.click()
    ben.page.wait_for_url(f"**/game/{game}")
    tables = [table, GamePage(ben.page, touch=variant.is_phone)]
    tables[1].make(tables[1].board(), tables[1].board().parse_uhp("bS1 wS1-"))
    for each in tables:
        each.wait_for_ply(3)
    assert [str(move) for move in table.board().moves][2].startswith("wQ")
    ben.check("answered move")


def _notify(visitor: Visitor, device: PushDevice) -> None:
    """Opt in to messages on the visitor's device."""
    visitor.press_in_header("Settings")
    settings = visitor.dialog("Settings")
    visitor.press("Notify me on this device", within=settings)
    visitor.sees("This device notifies you.", within=settings)
    device.remember_server()
    expect(visitor.find("My turn in daily games", role="checkbox", within=settings)).to_be_checked()
    visitor.check("settings with notifications")
    visitor.press("Close", within=settings)


def _prepare_reply(visitor: Visitor, table: GamePage, opponent: str) -> None:
    """Enter the queen bee as the reply to a spider beside White's."""
    visitor.press("If…")
    for count, (piece, place, prompt) in enumerate(
        (("bS1", (1, 0), "If {name} plays…"), ("wQ", (-1, 0), "…I answer")), start=1
    ):
        visitor.sees(prompt, name=opponent)
        table.tap(table.piece_at(piece, None))
        table.tap(table.space(place))
        expect(table.main).to_have_attribute("data-conditional", str(count))
    visitor.check("conditional move")
    visitor.press("Save this line")
    expect(table.main).to_have_attribute("data-conditional", "0")
    if visitor.variant.is_phone:
        visitor.press("Your lines")
    expect(visitor.find("Remove line 1")).to_be_visible()
    visitor.check("conditional lines")
    if visitor.variant.is_phone:
        visitor.press("Close", within=visitor.dialog("Your lines"))
        visitor.press("Close", within=table.main)
    else:
        visitor.press("Back to the game")
    visitor.sees("1 reply prepared")


@in_variants(fast="fr-phone")
def test_a_report_leads_to_a_ban_that_signs_the_player_out(
    arrive: Arrive, server: ServerProcess, variant: Variant
) -> None:
    name, moderator = variant.name("Bad Bee"), variant.name("Mona")
    anna, bad, mona = arrive(variant), arrive(variant, name), arrive(variant, moderator)
    _appoint(server, moderator)
    game = new_daily_game(anna.page, bad.page, [], address=server.address)
    for visitor in (anna, bad):
        visitor.open(f"/game/{game}")
        visitor.press("Chat", role="button" if variant.is_phone else "tab")
    insult = variant.text("You play like a snail")
    bad.fill("Message", insult)
    bad.page.keyboard.press("Enter")
    anna.sees("You play like a snail")
    anna.check("chat")
    _report(anna, name)

    mona.open("/games")
    mona.press_in_header("Moderation", role="link")
    report = mona.page.get_by_role("article").filter(has_text=name)
    expect(report.get_by_text(insult)).to_be_visible()
    expect(report.get_by_text(mona.text("He insults me"))).to_be_visible()
    mona.press("Ban", within=report)
    mona.fill("Reason, which the player will read", mona.text("Insults in chat"), within=report)
    mona.check("report", within=report)
    mona.tap(mona.find("Ban", within=report).last)
    expect(report).to_have_count(0)

    notice = bad.dialog("You are banned")
    bad.sees("Reason: {reason}", reason=bad.text("Insults in chat"), within=notice)
    bad.sees("You have been signed out, and can't play or chat.", within=notice)
    bad.check("ban")
    bad.tap(bad.find("Close", within=notice).last)
    assert not bad.page.request.get(f"{server.address}/api/me").json()["registered"]
    assert bad.page.request.get(f"{server.address}/api/games/{game}").json()["yours"] == []
    answer = bad.page.request.post(f"{server.address}/api/sessions", data={"name": name, "password": PASSWORD})
    assert (answer.status, answer.json()["reason"]) == (403, bad.text("Insults in chat"))
    mona.press("Log", role="link")
    entry = mona.page.get_by_role("listitem").filter(has_text=name)
    expect(entry).to_contain_text(mona.text("banned"))
    mona.check("log", within=entry)


def _report(visitor: Visitor, name: str) -> None:
    """Report the author of a line of chat."""
    visitor.tap(visitor.page.get_by_role("button", name=re.compile(f"^{name}")))
    about = visitor.dialog("About {name}", name=name)
    expect(about).to_be_visible()
    visitor.check("person")
    visitor.press("Report", within=about)
    form = visitor.dialog("Report {name}", name=name)
    visitor.tap(form.get_by_text(visitor.text("Abuse in chat"), exact=True))
    visitor.fill("What happened? (optional)", visitor.text("He insults me"), within=form)
    visitor.check("report form")
    visitor.press("Send report", within=form)
    visitor.sees("Thank you. A moderator will look at it.")


def _appoint(server: ServerProcess, name: str) -> None:
    """Make an account a moderator, as an operator does."""
    with closing(sqlite3.connect(server.folder / "games.sqlite", timeout=TIMEOUT)) as database, database:
        database.execute(
            "UPDATE accounts SET role = 'moderator' WHERE id = (SELECT id FROM guests WHERE name = ?)", (name,)
        )
