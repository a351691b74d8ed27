"""Solving puzzles in the page as a person would."""

from __future__ import annotations

import re
from collections.abc import Iterator

from playwright.sync_api import Locator, Page, expect

from skep.learn.puzzle_view import PuzzleMove, PuzzleView, puzzle_view
from skep.learn.puzzles import Puzzle, all_puzzles, find_puzzle
from skep.pieces import Piece

__all__ = ["AtThePuzzle", "a_puzzle"]


def a_puzzle(kind: str, moves: int, **of: str) -> Puzzle:
    """An easy puzzle of a kind, with few pieces so that all of them can be seen on a phone."""
    found = [puzzle for puzzle in all_puzzles().values() if (puzzle.kind, puzzle.moves) == (kind, moves)]
    if "theme" in of:
        found = [puzzle for puzzle in found if of["theme"] in puzzle.themes]
    return min(found, key=lambda puzzle: (len(puzzle.position), puzzle.id))


class AtThePuzzle:
    """A person at a page that shows a puzzle. What is right or wrong is asked of the collection, not of the page."""

    def __init__(self, page: Page, *, touch: bool = False) -> None:
        self.page = page
        self.main = page.get_by_role("main")
        self._touch = touch
        self.expect("trying")

    @property
    def name(self) -> str:
        return self.main.get_attribute("data-puzzle") or ""

    @property
    def sheet(self) -> PuzzleView:
        return puzzle_view(find_puzzle(self.name))

    @property
    def asked(self) -> Locator:
        return self.page.get_by_test_id("asked")

    @property
    def rating(self) -> int:
        return int(self.page.get_by_test_id("rating").inner_text().rstrip("?"))

    def button(self, name: str) -> Locator:
        return self.main.get_by_role("button", name=name, exact=True)

    def expect(self, phase: str, turn: int | None = None) -> None:
        expect(self.main).to_have_attribute("data-phase", phase)
        if turn is not None:
            expect(self.main).to_have_attribute("data-turn", str(turn))
        expect(self.page.locator("g.flying")).to_have_count(0)

    def at(self, place: tuple[int, int]) -> Locator:
        return self.page.locator(f'[role="application"] [data-place="{place[0]},{place[1]}"]').last

    def expect_piece(self, move: PuzzleMove) -> None:
        """The piece of a move stands where it goes."""
        assert move.piece is not None
        assert move.to is not None
        piece = Piece.parse(move.piece)
        number = f" {move.piece[2]}" if len(move.piece) > 2 else ""
        name = f"{piece.color.name.title()}'s {piece.bug.name.lower().replace('_', ' ')}{number}"
        expect(self.at(move.to)).to_have_attribute("aria-label", re.compile(f"^{name}(,|$)"))

    def tap(self, what: Locator) -> None:
        if self._touch:
            what.tap()
        else:
            what.click()

    def pick(self, piece: str, origin: tuple[int, int] | None) -> None:
        self.tap(self.page.locator(f'[data-piece="{piece}"]') if origin is None else self.at(origin))

    def make(self, move: PuzzleMove) -> None:
        assert move.piece is not None
        assert move.to is not None
        self.pick(move.piece, move.origin)
        self.tap(self.at(move.to))

    def solve(self, start: int = 0) -> None:
        """Make every right move from a turn on."""
        turns = self.sheet.turns
        for number in range(start, len(turns)):
            self.expect("trying", number)
            self.make(turns[number].right[0])
        self.expect("solved")

    def blunder(self, turn: int = 0) -> PuzzleMove | None:
        """Make a wrong move that is answered, if there is one; the answer."""
        piece, to, answer = next(self._wrong(turn))
        self.pick(piece, self._where(piece))
        self.tap(self.at(to))
        self.expect("wrong")
        return answer

    def _wrong(self, turn: int) -> Iterator[tuple[str, tuple[int, int], PuzzleMove | None]]:
        told = self.sheet.turns[turn]
        groups = sorted(told.wrong, key=lambda group: group.answer is None)
        for group in groups:
            for piece, flat in group.moves.items():
                yield piece, (flat[0], flat[1]), group.answer
        right = {(move.piece, move.to) for move in told.right}
        for piece, flat in told.legal.items():
            places = zip(flat[::2], flat[1::2], strict=True)
            yield from ((piece, place, None) for place in places if (piece, place) not in right)

    def _where(self, piece: str) -> tuple[int, int] | None:
        """Where a piece stands at the start; blunders are made there, or after moves of other pieces."""
        found = (stack.place for stack in self.sheet.scene.stacks if piece in stack.pieces)
        return next(found, None)
