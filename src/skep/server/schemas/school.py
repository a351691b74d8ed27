"""Responses of the school that :mod:`skep.learn` does not define."""

from __future__ import annotations

from msgspec import Struct

from skep.learn.puzzle_view import PuzzleView
from skep.learn.puzzles import Theme

__all__ = ["PuzzleBatch", "PuzzleCollection"]


class PuzzleBatch(Struct, frozen=True, kw_only=True):
    """Some puzzles, with everything needed to play them offline."""

    puzzles: list[PuzzleView]


class PuzzleCollection(Struct, frozen=True, kw_only=True):
    """The number of puzzles in total, per theme and per game type."""

    total: int
    themes: dict[Theme, int]
    game_types: dict[str, int]
