"""Books of openings: one GameString a line, ``#`` before a remark."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.resources import files
from pathlib import Path

from skep.board import Board
from skep.editions import GameType
from skep.errors import SkepError
from skep.notation.uhp import GameString

__all__ = ["book_lines", "built_in_book", "check_book", "read_book"]


def book_lines(text: str) -> Iterator[str]:
    """The GameStrings of a book."""
    for line in text.splitlines():
        opening = line.partition("#")[0].strip()
        if opening:
            yield opening


def built_in_book(game_types: Sequence[GameType]) -> tuple[str, ...]:
    """The openings that come with skep, for some game types."""
    folder = files("skep.match") / "openings"
    return tuple(line for kind in game_types for line in book_lines((folder / f"{kind}.txt").read_text("utf-8")))


def read_book(path: Path, game_types: Sequence[GameType] = ()) -> tuple[str, ...]:
    """A book's openings of some game types, or all of them; raises SkepError where a type has none."""
    try:
        lines = tuple(book_lines(path.read_text("utf-8")))
    except UnicodeDecodeError:
        raise SkepError(f"{path} is not a text file") from None
    kinds = [GameString.parse(line).game_type for line in lines]
    for wanted in game_types:
        if wanted not in kinds:
            raise SkepError(f"{path} has no opening for {wanted}")
    chosen = tuple(line for line, kind in zip(lines, kinds, strict=True) if not game_types or kind in game_types)
    if not chosen:
        raise SkepError(f"{path} has no opening")
    return chosen


def check_book(openings: Sequence[str], edition: str) -> None:
    """Replay every opening; raises SkepError where one is illegal or leaves nothing to play."""
    for number, opening in enumerate(openings, 1):
        try:
            board = Board.from_game_string(opening, edition=edition)
        except SkepError as error:
            raise SkepError(f"opening {number} of the book: {error}") from error
        if board.is_game_over():
            raise SkepError(f"opening {number} of the book: the game is over: {opening}")
