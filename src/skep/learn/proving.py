"""Proves by exhaustive search that a position is a puzzle, and verifies stored puzzles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from skep.board import Board
from skep.engine.solver import SearchLimitReached, safe_moves, solve
from skep.errors import SkepError
from skep.learn.puzzles import Kind, Puzzle, Replies
from skep.moves import Move

__all__ = ["MAX_NODES", "Proof", "prove", "prove_save", "prove_win", "verify_puzzle"]

MAX_NODES: Final = 6_000_000
"""The number of nodes after which the solver gives up on a position."""
_HORIZON: Final = 2
"""A saving move must not lose within this many plies beyond those in which the other moves lose."""

FindReply = Callable[[Board, list[str]], str]
"""Finds a reply in the position after a wrong move, if possible among those that were used before."""


@dataclass(frozen=True, slots=True)
class Proof:
    """The proof that a solution is the only one."""

    kind: Kind
    moves: int
    line: tuple[Move, ...]
    endings: tuple[Move, ...]
    replies: tuple[Replies, ...]


def prove(board: Board, kind: Kind, max_moves: int, *, nodes: int = MAX_NODES) -> Proof | None:
    """Return the proof that a position is a puzzle of a kind within ``max_moves`` moves, or None."""
    try:
        return prove_win(board, max_moves, nodes=nodes) if kind == "win" else prove_save(board, max_moves, nodes=nodes)
    except SearchLimitReached:
        return None


def prove_win(board: Board, max_moves: int, *, nodes: int = MAX_NODES) -> Proof | None:
    """Return the only win within ``max_moves`` moves, or None if there are none or several.

    Raises SearchLimitReached if the solver reaches ``nodes``.
    """
    solution = remaining = solve(board, 2 * max_moves - 1, nodes=nodes)
    if solution is None or not solution.is_win:
        return None
    moves, replay, replies = (solution.plies + 1) // 2, board.copy(), list[Replies]()
    for left in range(moves, 1, -1):
        assert remaining is not None
        if len(remaining.first_moves) > 1:
            return None
        right, reply = solution.line[-2 * left + 1 : -2 * left + 3]
        replies.append(_replies(replay, right, _find_escape(left - 1, nodes)))
        replay.push(right)
        replay.push(reply)
        remaining = solve(replay, 2 * left - 3, nodes=nodes)
    assert remaining is not None
    if moves == 1 and len(remaining.first_moves) > 1:
        return None
    return Proof("win", moves, solution.line, remaining.first_moves, tuple(replies))


def _replies(board: Board, right: Move, find_reply: FindReply) -> Replies:
    """Return replies to all wrong moves of a turn, reusing replies where possible."""
    texts, known = dict[str, str](), Counter[str]()
    for move in board.legal_moves:
        if move != right:
            after = board.copy()
            after.push(move)
            text = "" if after.is_game_over() else find_reply(after, [text for text, _ in known.most_common()])
            texts[board.uhp(move)] = text
            known.update([text] if text else [])
    usual = max(known, key=lambda text: known[text], default="")
    return Replies(usual, {move: text for move, text in texts.items() if text != usual})


def _find_escape(left: int, nodes: int) -> FindReply:
    """Return a function that finds replies after which no win is forced within ``left`` moves."""

    def find_reply(after: Board, known: list[str]) -> str:
        for text in known:
            if _escapes(after, text, left, nodes):
                return text
        escapes = safe_moves(after, 2 * left, nodes=nodes)
        assert escapes, f"{after.last_move} wins too"
        return after.uhp(escapes[0])

    return find_reply


def _escapes(after: Board, text: str, left: int, nodes: int | None) -> bool:
    """Whether a reply is legal and prevents a win within ``left`` moves."""
    board = after.copy()
    try:
        board.push_uhp(text)
    except SkepError:
        return False
    if (outcome := board.outcome()) is not None:
        return outcome.winner is not board.turn
    solution = solve(board, 2 * left - 1, nodes=nodes)
    return solution is None or not solution.is_win


def prove_save(board: Board, max_moves: int, *, nodes: int = MAX_NODES) -> Proof | None:
    """Return the only move that does not lose within ``max_moves`` moves of the other side, or None.

    Raises SearchLimitReached if the solver reaches ``nodes``.
    """
    for moves in range(1, max_moves + 1):
        safe = safe_moves(board, 2 * moves, nodes=nodes)
        if not safe:
            return None
        if len(safe) == 1:
            if safe[0] not in safe_moves(board, 2 * moves + _HORIZON, nodes=nodes):
                return None
            return Proof("save", moves, safe, (), (_replies(board, safe[0], _find_refutation(moves, nodes)),))
    return None


def _find_refutation(moves: int, nodes: int) -> FindReply:
    """Return a function that finds the replies that win soonest."""

    def find_reply(after: Board, known: list[str]) -> str:
        winning = _winning_moves(after, moves, nodes)
        assert winning, f"{after.last_move} saves too"
        return next((text for text in known if text in winning), winning[0])

    return find_reply


def _winning_moves(board: Board, moves: int, nodes: int | None) -> list[str]:
    """Return the moves that win soonest, if any win within ``moves`` moves."""
    solution = solve(board, 2 * moves - 1, nodes=nodes)
    return [board.uhp(move) for move in solution.first_moves] if solution is not None and solution.is_win else []


def verify_puzzle(puzzle: Puzzle, *, nodes: int | None = None) -> bool:
    """Whether the solver confirms everything that a puzzle states.

    Raises SearchLimitReached if the solver reaches ``nodes``, and SkepError if a move or the position is invalid.
    """
    return _win_holds(puzzle, nodes) if puzzle.kind == "win" else _save_holds(puzzle, nodes)


def _win_holds(puzzle: Puzzle, nodes: int | None) -> bool:
    if len(puzzle.line) != 2 * puzzle.moves - 1 or len(puzzle.replies) != puzzle.moves - 1:
        return False
    if puzzle.line[-1] not in puzzle.endings or (puzzle.moves == 1 and len(puzzle.endings) > 1):
        return False
    board = puzzle.board()
    for turn in range(puzzle.moves):
        if not _turn_holds(puzzle, board, turn, nodes):
            return False
        for text in puzzle.line[2 * turn : 2 * turn + 2]:
            board.push_uhp(text)
    return True


def _turn_holds(puzzle: Puzzle, board: Board, turn: int, nodes: int | None) -> bool:
    """Whether exactly the accepted moves of a turn win in the remaining moves, and none wins sooner."""
    left = puzzle.moves - turn
    solution = solve(board, 2 * left - 1, nodes=nodes)
    if solution is None or not solution.is_win or solution.plies != 2 * left - 1:
        return False
    if {board.uhp(move) for move in solution.first_moves} != set(puzzle.accepted(turn)):
        return False
    return left == 1 or _all_refuted(puzzle, board, turn, lambda after, text: _escapes(after, text, left - 1, nodes))


def _save_holds(puzzle: Puzzle, nodes: int | None) -> bool:
    if len(puzzle.line) != 1 or len(puzzle.replies) != 1 or puzzle.endings:
        return False
    board = puzzle.board()
    safe = safe_moves(board, 2 * puzzle.moves, nodes=nodes)
    if [board.uhp(move) for move in safe] != list(puzzle.line):
        return False
    if puzzle.moves > 1 and len(safe_moves(board, 2 * puzzle.moves - 2, nodes=nodes)) == 1:
        return False  # the other moves lose sooner than the puzzle states
    return _all_refuted(puzzle, board, 0, lambda after, text: text in _winning_moves(after, puzzle.moves, nodes))


def _all_refuted(puzzle: Puzzle, board: Board, turn: int, holds: Callable[[Board, str], bool]) -> bool:
    """Whether every wrong move of a turn has a valid reply or ends the game itself."""
    for move in board.legal_moves:
        text = board.uhp(move)
        if text in puzzle.accepted(turn):
            continue
        after = board.copy()
        after.push(move)
        reply = puzzle.replies[turn].to(text)
        if not (after.is_game_over() if reply is None else holds(after, reply)):
            return False
    return True
