"""The course as a whole: every lesson in both languages, every bug, every rule, every diagram of the rulebooks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import msgspec
import pytest

from skep.learn.lessons import ToldLesson, course, find_lesson, tell_lesson
from skep.learn.lessons.because import BECAUSE
from skep.learn.lessons.loading import lesson_ids, positions_of
from skep.learn.lessons.written import Task
from skep.learn.rulebook import chapters as rulebook_chapters
from skep.learn.texts import Both
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
"""The rulebooks' diagrams, and games that lead to them."""
NEVER_MET = {Rule.NOT_IN_GAME, Rule.LOWER_NUMBER_FIRST}
"""Reasons that no lesson can give: the page offers neither a piece of another game nor the second of two alike."""

LONGEST_SENTENCE = 125
LONGEST_TEXT = 210


def told_texts(value: object) -> Iterator[Both]:
    """Every text in both languages inside of a value."""
    if isinstance(value, Both):
        yield value
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from told_texts(getattr(value, name))
    elif isinstance(value, tuple):
        for item in value:
            yield from told_texts(item)


def reasons_in(value: Any) -> Iterator[str]:
    """The rules of all reasons inside of told values."""
    if isinstance(value, dict):
        if "rule" in value and "alternatives" in value:
            yield value["rule"]
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from reasons_in(item)


def steps_with_positions() -> Iterator[tuple[Any, Position]]:
    for lesson in map(find_lesson, LESSONS):
        yield from zip(lesson.steps, positions_of(lesson), strict=True)


def test_every_file_is_a_lesson_of_the_course_and_every_lesson_is_taken_once() -> None:
    there = {path.name.removesuffix(".toml") for path in (files("skep.learn.lessons") / "course").iterdir()}
    assert there == {*LESSONS, "course"}
    assert len(LESSONS) == len(set(LESSONS))
    assert len({chapter.id for chapter in course()}) == len(course())


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("lesson", LESSONS)
def test_every_lesson_is_told_and_survives_json(lesson: str, language: Language) -> None:
    told = tell_lesson(lesson, language)
    assert msgspec.json.decode(msgspec.json.encode(told), type=ToldLesson) == told
    assert told.language == language.value
    assert 4 <= len(told.steps) <= 8
    assert "{" not in "".join(
        f"{step.text}{getattr(step, 'task', '')}{getattr(step, 'notice', '')}" for step in told.steps
    )


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_lesson_has_the_same_answers_in_both_languages(lesson: str) -> None:
    told = [msgspec.to_builtins(tell_lesson(lesson, language)) for language in Language]
    for one, other in zip(*(lesson["steps"] for lesson in told), strict=True):
        for field in ("kind", "scene", "answers", "answer", "ways"):
            assert one.get(field) == other.get(field)


@pytest.mark.parametrize("lesson", LESSONS)
def test_texts_are_short_and_whole(lesson: str) -> None:
    for text in told_texts(find_lesson(lesson)):
        assert text.en != text.fr or len(text.en) < 20
        for one in (text.en, text.fr):
            assert one == one.strip()
            assert one
            assert len(one) <= LONGEST_TEXT, one
            for sentence in re.split(r"(?<=[.!?]) ", one):
                assert len(sentence) <= LONGEST_SENTENCE, sentence


@pytest.mark.parametrize("lesson", LESSONS)
def test_sentences_end_and_french_signs_stand_apart(lesson: str) -> None:
    for step in find_lesson(lesson).steps:
        for text in told_texts(step):
            assert text.en[-1] in ".?!", text.en
            assert text.fr[-1] in ".?!", text.fr
            assert not re.search(r"\w[:;?!]", text.fr), text.fr
            assert not re.search(r" [:;?!]", text.en), text.en


def test_every_step_says_something_and_most_ask_something() -> None:
    steps = [step for step, _ in steps_with_positions()]
    assert all(step.text is not None for step in steps if not isinstance(step, Task))
    assert sum(isinstance(step, Task) for step in steps) > len(steps) * 0.8
    assert {type(step).__name__ for step in steps} == set("Show Find Choose Judge Play Win Pass Result".split())


def test_every_diagram_of_the_rulebooks_is_there() -> None:
    shown = {step.diagram: position for step, position in steps_with_positions() if step.diagram is not None}
    assert set(shown) == set(DIAGRAMS)
    for name, game in DIAGRAMS.items():
        assert canonical(shown[name]) == canonical(replay(game)), name


def test_every_position_can_come_up_in_a_game() -> None:
    for step, position in steps_with_positions():
        assert not position.history_faults(), step


def test_every_rule_is_met() -> None:
    met = {Rule(rule) for lesson in LESSONS for rule in reasons_in(msgspec.to_builtins(tell_lesson(lesson)))}
    assert set(Rule) - met == NEVER_MET


def test_every_rule_is_a_short_answer_of_its_own() -> None:
    assert set(BECAUSE) == set(Rule)
    for texts in ([text.en for text in BECAUSE.values()], [text.fr for text in BECAUSE.values()]):
        assert len(set(texts)) == len(texts)
        assert max(map(len, texts)) <= 60


def test_every_bug_is_asked_for_by_name() -> None:
    asked = " ".join(
        str(getattr(step, field, "")) for step, _ in steps_with_positions() for field in ("spaces", "pieces", "goal")
    )
    assert {bug for bug in Bug if re.search(rf"[wb]{bug.letter}\d?\b", asked)} >= set(Bug) - {Bug.PILLBUG}
    assert "throw" in asked
    assert set("queen-bee beetle grasshopper spider soldier-ant mosquito ladybug pillbug".split()) <= set(LESSONS)


def test_lessons_lead_to_the_rulebook() -> None:
    entries = {entry.id for chapter in rulebook_chapters() for entry in chapter.entries}
    for lesson in map(find_lesson, LESSONS):
        assert lesson.rulebook
        assert set(lesson.rulebook) <= entries
