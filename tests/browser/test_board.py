"""The board in a real browser: what is seen of it, and what a keyboard can ask of it."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Opener
from tests.browser.driving import PHONE, same_screen
from tests.browser.screenshots import GAME, set_up
from tests.browser.serving import ServicesDep

WHITE: Final = "wS1 wQ wB1 wG1 wA1 wS2 wG2 wB2 wA2".split()
BLACK: Final = "bS1 bQ bB1 bG1 bA1 bS2 bG2 bB2 bA2".split()


def growing(white: list[str], black: list[str]) -> list[str]:
    """A game in which both sides only place, each beside its own last piece: a hive of one long arm."""
    moves = ["wS1", f"bS1 {black[0].format('wS1')}"]
    for number in range(1, len(WHITE)):
        moves.append(f"{WHITE[number]} {white[number % len(white)].format(WHITE[number - 1])}")
        moves.append(f"{BLACK[number]} {black[number % len(black)].format(BLACK[number - 1])}")
    return moves


ALONG: Final = growing(["-{}"], ["{}-"])
UPRIGHT: Final = growing(["\\{}", "{}/"], ["{}\\", "/{}"])


def box(what: Locator) -> dict[str, float]:
    found = what.bounding_box()
    assert found is not None
    x, y, width, height = found["x"], found["y"], found["width"], found["height"]
    return {"x": x, "y": y, "width": width, "height": height, "right": x + width, "bottom": y + height}


def view(page: Page) -> str:
    """What the board shows: how it is panned and zoomed."""
    return page.locator('[role="application"] > svg > g').first.get_attribute("transform") or ""


def at_rest(page: Page) -> str:
    """The view once it does not change any more."""
    before = ""
    for _ in range(40):
        now = view(page)
        if now == before:
            return now
        before = now
        page.wait_for_timeout(120)
    raise AssertionError("the board does not come to rest")


def test_by_key_one_can_ask_why_not_for_any_space_and_any_hex(served: ServicesDep, people: Opener) -> None:
    page = people(served.address)
    table = same_screen(page)
    for move in ("wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-"):
        table.play(move)
    page.locator('[data-piece="wA1"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator('[data-key^="ghost"]:focus')).to_have_count(1)
    expect(page.get_by_role("log")).to_contain_text("Shift + arrows")
    # arrows alone stay on what is allowed; with Shift they go on to the far end of the hive
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    assert page.locator('[data-key^="ghost"]:focus').count() == 1
    for _ in range(6):
        page.keyboard.press("Shift+ArrowRight")
    here = page.locator('[data-key^="space"]:focus')
    expect(here).to_have_attribute(
        "aria-label", re.compile("Can't go here, press Enter to see why: Black's queen bee on the left")
    )
    page.keyboard.press("Enter")
    expect(table.notice).to_contain_text(re.compile("may not touch the other colour", re.IGNORECASE))
    # the focus stays, and so does the piece in the hand: one may go on asking, or place it
    expect(here).to_have_count(1)
    page.keyboard.press("Shift+ArrowLeft")
    expect(page.locator('[data-key^="piece"]:focus')).to_have_attribute("aria-label", re.compile("Black's queen bee"))
    page.keyboard.press("Shift+Enter")
    expect(table.notice).to_contain_text(re.compile("empty|taken|occupied|stands", re.IGNORECASE))
    page.keyboard.press("ArrowLeft")
    expect(page.locator('[data-key^="ghost"]:focus')).to_have_count(1)
    page.keyboard.press("Enter")
    table.wait_for_ply(5)


def test_a_question_mark_lists_the_keys(served: ServicesDep, people: Opener) -> None:
    page = people(served.address)
    page.get_by_role("heading", level=1).wait_for()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard")).to_contain_text("Shift + arrows")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


class Mouse:
    """A mouse that drags."""

    def __init__(self, page: Page) -> None:
        self._mouse = page.mouse

    def press(self, x: float, y: float) -> None:
        self._mouse.move(x, y)
        self._mouse.down()

    def carry(self, x: float, y: float) -> None:
        self._mouse.move(x, y, steps=8)

    def let_go(self) -> None:
        self._mouse.up()


class Finger:
    """A finger that drags: Playwright itself only taps."""

    def __init__(self, page: Page) -> None:
        self._browser = page.context.new_cdp_session(page)
        self._at = (0.0, 0.0)

    def _touch(self, kind: str, *points: tuple[float, float]) -> None:
        touched = [{"x": x, "y": y} for x, y in points]
        self._browser.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touched})

    def press(self, x: float, y: float) -> None:
        self._at = (x, y)
        self._touch("touchStart", self._at)

    def carry(self, x: float, y: float) -> None:
        (from_x, from_y), self._at = self._at, (x, y)
        for step in range(1, 9):
            self._touch("touchMove", (from_x + (x - from_x) * step / 8, from_y + (y - from_y) * step / 8))

    def let_go(self) -> None:
        self._touch("touchEnd")


@pytest.mark.parametrize("touch", [False, True], ids=["mouse", "touch"])
def test_the_board_moves_along_under_a_piece_held_at_its_edge(served: ServicesDep, people: Opener, touch: bool) -> None:
    page = people(served.address, **(PHONE if touch else {"viewport": {"width": 900, "height": 700}}))
    table = set_up(page, served.address, ALONG)
    pointer = Finger(page) if touch else Mouse(page)
    for _ in range(0 if touch else 4):  # on a phone a long hive is too large as it is
        page.get_by_role("application").press("+")
    at_rest(page)
    board, hand = box(page.get_by_role("application")), box(page.locator('[data-piece="wL"]'))
    assert box(table.space((-8, 0)))["right"] < board["x"], "the end of the hive is out of sight"
    middle = board["y"] + board["height"] / 2
    pointer.press(hand["x"] + hand["width"] / 2, hand["y"] + hand["height"] / 2)
    pointer.carry(board["x"] + board["width"] / 2, middle)
    before = at_rest(page)
    page.wait_for_timeout(300)
    assert view(page) == before, "it moves only at the edge"
    pointer.carry(board["x"] + 10, middle)
    ghost = table.space((-9, 0))
    for _ in range(100):
        if box(ghost)["x"] > board["x"] + 4:
            break
        page.wait_for_timeout(100)
    at_rest(page)
    seen = box(ghost)
    assert board["x"] < seen["x"] < board["x"] + 160, "it stops at the end of the hive"
    pointer.carry(seen["x"] + seen["width"] / 2, seen["y"] + seen["height"] / 2 + (38 if touch else 0))
    pointer.let_go()
    table.wait_for_ply(len(ALONG) + 1)
    at_rest(page)
    assert box(table.space((-9, 0)))["x"] >= board["x"], "and what was placed is seen"


def test_on_a_phone_a_reason_covers_nothing_that_it_speaks_of(served: ServicesDep, people: Opener) -> None:
    page = people(served.address, **PHONE)
    for moves in (ALONG, UPRIGHT):
        table = set_up(page, served.address, moves)
        page.get_by_role("button", name="Show the whole hive").tap()
        before = at_rest(page)
        for piece in ("wB2", "wS1", "bA2"):
            place = table.piece(table.board(), piece)
            place.tap()
            table.notice.get_by_role("paragraph").first.wait_for()
            at_rest(page)
            card, board = box(table.notice.locator(".notice")), box(page.get_by_role("application"))
            concerned = [place] if piece == "bA2" else page.locator('[data-key^="piece"]').all()
            for one in concerned:
                seen = box(one)
                assert board["y"] <= seen["y"] < seen["bottom"] <= card["y"], f"{piece}: under the card"
                assert board["x"] <= seen["x"] < seen["right"] <= board["right"], f"{piece}: out of sight"
            page.keyboard.press("Escape")
            assert at_rest(page) == before, "and when it has gone, all is as it was"


def test_on_a_phone_a_reason_leaves_every_space_to_go_to_in_sight(served: ServicesDep, people: Opener) -> None:
    page = people(served.address, **PHONE)
    table = set_up(page, served.address, GAME)
    at_rest(page)
    before = view(page)
    table.piece(table.board(), "wA2").tap()
    ghosts = page.locator('[data-key^="ghost"]')
    assert ghosts.count() > 20
    # by key, since a tap has to find a space between the others
    space = page.locator('[data-key^="space"]').first
    space.focus()
    page.keyboard.press("Enter")
    table.notice.get_by_role("paragraph").first.wait_for()
    at_rest(page)
    card, board = box(table.notice.locator(".notice")), box(page.get_by_role("application"))
    for ghost in ghosts.all():
        seen = box(ghost)
        assert board["x"] <= seen["x"] < seen["right"] <= board["right"]
        assert board["y"] <= seen["y"] < seen["bottom"] <= card["y"]
    page.keyboard.press("Escape")
    assert at_rest(page) == before


def test_on_a_phone_the_last_move_is_seen_though_the_hive_is_too_long(served: ServicesDep, people: Opener) -> None:
    page = people(served.address, **PHONE)
    table = set_up(page, served.address, ALONG)
    at_rest(page)
    last = box(table.piece(table.board(), "bA2"))
    board = box(page.get_by_role("application"))
    assert board["x"] <= last["x"] < last["right"] <= board["right"]
    assert last["width"] >= 40, "and large enough for a thumb"


def test_little_movement_stops_the_board_from_gliding(served: ServicesDep, people: Opener) -> None:
    page = people(served.address)
    page.get_by_role("button", name="Settings").click()
    page.get_by_text("Reduced", exact=True).click()
    page.keyboard.press("Escape")
    set_up(page, served.address, ALONG)
    views: list[str] = page.evaluate(
        """async () => {
          const seen = document.querySelector('[role="application"] > svg > g');
          const found = [seen.getAttribute("transform")];
          for (const name of ["Rotate view", "Show the whole hive"]) {
            document.querySelector(`[aria-label="${name}"]`).click();
            for (let frame = 0; frame < 12; frame++) {
              await new Promise((next) => requestAnimationFrame(next));
              found.push(seen.getAttribute("transform"));
            }
          }
          return found;
        }"""
    )
    assert len(set(views)) > 1, "the view changes"
    changes = [one != other for one, other in pairwise(views)]
    assert sum(changes) <= 2, "but at once"
