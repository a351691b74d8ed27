"""Builds the rulebook for the page: the rules judge the moves on its boards."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from skep.editions import EDITIONS
from skep.errors import SkepError
from skep.learn.highlights import build_highlight
from skep.learn.lessons.loading import find_lesson, lesson_ids
from skep.learn.rulebook.comparison import compare_editions
from skep.learn.rulebook.keywords import load_keywords
from skep.learn.rulebook.loading import RulebookError, chapters, find_entry, links
from skep.learn.rulebook.schema import BoardSource, RulebookChapter, RuleEntry, Ruling
from skep.learn.rulebook.views import (
    BoardView,
    ChapterView,
    EditionMoves,
    LessonTitle,
    ReasonTitle,
    RulebookView,
    RuleView,
    RulingView,
    SourceView,
)
from skep.learn.scenes import build_scene, explain_move
from skep.position import Position
from skep.rules import Language, Rule, rule_title
from skep.rules.sources import SECTIONS

__all__ = ["build_entry", "build_rulebook"]


@lru_cache(maxsize=2)
def build_rulebook(language: Language = Language.EN) -> RulebookView:
    """Return the whole rulebook."""
    views = [
        ChapterView(
            id=chapter.id,
            title=chapter.title.get(language),
            entries=[_entry(chapter, entry, language) for entry in chapter.entries],
        )
        for chapter in chapters()
    ]
    return RulebookView(
        language=language.value,
        chapters=views,
        links=dict(links()),
        ignored_words=list(load_keywords(language).ignored),
    )


def build_entry(entry: str, language: Language = Language.EN) -> RuleView:
    """Return an entry, by its id or by the rule of a reason."""
    return _entry(*find_entry(entry), language)


def _entry(chapter: RulebookChapter, entry: RuleEntry, language: Language) -> RuleView:
    try:
        return RuleView(
            id=entry.id,
            chapter=chapter.id,
            title=entry.title.get(language),
            text=entry.text.get(language),
            sources=_sources(entry, language),
            bug=entry.bug,
            reasons=[ReasonTitle(rule=rule, title=rule_title(Rule(rule), language)) for rule in entry.rules],
            comparisons=[compare_editions(subject, language) for subject in entry.compare],
            boards=[_board(source, chapter, language) for source in entry.boards],
            rulings=[_ruling(ruling, chapter, language) for ruling in entry.rulings],
            lessons=_lessons(entry, language),
            keywords=list(load_keywords(language).entries.get(entry.id, ())),
        )
    except SkepError as error:
        raise RulebookError(f"entry {entry.id}: {error}") from error


def _lessons(entry: RuleEntry, language: Language) -> list[LessonTitle]:
    """Return the lessons that teach the rule."""
    lessons = ((name, find_lesson(name)) for name in lesson_ids())
    return [
        LessonTitle(id=name, title=lesson.title.get(language))
        for name, lesson in lessons
        if entry.id in lesson.rulebook
    ]


def _sources(entry: RuleEntry, language: Language) -> list[SourceView]:
    """Return the sections of the books that state the rule, and any other source."""
    sections = [
        (edition, SECTIONS[edition.id][section])
        for section in entry.sections
        for edition in EDITIONS
        if section in SECTIONS[edition.id]
    ]
    sources = [
        SourceView(edition=edition.id, title=edition.title_in(language), section=section)
        for edition, section in dict.fromkeys(sections)  # one section can state two subjects
    ]
    if entry.source is not None:
        sources.append(SourceView(edition=None, title=entry.source.get(language), section=""))
    return sources


def _board(source: BoardSource, chapter: RulebookChapter, language: Language) -> BoardView:
    position = source.read(chapter.game_type, None)
    editions = EDITIONS if source.every_edition else ()
    return BoardView(
        caption=source.caption.get(language),
        scene=build_scene(position),
        highlights=[build_highlight(selector, position) for selector in source.highlight],
        moves=[explain_move(position, text, language) for text in source.moves],
        editions=[
            EditionMoves(
                edition=edition.id,
                title=edition.title_in(language),
                moves=[explain_move(replace(position, edition=edition), text, language) for text in source.moves],
            )
            for edition in editions
        ],
    )


def _ruling(ruling: Ruling, chapter: RulebookChapter, language: Language) -> RulingView:
    position: Position | None = None
    if ruling.move is not None:
        position = ruling.read(chapter.game_type, None)
    return RulingView(
        question=ruling.question.get(language),
        answer=ruling.answer.get(language),
        scene=None if position is None else build_scene(position),
        move=None if position is None or ruling.move is None else explain_move(position, ruling.move, language),
    )
