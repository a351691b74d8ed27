"""The contents of a lesson file. It holds no answers: the rules compute them."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from skep.learn.position_source import PositionSource
from skep.learn.texts import LocalizedText

__all__ = [
    "Chapter",
    "ChooseStep",
    "FindStep",
    "JudgeStep",
    "Lesson",
    "LessonTask",
    "PassStep",
    "PlayStep",
    "ResultStep",
    "ShowStep",
    "Step",
    "StepSource",
    "WinStep",
]


class StepSource(PositionSource, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind"):
    """The fields of every step. Without a position, a step uses that of the previous step."""

    text: LocalizedText | None = None
    """The text to read first."""
    highlight: tuple[str, ...] = ()
    """Selectors of spaces and pieces to highlight: ``reach bA1``, ``pinned``, ``gates``."""
    diagram: str | None = None
    """The diagram of the rulebooks that shows this position."""


class ShowStep(StepSource, tag="show", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something to look at, and moves to show with their path or with the reason why they are illegal."""

    moves: tuple[str, ...] = ()


class LessonTask(StepSource, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A step with something to do."""

    task: LocalizedText
    notice: LocalizedText
    """The text after the right answer."""
    wrong: LocalizedText | None = None
    """The text after a wrong answer that breaks no rule."""


class FindStep(LessonTask, tag="find", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A task to find all spaces that a selector matches."""

    spaces: str
    """``reach bA1``, ``place`` or ``around bQ``."""


class ChooseStep(LessonTask, tag="choose", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A task to choose all pieces that a selector matches."""

    pieces: str
    """``pinned``, ``movable``, ``stuck``, ``beside bQ``, ``throwable`` or ``surrounds bQ``."""


class JudgeStep(LessonTask, tag="judge", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A task to pick the only legal or illegal one of several moves."""

    moves: Annotated[tuple[str, ...], Meta(min_length=2, max_length=5)]
    wanted: Literal["illegal", "legal"] = "illegal"
    because: Annotated[tuple[str, ...], Meta(max_length=5)] = ()
    """The rules to choose from as the reason why the move is illegal."""


class PlayStep(LessonTask, tag="play", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A task to make any move that meets a goal."""

    goal: Annotated[tuple[str, ...], Meta(min_length=1)]
    """Conditions such as ``place``, ``move wB1``, ``onto bQ`` or ``surrounds bQ``. The move has to meet all of them."""


class WinStep(LessonTask, tag="win", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A task to surround the other queen bee in ``moves`` moves, whatever the other side does."""

    moves: Annotated[int, Meta(ge=1, le=3)]


class PassStep(LessonTask, tag="pass", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A task in which passing is the only legal turn."""


class ResultStep(LessonTask, tag="result", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A task to say who has won, if the game is over."""


Step: TypeAlias = ShowStep | FindStep | ChooseStep | JudgeStep | PlayStep | WinStep | PassStep | ResultStep
"""A step of any kind."""


class Lesson(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A lesson file. ``id`` is the name of the file."""

    id: str = ""
    title: LocalizedText
    summary: LocalizedText
    """The subject of the lesson, in a few words."""
    game_type: str = "Base"
    """The game type of the diagrams."""
    rulebook: tuple[str, ...] = ()
    """The related entries of the rulebook."""
    steps: Annotated[tuple[Step, ...], Meta(min_length=1, max_length=12)]


class Chapter(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A group of lessons, in their order."""

    id: str
    title: LocalizedText
    lessons: tuple[str, ...]
