"""A lesson as plain values ready for JSON, with all answers and reasons. The page needs nothing else."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from skep.learn.highlights import Highlight
from skep.learn.scenes import Ending, ExplainedMove, IllegalReasons, Scene
from skep.views import LegalMovesView, MoveView, PathView, Place, ReasonView

__all__ = [
    "AnyStepView",
    "ChooseView",
    "CourseChapterView",
    "CourseView",
    "EntryTitle",
    "FindView",
    "JudgeView",
    "LessonHead",
    "LessonView",
    "Note",
    "PassView",
    "PlayView",
    "ResultView",
    "RuleChoice",
    "ShowView",
    "StepView",
    "TaskView",
    "WinMove",
    "WinNode",
    "WinReply",
    "WinView",
    "WrongMove",
]


class StepView(Struct, frozen=True, kw_only=True, tag_field="kind"):
    """The fields of every step."""

    text: str
    scene: Scene
    highlights: list[Highlight]
    diagram: str | None
    """The diagram of the rulebooks that shows this position."""


class ShowView(StepView, tag="show", frozen=True, kw_only=True):
    """A step to look at."""

    moves: list[ExplainedMove]


class TaskView(StepView, frozen=True, kw_only=True):
    """A step with something to do."""

    task: str
    notice: str
    """The text after the right answer."""
    wrong: str
    """The text after a wrong answer that breaks no rule."""


class FindView(TaskView, tag="find", frozen=True, kw_only=True):
    """A task to find all spaces of a kind."""

    piece: str | None
    """The piece that can go to the spaces, or None if the task is not about a piece."""
    answers: list[Place]
    paths: list[PathView]
    """The path of the piece to each of the answers, in their order. Empty unless the piece is in play."""
    refused: IllegalReasons
    """The reasons for the piece that moves or would be placed. Without a piece, ``wrong`` is shown instead."""


class Note(Struct, frozen=True, kw_only=True, gc=False):
    """The comment on a chosen piece."""

    right: bool
    sentence: str
    why: ReasonView | None = None
    """The reason to draw, if the rules give one."""


class ChooseView(TaskView, tag="choose", frozen=True, kw_only=True):
    """A task to choose all pieces of a kind."""

    answers: list[str]
    notes: dict[str, Note]
    """A comment for every piece that can be chosen: the top piece of every stack."""


class RuleChoice(Struct, frozen=True, kw_only=True, gc=False):
    """A rule to choose as the reason."""

    rule: str
    title: str
    """A short sentence."""
    right: bool


class JudgeView(TaskView, tag="judge", frozen=True, kw_only=True):
    """A task to pick the only legal or illegal one of several moves."""

    moves: list[ExplainedMove]
    wanted: Literal["illegal", "legal"]
    answer: int
    """The index of the right move."""
    because: list[RuleChoice]
    """The reasons to choose from afterwards. Empty if the task does not ask for the reason."""


class PlayView(TaskView, tag="play", frozen=True, kw_only=True):
    """A task to make any move that meets a goal."""

    legal: LegalMovesView
    answers: dict[str, list[int]]
    """The moves that meet the goal: for each piece q, r, q, r, …"""
    paths: dict[str, list[PathView]]
    """The paths of the pieces in play to their legal destinations, in the order of ``legal``."""
    refused: IllegalReasons


class WinReply(MoveView, frozen=True, kw_only=True, gc=False):
    """The other side's reply."""

    path: PathView | None = None


class WinMove(MoveView, frozen=True, kw_only=True):
    """A move that wins in time, the reply that resists longest, and the next node. The last move has neither."""

    reply: WinReply | None = None
    then: WinNode | None = None


class WrongMove(Struct, frozen=True, kw_only=True):
    """A legal move that does not win in time, and a reply that refutes it."""

    piece: str
    to: Place
    reply: WinReply | None
    """None if the move ends the game or was the last one allowed."""


class WinNode(Struct, frozen=True, kw_only=True):
    """A position with the winning side to move."""

    moves: int
    """The number of moves to the win."""
    legal: LegalMovesView
    paths: dict[str, list[PathView]]
    """The paths of the pieces in play to their legal destinations, in the order of ``legal``."""
    best: list[WinMove]
    wrong_moves: list[WrongMove]
    refused: IllegalReasons


class WinView(TaskView, tag="win", frozen=True, kw_only=True):
    """A task to surround the other queen bee in a number of moves."""

    start: WinNode


class PassView(TaskView, tag="pass", frozen=True, kw_only=True):
    """A task in which passing is the only legal turn. Every piece of the side to move has a reason."""

    refused: IllegalReasons


class ResultView(TaskView, tag="result", frozen=True, kw_only=True):
    """A task to say who has won, if the game is over."""

    answer: Ending | Literal["nobody"]


AnyStepView: TypeAlias = ShowView | FindView | ChooseView | JudgeView | PlayView | WinView | PassView | ResultView
"""A step of any kind."""


class LessonHead(Struct, frozen=True, kw_only=True, gc=False):
    """A lesson in the table of contents."""

    id: str
    title: str
    summary: str
    steps: int
    """The number of steps."""


class CourseChapterView(Struct, frozen=True, kw_only=True, gc=False):
    """A chapter in the table of contents."""

    id: str
    title: str
    lessons: list[LessonHead]


class CourseView(Struct, frozen=True, kw_only=True, gc=False):
    """The table of contents in one language."""

    language: str
    chapters: list[CourseChapterView]


class EntryTitle(Struct, frozen=True, kw_only=True, gc=False):
    """A link to an entry of the rulebook."""

    id: str
    title: str


class LessonView(Struct, frozen=True, kw_only=True):
    """A whole lesson in one language."""

    id: str
    language: str
    title: str
    summary: str
    rulebook: list[EntryTitle]
    """The related entries of the rulebook."""
    steps: list[AnyStepView]
