"""Computing the rulebook: what its boards show, by the rules, in one language."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from skep.editions import EDITIONS
from skep.errors import SkepError
from skep.learn.highlights import highlight_of
from skep.learn.lessons.loading import find_lesson, lesson_ids
from skep.learn.rulebook.comparing import compared
from skep.learn.rulebook.loading import RulebookError, chapters, find_entry, links
from skep.learn.rulebook.told import (
    EditionMoves,
    LessonTitle,
    ReasonTitle,
    ToldBoard,
    ToldChapter,
    ToldEntry,
    ToldRulebook,
    ToldRuling,
    ToldSource,
)
from skep.learn.rulebook.written import Chapter, Entry, Ruling, Shown
from skep.learn.scenes import scene_of, told_move
from skep.position import Position
from skep.rules import Language, Rule, rule_title
from skep.rules.sources import SECTIONS

__all__ = ["tell_entry", "tell_rulebook"]


@lru_cache(maxsize=2)
def tell_rulebook(language: Language = Language.EN) -> ToldRulebook:
    """The whole book."""
    told = [
        ToldChapter(
            id=chapter.id,
            title=chapter.title.in_(language),
            entries=[_entry(chapter, entry, language) for entry in chapter.entries],
        )
        for chapter in chapters()
    ]
    return ToldRulebook(language=language.value, chapters=told, links=dict(links()))


def tell_entry(entry: str, language: Language = Language.EN) -> ToldEntry:
    """One entry, by its id or by the rule of a reason."""
    return _entry(*find_entry(entry), language)


def _entry(chapter: Chapter, entry: Entry, language: Language) -> ToldEntry:
    try:
        return ToldEntry(
            id=entry.id,
            chapter=chapter.id,
            title=entry.title.in_(language),
            text=entry.text.in_(language),
            sources=_sources(entry, language),
            bug=entry.bug,
            reasons=[ReasonTitle(rule=rule, title=rule_title(Rule(rule), language)) for rule in entry.rules],
            comparisons=[compared(what, language) for what in entry.compare],
            boards=[_board(shown, chapter, language) for shown in entry.boards],
            rulings=[_ruling(ruling, chapter, language) for ruling in entry.rulings],
            lessons=_lessons(entry, language),
        )
    except SkepError as error:
        raise RulebookError(f"entry {entry.id}: {error}") from error


def _lessons(entry: Entry, language: Language) -> list[LessonTitle]:
    """The lessons in which it is learnt."""
    lessons = ((name, find_lesson(name)) for name in lesson_ids())
    return [
        LessonTitle(id=name, title=lesson.title.in_(language))
        for name, lesson in lessons
        if entry.id in lesson.rulebook
    ]


def _sources(entry: Entry, language: Language) -> list[ToldSource]:
    """The section of every book that has one."""
    found = [
        ToldSource(edition=edition.id, title=edition.title, section=SECTIONS[edition.id][section])
        for section in entry.sections
        for edition in EDITIONS
        if section in SECTIONS[edition.id]
    ]
    if entry.source is not None:
        found.append(ToldSource(edition=None, title=entry.source.in_(language), section=""))
    return found


def _board(shown: Shown, chapter: Chapter, language: Language) -> ToldBoard:
    position = shown.read(chapter.game_type, None)
    editions = EDITIONS if shown.every_edition else ()
    return ToldBoard(
        caption=shown.caption.in_(language),
        scene=scene_of(position),
        highlights=[highlight_of(what, position) for what in shown.highlight],
        moves=[told_move(position, text, language) for text in shown.moves],
        editions=[
            EditionMoves(
                edition=edition.id,
                title=edition.title,
                moves=[told_move(replace(position, edition=edition), text, language) for text in shown.moves],
            )
            for edition in editions
        ],
    )


def _ruling(ruling: Ruling, chapter: Chapter, language: Language) -> ToldRuling:
    position: Position | None = None
    if ruling.move is not None:
        position = ruling.read(chapter.game_type, None)
    return ToldRuling(
        question=ruling.question.in_(language),
        answer=ruling.answer.in_(language),
        scene=None if position is None else scene_of(position),
        move=None if position is None or ruling.move is None else told_move(position, ruling.move, language),
    )
