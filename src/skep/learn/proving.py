"""Whether a position is a puzzle, by a solver that looks at everything; and the proof of a puzzle, done again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from skep.board import Board
from skep.engine.solver import Undecided, safe_moves, solve
from skep.learn.puzzles import Puzzle
from skep.moves import Move

__all__ = ["PATIENCE", "Proved", "prove_save", "prove_win", "proved_again"]

PATIENCE: Final = 6_000_000
"""Nodes after which the solver gives a position up."""
_HORIZON: Final = 2
"""Plies beyond those in which the other moves lose, in which a saving move must not lose either."""


@dataclass(frozen=True, slots=True)
class Proved:
    """A solution that is the only one."""

    moves: int
    line: tuple[Move, ...]
    endings: tuple[Move, ...]
    replies: dict[Move, Move]


def prove_win(board: Board, most: int, *, nodes: int = PATIENCE) -> Proved | None:
    """The only way to win within so many moves, or None when there is none, or several, or none is proved."""
    try:
        solution = solve(board, 2 * most - 1, nodes=nodes)
        if solution is None or not solution.is_win or len(solution.first_moves) > 1:
            return None
        line, replay = list(solution.line), board.copy()
        for number, move in enumerate(line[:-1]):
            replay.push(move)
            if number % 2 and number + 2 < len(line) and not _is_only(replay, line[number + 1], len(line) - number - 1):
                return None
        last = solve(replay, 1)
        assert last is not None
        count = (solution.plies + 1) // 2
        return Proved(count, solution.line, last.first_moves, _escapes(board, solution.line[0], count, nodes))
    except Undecided:
        return None


def _is_only(board: Board, move: Move, plies: int) -> bool:
    solution = solve(board, plies, nodes=PATIENCE)
    return solution is not None and solution.first_moves == (move,)


def _escapes(board: Board, only: Move, count: int, nodes: int) -> dict[Move, Move]:
    """To every other move an answer after which the win is not forced any more within the moves left."""
    replies = dict[Move, Move]()
    if count == 1:
        return replies
    for move in board.legal_moves:
        if move == only:
            continue
        after = board.copy()
        after.push(move)
        if after.is_game_over():
            continue
        escapes = safe_moves(after, 2 * (count - 1), nodes=nodes)
        assert escapes, f"{move} wins too"
        replies[move] = escapes[0]
    return replies


def prove_save(board: Board, most: int, *, nodes: int = PATIENCE) -> Proved | None:
    """The only move that does not lose within so many moves of the other side; None when there is no such."""
    try:
        for count in range(1, most + 1):
            safe = safe_moves(board, 2 * count, nodes=nodes)
            if not safe:
                return None
            if len(safe) == 1:
                if safe[0] not in safe_moves(board, 2 * count + _HORIZON, nodes=nodes):
                    return None
                return Proved(count, safe, (), _punishments(board, safe[0], count, nodes))
    except Undecided:
        pass
    return None


def _punishments(board: Board, only: Move, count: int, nodes: int) -> dict[Move, Move]:
    """To every other move the answer that wins."""
    replies = dict[Move, Move]()
    for move in board.legal_moves:
        if move == only:
            continue
        after = board.copy()
        after.push(move)
        if after.is_game_over():
            continue  # it lost at once
        solution = solve(after, 2 * count - 1, nodes=nodes)
        assert solution is not None
        assert solution.is_win
        replies[move] = solution.first_moves[0]
    return replies


def proved_again(puzzle: Puzzle, *, nodes: int | None = None) -> bool:
    """Whether everything that a puzzle tells is so, by the solver; raises Undecided where ``nodes`` do not suffice."""
    return _win_holds(puzzle, nodes) if puzzle.kind == "win" else _save_holds(puzzle, nodes)


def _win_holds(puzzle: Puzzle, nodes: int | None) -> bool:
    board = puzzle.board()
    for number in range(0, len(puzzle.line), 2):
        left = len(puzzle.line) - number
        solution = solve(board, left, nodes=nodes)
        only = set(puzzle.endings) if left == 1 else {puzzle.line[number]}
        if solution is None or not solution.is_win or solution.plies != left:
            return False
        if {board.uhp(move) for move in solution.first_moves} != only:
            return False
        for text in puzzle.line[number : number + 2]:
            board.push_uhp(text)
    unanswered = len(puzzle.endings) == 1 if puzzle.moves == 1 else _all_answered(puzzle)
    return unanswered and all(_escaped(puzzle, move, nodes) for move in puzzle.replies)


def _all_answered(puzzle: Puzzle) -> bool:
    """Whether there is an answer to every move but the solution and those that end the game."""
    board = puzzle.board()
    others = {board.uhp(move) for move in board.legal_moves} - {puzzle.line[0]}
    return all(_after(puzzle, text).is_game_over() for text in others - set(puzzle.replies))


def _after(puzzle: Puzzle, *line: str) -> Board:
    board = puzzle.board()
    for text in line:
        board.push_uhp(text)
    return board


def _escaped(puzzle: Puzzle, move: str, nodes: int | None) -> bool:
    board = _after(puzzle, move, puzzle.replies[move])
    if board.is_game_over():
        return True
    solution = solve(board, 2 * puzzle.moves - 3, nodes=nodes)
    return solution is None or not solution.is_win


def _save_holds(puzzle: Puzzle, nodes: int | None) -> bool:
    board = puzzle.board()
    safe = safe_moves(board, 2 * puzzle.moves, nodes=nodes)
    if [board.uhp(move) for move in safe] != [puzzle.line[0]] or not _all_answered(puzzle):
        return False
    for text, reply in puzzle.replies.items():
        after = _after(puzzle, text)
        solution = solve(after, 2 * puzzle.moves - 1, nodes=nodes)
        if solution is None or not solution.is_win or reply not in map(after.uhp, solution.first_moves):
            return False
    return True
