"""Builds lessons for the page: the rules compute all answers and reasons."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final

from skep.errors import SkepError
from skep.hexes import Hex
from skep.learn.highlights import build_highlight
from skep.learn.lessons.goals import moves_meeting
from skep.learn.lessons.loading import LessonError, course, find_lesson, lesson_positions
from skep.learn.lessons.phrases import right_piece_text, short_reason, wrong_answer_text, wrong_piece_text
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
    explain_move,
    find_ending,
    first_in_hand,
    illegal_reasons,
    legal_paths,
    legal_view,
    stuck_reason,
)
from skep.learn.selectors import PIECES, select_pieces, select_spaces, split
from skep.moves import Move
from skep.notation.uhp import parse_move
from skep.pieces import Piece
from skep.position import Position
from skep.rules import Language, Rule, at_turn_of, explain, legal_moves, path
from skep.rules.pillbug import can_throw
from skep.views import PathView, path_view, places

__all__ = ["build_course", "build_lesson", "build_step"]

_NO_REASONS: Final = IllegalReasons(whys=[], places={}, nowhere={})


@lru_cache(maxsize=64)
def build_lesson(lesson: str | Lesson, language: Language = Language.EN) -> LessonView:
    """Return a lesson, given by its id or by its source, with all answers."""
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
        rulebook=[_entry_title(entry, language) for entry in lesson.rulebook],
        steps=steps,
    )


def _entry_title(name: str, language: Language) -> EntryTitle:
    from skep.learn.rulebook.loading import find_entry  # here, because the rulebook imports the lessons

    _, entry = find_entry(name)
    return EntryTitle(id=entry.id, title=entry.title.get(language))


def build_course(language: Language = Language.EN) -> CourseView:
    """Return the table of contents.

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
    """Return a step with its answers. Raises SkepError if it has none."""
    return _BUILDERS[type(step)](step, position, language)


def _common(step: Step, position: Position, language: Language, count: int | None = None) -> dict[str, Any]:
    """Return the fields of every step and, for a task, those of every task."""
    fields: dict[str, Any] = {
        "text": "" if step.text is None else step.text.get(language, count),
        "scene": build_scene(position),
        "highlights": [build_highlight(selector, position) for selector in step.highlight],
        "diagram": step.diagram,
    }
    if isinstance(step, LessonTask):
        kind = str(step.__struct_config__.tag)
        fields["task"] = step.task.get(language, count)
        fields["notice"] = step.notice.get(language, count)
        fields["wrong"] = step.wrong.get(language, count) if step.wrong else wrong_answer_text(kind, language)
    return fields


def _show(step: ShowStep, position: Position, language: Language) -> ShowView:
    moves = [explain_move(position, text, language) for text in step.moves]
    return ShowView(**_common(step, position, language), moves=moves)


def _find(step: FindStep, position: Position, language: Language) -> FindView:
    answers = sorted(select_spaces(step.spaces, position))
    if not answers:
        raise SkepError(f"a find step needs at least one space: {step.spaces}")
    piece, at_its_turn = _moving_piece(step.spaces, position)
    return FindView(
        **_common(step, position, language, len(answers)),
        piece=None if piece is None else str(piece),
        answers=places(answers),
        paths=[] if piece is None or position.where(piece) is None else _paths(at_its_turn, piece, answers),
        refused=_NO_REASONS if piece is None else illegal_reasons(at_its_turn, [piece], language),
    )


def _moving_piece(selector: str, position: Position) -> tuple[Piece | None, Position]:
    """Return the piece that a selector names, or any that can be placed, and the position at its turn."""
    name, _, rest = selector.partition(" ")
    if name == "reach":
        piece = Piece.parse(rest.strip())
        return piece, at_turn_of(position, piece.color)
    placements = [] if name != "place" or rest else moves_meeting(["place"], position)
    return (placements[0].piece if placements else None), position


def _paths(position: Position, piece: Piece, destinations: list[Hex]) -> list[PathView]:
    return [path_view(path(position, Move(piece, to))) for to in destinations]


def _choose(step: ChooseStep, position: Position, language: Language) -> ChooseView:
    selector, _ = split(step.pieces, PIECES, "selector of pieces")
    answers = select_pieces(step.pieces, position)
    tops = sorted(stack[-1] for stack in position.stacks.values())
    if not answers or not answers <= set(tops):
        raise SkepError(f"a choose step needs at least one piece, and no covered ones: {step.pieces}")
    notes = {str(piece): _note(selector, piece, position, language, right=piece in answers) for piece in tops}
    return ChooseView(
        **_common(step, position, language, len(answers)),
        answers=[str(piece) for piece in sorted(answers)],
        notes=notes,
    )


def _note(selector: str, piece: Piece, position: Position, language: Language, *, right: bool) -> Note:
    """Return the comment on a piece: a fixed text, or the reason why the piece is stuck."""
    text_of = right_piece_text if right else wrong_piece_text
    text = text_of(selector, piece, position.turn, language)
    if text is not None:
        return Note(right=right, sentence=text)
    turn = at_turn_of(position, piece.color) if selector == "pinned" else position
    why = stuck_reason(turn, piece, language)
    if why is None:
        return Note(right=right, sentence=wrong_answer_text("choose", language))
    return Note(right=right, sentence=why.text, why=why)


def _judge(step: JudgeStep, position: Position, language: Language) -> JudgeView:
    reasons = [explain(position, parse_move(text, position)) for text in step.moves]
    right = [index for index, reason in enumerate(reasons) if (reason is None) == (step.wanted == "legal")]
    if len(right) != 1:
        raise SkepError(f"a judge step needs exactly one {step.wanted} move, not {len(right)}")
    reason = reasons[right[0]]
    rules = [Rule(rule) for rule in step.because]
    if rules and (reason is None or reason.rule not in rules):
        raise SkepError(f"the reason is not among those to choose from: {reason and reason.rule.value}")
    return JudgeView(
        **_common(step, position, language, len(reasons)),
        moves=[explain_move(position, text, language) for text in step.moves],
        wanted=step.wanted,
        answer=right[0],
        because=[
            RuleChoice(
                rule=rule.value,
                title=short_reason(rule, language),
                right=reason is not None and rule is reason.rule,
            )
            for rule in rules
        ],
    )


def _play(step: PlayStep, position: Position, language: Language) -> PlayView:
    answers = moves_meeting(step.goal, position)
    if not answers:
        raise SkepError(f"no legal move meets the goal: {', '.join(step.goal)}")
    return PlayView(
        **_common(step, position, language, len(answers)),
        legal=legal_view(position),
        answers=destinations_by_piece(answers),
        paths=legal_paths(position),
        refused=illegal_reasons(position, _pieces_to_try(position), language),
    )


def _pieces_to_try(position: Position) -> list[Piece]:
    """Return the pieces that a player might try to play, including the enemy's if there can be a throw."""
    sides = None if can_throw(position) else position.turn
    return sorted({*first_in_hand(position), *position.in_play(sides)})


def _win(step: WinStep, position: Position, language: Language) -> WinView:
    from skep.learn.lessons.win_tree import build_win_tree  # here, because only these steps need the compiled solver

    return WinView(
        **_common(step, position, language, step.moves), start=build_win_tree(position, step.moves, language)
    )


def _pass(step: PassStep, position: Position, language: Language) -> PassView:
    if not any(move.is_pass for move in legal_moves(position)):
        raise SkepError("a pass step needs a position without legal moves")
    return PassView(
        **_common(step, position, language), refused=illegal_reasons(position, _pieces_to_try(position), language)
    )


def _result(step: ResultStep, position: Position, language: Language) -> ResultView:
    return ResultView(**_common(step, position, language), answer=find_ending(position) or "nobody")


_BUILDERS: Final[Mapping[type, Callable[[Any, Position, Language], AnyStepView]]] = {
    ShowStep: _show,
    FindStep: _find,
    ChooseStep: _choose,
    JudgeStep: _judge,
    PlayStep: _play,
    WinStep: _win,
    PassStep: _pass,
    ResultStep: _result,
}
