"""Whole games in a real browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from skep.engine import Engine, Limit
from skep.pieces import Color
from tests.browser.conftest import Opener
from tests.browser.driving import PHONE, QUICK, QUICK_MLP, AtTheTable, same_screen
from tests.browser.serving import ServicesDep


def test_one_click_starts_a_game_against_the_computer_and_it_is_played_to_its_end(
    served: ServicesDep, people: Opener
) -> None:
    page = people(served.address)
    page.get_by_role("button", name="Play").first.click()
    table = AtTheTable(page)
    engine = Engine(table_mb=4)
    for _ in range(100):
        board = table.board()
        if board.is_game_over():
            break
        if board.to_move is Color.BLACK:
            table.wait_for_ply(board.ply + 1)
            continue
        moves = board.legal_moves.list()
        if moves[0].is_pass:
            page.get_by_role("button", name="Pass").click()
            table.wait_for_ply(board.ply + 1)
            continue
        table.make(board, engine.play(board, Limit(nodes=20_000)))
    else:
        pytest.fail("a hundred turns and no end")
    expect(table.result()).to_contain_text(re.compile("win|draw", re.IGNORECASE))


def test_two_at_one_screen(served: ServicesDep, people: Opener) -> None:
    table = same_screen(people(served.address))
    for move in QUICK:
        table.play(move)
    expect(table.result()).to_contain_text("White wins")
    expect(table.result()).to_contain_text("surrounded")


def test_two_people_by_a_link_and_one_who_watches(served: ServicesDep, people: Opener) -> None:
    anna = people(served.address)
    anna.get_by_text("A friend", exact=True).click()
    for bug in ("mosquito", "ladybug", "pillbug"):
        anna.get_by_role("checkbox", name=bug).check()
    anna.get_by_role("button", name="Create a link").click()
    anna.wait_for_url(re.compile("/game/"))
    link = anna.locator("input[readonly]").first.input_value()
    assert "/join/" in link
    ben = people(link)
    ben.get_by_role("button", name="Join game").click()
    white, black = AtTheTable(anna), AtTheTable(ben)
    watcher = people(f"{served.address}/game/{white.game}")
    spectator = AtTheTable(watcher)
    for number, move in enumerate(QUICK_MLP):
        (white, black)[number % 2].play(move)
    for table in (white, black, spectator):
        table.wait_for_ply(len(QUICK_MLP))
    expect(white.result()).to_contain_text(re.compile("win", re.IGNORECASE))
    expect(black.result()).to_contain_text(re.compile("surrounded", re.IGNORECASE))
    expect(watcher.get_by_test_id("status")).to_contain_text("White")
    # the invitation is used up: who comes now is told so kindly
    late = people(link)
    late.get_by_role("button", name="Join game").click()
    expect(late.get_by_role("main")).to_contain_text("Someone has already joined")


def test_the_server_dies_in_the_middle_and_the_game_goes_on(own_server: ServicesDep, people: Opener) -> None:
    table = same_screen(people(own_server.address))
    for move in QUICK[:4]:
        table.play(move)
    own_server.kill()
    expect(table.page.get_by_text(re.compile("connect", re.IGNORECASE)).first).to_be_visible()
    own_server.start()
    table.page.wait_for_timeout(500)
    for move in QUICK[4:]:
        table.play(move)
    expect(table.result()).to_contain_text("White wins")


def test_on_a_phone_with_a_thumb(served: ServicesDep, people: Opener) -> None:
    page = people(served.address, **PHONE)
    page.get_by_text("Same screen", exact=True).tap()
    page.get_by_role("button", name="Play").first.tap()
    table = AtTheTable(page, touch=True)
    for move in QUICK:
        table.play(move)
    expect(table.result()).to_contain_text("White wins")
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), (
        "the page is wider than the phone"
    )


def test_with_the_keyboard_alone(served: ServicesDep, people: Opener) -> None:
    page = people(served.address)
    press_until(page, "Tab", "input[type=radio]:focus")
    page.keyboard.press("ArrowRight")  # from the computer to the same screen
    press_until(page, "Tab", "button:focus", name="Play")
    page.keyboard.press("Enter")
    table = AtTheTable(page)
    for uhp in QUICK:
        board = table.board()
        move = board.parse_uhp(uhp)
        table.wait_for_ply(board.ply)
        origin = board.where(move.piece)
        piece = f'[data-piece="{move.piece}"]' if origin is None else f'[data-place="{origin.q},{origin.r}"]'
        press_until(page, "Tab", f"{piece}:focus")
        page.keyboard.press("Enter")
        press_until(page, "Tab", f'[role=application] [data-place="{move.to.q},{move.to.r}"]:focus')
        page.keyboard.press("Enter")
        table.wait_for_ply(board.ply + 1)
    expect(table.result()).to_contain_text("White wins")
    page.keyboard.press("Escape")
    expect(table.result()).to_have_count(0)


def press_until(page: Page, key: str, focused: str, *, name: str = "") -> None:
    """Press a key until something has the focus that a person would then see and hear named."""
    for _ in range(120):
        found = page.locator(focused)
        if found.count() and name in (found.first.inner_text() if name else ""):
            return
        page.keyboard.press(key)
    pytest.fail(f"{focused} cannot be reached by {key}")


def test_every_move_is_told_in_words(served: ServicesDep, people: Opener) -> None:
    table = same_screen(people(served.address))
    log = table.page.get_by_role("log")
    table.play(QUICK[0])
    expect(log).to_contain_text(re.compile("White.*spider", re.IGNORECASE))
    table.play(QUICK[1])
    expect(log).to_contain_text(re.compile("Black.*beetle.*White's spider", re.IGNORECASE))


def test_in_french(served: ServicesDep, people: Opener) -> None:
    page = people(served.address, locale="fr-FR")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    page.get_by_text("Même écran", exact=True).click()
    page.get_by_role("button", name="Jouer").first.click()
    table = AtTheTable(page)
    for move in QUICK:
        table.play(move)
    expect(table.result()).to_contain_text("Les Blancs")
    expect(table.result()).to_contain_text("encerclée")


def test_a_game_is_found_again_and_stepped_through(served: ServicesDep, people: Opener) -> None:
    table = same_screen(people(served.address))
    for move in QUICK[:5]:
        table.play(move)
    page = table.page
    page.get_by_role("button", name="First position").click()
    expect(page.get_by_role("application").locator("[data-place]")).to_have_count(0)
    page.get_by_role("button", name="Latest position").click()
    page.goto(served.address)
    page.get_by_role("link", name=re.compile("Continue|turn|White", re.IGNORECASE)).first.click()
    again = AtTheTable(page)
    again.wait_for_ply(5)
    again.play(QUICK[5])


def test_takeback_draw_resignation_and_rematch(served: ServicesDep, people: Opener) -> None:
    table = same_screen(people(served.address))
    page = table.page
    for move in QUICK[:4]:
        table.play(move)
    page.get_by_role("button", name="Take back").click()
    table.wait_for_ply(3)
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(table.result()).to_contain_text("White wins")
    first = table.game
    table.result().get_by_role("button", name="Rematch").click()
    page.wait_for_url(lambda address: first not in address)
