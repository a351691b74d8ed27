"""Reasons why a move is illegal, in a sentence and on the board."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from skep.hexes import Hex
from skep.pieces import Piece
from tests.browser.conftest import PageOpener
from tests.browser.game_page import IN_A_ROW, GamePage, start_on_one_screen
from tests.browser.server import ServerProcess

AT_A_GATE = ["wS1", "bB1 \\wS1", "wS2 wS1-", "bA1 -bB1", "wA1 wS2/", "bQ bA1/", "wQ \\wA1", "bQ -wQ"]
"""White's queen bee is beside a space whose entrance is closed by a spider and a soldier ant."""


def test_a_pinned_piece_shows_the_parts_of_the_split_hive(server: ServerProcess, open_page: PageOpener) -> None:
    table = start_on_one_screen(open_page(server.address))
    table.play(*IN_A_ROW)
    table.pick(table.board(), "wS1")
    expect(table.notice).to_contain_text(re.compile("One hive rule", re.IGNORECASE))
    expect(table.notice).to_contain_text("2 parts")
    expect(table.page.locator("path.part")).to_have_count(2)
    # the next action closes the reason
    table.pick(table.board(), "wQ")
    expect(table.notice).to_be_empty()


@pytest.mark.slow
def test_a_queen_bee_that_cannot_be_placed_yet_shows_the_reason(server: ServerProcess, open_page: PageOpener) -> None:
    table = start_on_one_screen(open_page(server.address))
    table.page.locator('[data-piece="wQ"]').click(force=True)  # it is marked as disabled, but shows the reason
    expect(table.notice).to_contain_text("queen bee")


@pytest.mark.slow
def test_an_opposing_piece_shows_whose_it_is(server: ServerProcess, open_page: PageOpener) -> None:
    table = start_on_one_screen(open_page(server.address))
    table.play(*IN_A_ROW)
    table.pick(table.board(), "bQ")
    expect(table.notice).to_contain_text("The black queen bee belongs to the other player")


@pytest.mark.slow
def test_a_placement_beside_the_other_colour_shows_the_contact(server: ServerProcess, open_page: PageOpener) -> None:
    table = start_on_one_screen(open_page(server.address))
    table.play(*IN_A_ROW)
    board = table.board()
    queen = board.where(Piece.parse("bQ"))
    assert queen is not None
    drag(table, "wA1", Hex(queen.q, queen.r + 1))
    expect(table.notice).to_contain_text(re.compile("may not touch the other colour", re.IGNORECASE))
    expect(table.page.locator(".why .contact").first).to_be_visible()
    expect(table.page.locator('[data-piece="wA1"]')).to_be_visible()


@pytest.mark.slow
def test_a_closed_gate_is_drawn(server: ServerProcess, open_page: PageOpener) -> None:
    table = start_on_one_screen(open_page(server.address))
    table.play(*AT_A_GATE)
    drag(table, "wQ", Hex(1, -1))
    expect(table.notice).to_contain_text(re.compile("Freedom to move", re.IGNORECASE))
    expect(table.page.locator(".why .gate")).to_be_visible()


@pytest.mark.slow
def test_reasons_are_available_in_french(server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(server.address, locale="fr-FR")
    page.get_by_role("button", name="Un écran").click()
    page.get_by_role("dialog").get_by_role("button", name="Jouer").click()
    table = GamePage(page)
    table.play(*IN_A_ROW)
    table.pick(table.board(), "wS1")
    expect(table.notice).to_contain_text("ruche")


def drag(table: GamePage, piece: str, to: Hex) -> None:
    """Drag a piece to a hex, whose position on the screen follows from the hexes (0, 0) and (1, 0)."""
    west, east = (middle(table.space(place)) for place in ((0, 0), (1, 0)))
    step = east[0] - west[0]
    place = table.board().where(Piece.parse(piece))
    start = middle(table.page.locator(f'[data-piece="{piece}"]') if place is None else table.space(place))
    mouse = table.page.mouse
    mouse.move(*start)
    mouse.down()
    mouse.move(west[0] + step * (to.q + to.r / 2), west[1] + step * to.r * 0.866, steps=12)
    mouse.up()


def middle(target: Locator) -> tuple[float, float]:
    box = target.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
