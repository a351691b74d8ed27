"""Whether a position is a puzzle, by a solver that looks at everything; and the proof of a puzzle, done again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from skep.board import Board
from skep.engine.solver import Undecided, safe_moves, solve
from skep.errors import SkepError
from skep.learn.puzzles import Kind, Puzzle, Replies
from skep.moves import Move

__all__ = ["MAX_NODES", "Proof", "prove", "prove_save", "prove_win", "verify_puzzle"]

MAX_NODES: Final = 6_000_000
"""Nodes after which the solver gives a position up."""
_HORIZON: Final = 2
"""Plies beyond those in which the other moves lose, in which a saving move must not lose either."""

Answer = Callable[[Board, list[str]], str]
"""Finds an answer in the position after a wrong move, if possible among those that served before."""


@dataclass(frozen=True, slots=True)
class Proof:
    """A solution that is the only one."""

    kind: Kind
    moves: int
    line: tuple[Move, ...]
    endings: tuple[Move, ...]
    replies: tuple[Replies, ...]


def prove(board: Board, kind: Kind, most: int, *, nodes: int = MAX_NODES) -> Proof | None:
    """What is proved of a position within so many moves; None where it is no puzzle of that kind."""
    try:
        return prove_win(board, most, nodes=nodes) if kind == "win" else prove_save(board, most, nodes=nodes)
    except Undecided:
        return None


def prove_win(board: Board, most: int, *, nodes: int = MAX_NODES) -> Proof | None:
    """The only way to win within so many moves; None when there is none, or several. May raise Undecided."""
    solution = found = solve(board, 2 * most - 1, nodes=nodes)
    if solution is None or not solution.is_win:
        return None
    moves, replay, replies = (solution.plies + 1) // 2, board.copy(), list[Replies]()
    for left in range(moves, 1, -1):
        assert found is not None
        if len(found.first_moves) > 1:
            return None
        right, answer = solution.line[-2 * left + 1 : -2 * left + 3]
        replies.append(_replies(replay, right, _escaping(left - 1, nodes)))
        replay.push(right)
        replay.push(answer)
        found = solve(replay, 2 * left - 3, nodes=nodes)
    assert found is not None
    if moves == 1 and len(found.first_moves) > 1:
        return None
    return Proof("win", moves, solution.line, found.first_moves, tuple(replies))


def _replies(board: Board, right: Move, answer: Answer) -> Replies:
    """Answers to all wrong moves of a turn, as few different ones as are easily found."""
    texts, known = dict[str, str](), Counter[str]()
    for move in board.legal_moves:
        if move != right:
            after = board.copy()
            after.push(move)
            text = "" if after.is_game_over() else answer(after, [text for text, _ in known.most_common()])
            texts[board.uhp(move)] = text
            known.update([text] if text else [])
    usual = max(known, key=lambda text: known[text], default="")
    return Replies(usual, {move: text for move, text in texts.items() if text != usual})


def _escaping(left: int, nodes: int) -> Answer:
    """An answer after which the win is not forced any more within the moves left."""

    def answer(after: Board, known: list[str]) -> str:
        for text in known:
            if _escapes(after, text, left, nodes):
                return text
        escapes = safe_moves(after, 2 * left, nodes=nodes)
        assert escapes, f"{after.last_move} wins too"
        return after.uhp(escapes[0])

    return answer


def _escapes(after: Board, text: str, left: int, nodes: int | None) -> bool:
    """Whether an answer is legal and leaves the solver no win within so many moves."""
    board = after.copy()
    try:
        board.push_uhp(text)
    except SkepError:
        return False
    if (outcome := board.outcome()) is not None:
        return outcome.winner is not board.to_move
    solution = solve(board, 2 * left - 1, nodes=nodes)
    return solution is None or not solution.is_win


def prove_save(board: Board, most: int, *, nodes: int = MAX_NODES) -> Proof | None:
    """The only move that does not lose within so many moves of the other side; None when there is no such.

    May raise Undecided.
    """
    for moves in range(1, most + 1):
        safe = safe_moves(board, 2 * moves, nodes=nodes)
        if not safe:
            return None
        if len(safe) == 1:
            if safe[0] not in safe_moves(board, 2 * moves + _HORIZON, nodes=nodes):
                return None
            return Proof("save", moves, safe, (), (_replies(board, safe[0], _punishing(moves, nodes)),))
    return None


def _punishing(moves: int, nodes: int) -> Answer:
    """An answer that wins, as soon as can be."""

    def answer(after: Board, known: list[str]) -> str:
        winning = _winning(after, moves, nodes)
        assert winning, f"{after.last_move} saves too"
        return next((text for text in known if text in winning), winning[0])

    return answer


def _winning(board: Board, moves: int, nodes: int | None) -> list[str]:
    """The moves that win soonest, within so many; none where nothing wins."""
    solution = solve(board, 2 * moves - 1, nodes=nodes)
    return [board.uhp(move) for move in solution.first_moves] if solution is not None and solution.is_win else []


def verify_puzzle(puzzle: Puzzle, *, nodes: int | None = None) -> bool:
    """Whether everything that a puzzle tells is so, by the solver; raises Undecided where ``nodes`` do not suffice.

    A move that is not legal where the puzzle says it, or no position at all, is an error: SkepError.
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
    """Whether the accepted moves of a turn are all that win in the moves left, and no other wins sooner."""
    left = puzzle.moves - turn
    solution = solve(board, 2 * left - 1, nodes=nodes)
    if solution is None or not solution.is_win or solution.plies != 2 * left - 1:
        return False
    if {board.uhp(move) for move in solution.first_moves} != set(puzzle.accepted(turn)):
        return False
    return left == 1 or _all_answered(puzzle, board, turn, lambda after, text: _escapes(after, text, left - 1, nodes))


def _save_holds(puzzle: Puzzle, nodes: int | None) -> bool:
    if len(puzzle.line) != 1 or len(puzzle.replies) != 1 or puzzle.endings:
        return False
    board = puzzle.board()
    safe = safe_moves(board, 2 * puzzle.moves, nodes=nodes)
    if [board.uhp(move) for move in safe] != list(puzzle.line):
        return False
    if puzzle.moves > 1 and len(safe_moves(board, 2 * puzzle.moves - 2, nodes=nodes)) == 1:
        return False  # the others lose sooner than is told
    return _all_answered(puzzle, board, 0, lambda after, text: text in _winning(after, puzzle.moves, nodes))


def _all_answered(puzzle: Puzzle, board: Board, turn: int, holds: Callable[[Board, str], bool]) -> bool:
    """Whether every wrong move of a turn has an answer that does what it should, or ends the game itself."""
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
