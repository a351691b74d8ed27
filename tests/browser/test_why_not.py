"""Why not: the reason in one sentence, and on the board itself."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from skep.hexes import Hex
from skep.pieces import Piece
from tests.browser.conftest import Opener
from tests.browser.driving import AtTheTable, same_screen
from tests.browser.serving import ServicesDep

IN_A_ROW = ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-"]
AT_A_GATE = ["wS1", "bB1 \\wS1", "wS2 wS1-", "bA1 -bB1", "wA1 wS2/", "bQ bA1/", "wQ \\wA1", "bQ -wQ"]
"""White's queen bee stands over a hole that a spider and a soldier ant close."""


def at(table: AtTheTable, moves: list[str]) -> None:
    for move in moves:
        table.play(move)


def test_a_pinned_piece_shows_the_parts_the_hive_would_fall_into(served: ServicesDep, people: Opener) -> None:
    table = same_screen(people(served.address))
    at(table, IN_A_ROW)
    table.pick(table.board(), "wS1")
    expect(table.notice).to_contain_text(re.compile("One hive rule", re.IGNORECASE))
    expect(table.notice).to_contain_text("2 parts")
    expect(table.page.locator("path.part")).to_have_count(2)
    # it is never in the way: the next thing a player does takes it away
    table.pick(table.board(), "wQ")
    expect(table.notice).to_be_empty()


def test_a_queen_bee_that_may_not_be_placed_yet(served: ServicesDep, people: Opener) -> None:
    table = same_screen(people(served.address))
    table.page.locator('[data-piece="wQ"]').click(force=True)  # it says that it cannot be placed, and why when asked
    expect(table.notice).to_contain_text("queen bee")


def test_a_piece_of_the_other_player(served: ServicesDep, people: Opener) -> None:
    table = same_screen(people(served.address))
    at(table, IN_A_ROW)
    table.pick(table.board(), "bQ")
    expect(table.notice).to_contain_text("The queen bee bQ belongs to the other player")


def test_a_placing_that_touches_the_enemy_names_whom(served: ServicesDep, people: Opener) -> None:
    table = same_screen(people(served.address))
    at(table, IN_A_ROW)
    board = table.board()
    queen = board.where(Piece.parse("bQ"))
    assert queen is not None
    drag(table, "wA1", Hex(queen.q, queen.r + 1))
    expect(table.notice).to_contain_text(re.compile("may not touch the other colour", re.IGNORECASE))
    expect(table.page.locator(".why .contact").first).to_be_visible()
    expect(table.page.locator('[data-piece="wA1"]')).to_be_visible()


def test_a_gate_is_drawn(served: ServicesDep, people: Opener) -> None:
    table = same_screen(people(served.address))
    at(table, AT_A_GATE)
    drag(table, "wQ", Hex(1, -1))
    expect(table.notice).to_contain_text(re.compile("Freedom to move", re.IGNORECASE))
    expect(table.page.locator(".why .gate")).to_be_visible()


def test_in_french_the_reason_is_french(served: ServicesDep, people: Opener) -> None:
    page = people(served.address, locale="fr-FR")
    page.get_by_text("Même écran", exact=True).click()
    page.get_by_role("button", name="Jouer").first.click()
    table = AtTheTable(page)
    at(table, IN_A_ROW)
    table.pick(table.board(), "wS1")
    expect(table.notice).to_contain_text("ruche")


def drag(table: AtTheTable, piece: str, to: Hex) -> None:
    """Drag a piece to a hex, whose place follows from two neighbours in a row."""
    west, east = (middle(table.space(place)) for place in ((0, 0), (1, 0)))
    step = east[0] - west[0]
    place = table.board().where(Piece.parse(piece))
    start = middle(table.page.locator(f'[data-piece="{piece}"]') if place is None else table.space(place))
    mouse = table.page.mouse
    mouse.move(*start)
    mouse.down()
    mouse.move(west[0] + step * (to.q + to.r / 2), west[1] + step * to.r * 0.866, steps=12)
    mouse.up()


def middle(what: Locator) -> tuple[float, float]:
    box = what.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
