"""Encoded responses of the school, cached because they are the same for every client."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import date
from functools import lru_cache
from typing import Final

import msgspec

from skep.learn.lessons import build_course, build_lesson
from skep.learn.puzzle_picker import daily_puzzle, pick_puzzles
from skep.learn.puzzle_view import puzzle_view
from skep.learn.puzzles import THEMES, Theme, all_puzzles, find_puzzle
from skep.learn.rulebook import build_rulebook
from skep.rules import Language
from skep.server.http.cached_response import CachedBody, cache_body
from skep.server.schemas.school import PuzzleCollection

__all__ = ["batch", "collection", "contents", "daily", "lesson", "puzzle", "rulebook"]

_encoder: Final = msgspec.json.Encoder()


@lru_cache
def contents(language: Language) -> CachedBody:
    """Return the table of contents of the course."""
    return cache_body(_encoder.encode(build_course(language)))


@lru_cache(maxsize=64)
def lesson(name: str, language: Language) -> CachedBody:
    """Return a lesson. Raises LessonError if it does not exist."""
    return cache_body(_encoder.encode(build_lesson(name, language)))


@lru_cache
def rulebook(language: Language) -> CachedBody:
    """Return the whole rulebook."""
    return cache_body(_encoder.encode(build_rulebook(language)))


@lru_cache
def collection() -> CachedBody:
    """Return the number of puzzles, in total and by theme and game type."""
    puzzles = all_puzzles().values()
    themes = Counter(theme for puzzle in puzzles for theme in puzzle.themes)
    view = PuzzleCollection(
        total=len(puzzles),
        themes={theme: themes[theme] for theme in THEMES},
        game_types=dict(sorted(Counter(puzzle.game_type for puzzle in puzzles).items())),
    )
    return cache_body(_encoder.encode(view))


def puzzle(name: str, language: Language) -> CachedBody:
    """Return a puzzle. Raises SkepError if it does not exist."""
    return cache_body(_encode_puzzle(find_puzzle(name).id, language))


def daily(day: date, language: Language) -> CachedBody:
    """Return the puzzle of a day."""
    return cache_body(_encode_puzzle(daily_puzzle(day).id, language))


def batch(
    count: int,
    language: Language,
    *,
    theme: Theme | None = None,
    game_type: str | None = None,
    rating: float | None = None,
    exclude: Iterable[str] = (),
) -> CachedBody:
    """Return random puzzles as a PuzzleBatch."""
    puzzles = pick_puzzles(count, theme=theme, game_type=game_type, rating=rating, exclude=frozenset(exclude))
    return cache_body(b'{"puzzles":[%s]}' % b",".join(_encode_puzzle(puzzle.id, language) for puzzle in puzzles))


@lru_cache(maxsize=1024)
def _encode_puzzle(name: str, language: Language) -> bytes:
    """Return a puzzle as JSON: about 20 kilobytes, which take about 20 milliseconds to compute."""
    return _encoder.encode(puzzle_view(find_puzzle(name), language))
