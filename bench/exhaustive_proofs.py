"""The verification of puzzles by the exhaustive search, with a search for each wrong move, for :mod:`bench.proofs`."""

from __future__ import annotations

from collections.abc import Callable

from bench.exhaustive import safe_moves, solve
from skep.board import Board
from skep.errors import SkepError
from skep.learn.puzzles import Puzzle

__all__ = ["verify_puzzle"]


def verify_puzzle(puzzle: Puzzle, board: Board) -> bool:
    """Whether the exhaustive search confirms everything that a puzzle states. ``board`` is its position."""
    return (_win_holds if puzzle.kind == "win" else _save_holds)(puzzle, board.copy())


def _win_holds(puzzle: Puzzle, board: Board) -> bool:
    if len(puzzle.line) != 2 * puzzle.moves - 1 or len(puzzle.replies) != puzzle.moves - 1:
        return False
    if puzzle.line[-1] not in puzzle.endings or (puzzle.moves == 1 and len(puzzle.endings) > 1):
        return False
    for turn in range(puzzle.moves):
        if not _turn_holds(puzzle, board, turn):
            return False
        for text in puzzle.line[2 * turn : 2 * turn + 2]:
            board.push_uhp(text)
    return True


def _turn_holds(puzzle: Puzzle, board: Board, turn: int) -> bool:
    """Whether exactly the accepted moves of a turn win in the remaining moves, and none wins sooner."""
    left = puzzle.moves - turn
    solution = solve(board, 2 * left - 1)
    if solution is None or not solution.is_win or solution.plies != 2 * left - 1:
        return False
    if {board.uhp(move) for move in solution.first_moves} != set(puzzle.accepted_moves(turn)):
        return False
    return left == 1 or _all_refuted(puzzle, board, turn, lambda after, text: _escapes(after, text, left - 1))


def _save_holds(puzzle: Puzzle, board: Board) -> bool:
    if len(puzzle.line) != 1 or len(puzzle.replies) != 1 or puzzle.endings:
        return False
    safe = safe_moves(board, 2 * puzzle.moves)
    if [board.uhp(move) for move in safe] != list(puzzle.line):
        return False
    if puzzle.moves > 1 and len(safe_moves(board, 2 * puzzle.moves - 2)) == 1:
        return False  # the other moves lose sooner than the puzzle states
    return _all_refuted(puzzle, board, 0, lambda after, text: text in _winning_moves(after, puzzle.moves))


def _all_refuted(puzzle: Puzzle, board: Board, turn: int, holds: Callable[[Board, str], bool]) -> bool:
    """Whether every wrong move of a turn has a valid reply or ends the game itself."""
    for move in board.legal_moves:
        text = board.uhp(move)
        if text in puzzle.accepted_moves(turn):
            continue
        after = board.copy()
        after.push(move)
        reply = puzzle.replies[turn].to(text)
        if not (after.is_game_over() if reply is None else holds(after, reply)):
            return False
    return True


def _escapes(after: Board, text: str, left: int) -> bool:
    """Whether a reply is legal and prevents a win within ``left`` moves."""
    board = after.copy()
    try:
        board.push_uhp(text)
    except SkepError:
        return False
    if (outcome := board.outcome()) is not None:
        return outcome.winner is not board.turn
    solution = solve(board, 2 * left - 1)
    return solution is None or not solution.is_win


def _winning_moves(board: Board, moves: int) -> list[str]:
    """Return the moves that win soonest, if any win within ``moves`` moves."""
    solution = solve(board, 2 * moves - 1)
    return [board.uhp(move) for move in solution.first_moves] if solution is not None and solution.is_win else []
