"""Picks puzzles: the puzzle of the day, or random ones by theme, game type and rating."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Collection, Iterable
from datetime import date
from functools import cache
from typing import Final

from skep.editions import GameType
from skep.learn.puzzles import Puzzle, Theme, all_puzzles

__all__ = ["daily_puzzle", "pick_puzzles"]

_CANDIDATES_PER_PICK: Final = 5
"""With a rating, puzzles are picked from this many times ``count`` puzzles with the nearest ratings."""


def daily_puzzle(day: date) -> Puzzle:
    """Return the puzzle of a day, which is the same everywhere.

    All puzzles that take more than one move have a fixed order, derived from their ids. Each day takes the next one,
    so none is repeated until all have been used.

    >>> daily_puzzle(date(2026, 11, 15)) == daily_puzzle(date(2026, 11, 15)) != daily_puzzle(date(2026, 11, 16))
    True
    """
    order = _daily_order()
    return all_puzzles()[order[day.toordinal() % len(order)]]


@cache
def _daily_order() -> tuple[str, ...]:
    eligible = [puzzle.id for puzzle in all_puzzles().values() if (puzzle.kind, puzzle.moves) != ("win", 1)]
    return tuple(sorted(eligible, key=lambda name: hashlib.blake2b(name.encode(), digest_size=8).digest()))


def pick_puzzles(
    count: int = 1,
    *,
    theme: Theme | None = None,
    game_type: GameType | str | None = None,
    rating: float | None = None,
    exclude: Collection[str] = (),
    rng: random.Random | None = None,
    puzzles: Iterable[Puzzle] | None = None,
) -> list[Puzzle]:
    """Return up to ``count`` random puzzles.

    ``rating`` prefers puzzles with ratings near it, and ``exclude`` lists the ids of puzzles to leave out.

    >>> {theme for puzzle in pick_puzzles(3, theme="throw", rating=1200) for theme in puzzle.themes} >= {"throw"}
    True
    """
    rng = rng or random.Random()
    type_name = None if game_type is None else str(GameType.parse(str(game_type)))
    candidates = [
        puzzle
        for puzzle in (all_puzzles().values() if puzzles is None else puzzles)
        if (theme is None or theme in puzzle.themes)
        and (type_name is None or puzzle.game_type == type_name)
        and puzzle.id not in exclude
    ]
    rng.shuffle(candidates)
    if rating is not None:
        candidates = sorted(candidates, key=lambda puzzle: abs(puzzle.rating - rating))[: _CANDIDATES_PER_PICK * count]
        rng.shuffle(candidates)
    return candidates[:count]
