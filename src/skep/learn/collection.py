"""Choosing a collection from what was mined: all game types alike, and of every theme, length and rating some."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import Final

from skep.learn.puzzles import Puzzle

__all__ = ["collect"]

_OF_ONE_GAME: Final = 2
"""Puzzles of one game are much alike."""
_BAND: Final = 150
"""Ratings so near count as alike."""


def collect(puzzles: Iterable[Puzzle], count: int) -> list[Puzzle]:
    """A collection of at most so many puzzles, ordered by rating.

    Each game type gets the same share. One puzzle after the other is taken that has most of what the collection has
    least of: its length, its themes, its rating. No two are equal when turned or mirrored, and at most two come from
    one game. The same puzzles give the same collection, in whatever order they come.
    """
    kinds = defaultdict[str, list[Puzzle]](list)
    for puzzle in {puzzle.id: puzzle for puzzle in sorted(puzzles, key=lambda puzzle: puzzle.source)}.values():
        kinds[puzzle.game_type].append(puzzle)
    share = -(-count // max(len(kinds), 1))
    chosen = [puzzle for kind in sorted(kinds) for puzzle in _share(kinds[kind], share)]
    return sorted(chosen[:count], key=lambda puzzle: (puzzle.rating, puzzle.id))


def _share(puzzles: list[Puzzle], count: int) -> Iterator[Puzzle]:
    left = {puzzle.id: puzzle for puzzle in sorted(puzzles, key=lambda puzzle: puzzle.id)}
    had, games = Counter[object](), Counter[str]()
    for _ in range(count):
        if not left:
            return
        best = max(left.values(), key=lambda puzzle: _novelty(puzzle, had))
        yield best
        had.update(_features(best))
        games[best.source] += 1
        del left[best.id]
        if games[best.source] == _OF_ONE_GAME:
            left = {name: puzzle for name, puzzle in left.items() if puzzle.source != best.source}


def _novelty(puzzle: Puzzle, had: Counter[object]) -> float:
    """How much of it is rare so far: of a feature that nothing has yet all, of one that many have little."""
    features = _features(puzzle)
    return sum(1 / (1 + had[feature]) for feature in features)


def _features(puzzle: Puzzle) -> list[object]:
    return [(puzzle.kind, puzzle.moves), puzzle.rating // _BAND, *puzzle.themes]
