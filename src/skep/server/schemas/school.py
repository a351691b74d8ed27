"""What the school's routes answer, beside what :mod:`skep.learn` tells."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec import Struct

from skep.learn.lessons import CourseView, LessonView
from skep.learn.puzzle_view import PuzzleView
from skep.learn.puzzles import Theme
from skep.learn.rulebook import RulebookView

__all__ = ["SCHOOL_SCHEMAS", "TOLD", "PuzzleBatch", "PuzzleCollection"]


class PuzzleBatch(Struct, frozen=True, kw_only=True):
    """Some puzzles, with everything that is needed to play them later without a network."""

    puzzles: list[PuzzleView]


class PuzzleCollection(Struct, frozen=True, kw_only=True):
    """What puzzles there are: how many in all, of each theme and of each game type."""

    total: int
    themes: dict[Theme, int]
    game_types: dict[str, int]


TOLD: Final = (CourseView, LessonView, RulebookView, PuzzleView, PuzzleBatch, PuzzleCollection)
SCHOOL_SCHEMAS: Final[dict[str, Any]] = msgspec.json.schema_components(
    TOLD, ref_template="#/components/schemas/{name}"
)[1]
"""For the OpenAPI description."""
