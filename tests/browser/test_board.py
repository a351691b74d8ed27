"""The board in a browser: what is visible, and what the keyboard reaches."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.board_page import PHONE, settle, settled_view
from tests.browser.conftest import PageOpener
from tests.browser.game_page import IN_A_ROW, LONG_GAME, open_game
from tests.browser.server import ServerProcess
from tests.browser.waiting import wait_until

WHITE: Final = "wS1 wQ wB1 wG1 wA1 wS2 wG2 wB2 wA2".split()
BLACK: Final = "bS1 bQ bB1 bG1 bA1 bS2 bG2 bB2 bA2".split()


def make_long_hive(white: list[str], black: list[str]) -> list[str]:
    """Return the moves of a game in which each side places every piece beside its last one."""
    moves = ["wS1", f"bS1 {black[0].format('wS1')}"]
    for number in range(1, len(WHITE)):
        moves.append(f"{WHITE[number]} {white[number % len(white)].format(WHITE[number - 1])}")
        moves.append(f"{BLACK[number]} {black[number % len(black)].format(BLACK[number - 1])}")
    return moves


HORIZONTAL: Final = make_long_hive(["-{}"], ["{}-"])
VERTICAL: Final = make_long_hive(["\\{}", "{}/"], ["{}\\", "/{}"])


def box(target: Locator) -> dict[str, float]:
    """Return the bounding box of something visible, with its right and bottom edges."""
    bounds = target.bounding_box()
    assert bounds is not None
    x, y, width, height = bounds["x"], bounds["y"], bounds["width"], bounds["height"]
    return {"x": x, "y": y, "width": width, "height": height, "right": x + width, "bottom": y + height}


def view(page: Page) -> str:
    """Return the current pan and zoom of the board."""
    return page.locator('[role="application"] > svg > g').first.get_attribute("transform") or ""


_WAIT_FRAMES: Final = """async () => {
  for (let count = 0; count < 20; count++) await new Promise((next) => requestAnimationFrame(next));
}"""
_IS_RIGHT_OF: Final = """([key, x]) =>
  [...document.querySelectorAll(`[role="application"] [data-place="${key}"]`)].at(-1).getBoundingClientRect().x > x
"""
_VIEW_IS: Final = """(view) =>
  document.querySelector('[role="application"] > svg > g').getAttribute("transform") === view
"""


def is_in_view(page: Page, found: Locator) -> bool:
    """Return whether the board shows the whole of a tile or a space, with room around it."""
    seen, board = box(found), box(page.get_by_role("application"))
    is_beside = board["x"] + 20 <= seen["x"] and seen["right"] <= board["right"] - 20
    return is_beside and board["y"] + 20 <= seen["y"] and seen["bottom"] <= board["bottom"] - 20


@pytest.mark.slow
def test_the_keyboard_reaches_the_reason_for_any_space_or_piece(server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(server.address)
    table = open_game(page, server.address, IN_A_ROW)
    page.locator('[data-piece="wA1"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator('[data-key^="ghost"]:focus')).to_have_count(1)
    expect(page.get_by_role("log")).to_contain_text("Shift + arrows")
    # arrows move between the destinations; with Shift they reach the far end of the hive
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    assert page.locator('[data-key^="ghost"]:focus').count() == 1
    for _ in range(6):
        page.keyboard.press("Shift+ArrowRight")
    focused = page.locator('[data-key^="space"]:focus')
    expect(focused).to_have_attribute(
        "aria-label", re.compile("Can't go here, press Enter to see why: Black's queen bee on the left")
    )
    page.keyboard.press("Enter")
    expect(table.notice).to_contain_text(re.compile("may not touch the other colour", re.IGNORECASE))
    # the focus and the picked piece stay, to ask again or to place the piece
    expect(focused).to_have_count(1)
    page.keyboard.press("Shift+ArrowLeft")
    expect(page.locator('[data-key^="piece"]:focus')).to_have_attribute("aria-label", re.compile("Black's queen bee"))
    page.keyboard.press("Shift+Enter")
    expect(table.notice).to_contain_text(re.compile("empty|taken|occupied|stands", re.IGNORECASE))
    page.keyboard.press("ArrowLeft")
    expect(page.locator('[data-key^="ghost"]:focus')).to_have_count(1)
    page.keyboard.press("Enter")
    table.wait_for_ply(5)


def test_a_question_mark_opens_the_list_of_keys(server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(server.address)
    page.get_by_role("heading", level=1).wait_for()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard")).to_contain_text("Shift + arrows")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


class Mouse:
    """Dragging by mouse."""

    def __init__(self, page: Page) -> None:
        self._mouse = page.mouse

    def press(self, x: float, y: float) -> None:
        self._mouse.move(x, y)
        self._mouse.down()

    def carry(self, x: float, y: float) -> None:
        self._mouse.move(x, y, steps=8)

    def release(self) -> None:
        self._mouse.up()


class Finger:
    """Dragging by touch, which Playwright itself cannot do."""

    def __init__(self, page: Page) -> None:
        self._browser = page.context.new_cdp_session(page)
        self._at = (0.0, 0.0)

    def _touch(self, kind: str, *points: tuple[float, float]) -> None:
        touch_points = [{"x": x, "y": y} for x, y in points]
        self._browser.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touch_points})

    def press(self, x: float, y: float) -> None:
        self._at = (x, y)
        self._touch("touchStart", self._at)

    def carry(self, x: float, y: float) -> None:
        (from_x, from_y), self._at = self._at, (x, y)
        for step in range(1, 9):
            self._touch("touchMove", (from_x + (x - from_x) * step / 8, from_y + (y - from_y) * step / 8))

    def release(self) -> None:
        self._touch("touchEnd")


@pytest.mark.slow
@pytest.mark.parametrize("touch", [False, True], ids=["mouse", "touch"])
def test_dragging_a_piece_to_the_edge_pans_the_board(server: ServerProcess, open_page: PageOpener, touch: bool) -> None:
    # on its side, so that the board does not open turned
    phone = {**PHONE, "viewport": {"width": 844, "height": 390}}
    page = open_page(server.address, **(phone if touch else {"viewport": {"width": 900, "height": 700}}))
    table = open_game(page, server.address, HORIZONTAL)
    pointer = Finger(page) if touch else Mouse(page)
    for _ in range(0 if touch else 4):  # a long hive does not fit a phone anyway
        page.get_by_role("application").press("+")
    settle(page)
    board, hand = box(page.get_by_role("application")), box(page.locator('[data-piece="wL"]'))
    assert box(table.space((-8, 0)))["right"] < board["x"], "the end of the hive is visible before the drag"
    middle = board["y"] + board["height"] / 2
    pointer.press(hand["x"] + hand["width"] / 2, hand["y"] + hand["height"] / 2)
    pointer.carry(board["x"] + board["width"] / 2, middle)
    before = settled_view(page)
    page.evaluate(_WAIT_FRAMES)
    assert view(page) == before, "the board moves although the piece is not at the edge"
    pointer.carry(board["x"] + 10, middle)
    ghost = table.space((-9, 0))
    wait_until(page, _IS_RIGHT_OF, ["-9,0", board["x"] + 4])
    settle(page)
    seen = box(ghost)
    assert board["x"] < seen["x"] < board["x"] + 160, "the board does not stop at the end of the hive"
    pointer.carry(seen["x"] + seen["width"] / 2, seen["y"] + seen["height"] / 2 + (38 if touch else 0))
    pointer.release()
    table.wait_for_ply(len(HORIZONTAL) + 1)
    settle(page)
    assert box(table.space((-9, 0)))["x"] >= board["x"], "the placed piece is out of sight"


@pytest.mark.slow
def test_on_a_phone_a_reason_does_not_cover_its_evidence(server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(server.address, **PHONE)
    for moves in (HORIZONTAL, VERTICAL):
        table = open_game(page, server.address, moves)
        page.get_by_role("application").press("f")
        before = settled_view(page)
        for piece in ("wB2", "wS1", "bA2"):
            place = table.piece(table.board(), piece)
            place.tap()
            table.notice.get_by_role("paragraph").first.wait_for()
            settle(page)
            card, board = box(table.notice.locator(".notice")), box(page.get_by_role("application"))
            concerned = [place] if piece == "bA2" else page.locator('[data-key^="piece"]').all()
            for piece_shown in concerned:
                seen = box(piece_shown)
                assert board["y"] <= seen["y"] < seen["bottom"] <= card["y"], f"{piece}: covered by the reason"
                assert board["x"] <= seen["x"] < seen["right"] <= board["right"], f"{piece}: out of sight"
            page.keyboard.press("Escape")
            wait_until(page, _VIEW_IS, before)


def test_on_a_phone_a_reason_does_not_cover_the_destinations(server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(server.address, **PHONE)
    table = open_game(page, server.address, LONG_GAME)
    before = settled_view(page)
    table.piece(table.board(), "wA2").tap()
    ghosts = page.locator('[data-key^="ghost"]')
    assert ghosts.count() > 20
    settle(page)
    # by keyboard, because a tap could miss a space between the others; the view follows a focus that is out of sight
    space = next(found for found in page.locator('[data-key^="space"]').all() if is_in_view(page, found))
    space.focus()
    page.keyboard.press("Enter")
    table.notice.get_by_role("paragraph").first.wait_for()
    settle(page)
    card, board = box(table.notice.locator(".notice")), box(page.get_by_role("application"))
    for ghost in ghosts.all():
        seen = box(ghost)
        assert board["x"] <= seen["x"] < seen["right"] <= board["right"]
        assert board["y"] <= seen["y"] < seen["bottom"] <= card["y"]
    page.keyboard.press("Escape")
    wait_until(page, _VIEW_IS, before)


@pytest.mark.slow
def test_on_a_phone_the_last_move_is_visible_in_a_long_hive(server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(server.address, **PHONE)
    table = open_game(page, server.address, HORIZONTAL)
    settle(page)
    last = box(table.piece(table.board(), "bA2"))
    board = box(page.get_by_role("application"))
    assert board["x"] <= last["x"] < last["right"] <= board["right"]
    assert last["width"] >= 40, "the piece is too small for a thumb"


@pytest.mark.slow
def test_reduced_motion_changes_the_view_without_animation(server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(server.address)
    page.get_by_role("button", name="Settings").click()
    page.get_by_text("Reduced", exact=True).click()
    page.keyboard.press("Escape")
    open_game(page, server.address, HORIZONTAL)
    views: list[str] = page.evaluate(
        """async () => {
          const group = document.querySelector('[role="application"] > svg > g');
          const views = [group.getAttribute("transform")];
          for (const name of ["Rotate view", "Show the whole hive"]) {
            document.querySelector(`[aria-label="${name}"]`).click();
            for (let frame = 0; frame < 12; frame++) {
              await new Promise((next) => requestAnimationFrame(next));
              views.push(group.getAttribute("transform"));
            }
          }
          return views;
        }"""
    )
    assert len(set(views)) > 1, "the view does not change"
    changes = [one != other for one, other in pairwise(views)]
    assert sum(changes) <= 2, "the view changes gradually"
