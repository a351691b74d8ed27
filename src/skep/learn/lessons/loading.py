"""Lessons from their files, with errors that say where in which file something is wrong."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Any, Final

import msgspec
from msgspec import Struct

from skep.errors import SkepError
from skep.learn.lessons.schema import Chapter, Lesson, Step
from skep.learn.readers import make_reader
from skep.position import Position

__all__ = ["LessonError", "course", "find_lesson", "lesson_ids", "lesson_positions", "parse_lesson"]

_COURSE: Final = files("skep.learn.lessons") / "course"
_PLACE: Final = re.compile(r" - at `\$\.?(?:steps\[(?:\d+|\.\.\.)\])?\.?([^`]*)`")


class LessonError(SkepError):
    """What is wrong with a lesson's file, and in which step."""

    def __init__(self, why: str, *, lesson: str, step: int | None = None) -> None:
        where = f"lesson {lesson}" if step is None else f"lesson {lesson}, step {step}"
        super().__init__(f"{where}: {why}")


class _Contents(Struct, frozen=True, forbid_unknown_fields=True):
    """The table of contents, ``course.toml``."""

    chapters: list[Chapter]


_read_contents: Final = make_reader(_Contents)
_read_step: Final = make_reader(Step)
_read_lesson: Final = make_reader(Lesson)


def parse_lesson(text: str, lesson: str) -> Lesson:
    """A lesson from the text of its file.

    >>> parse_lesson("title = 3", "aim")
    Traceback (most recent call last):
    skep.learn.lessons.loading.LessonError: lesson aim: Expected `object`, got `int` (title)
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise LessonError(str(error), lesson=lesson) from error
    steps = data.get("steps", [])
    for number, step in enumerate(steps if isinstance(steps, list) else [], 1):
        _converted(step, _read_step, lesson, number)
    whole: Lesson = _converted({**data, "id": lesson}, _read_lesson, lesson)
    lesson_positions(whole)
    return whole


def _converted(data: object, read: Callable[[object], Any], lesson: str, step: int | None = None) -> Any:
    """Data as it is read, or an error in the author's words: the step and the field."""
    try:
        return read(data)
    except msgspec.ValidationError as error:
        told = _PLACE.sub(lambda place: f" ({place[1]})" if place[1] else "", str(error))
        raise LessonError(told, lesson=lesson, step=step) from error


def lesson_positions(lesson: Lesson) -> list[Position]:
    """The position of each step."""
    found = list[Position]()
    for number, step in enumerate(lesson.steps, 1):
        try:
            found.append(step.read(lesson.game_type, found[-1] if found else None))
        except SkepError as error:
            raise LessonError(str(error), lesson=lesson.id, step=number) from error
    return found


@cache
def course() -> tuple[Chapter, ...]:
    """The chapters in their order."""
    data = tomllib.loads((_COURSE / "course.toml").read_text(encoding="utf-8"))
    return tuple(_read_contents(data).chapters)


def lesson_ids() -> list[str]:
    """All lessons in their order."""
    return [lesson for chapter in course() for lesson in chapter.lessons]


@cache
def find_lesson(lesson: str) -> Lesson:
    """The lesson with that id.

    >>> find_lesson("flying").title.en
    Traceback (most recent call last):
    skep.learn.lessons.loading.LessonError: lesson flying: there is no such lesson
    """
    if lesson not in lesson_ids():
        raise LessonError("there is no such lesson", lesson=lesson)
    return parse_lesson((_COURSE / f"{lesson}.toml").read_text(encoding="utf-8"), lesson)
