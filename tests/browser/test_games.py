"""Whole games in a browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from skep.engine import Engine, Limit
from skep.pieces import Color
from tests.browser.board_page import PHONE
from tests.browser.conftest import PageOpener
from tests.browser.game_page import QUICK, QUICK_MLP, GamePage, choose_opponent, start_on_one_screen
from tests.browser.server import ServerProcess


@pytest.mark.slow
def test_a_game_against_the_computer_is_played_to_the_end(server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(server.address)
    page.get_by_role("button", name="Play your first game").click()
    table = GamePage(page)
    engine = Engine(table_mb=4)
    for _ in range(100):
        board = table.board()
        if board.is_game_over():
            break
        if board.turn is Color.BLACK:
            table.wait_for_ply(board.ply + 1)
            continue
        moves = board.legal_moves.list()
        if moves[0].is_pass:
            page.get_by_role("button", name="Pass").click()
            table.wait_for_ply(board.ply + 1)
            continue
        table.make(board, engine.play(board, Limit(nodes=20_000)).move)
    else:
        pytest.fail("the game does not end within a hundred turns")
    expect(table.result).to_contain_text(re.compile("win|draw", re.IGNORECASE))


@pytest.mark.slow
def test_two_players_share_one_screen(server: ServerProcess, open_page: PageOpener) -> None:
    table = start_on_one_screen(open_page(server.address))
    table.play(*QUICK)
    expect(table.result).to_contain_text("White wins")
    expect(table.result).to_contain_text("surrounded")


def test_two_players_join_by_link_and_a_spectator_watches(server: ServerProcess, open_page: PageOpener) -> None:
    anna = open_page(server.address)
    dialog = choose_opponent(anna, "A friend")
    for bug in ("mosquito", "ladybug", "pillbug"):
        dialog.get_by_role("checkbox", name=bug).check()
    dialog.get_by_role("button", name="Create a link").click()
    anna.wait_for_url(re.compile("/game/"))
    link = anna.locator("input[readonly]").first.input_value()
    assert "/join#" in link
    ben = open_page(link)
    ben.get_by_role("button", name="Join game").click()
    white, black = GamePage(anna), GamePage(ben)
    watcher = open_page(f"{server.address}/game/{white.game}")
    spectator = GamePage(watcher)
    for number, move in enumerate(QUICK_MLP):
        (white, black)[number % 2].play(move)
    for table in (white, black, spectator):
        table.wait_for_ply(len(QUICK_MLP))
    expect(white.result).to_contain_text(re.compile("win", re.IGNORECASE))
    expect(black.result).to_contain_text(re.compile("surrounded", re.IGNORECASE))
    expect(watcher.get_by_test_id("status")).to_contain_text("White")
    # the invitation is used up
    late = open_page(link)
    expect(late.get_by_role("main")).to_contain_text("Someone has already joined")


@pytest.mark.slow
def test_a_game_continues_after_the_server_restarts(own_server: ServerProcess, open_page: PageOpener) -> None:
    table = start_on_one_screen(open_page(own_server.address))
    table.play(*QUICK[:4])
    own_server.kill()
    lost = table.main.get_by_text("Reconnecting")
    expect(lost).to_be_visible()
    own_server.start()
    expect(lost).to_have_count(0)
    table.play(*QUICK[4:])
    expect(table.result).to_contain_text("White wins")


@pytest.mark.slow
def test_a_game_can_be_played_by_touch_on_a_phone(server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(server.address, **PHONE)
    page.get_by_role("button", name="One screen", exact=True).tap()
    page.get_by_role("dialog").get_by_role("button", name="Play").tap()
    table = GamePage(page, touch=True)
    table.play(*QUICK)
    expect(table.result).to_contain_text("White wins")
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), (
        "the page is wider than the phone"
    )


@pytest.mark.slow
def test_a_game_can_be_played_by_keyboard(server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(server.address)
    press_until(page, "Tab", "button:focus", name="One screen")
    page.keyboard.press("Enter")
    press_until(page, "Tab", "dialog button:focus", name="Play")
    page.keyboard.press("Enter")
    table = GamePage(page)
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
    expect(table.result).to_contain_text("White wins")
    press_until(page, "Tab", "button:focus", name="Rematch")


def press_until(page: Page, key: str, focused: str, *, name: str = "") -> None:
    """Press a key until an element with this name has the focus."""
    for _ in range(120):
        found = page.locator(focused)
        if found.count() and name in (found.first.inner_text() if name else ""):
            return
        page.keyboard.press(key)
    pytest.fail(f"{focused} is not reachable by {key}")


def test_every_move_is_announced(server: ServerProcess, open_page: PageOpener) -> None:
    table = start_on_one_screen(open_page(server.address))
    log = table.page.get_by_role("log")
    table.play(QUICK[0])
    expect(log).to_contain_text(re.compile("White.*spider", re.IGNORECASE))
    table.play(QUICK[1])
    expect(log).to_contain_text(re.compile("Black.*beetle.*White's spider", re.IGNORECASE))


@pytest.mark.slow
def test_a_game_can_be_played_in_french(server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(server.address, locale="fr-FR")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    page.get_by_role("button", name="Un écran", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Jouer").click()
    table = GamePage(page)
    table.play(*QUICK)
    expect(table.result).to_contain_text("Les Blancs")
    expect(table.result).to_contain_text("encerclée")


@pytest.mark.slow
def test_an_open_game_can_be_stepped_through_and_resumed(server: ServerProcess, open_page: PageOpener) -> None:
    table = start_on_one_screen(open_page(server.address))
    table.play(*QUICK[:5])
    page = table.page
    page.get_by_role("button", name="First position").click()
    expect(page.get_by_role("application").locator("[data-place]")).to_have_count(0)
    page.get_by_role("button", name="Latest position").click()
    game = table.game
    page.goto(server.address)
    page.get_by_role("main").locator(f'a[href="/game/{game}"]').first.click()
    again = GamePage(page)
    again.wait_for_ply(5)
    again.play(QUICK[5])


def test_takeback_resignation_and_rematch(server: ServerProcess, open_page: PageOpener) -> None:
    table = start_on_one_screen(open_page(server.address))
    page = table.page
    table.play(*QUICK[:4])
    page.get_by_role("button", name="Take back").click()
    table.wait_for_ply(3)
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(table.result).to_contain_text("White wins")
    first = table.game
    table.result.get_by_role("button", name="Rematch").click()
    page.wait_for_url(lambda address: first not in address)
