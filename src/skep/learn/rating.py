"""How hard a puzzle is, estimated from what shallow searches miss.

The puzzle is a game that players of known strength have tried to win: the engine's levels that do not look ahead,
and searches of more and more positions. Their strengths are those of the ladder in docs/levels.md. The rating is the
one at which the results are what one expects (a performance rating): a player of that strength solves it every other
time. What no search feels and every person does is added: moves that are hard to see.
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
from skep.rules import Path, PathKind

__all__ = ["estimate_rating"]

_GLANCING: Final = {1: 400, 2: 605, 3: 835, 4: 1130}
"""The levels that do not look ahead, and their ratings: the ladder's differences, with 400 for the lowest."""
_TRIES: Final = 12
"""How often each of them tries: they do not see all of their moves each time."""
_FIRST_LOOK: Final = 220
_LOOKS: Final = 8
"""So many searches, of 220 positions, 440 and so on: level 5 is the first, level 9 about the last."""
_LOOKING: Final = 1257
_DOUBLED: Final = 134
"""The rating of the first search, and what twice the positions are worth: levels 5 to 9, a line through them."""
_UNSEEN: Final = {PathKind.JUMP: 30, PathKind.CLIMB: 30, PathKind.THROW: 120}
"""For a solver's move that a person overlooks more easily than a piece placed or sliding."""
_COPYING: Final = 60
"""For a mosquito, which moves as another bug does."""
_A_DOUBLE_CHOICE: Final = 25
"""For every time that there are twice as many legal moves as 32."""
_LEAST, _MOST = 300, 2600


def estimate_rating(board: Board, line: Sequence[Move], endings: Sequence[Move] = ()) -> int:
    """The rating of a puzzle, in tens; ``endings`` are accepted in place of the last move of a win."""
    turns = [({move}, _after(board, line[:number])) for number, move in enumerate(line) if number % 2 == 0]
    if endings:
        turns[-1] = set(endings), turns[-1][1]
    results = [*_glances(turns), *_looks(turns)]
    rating = performance_rating(results) + _unseen(turns[0][1], line[0])
    return max(_LEAST, min(_MOST, round(rating / 10) * 10))


def performance_rating(results: Sequence[tuple[float, float]]) -> float:
    """The rating of a puzzle from the ratings of those who tried it, and whether each solved it, from 0 to 1.

    One who is far weaker is taken to have solved it and one who is far stronger to have missed it, so that there is
    an answer when all did the same.

    >>> round(performance_rating([(1000, 1.0), (1200, 0.0)]), -1), round(performance_rating([(1000, 1.0)])) < 1000
    (1100.0, True)
    """
    known = [(_LEAST, 1.0), (_MOST, 0.0), *results]
    solved = sum(score for _, score in known)
    low, high = float(_LEAST), float(_MOST)
    for _ in range(30):
        middle = (low + high) / 2
        expected = sum(1 / (1 + 10 ** ((middle - strength) / 400)) for strength, _ in known)
        low, high = (middle, high) if expected > solved else (low, middle)
    return low


Turn = tuple[set[Move], Board]
"""The right moves, and where they have to be found."""


def _after(board: Board, moves: Sequence[Move]) -> Board:
    after = board.copy()
    for move in moves:
        after.push(move)
    return after


def _glances(turns: Sequence[Turn]) -> list[tuple[float, float]]:
    """How the levels that do not look ahead fare: the share of tries in which they find every move."""
    engine, limit, results = Engine(table_mb=1), Limit(nodes=1), list[tuple[float, float]]()
    for number, strength in _GLANCING.items():
        level, found = LEVELS[number - 1], 1.0
        for right, board in turns:
            chance = random.Random(f"{number}/{board.key()}")
            found *= sum(choose(engine, level, board, limit, chance) in right for _ in range(_TRIES)) / _TRIES
        results.append((strength, found))
    return results


def _looks(turns: Sequence[Turn]) -> list[tuple[float, float]]:
    """How searches of more and more positions fare: whether they find every move."""
    engine, results = Engine(table_mb=1), list[tuple[float, float]]()
    for doubled in range(_LOOKS):
        limit = Limit(nodes=_FIRST_LOOK << doubled)
        found = all(_sought(engine, board, limit) in right for right, board in turns)
        results.append((_LOOKING + _DOUBLED * doubled, float(found)))
    return results


def _sought(engine: Engine, board: Board, limit: Limit) -> Move:
    *_, last = engine.analyse(board, limit)
    return last.move


def _unseen(board: Board, move: Move) -> float:
    """What makes the first move hard to see."""
    way: Path = board.path(move)
    copying = _COPYING if way.copied is not None else 0
    return _UNSEEN.get(way.kind, 0) + copying + _A_DOUBLE_CHOICE * math.log2(len(board.legal_moves) / 32)
