"""Every task of the course has answers that agree with the rules, and reasons for wrong ones."""

from __future__ import annotations

from typing import Any

import pytest

from skep.board import Board
from skep.engine.solver import solve
from skep.hexes import Hex
from skep.learn.lessons import build_lesson, find_lesson
from skep.learn.lessons.loading import lesson_ids
from skep.learn.lessons.schema import (
    ChooseStep,
    FindStep,
    JudgeStep,
    PassStep,
    PlayStep,
    ResultStep,
    StepSource,
    WinStep,
)
from skep.learn.lessons.views import (
    ChooseView,
    FindView,
    JudgeView,
    PassView,
    PlayView,
    ResultView,
    StepView,
    WinNode,
    WinView,
)
from skep.learn.scenes import IllegalReasons, nearby_hexes
from skep.moves import PASS, Move
from skep.notation.position import parse_position
from skep.pieces import Color, Piece
from skep.position import Position
from skep.rules import Language, explain, legal_moves, play, reachable


def steps(kind: type[StepSource]) -> list[Any]:
    """Return test parameters for the steps of a kind. The steps are built only when their test runs."""
    return [
        pytest.param(lesson, number, id=f"{lesson} {number}")
        for lesson in lesson_ids()
        for number, step in enumerate(find_lesson(lesson).steps, 1)
        if isinstance(step, kind)
    ]


def step_view(lesson: str, number: int) -> Any:
    return build_lesson(lesson, Language.EN).steps[number - 1]


def position_of(step: StepView) -> Position:
    return parse_position(step.scene.position)


def moves_in(destinations: dict[str, list[int]]) -> set[Move]:
    return {
        Move(Piece.parse(name), Hex(*numbers[at : at + 2]))
        for name, numbers in destinations.items()
        for at in range(0, len(numbers), 2)
    }


def rules_by_move(reasons: IllegalReasons) -> dict[Move, str]:
    return {
        Move(Piece.parse(name), Hex(*numbers[at : at + 2])): reasons.whys[numbers[at + 2]].rule
        for name, numbers in reasons.places.items()
        for at in range(0, len(numbers), 3)
    }


def check_reasons(position: Position, reasons: IllegalReasons) -> None:
    """Check that every move a player might try with these pieces is legal or has the reason that the rules give."""
    rules = rules_by_move(reasons)
    for name in reasons.places:
        piece = Piece.parse(name)
        for to in nearby_hexes(position):
            reason = explain(position, Move(piece, to))
            assert rules.get(Move(piece, to)) == (None if reason is None else reason.rule.value)
        assert (name in reasons.nowhere) == (not reachable(position, piece))


@pytest.mark.parametrize(("lesson", "number"), steps(StepSource))
def test_a_scene_shows_its_position(lesson: str, number: int) -> None:
    step: StepView = step_view(lesson, number)
    position = position_of(step)
    assert {Hex(*stack.place): stack.pieces for stack in step.scene.stacks} == {
        hex_: [str(piece) for piece in stack] for hex_, stack in position.stacks.items()
    }
    assert [*step.scene.white, *step.scene.black] == [str(p) for color in Color for p in position.hand(color)]
    for highlight in step.highlights:
        assert highlight.places


@pytest.mark.parametrize(("lesson", "number"), steps(FindStep))
def test_spaces_to_find(lesson: str, number: int) -> None:
    step: FindView = step_view(lesson, number)
    answers = {Hex(*place) for place in step.answers}
    assert answers
    assert len(answers) == len(step.answers)
    if step.piece is None:
        return
    position, piece = position_of(step), Piece.parse(step.piece)
    if position.turn is not piece.color:
        position = play(position, PASS)
    assert answers == reachable(position, piece)
    assert [way.hexes[-1] for way in step.paths] in ([], step.answers)
    check_reasons(position, step.refused)
    assert set(rules_by_move(step.refused)) == {Move(piece, to) for to in nearby_hexes(position) if to not in answers}


@pytest.mark.parametrize(("lesson", "number"), steps(ChooseStep))
def test_pieces_to_choose(lesson: str, number: int) -> None:
    step: ChooseView = step_view(lesson, number)
    tops = {str(stack[-1]) for stack in position_of(step).stacks.values()}
    assert set(step.notes) == tops
    assert {name for name, note in step.notes.items() if note.right} == set(step.answers) != tops
    for note in step.notes.values():
        assert note.sentence[0].isupper()
        assert note.sentence[-1] == "."


@pytest.mark.parametrize(("lesson", "number"), steps(JudgeStep))
def test_moves_to_judge(lesson: str, number: int) -> None:
    step: JudgeView = step_view(lesson, number)
    assert [move.legal for move in step.moves].count(step.wanted == "legal") == 1
    assert step.moves[step.answer].legal == (step.wanted == "legal")
    for move in step.moves:
        assert (move.why is None) == (move.path is not None) == move.legal
    if step.because:
        why = step.moves[step.answer].why
        assert why is not None
        assert [choice.rule for choice in step.because if choice.right] == [why.rule]
        assert len({choice.title for choice in step.because}) == len(step.because), "two choices look alike"


@pytest.mark.parametrize(("lesson", "number"), steps(PlayStep))
def test_moves_to_play(lesson: str, number: int) -> None:
    step: PlayView = step_view(lesson, number)
    position = position_of(step)
    legal = {move for move in legal_moves(position) if not move.is_pass}
    assert moves_in(step.legal.moves) == legal
    answers = moves_in(step.answers)
    assert answers
    assert answers <= legal
    for move in answers:
        Board.from_position(position).push_checked(move)
    for name, ways in step.paths.items():
        ends = step.legal.moves[name]
        assert [hex_ for way in ways for hex_ in way.hexes[-1]] == ends
    assert set(step.legal.moves) - set(step.paths) <= {*step.scene.white, *step.scene.black}
    check_reasons(position, step.refused)
    assert {move.piece for move in legal} <= set(map(Piece.parse, step.refused.places))


@pytest.mark.parametrize(("lesson", "number"), steps(WinStep))
def test_wins_are_played_to_the_end(lesson: str, number: int) -> None:
    step: WinView = step_view(lesson, number)
    board = Board.from_position(position_of(step))
    assert play_through(board, step.start, board.turn) >= 1


def play_through(board: Board, node: WinNode, winner: Color) -> int:
    """Follow every winning move to the end, and return the number of wins."""
    wins = 0
    for best in node.best:
        after = board.copy()
        after.push_uhp(best.uhp)
        if best.then is None:
            end = after.outcome()
            assert end is not None
            assert end.winner is winner
            wins += 1
            continue
        assert best.reply is not None
        after.push_uhp(best.reply.uhp)
        assert best.then.moves == node.moves - 1
        wins += play_through(after, best.then, winner)
    return wins


@pytest.mark.parametrize(("lesson", "number"), steps(WinStep))
def test_wrong_moves_do_not_win_in_time(lesson: str, number: int) -> None:
    step: WinView = step_view(lesson, number)
    board = Board.from_position(position_of(step))
    wrong_moves = {Move(Piece.parse(wrong.piece), Hex(*wrong.to)): wrong for wrong in step.start.wrong_moves}
    best = {one.move for one in step.start.best}
    assert set(wrong_moves) | best == set(board.legal_moves)
    assert not set(wrong_moves) & best
    for move, wrong in wrong_moves.items():
        after = board.copy()
        after.push_checked(move)
        if wrong.reply is not None:
            after.push_uhp(wrong.reply.uhp)
            solution = None if after.is_game_over() else solve(after, 2 * step.start.moves - 3)
            assert solution is None or not solution.is_win


@pytest.mark.parametrize(("lesson", "number"), steps(PassStep))
def test_passing_is_the_only_legal_turn(lesson: str, number: int) -> None:
    step: PassView = step_view(lesson, number)
    position = position_of(step)
    assert legal_moves(position) == {PASS}
    assert set(step.refused.nowhere) == {str(piece) for piece in position.in_play(position.turn)}
    check_reasons(position, step.refused)


@pytest.mark.parametrize(("lesson", "number"), steps(ResultStep))
def test_results_agree_with_the_board(lesson: str, number: int) -> None:
    step: ResultView = step_view(lesson, number)
    end = Board.from_position(position_of(step)).outcome()
    expected = "nobody" if end is None else "draw" if end.winner is None else str(end.winner).lower()
    assert step.answer == expected


def test_the_course_asks_for_every_result() -> None:
    assert {step_view(*step.values).answer for step in steps(ResultStep)} == {"white", "black", "draw", "nobody"}
