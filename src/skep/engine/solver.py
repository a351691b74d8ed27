"""The solver proves forced wins and losses within a number of plies. It never judges a position.

It is a depth-first proof-number search: see ``skep.kernel.proof``. It examines every move of both sides, except
where the rules alone show that a move changes nothing (``skep.kernel.short_wins``).

The solver ignores the history of a position and does not look for repetitions: every move of a shortest forced win
brings the end closer, so no position in it can recur. Its results depend on the position and the plies alone.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import TracebackType
from typing import Any, Final, Self

import numpy as np
from numpy.typing import NDArray

from skep.board import Board
from skep.editions import GameType
from skep.engine.scores import WIN, PovScore, Score
from skep.engine.stop import StopToken
from skep.errors import SkepError
from skep.kernel import layout, proof, solutions
from skep.kernel.layout import RelativeMove
from skep.kernel.proof_table import SESSIONS
from skep.kernel.worker import MAX_PLY, SCORES
from skep.move_strings import relative_move
from skep.moves import Move

__all__ = ["SearchLimitReached", "Solution", "Solver", "safe_moves", "solve"]

_NO_NODE_LIMIT: Final = 1 << 62
_TABLE_WORDS: Final = 1 << 21
_ANY: Final = -1
_MAX_SPARE: Final = 4
_NO_MOVE: Final[RelativeMove] = (1 << 10, 0, layout.IN_HAND)
"""A move that is never legal. It stands for a reply without a reference piece, which only opens a game."""


class SearchLimitReached(SkepError):
    """The solver reached its node limit."""


@dataclass(frozen=True, slots=True)
class Solution:
    """A forced end of the game with best play: the winner wins as fast as possible, the loser resists."""

    score: PovScore
    """Proven: ``score.relative.wins_in`` and ``loses_in`` count the moves of the side to move."""
    first_moves: tuple[Move, ...]
    """All best moves: those that win fastest, or those that delay the loss longest."""
    line: tuple[Move, ...]
    """One line to the end of the game."""

    @property
    def is_win(self) -> bool:
        """Whether the side to move wins."""
        return self.score.relative.wins_in is not None

    @property
    def plies(self) -> int:
        """The number of plies to the end."""
        plies = self.score.relative.plies_to_end
        assert plies is not None
        return plies


def solve(board: Board, plies: int, *, nodes: int | None = None) -> Solution | None:
    """Return the forced win or loss of the side to move within ``plies`` plies, or None.

    Raises SkepError if the game is over, and :class:`SearchLimitReached` if ``nodes`` nodes are not enough.

    >>> board = Board.from_position_string(
    ...     "pocket-2012 Base+MLP Black[14] -2,-3:.wG2wS1/..wMwG1bB1bS1/.bP.bMbA1/wA2bQwQ/.bA2wB1wA1bA3/..wP"
    ... )
    >>> solution = solve(board, 3)
    >>> print(solution.score, [board.uhp(move) for move in solution.first_moves], solution.plies)
    Black wins in 2 ['wA2 -bM'] 3
    """
    with Solver(nodes=nodes) as solver:
        return solver.solve(board, plies)


def safe_moves(board: Board, plies: int, *, nodes: int | None = None) -> tuple[Move, ...]:
    """Return the moves after which the side to move has no forced loss within ``plies`` plies, its own included."""
    with Solver(nodes=nodes) as solver:
        return solver.safe_moves(board, plies)


@lru_cache
def _rules_salt(edition: str, game_type: GameType) -> int:
    """Return a salt for the keys of the table, so that games with different rules can share it."""
    return int.from_bytes(hashlib.blake2b(f"{edition}/{game_type}".encode(), digest_size=8).digest())


class _Memory:
    """The memory of a solver, which is reused because allocating it takes longer than most proofs."""

    def __init__(self) -> None:
        self.states = layout.new_state()
        self.moves = np.zeros(2 * SCORES, np.int64)
        self.best = np.empty(layout.MAX_MOVES, np.int64)
        self.line = np.empty(MAX_PLY, np.int64)
        self.table = np.zeros(_TABLE_WORDS, np.uint64)
        self.own_stop = np.zeros(1, np.int64)
        self.stop = self.own_stop
        self.provers = np.zeros(1, proof.PROVER)
        # views, because writing to a field of a record takes much longer
        self.state_bytes = self.states.view(np.uint8)
        self.rules, self.nodes, self.node_limit, self.stopped, self.session, self.killers = (
            self.provers[name] for name in ("rules", "nodes", "node_limit", "stopped", "session", "killers")
        )
        self.sessions = 0

    def start_session(self, stop: StopToken | None) -> None:
        """Forget everything that was proved, and let a token stop the proofs from now on."""
        if self.sessions == SESSIONS:
            self.table[:] = 0
            self.sessions = 0
        self.sessions += 1
        self.session[0] = self.sessions
        self.killers.fill(0)
        self.own_stop[0] = 0
        self.stop = self.own_stop if stop is None else stop.flag


_spare_memory: Final[list[_Memory]] = []
"""Rooms without a solver. Appending and popping are atomic, so threads can share the list."""


def _take_memory() -> _Memory:
    try:
        return _spare_memory.pop()
    except IndexError:
        return _Memory()


class Solver:
    """Answers questions about related positions, and remembers what it has proved. For one thread at a time.

    >>> board = Board.from_game_string("Base;;;wS1;bS1 wS1-;wQ -wS1;bQ bS1-")
    >>> with Solver() as solver:
    ...     solver.wins(board, 3), solver.solve(board, 2) is None
    (False, True)
    """

    def __init__(self, *, nodes: int | None = None, stop: StopToken | None = None) -> None:
        """``nodes`` limits each question, and ``stop`` can end them early."""
        self._memory: _Memory | None = None
        self._stop = None if stop is None else stop.child()
        self._node_limit = _NO_NODE_LIMIT if nodes is None else nodes

    def __enter__(self) -> Self:
        self._memory = _take_memory()
        self._memory.start_session(self._stop)
        return self

    def __exit__(
        self, _type: type[BaseException] | None, _value: BaseException | None, _trace: TracebackType | None
    ) -> None:
        memory, self._memory = self._memory, None
        if memory is not None and len(_spare_memory) < _MAX_SPARE:
            _spare_memory.append(memory)

    def stop(self) -> None:
        """Make the present question, and all later ones, raise SearchLimitReached. Any thread may call this."""
        if self._stop is not None:
            self._stop.stop()
        elif self._memory is not None:
            self._memory.own_stop[0] = 1

    def solve(self, board: Board, plies: int) -> Solution | None:
        """Do what :func:`solve` does."""
        question = self._ask(board, plies)
        plies_to_end, is_win, best = question.solve(plies)
        if not plies_to_end:
            return None
        score = PovScore(Score(WIN - plies_to_end if is_win else plies_to_end - WIN), board.turn)
        return Solution(score, question.decode(best), question.line(plies_to_end))

    def wins(self, board: Board, plies: int) -> bool:
        """Return whether the side to move wins within ``plies`` plies. False if the game is over."""
        return not board.is_game_over() and self._ask(board, plies).proves(1, plies)

    def find_win(self, board: Board, plies: int) -> Move | None:
        """Return a move with which the side to move wins within ``plies`` plies, or None."""
        question = self._ask(board, plies)
        moves = question.moves()
        results = question.after_each(1, plies, moves, 1)
        return question.decode(moves[len(results) - 1 : len(results)])[0] if results[-1] == 1 else None

    def find_only_win(self, board: Board, plies: int) -> Move | None:
        """Return the only move with which the side to move wins within ``plies`` plies, or None.

        It stops at the second one, so it is faster than :meth:`winning_moves`.
        """
        question = self._ask(board, plies)
        moves = question.moves()
        results = question.after_each(1, plies, moves, 1)
        count = len(results)
        if results[-1] != 1 or np.any(question.after_each(1, plies, moves[count:], 1) == 1):
            return None
        return question.decode(moves[count - 1 : count])[0]

    def winning_moves(self, board: Board, plies: int) -> tuple[Move, ...]:
        """Return the moves with which the side to move wins within ``plies`` plies."""
        question = self._ask(board, plies)
        return question.decode(question.select(question.moves(), 1, plies, won=True))

    def safe_moves(self, board: Board, plies: int) -> tuple[Move, ...]:
        """Do what :func:`safe_moves` does."""
        question = self._ask(board, plies)
        return question.decode(question.select(question.moves(), 0, plies, won=False))

    def losing_moves(self, board: Board, plies: int) -> dict[Move, int]:
        """Return the moves after which the side to move loses within ``plies`` plies, and in how many each loses."""
        question, found = self._ask(board, plies), dict[Move, int]()
        left = question.moves()
        for depth in range(1, plies + 1):
            lost = question.after_each(0, depth, left) == 1
            found.update(dict.fromkeys(question.decode(left[lost]), depth))
            left = left[~lost]
        return found

    def after_replies(
        self, board: Board, plies: int, replies: Mapping[Move, str], *, attacking: bool
    ) -> list[bool | None]:
        """Return for each legal move and the reply to it whether the attacker then wins within ``plies`` plies.

        ``attacking`` tells whether the side to move is the attacker. The replies are MoveStrings in the position
        after the move. The result is None where a reply is illegal.
        """
        relative = [relative_move(text) or _NO_MOVE for text in replies.values()]
        packed = [layout.pack(move) for move in replies]
        results = self._ask(board, max(plies, 1)).after_replies(int(attacking), plies, packed, relative)
        return [None if result < 0 else result == 1 for result in results]

    def _ask(self, board: Board, plies: int) -> _Query:
        memory = self._memory
        if memory is None:
            raise SkepError("use the solver in a with statement")
        if not 0 < plies < MAX_PLY:
            raise SkepError(f"the solver looks 1 to {MAX_PLY - 1} plies ahead, not {plies}")
        if not board.kernel_state.count_moves():
            raise SkepError(f"the game is over, there is nothing to solve: {board.outcome()}")
        memory.rules[0] = _rules_salt(board.edition.id, board.game_type)
        memory.nodes[0] = memory.stopped[0] = 0
        memory.node_limit[0] = self._node_limit
        return _Query(board, memory)


class _Query:
    """The kernel's search from one position, which it makes and unmakes moves on."""

    def __init__(self, board: Board, memory: _Memory) -> None:
        self._state = board.kernel_state
        self._memory = memory
        memory.state_bytes[:] = self._state.array.view(np.uint8)

    def moves(self) -> NDArray[np.int64]:
        """Return the legal moves in packed form."""
        return self._state.packed_moves().copy()

    def decode(self, moves: NDArray[np.int64]) -> tuple[Move, ...]:
        """Return moves in the form that boards use. They are few, so the window gets no table for decoding them."""
        centre = self._state.centre
        return tuple([layout.unpack(packed, centre) for packed in moves.tolist()])

    def solve(self, plies: int) -> tuple[int, bool, NDArray[np.int64]]:
        """Return the plies to the end, whether the side to move wins, and the best moves; 0 plies without an end."""
        memory = self._memory
        found = solutions.solve(
            memory.states, memory.provers, memory.moves, memory.table, memory.stop, plies, memory.best, memory.line
        )
        self._check(found, plies)
        return found & 255, bool(found & 256), memory.best[: found >> 9]

    def line(self, plies: int) -> tuple[Move, ...]:
        """Return the line that :meth:`solve` found."""
        line = self._memory.line[:plies]
        return self.decode(line) if plies == 1 else self._state.decode_line(line.tolist())

    def proves(self, attacking: int, plies: int) -> bool:
        """Return whether the attacker, who is to move if ``attacking``, wins within ``plies`` plies."""
        return bool(self._check(proof.prove(*self._arguments(attacking, plies)), plies))

    def select(self, moves: NDArray[np.int64], attacking: int, plies: int, *, won: bool) -> NDArray[np.int64]:
        """Return the moves with which the attacker wins within ``plies`` plies, this move included, or does not."""
        chosen: NDArray[np.int64] = moves[self.after_each(attacking, plies, moves) == won]
        return chosen

    def after_each(self, attacking: int, plies: int, moves: NDArray[np.int64], wanted: int = _ANY) -> NDArray[np.int64]:
        """Return for each move whether the attacker then wins, this move included, up to the first ``wanted`` one."""
        results = np.empty(len(moves), np.int64)
        count = proof.prove_after_each(*self._arguments(attacking, plies), moves, results, wanted)
        return results[: self._check(count, plies)]

    def after_replies(
        self, attacking: int, plies: int, moves: Sequence[int], replies: Sequence[RelativeMove]
    ) -> list[int]:
        """Return what :meth:`Solver.after_replies` does."""
        results = np.empty(len(moves), np.int64)
        relative = np.array(replies, np.int64).reshape(-1, 3)
        proof.prove_after_replies(*self._arguments(attacking, plies), np.array(moves, np.int64), relative, results)
        self._check(0, plies)
        found: list[int] = results.tolist()
        return found

    def _arguments(self, attacking: int, plies: int) -> tuple[Any, Any, Any, Any, Any, int, int]:
        memory = self._memory
        return memory.states, memory.provers, memory.moves, memory.table, memory.stop, attacking, plies

    def _check(self, result: int, plies: int) -> int:
        """Return a result of the kernel, or raise SearchLimitReached if it is not one."""
        if self._memory.stopped[0]:
            raise SearchLimitReached(f"{self._memory.nodes[0]} nodes do not suffice to look {plies} plies ahead")
        return result
