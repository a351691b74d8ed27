"""Whether a move gave so much away that a kind opponent would offer to take it back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from skep.board import Board
from skep.engine import Analysis, Limit, Score
from skep.moves import Move
from skep.review.judgement import BLUNDER
from skep.server.engines.pool import EngineLease
from skep.server.play.coach.board_queries import winning_moves
from skep.server.schemas.coach import BlunderKind

__all__ = ["LEVELS_OFFERING", "Blunder", "find_blunder"]

LEVELS_OFFERING: Final = 4
"""The highest level that offers: those up to it do not look ahead, and nor do most who play them."""

_DEPTH: Final = 5
_NODES: Final = 20_000
"""For each of two searches. Nodes, not seconds: the same move is judged the same every time."""


@dataclass(frozen=True, slots=True)
class Blunder:
    """A move that gave much away."""

    kind: BlunderKind
    move: Move
    """The answer to be afraid of; for a missed win, the move that would have won."""
    behind: bool = False
    """Whether the player is worse off now than the computer."""


def find_blunder(before: Board, move: Move, lent: EngineLease) -> Blunder | None:
    """What is wrong with a move; None where nothing is, where it ended the game, or the search was ended early."""
    after = before.copy()
    after.push(move)
    if before.legal_moves.count() < 2 or after.is_game_over():
        return None
    lost = winning_moves(after)
    if lost:
        return Blunder("loses", lost[0]) if _had_better(before) else None
    if wins := winning_moves(before):
        return Blunder("misses", wins[0])
    best = _iterations(before, _DEPTH, lent)
    if lent.ended or not best or best[-1].move == move:
        return None
    answers = _iterations(after, _DEPTH - 1, lent)
    if lent.ended or not answers:
        return None
    could, got = _equally_deep(best, answers)
    if could.win_probability - got.win_probability < BLUNDER:
        return None
    behind = got.win_probability < 0.5
    # who overlooks a long way to win and stays ahead has given nothing away that they had seen
    if could.wins_in is not None and not behind:
        return None
    return Blunder("gives", answers[-1].move, behind)


def _had_better(before: Board) -> bool:
    """Whether some move would not have let the other side win at once."""
    board = before.copy()
    for move in before.legal_moves.list():
        board.push(move)
        safe = board.outcome() is not None or not winning_moves(board)
        board.pop()
        if safe:
            return True
    return False


def _iterations(board: Board, depth: int, lent: EngineLease) -> list[Analysis]:
    return list(lent.analyse(board, Limit(depth=depth, nodes=_NODES)))


def _equally_deep(best: list[Analysis], answers: list[Analysis]) -> tuple[Score, Score]:
    """What the player could have had and what the move left, from searches that looked equally far."""
    depth = min(best[-1].depth, answers[-1].depth + 1)
    return _at(best, depth), -_at(answers, depth - 1)


def _at(found: list[Analysis], depth: int) -> Score:
    """What a position seemed worth at some depth; what is proven stays so."""
    last = found[-1].score
    if last.plies_to_end is not None:
        return last
    return max((one for one in found if one.depth <= max(depth, 1)), key=lambda one: one.depth).score
