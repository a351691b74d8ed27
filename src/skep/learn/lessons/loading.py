"""Loads lessons from their files. Errors name the lesson, the step and the field."""

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
_FIELD: Final = re.compile(r" - at `\$\.?(?:steps\[(?:\d+|\.\.\.)\])?\.?([^`]*)`")


class LessonError(SkepError):
    """An error in a lesson file, with the number of the step."""

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
    """Return a lesson from the text of its file.

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
        _convert(step, _read_step, lesson, number)
    parsed: Lesson = _convert({**data, "id": lesson}, _read_lesson, lesson)
    lesson_positions(parsed)
    return parsed


def _convert(data: object, read: Callable[[object], Any], lesson: str, step: int | None = None) -> Any:
    """Return converted data, or raise a LessonError that names the step and the field."""
    try:
        return read(data)
    except msgspec.ValidationError as error:
        why = _FIELD.sub(lambda field: f" ({field[1]})" if field[1] else "", str(error))
        raise LessonError(why, lesson=lesson, step=step) from error


def lesson_positions(lesson: Lesson) -> list[Position]:
    """Return the position of each step."""
    positions = list[Position]()
    for number, step in enumerate(lesson.steps, 1):
        try:
            positions.append(step.read(lesson.game_type, positions[-1] if positions else None))
        except SkepError as error:
            raise LessonError(str(error), lesson=lesson.id, step=number) from error
    return positions


@cache
def course() -> tuple[Chapter, ...]:
    """Return the chapters in order."""
    data = tomllib.loads((_COURSE / "course.toml").read_text(encoding="utf-8"))
    return tuple(_read_contents(data).chapters)


def lesson_ids() -> list[str]:
    """Return the ids of all lessons in order."""
    return [lesson for chapter in course() for lesson in chapter.lessons]


@cache
def find_lesson(lesson: str) -> Lesson:
    """Return the lesson with an id. Raises LessonError if it does not exist.

    >>> find_lesson("flying").title.en
    Traceback (most recent call last):
    skep.learn.lessons.loading.LessonError: lesson flying: there is no such lesson
    """
    if lesson not in lesson_ids():
        raise LessonError("there is no such lesson", lesson=lesson)
    return parse_lesson((_COURSE / f"{lesson}.toml").read_text(encoding="utf-8"), lesson)
