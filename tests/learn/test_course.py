"""The course as a whole: every lesson in both languages, every bug, rule and diagram of the rulebooks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import msgspec
import pytest

from skep.i18n import catalog
from skep.learn.lessons import LessonView, build_lesson, course, find_lesson
from skep.learn.lessons.loading import lesson_ids, lesson_positions
from skep.learn.lessons.phrases import short_reason
from skep.learn.lessons.schema import LessonTask
from skep.learn.rulebook import chapters as rulebook_chapters
from skep.learn.texts import LocalizedText
from skep.pieces import Bug
from skep.position import Position
from skep.rules import Language, Rule, canonical
from tests.rules import games
from tests.rules.helpers import replay

LESSONS = lesson_ids()
DIAGRAMS = {
    "queen bee": games.QUEEN_BEE,
    "beetle": games.BEETLE,
    "beetle with gates": games.BEETLE_AT_A_GATE,
    "grasshopper": games.GRASSHOPPER,
    "spider": games.SPIDER,
    "soldier ant": games.SOLDIER_ANT,
    "one hive rule, split": games.ONE_HIVE_SPLIT,
    "one hive rule, in transit": games.ONE_HIVE_IN_TRANSIT,
    "freedom to move, can leave": games.CAN_LEAVE,
    "freedom to move, cannot leave": games.CANNOT_LEAVE,
    "freedom to move, cannot enter": games.CANNOT_ENTER,
    "ladybug": games.LADYBUG,
    "mosquito": games.MOSQUITO,
}
"""The diagrams of the rulebooks, and games that lead to them."""
UNREACHABLE = {Rule.NOT_IN_GAME, Rule.LOWER_NUMBER_FIRST}
"""Reasons that cannot occur in lessons: the page offers neither pieces of other games nor a higher number first."""

MAX_SENTENCE_LENGTH = 125
MAX_TEXT_LENGTH = 210
MAX_SHORT_REASON_LENGTH = 60


def localized_texts(value: object) -> Iterator[LocalizedText]:
    """Yield every localized text inside a value."""
    if isinstance(value, LocalizedText):
        yield value
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from localized_texts(getattr(value, name))
    elif isinstance(value, tuple):
        for item in value:
            yield from localized_texts(item)


def reasons_in(value: Any) -> Iterator[str]:
    """Yield the rules of all reasons inside a value made of builtins."""
    if isinstance(value, dict):
        if "rule" in value and "alternatives" in value:
            yield value["rule"]
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from reasons_in(item)


def steps_with_positions() -> Iterator[tuple[Any, Position]]:
    for lesson in map(find_lesson, LESSONS):
        yield from zip(lesson.steps, lesson_positions(lesson), strict=True)


def test_every_file_is_exactly_one_lesson_of_the_course() -> None:
    names = {path.name.removesuffix(".toml") for path in (files("skep.learn.lessons") / "course").iterdir()}
    assert names == {*LESSONS, "course"}
    assert len(LESSONS) == len(set(LESSONS))
    assert len({chapter.id for chapter in course()}) == len(course())


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("lesson", LESSONS)
def test_every_lesson_can_be_built_and_survives_json(lesson: str, language: Language) -> None:
    view = build_lesson(lesson, language)
    assert msgspec.json.decode(msgspec.json.encode(view), type=LessonView) == view
    assert view.language == language.value
    assert 4 <= len(view.steps) <= 8
    assert "{" not in "".join(
        f"{step.text}{getattr(step, 'task', '')}{getattr(step, 'notice', '')}" for step in view.steps
    )


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_lesson_has_the_same_answers_in_both_languages(lesson: str) -> None:
    views = [msgspec.to_builtins(build_lesson(lesson, language)) for language in Language]
    for one, other in zip(*(view["steps"] for view in views), strict=True):
        for field in ("kind", "scene", "answers", "answer", "paths"):
            assert one.get(field) == other.get(field)


@pytest.mark.parametrize("lesson", LESSONS)
def test_texts_are_short_and_complete(lesson: str) -> None:
    for text in localized_texts(find_lesson(lesson)):
        assert text.en != text.fr or len(text.en) < 20
        for one in (text.en, text.fr):
            assert one == one.strip()
            assert one
            assert len(one) <= MAX_TEXT_LENGTH, one
            for sentence in re.split(r"(?<=[.!?]) ", one):
                assert len(sentence) <= MAX_SENTENCE_LENGTH, sentence


@pytest.mark.parametrize("lesson", LESSONS)
def test_punctuation_follows_the_language(lesson: str) -> None:
    for step in find_lesson(lesson).steps:
        for text in localized_texts(step):
            assert text.en[-1] in ".?!", text.en
            assert text.fr[-1] in ".?!", text.fr
            assert not re.search(r"\w[:;?!]", text.fr), text.fr
            assert not re.search(r" [:;?!]", text.en), text.en


def test_every_step_has_a_text_and_most_are_tasks() -> None:
    steps = [step for step, _ in steps_with_positions()]
    assert all(step.text is not None for step in steps if not isinstance(step, LessonTask))
    assert sum(isinstance(step, LessonTask) for step in steps) > len(steps) * 0.8
    kinds = {str(step.__struct_config__.tag) for step in steps}
    assert kinds == set("show find choose judge play win pass result".split())


def test_the_course_has_every_diagram_of_the_rulebooks() -> None:
    diagrams = {step.diagram: position for step, position in steps_with_positions() if step.diagram is not None}
    assert set(diagrams) == set(DIAGRAMS)
    for name, game in DIAGRAMS.items():
        assert canonical(diagrams[name]) == canonical(replay(game)), name


def test_every_position_is_reachable_in_a_game() -> None:
    for step, position in steps_with_positions():
        assert not position.history_faults(), step


def test_every_rule_occurs_in_the_course() -> None:
    rules = {Rule(rule) for lesson in LESSONS for rule in reasons_in(msgspec.to_builtins(build_lesson(lesson)))}
    assert set(Rule) - rules == UNREACHABLE


@pytest.mark.parametrize("language", Language)
def test_every_rule_has_its_own_short_reason(language: Language) -> None:
    texts = [short_reason(rule, language) for rule in Rule]
    assert len(set(texts)) == len(texts)
    assert max(map(len, texts)) <= MAX_SHORT_REASON_LENGTH
    assert len(catalog("lessons", language).table("short-reason")) == len(texts), "a text without a rule"


def test_tasks_name_every_bug() -> None:
    tasks = " ".join(
        str(getattr(step, field, "")) for step, _ in steps_with_positions() for field in ("spaces", "pieces", "goal")
    )
    assert {bug for bug in Bug if re.search(rf"[wb]{bug.letter}\d?\b", tasks)} >= set(Bug) - {Bug.PILLBUG}
    assert "throw" in tasks
    assert set("queen-bee beetle grasshopper spider soldier-ant mosquito ladybug pillbug".split()) <= set(LESSONS)


def test_lessons_link_to_the_rulebook() -> None:
    entries = {entry.id for chapter in rulebook_chapters() for entry in chapter.entries}
    for lesson in map(find_lesson, LESSONS):
        assert lesson.rulebook
        assert set(lesson.rulebook) <= entries


def test_lessons_say_what_the_rulebooks_say() -> None:
    ending = " ".join(text.en + text.fr for text in localized_texts(find_lesson("ending")))
    assert "the rulebooks let you agree to a draw. Here you can agree to one at any time" in ending
    assert "les livrets permettent de convenir d’une nulle. Ici, c’est possible à tout moment" in ending
    deadline = " ".join(text.en + text.fr for text in localized_texts(find_lesson("queen-bee-deadline")))
    assert "two small ways" not in deadline
    assert "que deux" not in deadline
