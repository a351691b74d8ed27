"""Computing a lesson: every answer and every reason, by the rules, in one language."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final

from skep.errors import SkepError
from skep.hexes import Hex
from skep.learn.explainable_position import ExplainablePosition, at_turn_of
from skep.learn.highlights import build_highlight
from skep.learn.lessons.goals import moves_meeting
from skep.learn.lessons.loading import LessonError, course, find_lesson, lesson_positions
from skep.learn.lessons.phrases import WRONG, right_piece_text, wrong_piece_text
from skep.learn.lessons.schema import (
    ChooseStep,
    FindStep,
    JudgeStep,
    Lesson,
    LessonTask,
    PassStep,
    PlayStep,
    ResultStep,
    ShowStep,
    Step,
    WinStep,
)
from skep.learn.lessons.short_reasons import SHORT_REASONS
from skep.learn.lessons.views import (
    AnyStepView,
    ChooseView,
    CourseChapterView,
    CourseView,
    EntryTitle,
    FindView,
    JudgeView,
    LessonHead,
    LessonView,
    Note,
    PassView,
    PlayView,
    ResultView,
    RuleChoice,
    ShowView,
    WinView,
)
from skep.learn.scenes import (
    IllegalReasons,
    build_scene,
    destinations_by_piece,
    find_ending,
    first_in_hand,
    illegal_reasons,
    legal_paths,
    legal_view,
    move_view,
)
from skep.learn.selectors import PIECES, select_pieces, select_spaces, split
from skep.moves import Move
from skep.notation.uhp import parse_move
from skep.pieces import Piece
from skep.position import Position
from skep.rules import Language, Rule, explain, legal_moves, path
from skep.rules.pillbug import able
from skep.telling import places, told_way, why_not

__all__ = ["build_course", "build_lesson", "build_step"]

_NOTHING: Final = IllegalReasons(whys=[], places={}, nowhere={})


@lru_cache(maxsize=64)
def build_lesson(lesson: str | Lesson, language: Language = Language.EN) -> LessonView:
    """A lesson, by its id or as it was read, with all its answers."""
    lesson = find_lesson(lesson) if isinstance(lesson, str) else lesson
    steps = list[AnyStepView]()
    for number, (step, position) in enumerate(zip(lesson.steps, lesson_positions(lesson), strict=True), 1):
        try:
            steps.append(build_step(step, position, language))
        except SkepError as error:
            raise LessonError(str(error), lesson=lesson.id, step=number) from error
    return LessonView(
        id=lesson.id,
        language=language.value,
        title=lesson.title.get(language),
        summary=lesson.summary.get(language),
        rulebook=[_entry(entry, language) for entry in lesson.rulebook],
        steps=steps,
    )


def _entry(name: str, language: Language) -> EntryTitle:
    from skep.learn.rulebook.loading import find_entry  # the rulebook knows the lessons that lead to it

    _, entry = find_entry(name)
    return EntryTitle(id=entry.id, title=entry.title.get(language))


def build_course(language: Language = Language.EN) -> CourseView:
    """The table of contents.

    >>> build_course(Language.FR).chapters[0].lessons[0].title
    'Le but'
    """
    return CourseView(
        language=language.value,
        chapters=[
            CourseChapterView(
                id=chapter.id,
                title=chapter.title.get(language),
                lessons=[_head(find_lesson(lesson), language) for lesson in chapter.lessons],
            )
            for chapter in course()
        ],
    )


def _head(lesson: Lesson, language: Language) -> LessonHead:
    title, summary = lesson.title.get(language), lesson.summary.get(language)
    return LessonHead(id=lesson.id, title=title, summary=summary, steps=len(lesson.steps))


def build_step(step: Step, position: Position, language: Language) -> AnyStepView:
    """One step with its answers; raises SkepError when it has none."""
    return _TELLERS[type(step)](step, position, language)


def _common(step: Step, position: Position, language: Language, count: int | None = None) -> dict[str, Any]:
    """The fields that every step has, and those that every task has."""
    fields: dict[str, Any] = {
        "text": "" if step.text is None else step.text.get(language, count),
        "scene": build_scene(position),
        "highlights": [build_highlight(what, position) for what in step.highlight],
        "diagram": step.diagram,
    }
    if isinstance(step, LessonTask):
        wrong = step.wrong or WRONG[str(step.__struct_config__.tag)]
        fields["task"] = step.task.get(language, count)
        fields["notice"] = step.notice.get(language, count)
        fields["wrong"] = wrong.get(language, count)
    return fields


def _show(step: ShowStep, position: Position, language: Language) -> ShowView:
    moves = [move_view(position, text, language) for text in step.moves]
    return ShowView(**_common(step, position, language), moves=moves)


def _find(step: FindStep, position: Position, language: Language) -> FindView:
    answers = sorted(select_spaces(step.spaces, position))
    if not answers:
        raise SkepError(f"there is no space to find: {step.spaces}")
    piece, asked = _piece_meant(step.spaces, position)
    return FindView(
        **_common(step, position, language, len(answers)),
        piece=None if piece is None else str(piece),
        answers=places(answers),
        ways=[] if piece is None or position.where(piece) is None else _ways(asked, piece, answers),
        refused=_NOTHING if piece is None else illegal_reasons(asked, [piece], language),
    )


def _piece_meant(spaces: str, position: Position) -> tuple[Piece | None, Position]:
    """Whose spaces are looked for: the piece named, or any that can be placed; and the position at its turn."""
    name, _, rest = spaces.partition(" ")
    if name == "reach":
        piece = Piece.parse(rest.strip())
        return piece, at_turn_of(position, piece.color)
    placed = [] if name != "place" or rest else moves_meeting(["place"], position)
    return (placed[0].piece if placed else None), position


def _ways(position: Position, piece: Piece, answers: list[Hex]) -> list[Any]:
    return [told_way(path(position, Move(piece, to))) for to in answers]


def _choose(step: ChooseStep, position: Position, language: Language) -> ChooseView:
    kind, _ = split(step.pieces, PIECES, "kind of pieces")
    answers = select_pieces(step.pieces, position)
    tops = sorted(stack[-1] for stack in position.stacks.values())
    if not answers or not answers <= set(tops):
        raise SkepError(f"there is no piece to choose, or a covered one: {step.pieces}")
    notes = {str(piece): _note(kind, piece, position, language, right=piece in answers) for piece in tops}
    return ChooseView(
        **_common(step, position, language, len(answers)),
        answers=[str(piece) for piece in sorted(answers)],
        notes=notes,
    )


def _note(kind: str, piece: Piece, position: Position, language: Language, *, right: bool) -> Note:
    """What is said of a piece: the rules' reason where they hold it, else a phrase."""
    sentence = right_piece_text(kind, piece, language) if right else wrong_piece_text(kind, piece, language)
    if sentence:
        return Note(right=right, sentence=sentence)
    asked = at_turn_of(position, piece.color) if kind == "pinned" else position
    why = why_not(ExplainablePosition(asked), piece, None, language)
    if why is None:
        return Note(right=right, sentence=WRONG["choose"].get(language))
    return Note(right=right, sentence=why.sentence, why=why)


def _judge(step: JudgeStep, position: Position, language: Language) -> JudgeView:
    reasons = [explain(position, parse_move(text, position)) for text in step.moves]
    right = [index for index, reason in enumerate(reasons) if (reason is None) == (step.wanted == "legal")]
    if len(right) != 1:
        raise SkepError(f"{len(right)} of the moves are {step.wanted}, not one")
    reason = reasons[right[0]]
    rules = [Rule(rule) for rule in step.because]
    if rules and (reason is None or reason.rule not in rules):
        raise SkepError(f"the reason is none of those to choose from: {reason and reason.rule.value}")
    return JudgeView(
        **_common(step, position, language, len(reasons)),
        moves=[move_view(position, text, language) for text in step.moves],
        wanted=step.wanted,
        answer=right[0],
        because=[
            RuleChoice(
                rule=rule.value,
                title=SHORT_REASONS[rule].get(language),
                right=reason is not None and rule is reason.rule,
            )
            for rule in rules
        ],
    )


def _play(step: PlayStep, position: Position, language: Language) -> PlayView:
    answers = moves_meeting(step.goal, position)
    if not answers:
        raise SkepError(f"no legal move fulfils the goal: {', '.join(step.goal)}")
    return PlayView(
        **_common(step, position, language, len(answers)),
        legal=legal_view(position),
        answers=destinations_by_piece(answers),
        ways=legal_paths(position),
        refused=illegal_reasons(position, _touchable(position), language),
    )


def _touchable(position: Position) -> list[Piece]:
    """The pieces that somebody may try to play: of alike ones in hand the first, and enemies where there is a throw."""
    sides = None if able(position) else position.to_move
    return sorted({*first_in_hand(position), *position.in_play(sides)})


def _win(step: WinStep, position: Position, language: Language) -> WinView:
    from skep.learn.lessons.win_tree import build_win_tree  # the solver is compiled: nothing else here needs that

    return WinView(
        **_common(step, position, language, step.moves), start=build_win_tree(position, step.moves, language)
    )


def _pass(step: PassStep, position: Position, language: Language) -> PassView:
    if not any(move.is_pass for move in legal_moves(position)):
        raise SkepError("there is something else to do than to pass")
    return PassView(
        **_common(step, position, language), refused=illegal_reasons(position, _touchable(position), language)
    )


def _result(step: ResultStep, position: Position, language: Language) -> ResultView:
    return ResultView(**_common(step, position, language), answer=find_ending(position) or "nobody")


_TELLERS: Final[Mapping[type, Callable[[Any, Position, Language], AnyStepView]]] = {
    ShowStep: _show,
    FindStep: _find,
    ChooseStep: _choose,
    JudgeStep: _judge,
    PlayStep: _play,
    WinStep: _win,
    PassStep: _pass,
    ResultStep: _result,
}
