"""The rulebook as plain values ready for JSON."""

from __future__ import annotations

from msgspec import Struct

from skep.learn.highlights import Highlight
from skep.learn.scenes import ExplainedMove, Scene

__all__ = [
    "BoardView",
    "ChapterView",
    "Comparison",
    "EditionMoves",
    "EditionRow",
    "LessonTitle",
    "ReasonTitle",
    "RuleView",
    "RulebookView",
    "RulingView",
    "SourceView",
]


class SourceView(Struct, frozen=True, kw_only=True, gc=False):
    """A source of a rule. Without an edition, the source is not a rulebook."""

    edition: str | None
    title: str
    section: str


class EditionRow(Struct, frozen=True, kw_only=True, gc=False):
    """The value of one edition in a comparison."""

    edition: str
    title: str
    value: str


class Comparison(Struct, frozen=True, kw_only=True, gc=False):
    """A comparison of the editions on one subject."""

    what: str
    title: str
    rows: list[EditionRow]


class EditionMoves(Struct, frozen=True, kw_only=True, gc=False):
    """The moves of a board, judged by one edition."""

    edition: str
    title: str
    moves: list[ExplainedMove]


class BoardView(Struct, frozen=True, kw_only=True, gc=False):
    """A board that shows a rule."""

    caption: str
    scene: Scene
    highlights: list[Highlight]
    moves: list[ExplainedMove]
    editions: list[EditionMoves]
    """Empty unless the editions are compared."""


class RulingView(Struct, frozen=True, kw_only=True, gc=False):
    """A question that the books leave open, and its answer."""

    question: str
    answer: str
    scene: Scene | None
    move: ExplainedMove | None


class ReasonTitle(Struct, frozen=True, kw_only=True, gc=False):
    """A reason that links to a rule."""

    rule: str
    title: str


class LessonTitle(Struct, frozen=True, kw_only=True, gc=False):
    """A lesson that teaches a rule."""

    id: str
    title: str


class RuleView(Struct, frozen=True, kw_only=True):
    """An entry of the rulebook in one language."""

    id: str
    chapter: str
    title: str
    text: str
    sources: list[SourceView]
    bug: str | None
    reasons: list[ReasonTitle]
    comparisons: list[Comparison]
    boards: list[BoardView]
    rulings: list[RulingView]
    lessons: list[LessonTitle]
    keywords: list[str]
    """Words and phrases that people type when they look for the rule, beyond its own words."""


class ChapterView(Struct, frozen=True, kw_only=True):
    """A chapter with its entries."""

    id: str
    title: str
    entries: list[RuleView]


class RulebookView(Struct, frozen=True, kw_only=True):
    """The whole book in one language."""

    language: str
    chapters: list[ChapterView]
    links: dict[str, str]
    """The entry of each reason, by its rule. ``rule/BUG`` takes precedence over ``rule`` where it exists."""
    ignored_words: list[str]
    """Words of a question that say nothing about its subject."""
