"""Chooses a balanced collection from mined puzzles: equal shares of game types, mixed themes, lengths and ratings."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import Final

from skep.learn.puzzles import Puzzle

__all__ = ["collect"]

_MAX_PER_GAME: Final = 2
"""Puzzles from one game are similar."""
_RATING_BAND: Final = 150
"""Ratings in the same band count as equal."""


def collect(puzzles: Iterable[Puzzle], count: int) -> list[Puzzle]:
    """Return a collection of at most ``count`` puzzles, ordered by rating.

    Each game type gets the same share. Puzzles are added one at a time, always the one whose length, themes and
    rating are rarest in the collection so far. No two are equal when rotated or mirrored, and at most two come from
    one game. The result does not depend on the order of the input.
    """
    by_game_type = defaultdict[str, list[Puzzle]](list)
    for puzzle in {puzzle.id: puzzle for puzzle in sorted(puzzles, key=lambda puzzle: puzzle.source)}.values():
        by_game_type[puzzle.game_type].append(puzzle)
    share = -(-count // max(len(by_game_type), 1))
    chosen = [puzzle for name in sorted(by_game_type) for puzzle in _share(by_game_type[name], share)]
    return sorted(chosen[:count], key=lambda puzzle: (puzzle.rating, puzzle.id))


def _share(puzzles: list[Puzzle], count: int) -> Iterator[Puzzle]:
    left = {puzzle.id: puzzle for puzzle in sorted(puzzles, key=lambda puzzle: puzzle.id)}
    seen, games = Counter[object](), Counter[str]()
    for _ in range(count):
        if not left:
            return
        best = max(left.values(), key=lambda puzzle: _novelty(puzzle, seen))
        yield best
        seen.update(_features(best))
        games[best.source] += 1
        del left[best.id]
        if games[best.source] == _MAX_PER_GAME:
            left = {name: puzzle for name, puzzle in left.items() if puzzle.source != best.source}


def _novelty(puzzle: Puzzle, seen: Counter[object]) -> float:
    """Return how rare the features of a puzzle are so far."""
    return sum(1 / (1 + seen[feature]) for feature in _features(puzzle))


def _features(puzzle: Puzzle) -> list[object]:
    return [(puzzle.kind, puzzle.moves), puzzle.rating // _RATING_BAND, *puzzle.themes]
