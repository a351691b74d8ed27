"""Playing in the page as a person would: by pointer, by touch or by keyboard alone."""

from __future__ import annotations

import re
from typing import Any, Final

from playwright.sync_api import Locator, Page, expect

from skep.board import Board
from skep.moves import Move
from skep.pieces import Piece

__all__ = ["PHONE", "QUICK", "QUICK_MLP", "AtTheTable", "same_screen", "settle"]

PHONE: Final[dict[str, Any]] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}

QUICK: Final = "wS1;bB1 /wS1;wB1 \\wS1;bQ -bB1;wQ -wB1;bQ -wS1;wA1 wQ/;bS1 -bB1;wA1 -bQ".split(";")
"""A game of nine turns, in which Black's queen bee walks into the middle and White wins."""
QUICK_MLP: Final = "wL;bP wL/;wQ wL\\;bQ \\bP;wG1 wQ-;bQ bP\\;wA1 wG1\\;bB1 bP-;wA1 bB1\\".split(";")

_SETTLED: Final = """async () => {
  const frames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  await frames();
  // the board's view glides by itself
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) await new Promise((done) => setTimeout(done, 700));
  const ends = (one) => Number.isFinite(one.effect.getComputedTiming().endTime);
  await Promise.all(document.getAnimations().filter(ends).map((one) => one.finished.catch(() => {})));
  await frames();
}"""


def settle(page: Page) -> None:
    """Wait until everything is drawn where it stays and has the colour it keeps."""
    page.evaluate(_SETTLED)


class AtTheTable:
    """A person at a page that shows a game. The board tells where a piece stands, never what is legal."""

    def __init__(self, page: Page, *, touch: bool = False) -> None:
        self.page = page
        self._touch = touch
        page.wait_for_url(re.compile("/game/"))
        self.page.locator(".board").first.wait_for()

    @property
    def game(self) -> str:
        return self.page.url.split("/game/")[1][:10]

    def board(self) -> Board:
        """The game as the server has it."""
        state = self.page.request.get(self.page.url.replace("/game/", "/api/games/")).json()
        board = Board(state["game_type"], edition=state["edition"], threefold=state["threefold"])
        for move in state["moves"]:
            board.push_uhp(move["uhp"])
        return board

    def play(self, uhp: str) -> None:
        """Pick the piece of a move, then the space it goes to."""
        board = self.board()
        self.make(board, board.parse_uhp(uhp))

    def make(self, board: Board, move: Move) -> None:
        self.wait_for_ply(board.ply)
        self.pick(board, str(move.piece))
        self.tap(self.space(move.to))
        # the computer may reply before the page is inspected
        self.wait_for_ply(board.ply + 1, board.ply + 2)

    def pick(self, board: Board, piece: str) -> None:
        """Tap a piece, in the hand or on the board."""
        self.tap(self.piece(board, piece))

    def piece(self, board: Board, piece: str) -> Locator:
        place = board.where(Piece.parse(piece))
        return self.page.locator(f'[data-piece="{piece}"]') if place is None else self.space(place)

    def space(self, place: tuple[int, int]) -> Locator:
        return self.page.locator(f'[role="application"] [data-place="{place[0]},{place[1]}"]').last

    def tap(self, what: Locator) -> None:
        if self._touch:
            what.tap()
        else:
            what.click()

    def wait_for_ply(self, *plies: int) -> None:
        """Wait until the position after one of these plies is shown and no piece is flying."""
        shown = re.compile(f"^({'|'.join(map(str, plies))})$")
        expect(self.page.get_by_role("main")).to_have_attribute("data-shown", shown)
        expect(self.page.locator("g.flying")).to_have_count(0)

    @property
    def notice(self) -> Locator:
        """Where the reason stands why a move is not allowed."""
        return self.page.get_by_test_id("notice")

    def result(self) -> Locator:
        return self.page.get_by_role("dialog")


def same_screen(page: Page) -> AtTheTable:
    """A new game for two at one screen, from the start page."""
    page.get_by_text("Same screen", exact=True).click()
    page.get_by_role("button", name="Play").first.click()
    return AtTheTable(page)
