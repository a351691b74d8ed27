"""Blunders: moves that a friendly opponent would offer to take back."""

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

__all__ = ["MAX_OFFERING_LEVEL", "Blunder", "find_blunder"]

MAX_OFFERING_LEVEL: Final = 4
"""The highest level that offers takebacks. Levels up to this one do not look ahead, nor do most of their opponents."""

_DEPTH: Final = 5
_NODES: Final = 20_000
"""The limit of each of the two searches, in nodes rather than seconds so that a move is always judged the same."""


@dataclass(frozen=True, slots=True)
class Blunder:
    """A move that loses an advantage."""

    kind: BlunderKind
    move: Move
    """The dangerous reply or, for a missed win, the winning move."""
    behind: bool = False
    """Whether the player is now worse off than the computer."""


def find_blunder(before: Board, move: Move, lease: EngineLease) -> Blunder | None:
    """Return why a move is a blunder. Return None if it is not, if it ended the game, or if the lease is revoked."""
    after = before.copy()
    after.push(move)
    if before.legal_moves.count() < 2 or after.is_game_over():
        return None
    losses = winning_moves(after)
    if losses:
        return Blunder("loses", losses[0]) if _had_safe_move(before) else None
    if wins := winning_moves(before):
        return Blunder("misses", wins[0])
    best = _iterations(before, _DEPTH, lease)
    if lease.ended or not best or best[-1].move == move:
        return None
    replies = _iterations(after, _DEPTH - 1, lease)
    if lease.ended or not replies:
        return None
    best_score, move_score = _scores_at_equal_depth(best, replies)
    if best_score.win_probability - move_score.win_probability < BLUNDER:
        return None
    behind = move_score.win_probability < 0.5
    # A player who misses a long forced win but stays ahead loses nothing they had seen.
    if best_score.wins_in is not None and not behind:
        return None
    return Blunder("gives", replies[-1].move, behind)


def _had_safe_move(before: Board) -> bool:
    """Return whether some move would not have let the other side win immediately."""
    board = before.copy()
    for move in before.legal_moves.list():
        board.push(move)
        safe = board.outcome() is not None or not winning_moves(board)
        board.pop()
        if safe:
            return True
    return False


def _iterations(board: Board, depth: int, lease: EngineLease) -> list[Analysis]:
    return list(lease.analyse(board, Limit(depth=depth, nodes=_NODES)))


def _scores_at_equal_depth(best: list[Analysis], replies: list[Analysis]) -> tuple[Score, Score]:
    """Return the scores of the best move and of the move played, from searches that look equally far ahead."""
    depth = min(best[-1].depth, replies[-1].depth + 1)
    return _score_at(best, depth), -_score_at(replies, depth - 1)


def _score_at(iterations: list[Analysis], depth: int) -> Score:
    """Return the score of a position at some depth, or its proven score if there is one."""
    last = iterations[-1].score.relative
    if last.plies_to_end is not None:
        return last
    shallow = (analysis for analysis in iterations if analysis.depth <= max(depth, 1))
    return max(shallow, key=lambda analysis: analysis.depth).score.relative
