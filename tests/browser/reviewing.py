"""Reading a review in the page as a person would, beside what the server told of it."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from skep.board import Board
from skep.game import Game
from skep.pieces import Piece
from tests.browser.serving import ServicesDep

__all__ = ["PATIENCE", "WRONG", "AtTheReview", "begin_review", "reviewed"]

PATIENCE = 120_000
"""Milliseconds that a review of a short game may take."""
WRONG = ("inaccuracy", "mistake", "blunder", "missed-win")


class AtTheReview:
    """A person at a page that shows a review."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.wait_for_url(re.compile("/review/"))
        self.main = page.get_by_role("main")
        expect(self.main).to_have_attribute("data-state", "done", timeout=PATIENCE)
        self.graph = page.get_by_role("slider", name="White's winning chances")
        self.told: dict[str, Any] = page.request.get(page.url.replace("/review/", "/api/reviews/")).json()

    @property
    def moves(self) -> list[dict[str, Any]]:
        moves: list[dict[str, Any]] = self.told["moves"]
        return moves

    def heaviest(self) -> int:
        """Which of the moves turned the game most, counted from 1."""
        return int(self.told["turning_points"][0]) + 1

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def expect_shown(self, index: int, looking: str = "game") -> None:
        """Until so many moves are shown and nothing flies any more."""
        expect(self.main).to_have_attribute("data-looking", looking)
        expect(self.main).to_have_attribute("data-shown", str(index))
        expect(self.page.locator("g.flying")).to_have_count(0)

    def board_before(self, index: int) -> Board:
        """The position in which a move was made."""
        board = Board.from_position_string(self.told["tree"]["start"])
        for move in self.moves[: index - 1]:
            board.push_uhp(move["uhp"])
        return board

    def play(self, board: Board, uhp: str) -> None:
        """Pick the piece of a move, then the space it goes to."""
        move = board.parse_uhp(uhp)
        place = board.where(Piece.parse(str(move.piece)))
        piece = self.page.locator(f'[data-piece="{move.piece}"]') if place is None else self._space(place)
        piece.click()
        self._space(move.to).click()

    def _space(self, place: tuple[int, int]) -> Locator:
        return self.page.locator(f'[role="application"] [data-place="{place[0]},{place[1]}"]').last


def begin_review(page: Page, served: ServicesDep, game: Game) -> str:
    """Have a game that is brought along reviewed quickly; answers with where its page is."""
    nodes = [
        {"parent": at - 1, "uhp": node.uhp(), "spent": node.seconds_spent} for at, node in enumerate(game.mainline())
    ]
    tree = {"start": game.board().position_string(), "nodes": nodes, "tags": {"White": "Ada", "Black": "Grace"}}
    made = page.request.post(f"{served.address}/api/reviews", data={"tree": tree, "effort": "quick"})
    assert made.ok, made.text()
    return f"{served.address}/review/{made.json()['review']}"


def reviewed(page: Page, served: ServicesDep, game: Game) -> AtTheReview:
    """The page of the quick review of a game, once it is done."""
    page.goto(begin_review(page, served, game))
    return AtTheReview(page)
