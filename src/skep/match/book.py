"""Opening books: one GameString per line; ``#`` starts a comment."""

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
    """Yield the GameStrings of a book."""
    for line in text.splitlines():
        opening = line.partition("#")[0].strip()
        if opening:
            yield opening


def built_in_book(game_types: Sequence[GameType]) -> tuple[str, ...]:
    """Return the openings of skep's own book for some game types."""
    folder = files("skep.match") / "openings"
    return tuple(line for kind in game_types for line in book_lines((folder / f"{kind}.txt").read_text("utf-8")))


def read_book(path: Path, game_types: Sequence[GameType] = ()) -> tuple[str, ...]:
    """Read the openings of some game types, or of all. Raises SkepError if a type has none."""
    try:
        lines = tuple(book_lines(path.read_text("utf-8")))
    except UnicodeDecodeError:
        raise SkepError(f"{path} is not a text file") from None
    kinds = [GameString.parse(line).game_type for line in lines]
    for game_type in game_types:
        if game_type not in kinds:
            raise SkepError(f"{path} has no opening for {game_type}")
    openings = tuple(line for line, kind in zip(lines, kinds, strict=True) if not game_types or kind in game_types)
    if not openings:
        raise SkepError(f"{path} has no openings")
    return openings


def check_book(openings: Sequence[str], edition: str) -> None:
    """Replay every opening. Raises SkepError if one is illegal or ends the game."""
    for number, opening in enumerate(openings, 1):
        try:
            board = Board.from_game_string(opening, edition=edition)
        except SkepError as error:
            raise SkepError(f"opening {number} of the book: {error}") from error
        if board.is_game_over():
            raise SkepError(f"opening {number} of the book: the game is over: {opening}")
