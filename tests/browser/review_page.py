"""Reading reviews on the page."""

from __future__ import annotations

import re
from typing import Any, Final

from playwright.sync_api import Locator, Page, expect

from skep.board import Board
from skep.game import Game
from tests.browser.board_page import BoardPage
from tests.browser.server import ServerProcess

__all__ = ["REVIEW_TIMEOUT", "WRONG", "ReviewPage", "open_review", "start_review"]

REVIEW_TIMEOUT: Final = 120_000
"""Milliseconds to wait for the review of a short game."""
WRONG: Final = ("inaccuracy", "mistake", "blunder", "missed-win")


class ReviewPage(BoardPage):
    """The page of a finished review, and the review as the server sent it."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        page.wait_for_url(re.compile("/review/"))
        expect(self.main).to_have_attribute("data-state", "done", timeout=REVIEW_TIMEOUT)
        self.graph = page.get_by_role("slider", name="White's winning chances")
        self.review: dict[str, Any] = page.request.get(page.url.replace("/review/", "/api/reviews/")).json()

    @property
    def moves(self) -> list[dict[str, Any]]:
        moves: list[dict[str, Any]] = self.review["moves"]
        return moves

    @property
    def turning_points(self) -> Locator:
        return self.page.get_by_role("region", name="Turning points").get_by_role("button")

    def heaviest(self) -> int:
        """Return the number of the move with the largest loss, counted from 1."""
        return int(self.review["turning_points"][0]) + 1

    def expect_shown(self, index: int, looking: str = "game") -> None:
        """Wait until the position after ``index`` moves is shown and nothing moves."""
        expect(self.main).to_have_attribute("data-looking", looking)
        expect(self.main).to_have_attribute("data-shown", str(index))
        self.expect_landed()

    def board_before(self, index: int) -> Board:
        """Return the position before a move."""
        board = Board.from_position_string(self.review["tree"]["start"])
        for move in self.moves[: index - 1]:
            board.push_uhp(move["uhp"])
        return board

    def play(self, board: Board, uhp: str) -> None:
        """Make a move by picking its piece and then its destination."""
        move = board.parse_uhp(uhp)
        assert move.piece is not None
        self.piece_at(str(move.piece), board.where(move.piece)).click()
        self.space(move.to).click()


def start_review(page: Page, server: ServerProcess, game: Game) -> str:
    """Request a quick review of a game and return the address of its page."""
    nodes = [
        {"parent": at - 1, "uhp": node.uhp(), "spent": node.seconds_spent} for at, node in enumerate(game.mainline())
    ]
    tree = {"start": game.board().position_string(), "nodes": nodes, "tags": {"White": "Ada", "Black": "Grace"}}
    response = page.request.post(f"{server.address}/api/reviews", data={"tree": tree, "effort": "quick"})
    assert response.ok, response.text()
    return f"{server.address}/review/{response.json()['review']}"


def open_review(page: Page, server: ServerProcess, game: Game) -> ReviewPage:
    """Open a quick review of a game and wait until it is finished."""
    page.goto(start_review(page, server, game))
    return ReviewPage(page)
