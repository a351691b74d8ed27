"""Estimates the rating of a puzzle from what shallow searches miss.

Players of known strength attempt the puzzle: the engine's levels that do not look ahead, and searches with more and
more nodes. Their strengths are those of the ladder in docs/levels.md. The rating is a performance rating: a player of
that strength solves the puzzle every other time. Moves that people find harder to see than searches do add a bonus.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import Final

from skep.board import Board
from skep.engine import LEVELS, Engine, Limit
from skep.engine.choosing import choose
from skep.moves import Move
from skep.rules import PathKind

__all__ = ["estimate_rating", "performance_rating"]

_STATIC_LEVELS: Final = {1: 400, 2: 605, 3: 835, 4: 1130}
"""The ratings of the levels that do not look ahead: the ladder's differences, with 400 for the lowest level."""
_TRIES: Final = 12
"""The number of attempts of each of these levels, which overlook random moves."""
_FIRST_SEARCH_NODES: Final = 220
_SEARCHES: Final = 8
"""The number of searches, each with twice the nodes. The first is level 5, and the last about level 9."""
_FIRST_SEARCH_RATING: Final = 1257
_RATING_PER_DOUBLING: Final = 134
"""The rating gained by twice the nodes, from a line through levels 5 to 9."""
_MOVE_BONUS: Final = {PathKind.JUMP: 30, PathKind.CLIMB: 30, PathKind.THROW: 120}
"""Bonus for moves that people overlook more easily than a placed or sliding piece."""
_COPY_BONUS: Final = 60
"""Bonus for a mosquito that moves like another bug."""
_CHOICE_BONUS: Final = 25
"""Bonus for each doubling of the number of legal moves, relative to ``_USUAL_CHOICE``."""
_USUAL_CHOICE: Final = 32
_MIN_RATING, _MAX_RATING = 300, 2600


def estimate_rating(board: Board, line: Sequence[Move], endings: Sequence[Move] = ()) -> int:
    """Return the rating of a puzzle, rounded to tens. ``endings`` are all accepted last moves of a win."""
    turns = [({move}, _after(board, line[:number])) for number, move in enumerate(line) if number % 2 == 0]
    if endings:
        turns[-1] = set(endings), turns[-1][1]
    results = [*_static_results(turns), *_search_results(turns)]
    rating = performance_rating(results) + _bonus(turns[0][1], line[0])
    return max(_MIN_RATING, min(_MAX_RATING, round(rating / 10) * 10))


def performance_rating(results: Sequence[tuple[float, float]]) -> float:
    """Return the rating of a puzzle from the rating of each player and how often they solved it, from 0 to 1.

    The calculation adds a very weak player who solved it and a very strong one who did not, so that the result is
    finite even if all players had the same result.

    >>> round(performance_rating([(1000, 1.0), (1200, 0.0)]), -1), round(performance_rating([(1000, 1.0)])) < 1000
    (1100.0, True)
    """
    known = [(_MIN_RATING, 1.0), (_MAX_RATING, 0.0), *results]
    solved = sum(score for _, score in known)
    low, high = float(_MIN_RATING), float(_MAX_RATING)
    for _ in range(30):
        middle = (low + high) / 2
        expected = sum(1 / (1 + 10 ** ((middle - strength) / 400)) for strength, _ in known)
        low, high = (middle, high) if expected > solved else (low, middle)
    return low


Turn = tuple[set[Move], Board]
"""The right moves, and the board on which to find them."""


def _after(board: Board, moves: Sequence[Move]) -> Board:
    after = board.copy()
    for move in moves:
        after.push(move)
    return after


def _static_results(turns: Sequence[Turn]) -> list[tuple[float, float]]:
    """Return the ratings of the levels that do not look ahead, and how often they find every move."""
    engine, limit, results = Engine(table_mb=1), Limit(nodes=1), list[tuple[float, float]]()
    for number, strength in _STATIC_LEVELS.items():
        level, solved = LEVELS[number - 1], 1.0
        for right, board in turns:
            rng = random.Random(f"{number}/{board.key()}")
            solved *= sum(choose(engine, level, board, limit, rng).move in right for _ in range(_TRIES)) / _TRIES
        results.append((strength, solved))
    return results


def _search_results(turns: Sequence[Turn]) -> list[tuple[float, float]]:
    """Return the ratings of searches with more and more nodes, and whether they find every move."""
    engine, results = Engine(table_mb=1), list[tuple[float, float]]()
    for doublings in range(_SEARCHES):
        limit = Limit(nodes=_FIRST_SEARCH_NODES << doublings)
        solved = all(_best_move(engine, board, limit) in right for right, board in turns)
        results.append((_FIRST_SEARCH_RATING + _RATING_PER_DOUBLING * doublings, float(solved)))
    return results


def _best_move(engine: Engine, board: Board, limit: Limit) -> Move:
    *_, last = engine.analyse(board, limit)
    return last.move


def _bonus(board: Board, move: Move) -> float:
    """Return the bonus for a first move that is hard to see."""
    path = board.path(move)
    copying = _COPY_BONUS if path.copied is not None else 0
    choice = _CHOICE_BONUS * math.log2(len(board.legal_moves) / _USUAL_CHOICE)
    return _MOVE_BONUS.get(path.kind, 0) + copying + choice
