"""What an author writes in a lesson's file. No answer is among it: answers are computed by the rules."""

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
    """What every step has. Without a position it goes on with that of the step before."""

    text: LocalizedText | None = None
    """What is read first."""
    highlight: tuple[str, ...] = ()
    """Spaces and pieces to point at, by what they are: ``reach bA1``, ``pinned``, ``gates``."""
    diagram: str | None = None
    """The rulebooks' diagram that this position is."""


class ShowStep(StepSource, tag="show", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something to look at, and moves to be shown with the way they take or the reason against them."""

    moves: tuple[str, ...] = ()


class LessonTask(StepSource, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something to do."""

    task: LocalizedText
    notice: LocalizedText
    """What the right answer should make one notice."""
    wrong: LocalizedText | None = None
    """What is said of an answer that breaks no rule and yet is not what was asked for."""


class FindStep(LessonTask, tag="find", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Find every space of a kind."""

    spaces: str
    """``reach bA1``, ``place`` or ``around bQ``."""


class ChooseStep(LessonTask, tag="choose", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Choose every piece of a kind."""

    pieces: str
    """``pinned``, ``movable``, ``stuck``, ``beside bQ``, ``throwable`` or ``surrounds bQ``."""


class JudgeStep(LessonTask, tag="judge", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Tell which one of several moves is legal, or is not."""

    moves: Annotated[tuple[str, ...], Meta(min_length=2, max_length=5)]
    wanted: Literal["illegal", "legal"] = "illegal"
    because: Annotated[tuple[str, ...], Meta(max_length=5)] = ()
    """Rules from which that of the illegal move is to be chosen."""


class PlayStep(LessonTask, tag="play", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Make a move of a kind."""

    goal: Annotated[tuple[str, ...], Meta(min_length=1)]
    """Conditions that hold all together, such as ``place``, ``move wB1``, ``onto bQ``, ``surrounds bQ``."""


class WinStep(LessonTask, tag="win", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Surround the other queen bee in so many moves, whatever the other side does."""

    moves: Annotated[int, Meta(ge=1, le=3)]


class PassStep(LessonTask, tag="pass", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """There is nothing to do but to pass."""


class ResultStep(LessonTask, tag="result", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Tell who has won, if anybody has."""


Step: TypeAlias = ShowStep | FindStep | ChooseStep | JudgeStep | PlayStep | WinStep | PassStep | ResultStep


class Lesson(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A lesson's file; ``id`` is the file's name."""

    id: str = ""
    title: LocalizedText
    summary: LocalizedText
    """What one learns, in a few words."""
    game_type: str = "Base"
    """What the drawn positions are of."""
    rulebook: tuple[str, ...] = ()
    """Entries of the rulebook that belong to it."""
    steps: Annotated[tuple[Step, ...], Meta(min_length=1, max_length=12)]


class Chapter(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Some lessons that belong together, in the order in which they are taken."""

    id: str
    title: LocalizedText
    lessons: tuple[str, ...]
