"""The lobby in the browser: two people meet through the pool, and one challenges the other."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import check_accessibility, every_look
from tests.browser.board_page import PHONE
from tests.browser.conftest import PageOpener
from tests.browser.game_page import IN_A_ROW, GamePage
from tests.browser.server import ServerProcess

REMEMBER = "localStorage.setItem('skep.newgame', JSON.stringify({ usual: '10+5' }))"
GAME = re.compile("/game/")
BOTH_LANGUAGES = pytest.mark.parametrize(
    ("language", "words"),
    [("en-GB", ("Looking for an opponent", "Cancel")), ("fr-FR", ("Recherche d’un adversaire", "Annuler"))],
    ids=["en", "fr"],
)


CHALLENGES = {
    "en-GB": {
        "send": "Send the challenge",
        "challenges": "challenges you",
        "decline": "Decline",
        "later": "Ask me again later",
        "declined": "declined",
        "accept": "Accept",
    },
    "fr-FR": {
        "send": "Envoyer le défi",
        "challenges": "vous lance un défi",
        "decline": "Refuser",
        "later": "Redemandez-moi plus tard",
        "declined": "a refusé",
        "accept": "Accepter",
    },
}


def open_regular(open_page: PageOpener, address: str, **options: Any) -> Page:
    """Open the start page of someone who has played before."""
    page = open_page(address, **options)
    page.evaluate(REMEMBER)
    page.goto(address)
    return page


def press_tile(page: Page, tile: str) -> None:
    """Press a tile in the middle of its face, which neighbours do not cover."""
    page.locator(f'[data-tile="{tile}"] .face').click()


def register(page: Page, address: str, name: str) -> None:
    """Turn the visitor into an account."""
    page.wait_for_load_state("networkidle")  # simultaneous first requests would create two guests
    answer = page.request.post(f"{address}/api/accounts", data={"name": name, "password": "correct horse battery"})
    assert answer.ok, answer.text()


@pytest.mark.slow
@BOTH_LANGUAGES
@pytest.mark.parametrize("shape", [{}, PHONE], ids=["desktop", "phone"])
def test_two_browsers_meet_through_the_pool(
    server: ServerProcess, open_page: PageOpener, language: str, words: tuple[str, str], shape: dict[str, Any]
) -> None:
    searching, cancel = words
    anna = open_regular(open_page, server.address, locale=language, **shape)
    ben = open_regular(open_page, server.address, locale=language)
    press_tile(anna, "3+2")
    bar = anna.get_by_test_id("waiting")
    expect(bar).to_contain_text(searching)
    expect(anna.locator('[data-tile="3+2"]')).to_have_attribute("aria-pressed", "true")
    # the search can be cancelled and started again, and continues when the page is loaded again
    bar.get_by_role("button", name=cancel).click()
    expect(bar).to_have_count(0)
    press_tile(anna, "3+2")
    expect(bar).to_be_visible()
    anna.goto(f"{server.address}/puzzles")
    expect(bar).to_contain_text("3+2")
    press_tile(ben, "3+2")
    for page in (anna, ben):
        page.wait_for_url(GAME)
    assert GamePage(anna).game == GamePage(ben).game
    for page in (anna, ben):
        expect(page.get_by_test_id("waiting")).to_have_count(0)


RESIGN = """async (game) => {
  const socket = new WebSocket(`ws://${location.host}/api/socket`);
  await new Promise((resolve) => (socket.onopen = resolve));
  socket.send(JSON.stringify({ kind: "resign", id: 1, game }));
  await new Promise((resolve) => (socket.onmessage = resolve));
  socket.close();
}"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "shape"), [("en-GB", {}), ("fr-FR", PHONE)], ids=["english-desktop", "french-phone"]
)
def test_a_rated_game_from_the_pool_changes_both_ratings(
    server: ServerProcess, open_page: PageOpener, language: str, shape: dict[str, Any]
) -> None:
    pages = {}
    for name in ("Rated Anna", "Rated Ben"):
        page = open_page(server.address, locale=language, **shape)
        register(page, server.address, f"{name} {language[:2]}")
        page.evaluate(REMEMBER)
        page.goto(server.address)
        press_tile(page, "3+2")
        expect(page.get_by_test_id("waiting").or_(page.locator(".board").first).first).to_be_visible()
        pages[name] = page
    for page in pages.values():
        page.wait_for_url(GAME)
    first = GamePage(next(iter(pages.values())), touch=bool(shape))
    address = f"{server.address}/api/games/{first.game}"
    players = [GamePage(page, touch=bool(shape)) for page in pages.values()]
    if players[0].page.request.get(address).json()["yours"] == ["black"]:
        players.reverse()
    for player, move in zip((*players, *players), IN_A_ROW, strict=True):
        player.play(move)
    players[0].page.evaluate(RESIGN, first.game)
    for player in players:
        expect(player.result).to_be_visible()
    state = first.page.request.get(address).json()
    assert (state["rated"], state["result"]["winner"]) == (True, "black")
    ratings = {side: state[side]["rating_after"] for side in ("white", "black")}
    assert ratings["white"] < 1500 < ratings["black"]
    for player, side in zip(players, ("white", "black"), strict=True):
        for rating in (1500, ratings[side]):
            expect(player.result).to_contain_text(str(rating))
        profile = player.page.request.get(f"{server.address}/api/players/{state[side]['name']}").json()
        assert [pool["rating"] for pool in profile["ratings"]] == [ratings[side]]


@pytest.mark.slow
def test_the_computer_is_offered_and_the_search_goes_on(server: ServerProcess, open_page: PageOpener) -> None:
    anna = open_page(server.address)
    anna.evaluate(REMEMBER)
    anna.clock.install()
    anna.goto(server.address)
    press_tile(anna, "15+10")
    expect(anna.get_by_test_id("waiting")).to_be_visible()
    anna.clock.fast_forward(25_000)
    anna.get_by_role("button", name=re.compile("Play the computer meanwhile")).click()
    anna.wait_for_url(GAME)
    computer_game = anna.url
    expect(anna.get_by_test_id("waiting")).to_be_visible()
    ben = open_regular(open_page, server.address)
    press_tile(ben, "15+10")
    ben.wait_for_url(GAME)
    anna.wait_for_url(ben.url)
    assert anna.url != computer_game


@pytest.mark.slow
def test_two_tabs_wait_and_the_one_that_asked_opens_the_game(server: ServerProcess, open_page: PageOpener) -> None:
    anna = open_regular(open_page, server.address)
    press_tile(anna, "30+20")
    expect(anna.get_by_test_id("waiting")).to_be_visible()
    ben = open_regular(open_page, server.address)
    press_tile(ben, "30+20")
    anna.wait_for_url(GAME)
    ben.wait_for_url(GAME)
    assert anna.url == ben.url


@pytest.mark.slow
def test_a_player_who_waits_is_found_on_watch(server: ServerProcess, open_page: PageOpener) -> None:
    anna = open_regular(open_page, server.address)
    press_tile(anna, "1+2")
    expect(anna.get_by_test_id("waiting")).to_be_visible()
    ben = open_page(f"{server.address}/watch")
    ben.get_by_role("button", name=re.compile(r"^Play .*1\+2")).first.click()
    for page in (anna, ben):
        page.wait_for_url(GAME)
    assert anna.url == ben.url


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "shape", "words"),
    [
        ("en-GB", {}, ("Open your own game", "Lowest", "Highest", "Play", "rating 1600 to 1800")),
        ("fr-FR", PHONE, ("Ouvrir une partie", "Minimum", "Maximum", "Jouer", "classement de 1600 à 1800")),
    ],
    ids=["en-desktop", "fr-phone"],
)
def test_an_opponent_is_sought_in_a_range_of_ratings(
    server: ServerProcess, open_page: PageOpener, language: str, shape: dict[str, Any], words: tuple[str, ...]
) -> None:
    own, lowest, highest, play, text = words
    clock = "7+11" if shape else "8+11"
    anna = open_page(f"{server.address}/watch", locale=language, **shape)
    anna.evaluate(f"localStorage.setItem('skep.newgame', JSON.stringify({{ clock: '{clock}' }}))")
    anna.reload()
    anna.get_by_role("button", name=own).click()
    dialog = anna.get_by_role("dialog")
    dialog.get_by_label(lowest).fill("1900")
    dialog.get_by_label(highest).fill("1800")
    expect(dialog.get_by_label(lowest)).to_have_attribute("aria-invalid", "true")
    check_accessibility(anna, "a range of ratings")
    dialog.get_by_label(lowest).fill("1600")
    dialog.get_by_role("button", name=re.compile(rf"^{play}")).click()
    expect(anna.get_by_test_id("waiting")).to_be_visible()
    # a player without a rating counts as 1500, and waits too
    ben = open_page(f"{server.address}/watch", locale=language)
    listed = ben.get_by_role("listitem").filter(has_text=text)
    listed.get_by_role("button").click()
    expect(ben.get_by_test_id("waiting")).to_be_visible()
    expect(anna.get_by_test_id("waiting")).to_be_visible()
    for page in (anna, ben):
        page.get_by_test_id("waiting").get_by_role("button").first.click()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "shape"),
    [("en-GB", {}), ("en-GB", PHONE), ("fr-FR", {}), ("fr-FR", PHONE)],
    ids=["english-desktop", "english-phone", "french-desktop", "french-phone"],
)
def test_a_challenge_is_accepted(
    server: ServerProcess, open_page: PageOpener, language: str, shape: dict[str, Any]
) -> None:
    texts = CHALLENGES[language]
    look = f"{language[:2]} {'P' if shape else 'D'}"
    names = f"Challenger {look}", f"Challenged {look}"
    anna, ben = (open_page(server.address, locale=language, **shape) for _ in range(2))
    for page, name in zip((anna, ben), names, strict=True):
        register(page, server.address, name)
        page.goto(server.address)
    anna.goto(f"{server.address}/?challenge={names[1]}")
    dialog = anna.get_by_role("dialog")
    expect(dialog).to_contain_text(names[1])
    check_accessibility(anna, "challenge dialog")
    dialog.get_by_role("button", name=texts["send"]).click()
    expect(anna.get_by_test_id("sent-challenge")).to_contain_text(names[1])
    card = ben.get_by_test_id("challenge")
    expect(card).to_contain_text(f"{names[0]} {texts['challenges']}")
    check_accessibility(ben, "challenge")
    # declined with a reason, then made again and accepted
    card.get_by_role("button", name=texts["decline"]).click()
    card.get_by_role("button", name=texts["later"]).click()
    expect(anna.locator("body")).to_contain_text(f"{names[1]} {texts['declined']}")
    anna.goto(f"{server.address}/?challenge={names[1]}")
    anna.get_by_role("dialog").get_by_role("button", name=texts["send"]).click()
    ben.get_by_test_id("challenge").get_by_role("button", name=texts["accept"]).click()
    for page in (anna, ben):
        page.wait_for_url(GAME)
    assert anna.url == ben.url
    game = anna.request.get(f"{server.address}/api/games/{GamePage(anna).game}").json()
    assert {game["white"]["name"], game["black"]["name"]} == set(names)


@pytest.mark.slow
@every_look
def test_axe_finds_no_violations_while_waiting(
    server: ServerProcess, open_page: PageOpener, look: dict[str, Any]
) -> None:
    page = open_regular(open_page, server.address, reduced_motion="reduce", **look)
    press_tile(page, "5+4")
    page.get_by_test_id("waiting").wait_for()
    check_accessibility(page, "waiting")
    page.get_by_test_id("waiting").get_by_role("button", name="Cancel").click()
