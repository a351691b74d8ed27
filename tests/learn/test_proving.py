"""Proofs of puzzles, and their verification."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from skep.board import Board
from skep.engine.solver import solve
from skep.errors import SkepError
from skep.learn.proving import prove, verify_puzzle
from skep.learn.puzzles import Puzzle, Replies
from tests.learn.helpers import a_save, a_win, positions


def test_a_win_has_a_reply_to_every_wrong_move() -> None:
    puzzle = a_win()
    assert (puzzle.kind, puzzle.moves, puzzle.line[0]) == ("win", 2, "wA2 -bM")
    assert len(puzzle.line) == 3
    assert puzzle.line[-1] in puzzle.endings
    board = puzzle.board()
    for move in board.legal_moves:
        text = board.uhp(move)
        if text not in puzzle.accepted_moves(0):
            after = puzzle.board()
            after.push_uhp(text)
            reply = puzzle.replies[0].to(text)
            assert after.is_game_over() if reply is None else after.parse_uhp(reply) in after.legal_moves
    assert verify_puzzle(puzzle)


def test_a_save_is_proved() -> None:
    puzzle = a_save()
    assert (puzzle.kind, puzzle.moves, puzzle.line) == ("save", 2, ("bG2 /wB1",))
    assert verify_puzzle(puzzle)


@pytest.mark.parametrize("kind", ["win", "save"])
def test_a_position_without_a_forced_result_is_not_a_puzzle(kind: str) -> None:
    board = Board.from_game_string("Base;;;wS1;bS1 wS1-;wQ -wS1;bQ bS1-")
    assert prove(board, "win" if kind == "win" else "save", 2) is None


def test_a_position_with_two_wins_is_not_a_puzzle() -> None:
    assert prove(Board.from_position_string(positions("forced_wins.csv")[2]), "win", 2) is None


def test_a_win_that_the_other_side_has_to_complete_is_not_a_puzzle() -> None:
    board = Board.from_position_string(
        "ultimate-2024 Base+L White[27] 0,-4:.wQ...wA2bG2/.bS2...bG1/bA1.bLbB1bQwA3^bB2^wB1/wG2wL..bA2/wG1bS1..wA1/"
        "wG3bA3.wS1/bG3"
    )
    solution = solve(board, 7)
    assert solution is not None
    assert (solution.is_win, solution.plies) == (True, 6)  # Black's only move surrounds its own queen bee
    assert prove(board, "win", 4) is None


def test_an_undecided_position_is_not_a_puzzle() -> None:
    assert prove(Board.from_position_string(a_win().position), "win", 2, nodes=10) is None


def a_wrong_move(puzzle: Puzzle) -> str:
    board = puzzle.board()
    return next(text for text in map(board.uhp, board.legal_moves) if text not in puzzle.line)


def test_a_position_that_has_been_read_is_not_changed() -> None:
    for puzzle in (a_win(), a_save()):
        board = puzzle.board()
        assert verify_puzzle(puzzle, board=board)
        assert board == puzzle.board()


INVALID: dict[str, Callable[[Puzzle], Puzzle]] = {
    "too few moves": lambda puzzle: replace(puzzle, moves=puzzle.moves - 1),
    "too many moves": lambda puzzle: replace(puzzle, moves=puzzle.moves + 1),
    "another first move": lambda puzzle: replace(puzzle, line=(a_wrong_move(puzzle), *puzzle.line[1:])),
    "the other kind": lambda puzzle: replace(puzzle, kind="save" if puzzle.kind == "win" else "win"),
    "other endings": lambda puzzle: replace(puzzle, endings=() if puzzle.kind == "win" else puzzle.line),
    "no replies": lambda puzzle: replace(puzzle, replies=()),
    "a move without a reply": lambda puzzle: replace(
        puzzle, replies=(Replies(puzzle.replies[0].usual, {**puzzle.replies[0].others, a_wrong_move(puzzle): ""}),)
    ),
}


@pytest.mark.parametrize("kind", ["win", "save"])
@pytest.mark.parametrize("fault", INVALID)
def test_an_invalid_puzzle_fails_verification(kind: str, fault: str) -> None:
    puzzle = INVALID[fault](a_win() if kind == "win" else a_save())
    try:
        assert not verify_puzzle(puzzle)
    except SkepError:
        assert fault == "another first move"  # after which the next move of the line is illegal


def test_a_useless_reply_fails_verification() -> None:
    puzzle = a_win()
    (replies,) = puzzle.replies
    board, wrong, results = puzzle.board(), a_wrong_move(puzzle), []
    board.push_uhp(wrong)
    for move in board.legal_moves:
        changed = Replies(replies.usual, {**replies.others, wrong: board.uhp(move)})
        results.append(verify_puzzle(replace(puzzle, replies=(changed,))))
        if set(results) == {True, False}:
            return
    pytest.fail("verification does not distinguish between replies to a wrong move")
