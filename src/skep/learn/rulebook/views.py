"""The rulebook as plain values ready for JSON."""

from __future__ import annotations

from msgspec import Struct

from skep.learn.highlights import Highlight
from skep.learn.scenes import MoveView, Scene

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
    """Where a rule stands; without an edition it comes from elsewhere."""

    edition: str | None
    title: str
    section: str


class EditionRow(Struct, frozen=True, kw_only=True, gc=False):
    """One edition in one respect."""

    edition: str
    title: str
    value: str


class Comparison(Struct, frozen=True, kw_only=True, gc=False):
    """The editions side by side in one respect."""

    what: str
    title: str
    rows: list[EditionRow]


class EditionMoves(Struct, frozen=True, kw_only=True, gc=False):
    """The moves of a board as one edition judges them."""

    edition: str
    title: str
    moves: list[MoveView]


class BoardView(Struct, frozen=True, kw_only=True, gc=False):
    """A board that shows a rule."""

    caption: str
    scene: Scene
    highlights: list[Highlight]
    moves: list[MoveView]
    editions: list[EditionMoves]
    """Empty where the editions agree or are not asked."""


class RulingView(Struct, frozen=True, kw_only=True, gc=False):
    """What the books leave open."""

    question: str
    answer: str
    scene: Scene | None
    move: MoveView | None


class ReasonTitle(Struct, frozen=True, kw_only=True, gc=False):
    """A reason that leads here."""

    rule: str
    title: str


class LessonTitle(Struct, frozen=True, kw_only=True, gc=False):
    """A lesson in which a rule is learnt."""

    id: str
    title: str


class RuleView(Struct, frozen=True, kw_only=True):
    """One rule in one language."""

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
    """From a reason's rule to its entry; ``rule/BUG`` goes before ``rule`` where there is one."""
