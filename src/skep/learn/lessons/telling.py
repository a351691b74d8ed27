"""Computing a lesson: every answer and every reason, by the rules, in one language."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final

from skep.errors import SkepError
from skep.hexes import Hex
from skep.learn.highlights import highlight_of
from skep.learn.lessons.because import BECAUSE
from skep.learn.lessons.goals import fulfilling
from skep.learn.lessons.loading import LessonError, course, find_lesson, positions_of
from skep.learn.lessons.phrases import WRONG, is_none, is_one
from skep.learn.lessons.told import (
    AnyTold,
    EntryTitle,
    LessonHead,
    Note,
    RuleChoice,
    ToldChoose,
    ToldCourse,
    ToldCourseChapter,
    ToldFind,
    ToldJudge,
    ToldLesson,
    ToldPass,
    ToldPlay,
    ToldResult,
    ToldShow,
    ToldWin,
)
from skep.learn.lessons.written import Choose, Find, Judge, Lesson, Pass, Play, Result, Show, Step, Task, Win
from skep.learn.scenes import (
    Refusals,
    ending_of,
    first_in_hand,
    legal_of,
    refusals_of,
    scene_of,
    told_move,
    told_moves,
    ways_of,
)
from skep.learn.selecting import PIECES, pieces_that, spaces_that, split
from skep.learn.tables import PositionTable
from skep.moves import Move
from skep.notation.uhp import parse_move
from skep.pieces import Piece
from skep.position import Position
from skep.rules import Language, Rule, at_turn_of, explain, legal_moves, path
from skep.rules.pillbug import can_throw
from skep.telling import places, told_way, why_not

__all__ = ["tell_course", "tell_lesson", "tell_step"]

_NOTHING: Final = Refusals(whys=[], places={}, nowhere={})


@lru_cache(maxsize=64)
def tell_lesson(lesson: str | Lesson, language: Language = Language.EN) -> ToldLesson:
    """A lesson, by its id or as it was read, with all its answers."""
    lesson = find_lesson(lesson) if isinstance(lesson, str) else lesson
    steps = list[AnyTold]()
    for number, (step, position) in enumerate(zip(lesson.steps, positions_of(lesson), strict=True), 1):
        try:
            steps.append(tell_step(step, position, language))
        except SkepError as error:
            raise LessonError(str(error), lesson=lesson.id, step=number) from error
    return ToldLesson(
        id=lesson.id,
        language=language.value,
        title=lesson.title.in_(language),
        summary=lesson.summary.in_(language),
        rulebook=[_entry(entry, language) for entry in lesson.rulebook],
        steps=steps,
    )


def _entry(name: str, language: Language) -> EntryTitle:
    from skep.learn.rulebook.loading import find_entry  # the rulebook knows the lessons that lead to it

    _, entry = find_entry(name)
    return EntryTitle(id=entry.id, title=entry.title.in_(language))


def tell_course(language: Language = Language.EN) -> ToldCourse:
    """The table of contents.

    >>> tell_course(Language.FR).chapters[0].lessons[0].title
    'Le but'
    """
    return ToldCourse(
        language=language.value,
        chapters=[
            ToldCourseChapter(
                id=chapter.id,
                title=chapter.title.in_(language),
                lessons=[_head(find_lesson(lesson), language) for lesson in chapter.lessons],
            )
            for chapter in course()
        ],
    )


def _head(lesson: Lesson, language: Language) -> LessonHead:
    title, summary = lesson.title.in_(language), lesson.summary.in_(language)
    return LessonHead(id=lesson.id, title=title, summary=summary, steps=len(lesson.steps))


def tell_step(step: Step, position: Position, language: Language) -> AnyTold:
    """One step with its answers; raises SkepError when it has none."""
    return _TELLERS[type(step)](step, position, language)


def _common(step: Step, position: Position, language: Language, count: int | None = None) -> dict[str, Any]:
    """The fields that every step has, and those that every task has."""
    fields: dict[str, Any] = {
        "text": "" if step.text is None else step.text.in_(language, count),
        "scene": scene_of(position),
        "highlights": [highlight_of(what, position) for what in step.highlight],
        "diagram": step.diagram,
    }
    if isinstance(step, Task):
        wrong = step.wrong or WRONG[type(step).__name__.lower()]
        fields["task"] = step.task.in_(language, count)
        fields["notice"] = step.notice.in_(language, count)
        fields["wrong"] = wrong.in_(language, count)
    return fields


def _show(step: Show, position: Position, language: Language) -> ToldShow:
    moves = [told_move(position, text, language) for text in step.moves]
    return ToldShow(**_common(step, position, language), moves=moves)


def _find(step: Find, position: Position, language: Language) -> ToldFind:
    answers = sorted(spaces_that(step.spaces, position))
    if not answers:
        raise SkepError(f"there is no space to find: {step.spaces}")
    piece, asked = _piece_meant(step.spaces, position)
    return ToldFind(
        **_common(step, position, language, len(answers)),
        piece=None if piece is None else str(piece),
        answers=places(answers),
        ways=[] if piece is None or position.where(piece) is None else _ways(asked, piece, answers),
        refused=_NOTHING if piece is None else refusals_of(asked, [piece], language),
    )


def _piece_meant(spaces: str, position: Position) -> tuple[Piece | None, Position]:
    """Whose spaces are looked for: the piece named, or any that can be placed; and the position at its turn."""
    name, _, rest = spaces.partition(" ")
    if name == "reach":
        piece = Piece.parse(rest.strip())
        return piece, at_turn_of(position, piece.color)
    placed = [] if name != "place" or rest else fulfilling(["place"], position)
    return (placed[0].piece if placed else None), position


def _ways(position: Position, piece: Piece, answers: list[Hex]) -> list[Any]:
    return [told_way(path(position, Move(piece, to))) for to in answers]


def _choose(step: Choose, position: Position, language: Language) -> ToldChoose:
    kind, _ = split(step.pieces, PIECES, "kind of pieces")
    answers = pieces_that(step.pieces, position)
    tops = sorted(stack[-1] for stack in position.stacks.values())
    if not answers or not answers <= set(tops):
        raise SkepError(f"there is no piece to choose, or a covered one: {step.pieces}")
    notes = {str(piece): _note(kind, piece, position, language, right=piece in answers) for piece in tops}
    return ToldChoose(
        **_common(step, position, language, len(answers)),
        answers=[str(piece) for piece in sorted(answers)],
        notes=notes,
    )


def _note(kind: str, piece: Piece, position: Position, language: Language, *, right: bool) -> Note:
    """What is said of a piece: the rules' reason where they hold it, else a phrase."""
    sentence = is_one(kind, piece, language) if right else is_none(kind, piece, language)
    if sentence:
        return Note(right=right, sentence=sentence)
    asked = at_turn_of(position, piece.color) if kind == "pinned" else position
    why = why_not(PositionTable(asked), piece, None, language)
    if why is None:
        return Note(right=right, sentence=WRONG["choose"].in_(language))
    return Note(right=right, sentence=why.text, why=why)


def _judge(step: Judge, position: Position, language: Language) -> ToldJudge:
    reasons = [explain(position, parse_move(text, position)) for text in step.moves]
    right = [index for index, reason in enumerate(reasons) if (reason is None) == (step.wanted == "legal")]
    if len(right) != 1:
        raise SkepError(f"{len(right)} of the moves are {step.wanted}, not one")
    reason = reasons[right[0]]
    rules = [Rule(rule) for rule in step.because]
    if rules and (reason is None or reason.rule not in rules):
        raise SkepError(f"the reason is none of those to choose from: {reason and reason.rule.value}")
    return ToldJudge(
        **_common(step, position, language, len(reasons)),
        moves=[told_move(position, text, language) for text in step.moves],
        wanted=step.wanted,
        answer=right[0],
        because=[
            RuleChoice(
                rule=rule.value,
                title=BECAUSE[rule].in_(language),
                right=reason is not None and rule is reason.rule,
            )
            for rule in rules
        ],
    )


def _play(step: Play, position: Position, language: Language) -> ToldPlay:
    answers = fulfilling(step.goal, position)
    if not answers:
        raise SkepError(f"no legal move fulfils the goal: {', '.join(step.goal)}")
    return ToldPlay(
        **_common(step, position, language, len(answers)),
        legal=legal_of(position),
        answers=told_moves(answers),
        ways=ways_of(position),
        refused=refusals_of(position, _touchable(position), language),
    )


def _touchable(position: Position) -> list[Piece]:
    """The pieces that somebody may try to play: of alike ones in hand the first, and enemies where there is a throw."""
    sides = None if can_throw(position) else position.to_move
    return sorted({*first_in_hand(position), *position.in_play(sides)})


def _win(step: Win, position: Position, language: Language) -> ToldWin:
    from skep.learn.lessons.winning import winning_node  # the solver is compiled: nothing else here needs that

    return ToldWin(**_common(step, position, language, step.moves), start=winning_node(position, step.moves, language))


def _pass(step: Pass, position: Position, language: Language) -> ToldPass:
    if not any(move.is_pass for move in legal_moves(position)):
        raise SkepError("there is something else to do than to pass")
    return ToldPass(**_common(step, position, language), refused=refusals_of(position, _touchable(position), language))


def _result(step: Result, position: Position, language: Language) -> ToldResult:
    return ToldResult(**_common(step, position, language), answer=ending_of(position) or "nobody")


_TELLERS: Final[Mapping[type, Callable[[Any, Position, Language], AnyTold]]] = {
    Show: _show,
    Find: _find,
    Choose: _choose,
    Judge: _judge,
    Play: _play,
    Win: _win,
    Pass: _pass,
    Result: _result,
}
