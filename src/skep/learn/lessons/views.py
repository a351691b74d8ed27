"""A lesson as plain values ready for JSON, with every answer and every reason: the page needs nothing else."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from skep.learn.highlights import Highlight
from skep.learn.scenes import Ending, IllegalReasons, MoveView, Scene
from skep.telling import Legal, Place, Way, Why

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
    """What every step has."""

    text: str
    scene: Scene
    highlights: list[Highlight]
    diagram: str | None
    """The rulebooks' diagram that this is."""


class ShowView(StepView, tag="show", frozen=True, kw_only=True):
    """Something to look at."""

    moves: list[MoveView]


class TaskView(StepView, frozen=True, kw_only=True):
    """Something to do."""

    task: str
    notice: str
    """Said of the right answer."""
    wrong: str
    """Said of a wrong one where the rules have nothing to say."""


class FindView(TaskView, tag="find", frozen=True, kw_only=True):
    """Find every space."""

    piece: str | None
    """Whose spaces they are; None where no piece is meant."""
    answers: list[Place]
    ways: list[Way]
    """How the piece gets to each of the answers, in their order; empty without a piece in play."""
    refused: IllegalReasons
    """For the piece, or for the one that would be placed; without one, ``wrong`` is all there is to say."""


class Note(Struct, frozen=True, kw_only=True, gc=False):
    """What is said of a piece that was chosen."""

    right: bool
    sentence: str
    why: Why | None = None
    """The reason to be drawn, where the rules give one."""


class ChooseView(TaskView, tag="choose", frozen=True, kw_only=True):
    """Choose every piece."""

    answers: list[str]
    notes: dict[str, Note]
    """For every piece that can be chosen: all uppermost ones."""


class RuleChoice(Struct, frozen=True, kw_only=True, gc=False):
    """A rule to be named as the reason."""

    rule: str
    title: str
    """A short sentence."""
    right: bool


class JudgeView(TaskView, tag="judge", frozen=True, kw_only=True):
    """Tell which of the moves is so."""

    moves: list[MoveView]
    wanted: Literal["illegal", "legal"]
    answer: int
    """Its index."""
    because: list[RuleChoice]
    """Then, why? Empty when that is not asked."""


class PlayView(TaskView, tag="play", frozen=True, kw_only=True):
    """Make a move."""

    legal: Legal
    answers: dict[str, list[int]]
    """The moves that fulfil the goal: for each piece q, r, q, r, …"""
    ways: dict[str, list[Way]]
    """How the pieces in play get to their legal destinations, in the order of these."""
    refused: IllegalReasons


class WinReply(Struct, frozen=True, kw_only=True, gc=False):
    """What the other side answers; without piece and place it passes."""

    uhp: str
    piece: str | None
    to: Place | None
    way: Way | None = None


class WinMove(Struct, frozen=True, kw_only=True):
    """A move that wins in time, the longest resistance to it, and how it goes on; the last move has neither."""

    uhp: str
    piece: str
    to: Place
    reply: WinReply | None = None
    then: WinNode | None = None


class WrongMove(Struct, frozen=True, kw_only=True):
    """A legal move that does not win in time, and an answer that shows it."""

    piece: str
    to: Place
    reply: WinReply | None
    """None where the move leaves nothing to answer: it ends the game, or there was no more time."""


class WinNode(Struct, frozen=True, kw_only=True):
    """A position with the winning side to move."""

    moves: int
    """In so many moves it wins."""
    legal: Legal
    ways: dict[str, list[Way]]
    """How the pieces in play get to their legal destinations, in the order of these."""
    best: list[WinMove]
    wrong_moves: list[WrongMove]
    refused: IllegalReasons


class WinView(TaskView, tag="win", frozen=True, kw_only=True):
    """Surround the other queen bee in so many moves."""

    start: WinNode


class PassView(TaskView, tag="pass", frozen=True, kw_only=True):
    """There is nothing but to pass: every own piece has its reason."""

    refused: IllegalReasons


class ResultView(TaskView, tag="result", frozen=True, kw_only=True):
    """Tell who has won, if anybody has."""

    answer: Ending | Literal["nobody"]


AnyStepView: TypeAlias = ShowView | FindView | ChooseView | JudgeView | PlayView | WinView | PassView | ResultView


class LessonHead(Struct, frozen=True, kw_only=True, gc=False):
    """A lesson in the table of contents."""

    id: str
    title: str
    summary: str
    steps: int
    """How many there are."""


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
    """An entry of the rulebook, to be led to."""

    id: str
    title: str


class LessonView(Struct, frozen=True, kw_only=True):
    """A whole lesson in one language."""

    id: str
    language: str
    title: str
    summary: str
    rulebook: list[EntryTitle]
    """Entries of the rulebook that belong to it."""
    steps: list[AnyStepView]
