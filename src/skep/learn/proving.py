"""Proves with the solver that a position is a puzzle, and verifies stored puzzles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from skep.board import Board
from skep.engine.solver import SearchLimitReached, Solver
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
    find = prove_win if kind == "win" else prove_save
    try:
        return find(board, max_moves, nodes=nodes)
    except SearchLimitReached:
        return None


def prove_win(board: Board, max_moves: int, *, nodes: int = MAX_NODES) -> Proof | None:
    """Return the only win within ``max_moves`` moves, or None if there are none or several.

    Raises SearchLimitReached if the solver reaches ``nodes``.
    """
    with Solver(nodes=nodes) as solver:
        return _prove_win(solver, board, max_moves)


def _prove_win(solver: Solver, board: Board, max_moves: int) -> Proof | None:
    solution = remaining = solver.solve(board, 2 * max_moves - 1)
    if solution is None or not solution.is_win or solution.plies % 2 == 0:
        return None  # there is no last move to find if the other side has to surround its own queen bee
    moves, replay, replies = (solution.plies + 1) // 2, board.copy(), list[Replies]()
    for left in range(moves, 1, -1):
        assert remaining is not None
        if len(remaining.first_moves) > 1:
            return None
        right, reply = solution.line[-2 * left + 1 : -2 * left + 3]
        replies.append(_replies(replay, right, _find_escape(solver, left - 1)))
        replay.push(right)
        replay.push(reply)
        remaining = solver.solve(replay, 2 * left - 3)
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


def _find_escape(solver: Solver, left: int) -> FindReply:
    """Return a function that finds replies after which no win is forced within ``left`` moves."""

    def find_reply(after: Board, known: list[str]) -> str:
        for text in known:
            if _escapes(solver, after, text, left):
                return text
        escapes = solver.safe_moves(after, 2 * left)
        assert escapes, f"{after.last_move} wins too"
        return after.uhp(escapes[0])

    return find_reply


def _escapes(solver: Solver, after: Board, text: str, left: int) -> bool:
    """Whether a reply is legal and prevents a win within ``left`` moves."""
    board = after.copy()
    try:
        board.push_uhp(text)
    except SkepError:
        return False
    if (outcome := board.outcome()) is not None:
        return outcome.winner is not board.turn
    return not solver.wins(board, 2 * left - 1)


def prove_save(board: Board, max_moves: int, *, nodes: int = MAX_NODES) -> Proof | None:
    """Return the only move that does not lose within ``max_moves`` moves of the other side, or None.

    Raises SearchLimitReached if the solver reaches ``nodes``.
    """
    with Solver(nodes=nodes) as solver:
        for moves in range(1, max_moves + 1):
            safe = solver.safe_moves(board, 2 * moves)
            if not safe:
                return None
            if len(safe) == 1:
                if safe[0] not in solver.safe_moves(board, 2 * moves + _HORIZON):
                    return None
                return Proof("save", moves, safe, (), (_replies(board, safe[0], _find_refutation(solver, moves)),))
    return None


def _find_refutation(solver: Solver, moves: int) -> FindReply:
    """Return a function that finds the replies that win soonest."""

    def find_reply(after: Board, known: list[str]) -> str:
        solution = solver.solve(after, 2 * moves - 1)
        assert solution is not None, f"{after.last_move} saves too"
        winning = [after.uhp(move) for move in solution.first_moves]
        return next((text for text in known if text in winning), winning[0])

    return find_reply


def verify_puzzle(puzzle: Puzzle, *, nodes: int | None = None, board: Board | None = None) -> bool:
    """Whether the solver confirms everything that a puzzle states.

    ``board`` is the position of the puzzle, if it has been read, which takes longer than most proofs. Raises
    SearchLimitReached if the solver reaches ``nodes``, and SkepError if a move or the position is invalid.
    """
    board = puzzle.board() if board is None else board
    with Solver(nodes=nodes) as solver:
        return (_win_holds if puzzle.kind == "win" else _save_holds)(solver, puzzle, board)


def _win_holds(solver: Solver, puzzle: Puzzle, board: Board) -> bool:
    if len(puzzle.line) != 2 * puzzle.moves - 1 or len(puzzle.replies) != puzzle.moves - 1:
        return False
    if puzzle.line[-1] not in puzzle.endings or (puzzle.moves == 1 and len(puzzle.endings) > 1):
        return False
    for turn in range(puzzle.moves):
        if turn:
            board = board.copy()
            board.push_line(puzzle.line[2 * turn - 2 : 2 * turn])
        if not _turn_holds(solver, puzzle, board, turn):
            return False
    return True


def _turn_holds(solver: Solver, puzzle: Puzzle, board: Board, turn: int) -> bool:
    """Whether exactly the accepted moves of a turn win in the remaining moves, and none wins sooner."""
    plies = 2 * (puzzle.moves - turn) - 1
    solution = solver.solve(board, plies)
    if solution is None or not solution.is_win or solution.plies != plies:
        return False
    if set(solution.first_moves) != {board.parse_uhp(text) for text in puzzle.accepted_moves(turn)}:
        return False
    return plies == 1 or _all_escape(solver, puzzle, board, turn, plies - 2)


def _all_escape(solver: Solver, puzzle: Puzzle, board: Board, turn: int, plies: int) -> bool:
    """Whether no win within ``plies`` plies is left after each wrong move of a turn and the reply to it."""
    wrong = _wrong_moves(puzzle, board, turn)
    if wrong is None:
        return False
    return all(won is False for won in solver.after_replies(board, plies, wrong, attacking=True))


def _save_holds(solver: Solver, puzzle: Puzzle, board: Board) -> bool:
    if len(puzzle.line) != 1 or len(puzzle.replies) != 1 or puzzle.endings:
        return False
    board.parse_uhp(puzzle.line[0])
    losing = solver.losing_moves(board, 2 * puzzle.moves)
    if [board.uhp(move) for move in board.legal_moves if move not in losing] != list(puzzle.line):
        return False
    if max(losing.values(), default=0) <= 2 * puzzle.moves - 2:
        return False  # the other moves lose sooner than the puzzle states
    return _all_win_soonest(solver, puzzle, board, losing)


def _all_win_soonest(solver: Solver, puzzle: Puzzle, board: Board, losing: dict[Move, int]) -> bool:
    """Whether the reply to each wrong move wins as soon as possible. ``losing`` has the plies in which each loses."""
    wrong = _wrong_moves(puzzle, board, 0)
    if wrong is None:
        return False
    for plies in {losing[move] for move in wrong}:
        chosen = {move: text for move, text in wrong.items() if losing[move] == plies}
        if plies < 2 or not all(solver.after_replies(board, plies - 2, chosen, attacking=False)):
            return False
    return True


def _wrong_moves(puzzle: Puzzle, board: Board, turn: int) -> dict[Move, str] | None:
    """Return the replies to all wrong moves of a turn that do not end the game, or None if one has no reply."""
    right = {board.parse_uhp(text) for text in puzzle.accepted_moves(turn)}
    found, replies = dict[Move, str](), puzzle.replies[turn]
    for move in board.legal_moves:
        if move not in right:
            reply = replies.to(board.uhp(move))
            if reply is not None:
                found[move] = reply
            elif not _ends_the_game(board, move):
                return None
    return found


def _ends_the_game(board: Board, move: Move) -> bool:
    after = board.copy()
    after.push(move)
    return after.is_game_over()
