"""An invitation in a browser: what it shows before anything happens, and who can open its link."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import check_accessibility
from tests.browser.conftest import PageOpener
from tests.browser.server import ServerProcess
from tests.server.processes import Server
from tests.sizes import first_and_all

CREATE = """async ([name, game]) => {
    const send = (method, path, body) => fetch(path, {
        method, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
    });
    await send("PUT", "/api/me", { name });
    return (await (await send("POST", "/api/games", { opponent: "friend", ...game })).json()).game;
}"""
SIZES = {"desktop": (1366, 800), "phone": (390, 844), "landscape": (844, 390)}


def invite(page: Page, address: str, **game: Any) -> str:
    """Create a game as Anna, open it, and return the link of its invitation."""
    created = page.evaluate(CREATE, ["Anna", game])
    page.goto(f"{address}/game/{created}")
    box = page.locator("input[readonly]").first
    expect(box).to_have_value(re.compile("/join#"))
    return box.input_value()


@pytest.mark.parametrize(
    "size", ["desktop", *(pytest.param(size, marks=pytest.mark.slow) for size in ("phone", "landscape"))]
)
def test_an_invitation_is_shown_before_it_is_accepted(server: ServerProcess, open_page: PageOpener, size: str) -> None:
    anna = open_page(server.address)
    clock = {"kind": "minutes", "minutes": 15, "increment": 10}
    link = invite(anna, server.address, side="black", expansions="MP", clock=clock)

    width, height = SIZES[size]
    ben = open_page(link, viewport={"width": width, "height": height})
    expect(ben.get_by_role("heading", name="Anna invites you to play Hive")).to_be_visible()
    main = ben.get_by_role("main")
    for text in (
        "White: you move first",
        "15 minutes each, plus 10 seconds per move",
        "The five basic bugs, plus the mosquito and the pillbug",
        "Private game: only people with the link can watch.",
    ):
        expect(main.get_by_text(text)).to_be_visible()
    assert not ben.context.cookies(), "a visitor who only looks is not a guest yet"
    assert main.evaluate("main => main.scrollWidth <= main.clientWidth")
    check_accessibility(ben, "invitation")
    ben.get_by_role("button", name="Join game").click()
    ben.wait_for_url(re.compile("/game/"))
    # no one loses before the first move
    expect(ben.get_by_test_id("first-move")).to_be_visible()

    ben.goto("about:blank")
    ben.goto(link)
    ben.wait_for_url(re.compile("/game/"))
    late = open_page(link)
    expect(late.get_by_role("heading", name="This invitation has been used")).to_be_visible()


@pytest.mark.slow
@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
@pytest.mark.parametrize("size", [(1366, 800), (390, 844)], ids=["desktop", "phone"])
def test_the_host_sees_the_whole_invitation(
    server: ServerProcess, open_page: PageOpener, size: tuple[int, int], locale: str
) -> None:
    anna = open_page(server.address, viewport={"width": size[0], "height": size[1]}, locale=locale)
    invite(anna, server.address)
    card = anna.get_by_role("main").locator("section.card").filter(has=anna.locator(".code"))
    code = card.locator(".code svg")
    expect(code).to_be_visible()
    assert card.evaluate("(card) => card.scrollHeight <= card.clientHeight")
    # the button for a new link is beside the code
    button, picture = card.locator(".more button").bounding_box(), code.bounding_box()
    assert button is not None
    assert picture is not None
    assert button["x"] + button["width"] <= picture["x"]
    assert picture["y"] <= button["y"] <= picture["y"] + picture["height"]


@first_and_all("secret", "xyz", "x" * 37)
def test_an_invitation_that_does_not_exist_says_so_at_once(
    server: ServerProcess, open_page: PageOpener, secret: str
) -> None:
    page = open_page(f"{server.address}/join#{secret}")
    expect(page.get_by_role("heading", name="This invitation doesn't exist")).to_be_visible()
    expect(page.get_by_role("button", name="Join game")).to_have_count(0)


@pytest.mark.slow
def test_a_local_game_is_opened_to_the_network_and_closed_again(tmp_path: Path, open_page: PageOpener) -> None:
    with Server(tmp_path, "--no-browser", "--network-address", "127.0.0.2", command="play") as server:
        anna = open_page(server.url)
        link = invite(anna, server.url)
        assert link.startswith(f"{server.url}/join#")
        expect(anna.get_by_text("This link works on this machine only.")).to_be_visible()
        expect(anna.get_by_role("img", name="QR code for the link")).to_have_count(0)
        switch = anna.get_by_role("switch", name="Let other devices join")
        expect(switch).not_to_be_checked()
        switch.check()
        box = anna.locator("input[readonly]").first
        expect(box).to_have_value(re.compile(rf"^http://127\.0\.0\.2:{server.port}/join#"))
        expect(anna.get_by_role("img", name="QR code for the link")).to_be_visible()
        check_accessibility(anna, "local game")

        ben = open_page(box.input_value())
        expect(ben.get_by_role("heading", name="Anna invites you to play Hive")).to_be_visible()
        switch.uncheck()
        expect(box).to_have_value(re.compile(rf"^{re.escape(server.url)}/join#"))
        ben.get_by_role("button", name="Join game").click()
        expect(ben.get_by_role("alert")).not_to_be_empty()
