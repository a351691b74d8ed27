"""Which puzzle to give: the one of the day, or some of a theme, a game type and about a rating."""

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

_WIDTH: Final = 5
"""Some are picked among so many times as many: the nearest in rating, in any order."""


def daily_puzzle(day: date) -> Puzzle:
    """The puzzle of a day, the same everywhere.

    The puzzles that take more than one move stand in an order that only their names make, and each day takes the
    next: none comes twice before all have been.

    >>> daily_puzzle(date(2026, 11, 15)) == daily_puzzle(date(2026, 11, 15)) != daily_puzzle(date(2026, 11, 16))
    True
    """
    order = _daily_order()
    return all_puzzles()[order[day.toordinal() % len(order)]]


@cache
def _daily_order() -> tuple[str, ...]:
    worthy = [puzzle.id for puzzle in all_puzzles().values() if (puzzle.kind, puzzle.moves) != ("win", 1)]
    return tuple(sorted(worthy, key=lambda name: hashlib.blake2b(name.encode(), digest_size=8).digest()))


def pick_puzzles(
    count: int = 1,
    *,
    theme: Theme | None = None,
    game_type: GameType | str | None = None,
    rating: float | None = None,
    without: Collection[str] = (),
    chance: random.Random | None = None,
    puzzles: Iterable[Puzzle] | None = None,
) -> list[Puzzle]:
    """Some puzzles at random; fewer where there are no more.

    ``rating`` asks for those nearest to it, ``without`` leaves some out by their names.

    >>> {theme for puzzle in pick_puzzles(3, theme="throw", rating=1200) for theme in puzzle.themes} >= {"throw"}
    True
    """
    chance = chance or random.Random()
    kind = None if game_type is None else str(GameType.parse(str(game_type)))
    found = [
        puzzle
        for puzzle in (all_puzzles().values() if puzzles is None else puzzles)
        if (theme is None or theme in puzzle.themes)
        and (kind is None or puzzle.game_type == kind)
        and puzzle.id not in without
    ]
    chance.shuffle(found)
    if rating is not None:
        found = sorted(found, key=lambda puzzle: abs(puzzle.rating - rating))[: _WIDTH * count]
        chance.shuffle(found)
    return found[:count]
