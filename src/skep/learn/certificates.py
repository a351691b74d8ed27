"""Certificates of forced wins: an answer to every defence, and a checker that plays them all.

The checker knows only the board. It makes each answer and then every legal reply to it, down to the end of the game,
so it relies neither on the solver's search nor on its table, and a wrong certificate never passes.
"""

from __future__ import annotations

import msgspec

from skep.board import Board
from skep.engine.solver import Solver
from skep.errors import SkepError
from skep.moves import Move
from skep.pieces import Bug, Piece

__all__ = ["Certificate", "certificate_holds", "certify"]


class Certificate(msgspec.Struct, frozen=True):
    """The attacker's moves in a forced win."""

    position: str
    """The position string of the attacker's first turn."""
    moves: int
    """The number of the attacker's moves within which the win is forced."""
    answers: dict[str, str]
    """The attacker's MoveString in each position of the win, by position string, except the last move.

    Position keys would not do, because they do not distinguish pieces of one kind.
    """


def certify(board: Board, moves: int, *, nodes: int | None = None) -> Certificate:
    """Return the certificate of a forced win of the side to move within ``moves`` moves.

    Raises SkepError if there is none, and SearchLimitReached if the solver reaches ``nodes``.
    """
    answers = dict[str, str]()
    start = Board.from_position(board.position())
    with Solver(nodes=nodes) as solver:
        _collect(solver, start, moves, answers)
    return Certificate(start.position_string(), moves, answers)


def _collect(solver: Solver, board: Board, left: int, answers: dict[str, str]) -> None:
    """Add the answers in a position and in all that can follow."""
    if left == 1:
        return
    key = board.position_string()
    if key in answers:
        return
    move = solver.find_win(board, 2 * left - 1)
    if move is None:
        raise SkepError(f"{board.turn} cannot force a win within {left} moves")
    answers[key] = board.uhp(move)
    board.push(move)
    for reply in board.legal_moves.list():
        board.push(reply)
        if not board.is_game_over():
            _collect(solver, board, left - 1, answers)
        board.pop()
    board.pop()


def certificate_holds(certificate: Certificate) -> bool:
    """Return whether the answers of a certificate win against every defence.

    Raises SkepError if the position or an answer is invalid.
    """
    board = Board.from_position_string(certificate.position)
    return certificate.moves > 0 and not board.is_game_over() and _Replay(certificate).wins(board, certificate.moves)


class _Replay:
    """A replay of all defences. A position that several of them lead to is replayed once."""

    def __init__(self, certificate: Certificate) -> None:
        self._answers = certificate.answers
        self._won = set[tuple[str, int]]()

    def wins(self, board: Board, left: int) -> bool:
        """Return whether the side to move wins within ``left`` moves by the answers, or at once by any last move."""
        if left == 1:
            return any(_ends(board, move) for move in _last_moves(board))
        key = board.position_string()
        if (key, left) in self._won:
            return True
        text = self._answers.get(key)
        if text is None:
            return False
        attacker = board.turn
        board.push_uhp(text)
        outcome = board.outcome()
        won = outcome.winner is attacker if outcome is not None else self._all_lose(board, left - 1)
        board.pop()
        if won:
            self._won.add((key, left))
        return won

    def _all_lose(self, board: Board, left: int) -> bool:
        """Return whether the other side wins after every move of the side to move."""
        defender = board.turn
        for reply in board.legal_moves.list():
            board.push(reply)
            outcome = board.outcome()
            won = outcome.winner is defender.other if outcome is not None else self.wins(board, left)
            board.pop()
            if not won:
                return False
        return True


def _last_moves(board: Board) -> list[Move]:
    """Return the legal moves that can end the game: those to a place beside the other queen bee, or of herself."""
    queen = Piece(board.turn.other, Bug.QUEEN_BEE)
    place = board.where(queen)
    if place is None:
        return []
    near = set(place.neighbours())
    return [move for move in board.legal_moves.list() if not move.is_pass and (move.to in near or move.piece == queen)]


def _ends(board: Board, move: Move) -> bool:
    """Return whether a move wins the game for the side that makes it."""
    mover = board.turn
    board.push(move)
    outcome = board.outcome()
    board.pop()
    return outcome is not None and outcome.winner is mover
