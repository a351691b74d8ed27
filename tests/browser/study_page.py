"""Using the analysis board."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page, expect

from skep.board import Board
from tests.browser.board_page import BoardPage
from tests.browser.conftest import PageOpener
from tests.browser.server import ServerProcess

__all__ = ["StudyPage", "open_study"]


class StudyPage(BoardPage):
    """The analysis board."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.wait_until_ready()

    def wait_until_ready(self) -> None:
        """Wait until the server has sent the position, so that moves can be made."""
        expect(self.main).to_have_attribute("data-loaded", "true")

    def wait_for_ply(self, ply: int) -> None:
        """Wait until the position after ``ply`` turns is shown and nothing moves."""
        expect(self.main).to_have_attribute("data-shown", str(ply))
        self.expect_landed()
        self.wait_until_ready()

    def play(self, *moves: str, before: tuple[str, ...] = (), game_type: str = "Base+MLP") -> None:
        """Make moves in the position after the moves ``before``."""
        board = Board(game_type)
        for uhp in before:
            board.push_uhp(uhp)
        for uhp in moves:
            move = board.parse_uhp(uhp)
            assert move.piece is not None
            self.piece_at(str(move.piece), board.where(move.piece)).click()
            self.space(move.to).click()
            board.push(move)
            self.wait_for_ply(board.ply)

    @property
    def moves(self) -> Locator:
        """The notation of all moves of the tree, in reading order."""
        return self.page.locator("button[data-node] .notation")

    @property
    def current(self) -> Locator:
        return self.page.locator('button[data-node][aria-current="step"]')

    def expect_turn(self, side: str) -> None:
        """Wait until a side is to move."""
        expect(self.main).to_have_attribute("data-turn", side)

    def annotate(self) -> Locator:
        """Open the annotations of the current move in the tree, and return the field of its comment."""
        field = self.page.get_by_label("Comment", exact=True)
        if not field.is_visible():
            self.page.get_by_role("button", name="Comment and rate this move").first.click()
        return field

    def paste(self, text: str) -> None:
        """Open a game or a position from text."""
        self.page.get_by_role("button", name="Open", exact=True).click()
        dialog = self.page.get_by_role("dialog")
        dialog.get_by_label("Paste a game or a position").fill(text)
        dialog.get_by_role("button", name="Open", exact=True).click()


def open_study(server: ServerProcess, open_page: PageOpener, **options: Any) -> StudyPage:
    """Open an empty analysis board with notation, and without animations unless requested."""
    options = {"reduced_motion": "reduce", "notation": True, **options}
    return StudyPage(open_page(f"{server.address}/study", **options))
