"""What is proved of a position, and that a proof done again finds every fault."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from skep.board import Board
from skep.errors import SkepError
from skep.learn.proving import prove, verify_puzzle
from skep.learn.puzzles import Puzzle, Replies
from tests.learn.helpers import a_save, a_win, positions


def test_a_win_is_proved_with_an_answer_to_every_wrong_move() -> None:
    puzzle = a_win()
    assert (puzzle.kind, puzzle.moves, puzzle.line[0]) == ("win", 2, "wA2 -bM")
    assert len(puzzle.line) == 3
    assert puzzle.line[-1] in puzzle.endings
    board = puzzle.board()
    for move in board.legal_moves:
        text = board.uhp(move)
        if text not in puzzle.accepted(0):
            after = puzzle.board()
            after.push_uhp(text)
            reply = puzzle.replies[0].to(text)
            assert after.is_game_over() if reply is None else after.parse_uhp(reply) in after.legal_moves
    assert verify_puzzle(puzzle)


def test_a_save_is_proved_with_the_punishment_of_every_other_move() -> None:
    puzzle = a_save()
    assert (puzzle.kind, puzzle.moves, puzzle.line) == ("save", 2, ("bG2 /wB1",))
    assert verify_puzzle(puzzle)


@pytest.mark.parametrize("kind", ["win", "save"])
def test_a_position_where_nothing_is_forced_is_no_puzzle(kind: str) -> None:
    board = Board.from_game_string("Base;;;wS1;bS1 wS1-;wQ -wS1;bQ bS1-")
    assert prove(board, "win" if kind == "win" else "save", 2) is None


def test_two_ways_to_win_are_no_puzzle() -> None:
    assert prove(Board.from_position_string(positions("forced_wins.csv")[2]), "win", 2) is None


def test_what_the_solver_cannot_decide_is_no_puzzle() -> None:
    assert prove(Board.from_position_string(a_win().position), "win", 2, nodes=10) is None


def a_wrong_move(puzzle: Puzzle) -> str:
    board = puzzle.board()
    return next(text for text in map(board.uhp, board.legal_moves) if text not in puzzle.line)


SPOILT: dict[str, Callable[[Puzzle], Puzzle]] = {
    "too few moves": lambda puzzle: replace(puzzle, moves=puzzle.moves - 1),
    "too many moves": lambda puzzle: replace(puzzle, moves=puzzle.moves + 1),
    "another first move": lambda puzzle: replace(puzzle, line=(a_wrong_move(puzzle), *puzzle.line[1:])),
    "the other kind": lambda puzzle: replace(puzzle, kind="save" if puzzle.kind == "win" else "win"),
    "other endings": lambda puzzle: replace(puzzle, endings=() if puzzle.kind == "win" else puzzle.line),
    "no answers": lambda puzzle: replace(puzzle, replies=()),
    "a move that is not answered": lambda puzzle: replace(
        puzzle, replies=(Replies(puzzle.replies[0].usual, {**puzzle.replies[0].others, a_wrong_move(puzzle): ""}),)
    ),
}


@pytest.mark.parametrize("kind", ["win", "save"])
@pytest.mark.parametrize("fault", SPOILT)
def test_a_spoilt_puzzle_does_not_hold(kind: str, fault: str) -> None:
    puzzle = SPOILT[fault](a_win() if kind == "win" else a_save())
    try:
        assert not verify_puzzle(puzzle)
    except SkepError:
        assert fault == "another first move"  # after which the line goes on with a move that is not legal


def test_an_answer_that_does_not_help_is_found_out() -> None:
    puzzle = a_win()
    (replies,) = puzzle.replies
    board, wrong, refuted = puzzle.board(), a_wrong_move(puzzle), []
    board.push_uhp(wrong)
    for move in board.legal_moves:
        told = Replies(replies.usual, {**replies.others, wrong: board.uhp(move)})
        refuted.append(verify_puzzle(replace(puzzle, replies=(told,))))
        if set(refuted) == {True, False}:
            return
    pytest.fail("all answers to a wrong move are taken to be equally good")
