"""The lobby in the browser, besides the rated game and the challenge of test_journeys.py: the pool and its offers."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import check_accessibility, every_look
from tests.browser.board_page import PHONE
from tests.browser.conftest import PageOpener
from tests.browser.game_page import GamePage
from tests.browser.profile_games import register
from tests.browser.server import ServerProcess

REMEMBER = "localStorage.setItem('skep.newgame', JSON.stringify({ usual: '10+5' }))"
GAME = re.compile("/game/")
BOTH_LANGUAGES = pytest.mark.parametrize(
    ("language", "words"),
    [("en-GB", ("Looking for an opponent", "Cancel")), ("fr-FR", ("Recherche d’un adversaire", "Annuler"))],
    ids=["en", "fr"],
)


def open_regular(open_page: PageOpener, address: str, **options: Any) -> Page:
    """Open the start page of someone who has played before."""
    page = open_page(address, **options)
    page.evaluate(REMEMBER)
    page.goto(address)
    return page


def press_tile(page: Page, tile: str) -> None:
    """Press a tile in the middle of its face, which neighbours do not cover."""
    page.locator(f'[data-tile="{tile}"] .face').click()


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
    ("language", "shape", "words"),
    [
        ("en-GB", {}, ("mosquito", "pillbug", "Casual · mosquito, pillbug", "Cancel")),
        ("fr-FR", PHONE, ("moustique", "cloporte", "Amicale · moustique, cloporte", "Annuler")),
    ],
    ids=["en-desktop", "fr-phone"],
)
def test_a_tile_pairs_with_the_bugs_beside_it(
    server: ServerProcess, open_page: PageOpener, language: str, shape: dict[str, Any], words: tuple[str, ...]
) -> None:
    mosquito, pillbug, rules, cancel = words
    clock = "5+4" if shape else "30+20"
    anna = open_page(server.address, locale=language, **shape)
    anna.evaluate(f"localStorage.setItem('skep.newgame', JSON.stringify({{ usual: '{clock}', edition: 'hive-2016' }}))")
    anna.goto(server.address)
    for bug in (mosquito, pillbug):
        anna.get_by_title(bug).click()
        expect(anna.get_by_role("checkbox", name=bug)).to_be_checked()
    check_accessibility(anna, "the extra bugs of tiles")
    press_tile(anna, clock)
    bar = anna.get_by_test_id("waiting")
    expect(
        bar.get_by_text(rules, exact=True)
    ).to_be_visible()  # the rulebook is the latest, unlike that of the last game
    check_accessibility(anna, "waiting with extra bugs")
    ben = open_page(f"{server.address}/watch", locale=language)
    expect(ben.get_by_role("listitem").filter(has_text=rules)).to_contain_text(clock)
    bar.get_by_role("button", name=cancel).click()
    anna.reload()
    expect(anna.get_by_role("checkbox", name=mosquito)).to_be_checked()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en-GB", ("Other game…", "A friend", "Challenge a player by name", "Player", "Send the challenge")),
        ("fr-FR", ("Autre partie…", "Un ami", "Défier un joueur par son nom", "Joueur", "Envoyer le défi")),
    ],
    ids=["en", "fr"],
)
def test_a_player_is_challenged_by_name(
    server: ServerProcess, open_page: PageOpener, language: str, words: tuple[str, ...]
) -> None:
    other_game, friend, by_name, player, send = words
    names = [f"{name} {language}" for name in ("Daring", "Sought")]
    for name in names:
        page = open_page(server.address, locale=language)
        register(page, server.address, name)
    page.goto(server.address)
    page.evaluate(REMEMBER)
    page.reload()
    page.get_by_role("button", name=other_game).click()
    page.get_by_text(friend, exact=True).click()
    page.get_by_role("link", name=by_name).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label(player, exact=True).fill(names[0])
    check_accessibility(page, "a challenge by name")
    dialog.get_by_role("button", name=send).click()
    expect(page.get_by_test_id("sent-challenge")).to_contain_text(names[0])


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
