"""Solving puzzles on the page."""

from __future__ import annotations

import re
from collections.abc import Iterator

from playwright.sync_api import Locator, Page, expect

from skep.learn.puzzle_view import PuzzleMove, PuzzleView, puzzle_view
from skep.learn.puzzles import Puzzle, all_puzzles, find_puzzle
from skep.pieces import Piece
from tests.browser.board_page import BoardPage

__all__ = ["PuzzlePage", "easy_puzzle"]


def easy_puzzle(kind: str, moves: int) -> Puzzle:
    """Return a puzzle with few pieces, all of which are visible on a phone."""
    matching = [puzzle for puzzle in all_puzzles().values() if (puzzle.kind, puzzle.moves) == (kind, moves)]
    return min(matching, key=lambda puzzle: (len(puzzle.position), puzzle.id))


class PuzzlePage(BoardPage):
    """The page of a puzzle. The solution comes from the collection, never from the page."""

    def __init__(self, page: Page, *, touch: bool = False) -> None:
        super().__init__(page, touch=touch)
        self.expect("trying")

    @property
    def puzzle_id(self) -> str:
        return self.main.get_attribute("data-puzzle") or ""

    @property
    def view(self) -> PuzzleView:
        return puzzle_view(find_puzzle(self.puzzle_id))

    @property
    def task(self) -> Locator:
        return self.page.get_by_test_id("prompt")

    @property
    def rating(self) -> int:
        return int(self.page.get_by_test_id("rating").inner_text().rstrip("?"))

    def expect(self, phase: str, turn: int | None = None) -> None:
        expect(self.main).to_have_attribute("data-phase", phase)
        if turn is not None:
            expect(self.main).to_have_attribute("data-turn", str(turn))
        self.expect_landed()

    def expect_piece(self, move: PuzzleMove) -> None:
        """Wait until the piece of a move is at its destination."""
        assert move.piece is not None
        assert move.to is not None
        piece = Piece.parse(move.piece)
        number = f" {move.piece[2]}" if len(move.piece) > 2 else ""
        name = f"{piece.color.name.title()}'s {piece.bug.name.lower().replace('_', ' ')}{number}"
        expect(self.space(move.to)).to_have_attribute("aria-label", re.compile(f"^{name}(,|$)"))

    def pick(self, piece: str, origin: tuple[int, int] | None) -> None:
        self.tap(self.piece_at(piece, origin))

    def make(self, move: PuzzleMove) -> None:
        assert move.piece is not None
        assert move.to is not None
        self.pick(move.piece, move.origin)
        self.tap(self.space(move.to))

    def solve(self, start: int = 0) -> None:
        """Make the right move in every turn, beginning with ``start``."""
        turns = self.view.turns
        for number in range(start, len(turns)):
            self.expect("trying", number)
            self.make(turns[number].right[0])
        self.expect("solved")

    def blunder(self, turn: int = 0) -> PuzzleMove | None:
        """Make a wrong move, preferably one with a reply, and return the reply."""
        piece, to, answer = next(self._wrong_moves(turn))
        self.pick(piece, self._place_of(piece))
        self.tap(self.space(to))
        self.expect("wrong")
        return answer

    def _wrong_moves(self, turn: int) -> Iterator[tuple[str, tuple[int, int], PuzzleMove | None]]:
        view = self.view.turns[turn]
        groups = sorted(view.wrong, key=lambda group: group.answer is None)
        for group in groups:
            for piece, flat in group.moves.items():
                yield piece, (flat[0], flat[1]), group.answer
        right = {(move.piece, move.to) for move in view.right}
        for piece, flat in view.legal.items():
            places = zip(flat[::2], flat[1::2], strict=True)
            yield from ((piece, place, None) for place in places if (piece, place) not in right)

    def _place_of(self, piece: str) -> tuple[int, int] | None:
        """Return the place of a piece at the start, from which wrong moves are made."""
        places = (stack.place for stack in self.view.scene.stacks if piece in stack.pieces)
        return next(places, None)
