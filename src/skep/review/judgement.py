"""Judgements of moves, accuracy and turning points. docs/review.md explains the numbers."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, get_args

from skep.engine import Score
from skep.moves import Move

__all__ = [
    "BLUNDER",
    "INACCURACY",
    "JUDGEMENTS",
    "MISTAKE",
    "JudgedMove",
    "Judgement",
    "accuracy",
    "judge_move",
    "probability_lost",
    "turning_points",
]

Judgement = Literal["best", "only-move", "good", "inaccuracy", "mistake", "blunder", "missed-win", "forced"]
"""The judgement of a move."""
JUDGEMENTS: Final[tuple[Judgement, ...]] = get_args(Judgement)
"""All judgements."""

INACCURACY: Final = 0.05
"""The minimum loss of win probability that makes a move an inaccuracy."""
MISTAKE: Final = 0.10
"""The minimum loss of win probability that makes a move a mistake."""
BLUNDER: Final = 0.20
"""The minimum loss of win probability that makes a move a blunder."""
_EQUAL: Final = 0.01
"""Two moves are equally good if they differ by at most this; the engine is not more precise."""
_OBVIOUS_WIN: Final = 2
"""A forced win in this many moves counts as missed even if the position stays winning."""
_MAX_TURNING_POINTS: Final = 5
_STEEPNESS: Final = 8.0
"""How fast a move's accuracy falls with the win probability it loses."""


@dataclass(frozen=True, slots=True)
class JudgedMove:
    """A move that was played and the best alternative, with scores for the player who moved at equal search depth."""

    legal: int
    """The number of legal moves."""
    played: Score
    line: tuple[Move, ...] = ()
    """The best continuation, beginning with the played move."""
    other: Score | None = None
    """The score of the best alternative, or None if there is none or the engine did not search it."""
    other_line: tuple[Move, ...] = ()
    """The best continuation of the alternative, beginning with it."""

    @property
    def best_line(self) -> tuple[Move, ...]:
        """The better of the two lines. If they are equal, the line of the played move."""
        return self.line if self.other is None or self.played >= self.other else self.other_line


def probability_lost(move: JudgedMove) -> float:
    """Return the win probability that a move lost, from 0 to 1.

    >>> probability_lost(JudgedMove(30, played=Score(0), other=Score(0)))
    0.0
    >>> probability_lost(JudgedMove(30, played=Score(-30_000), other=Score(0)))
    0.5
    """
    if move.other is None:
        return 0.0
    return max(0.0, move.other.win_probability - move.played.win_probability)


def judge_move(move: JudgedMove) -> Judgement:
    """Return the judgement of a move.

    >>> judge_move(JudgedMove(30, played=Score(40), other=Score(10))), judge_move(JudgedMove(1, played=Score(-200)))
    ('best', 'forced')
    """
    if move.legal == 1:
        return "forced"
    lost = probability_lost(move)
    if _has_missed_win(move, lost):
        return "missed-win"
    for bound, name in _BAD:
        if lost >= bound:
            return name
    if not _is_best(move, lost):
        return "good"
    return "only-move" if _is_only_move(move) else "best"


_BAD: Final[tuple[tuple[float, Judgement], ...]] = (
    (BLUNDER, "blunder"),
    (MISTAKE, "mistake"),
    (INACCURACY, "inaccuracy"),
)


def _has_missed_win(move: JudgedMove, lost: float) -> bool:
    """Whether the move missed a forced win. A distant win may still exist even if it is no longer proven."""
    if move.other is None or move.other.wins_in is None or move.played.wins_in is not None:
        return False
    return lost >= INACCURACY or move.other.wins_in <= _OBVIOUS_WIN


def _is_best(move: JudgedMove, lost: float) -> bool:
    """Whether no alternative is noticeably better, and none wins faster or loses more slowly."""
    if move.other is None or move.played >= move.other:
        return True
    return lost <= _EQUAL and move.other.plies_to_end is None


def _is_only_move(move: JudgedMove) -> bool:
    """Whether any other move would have been a blunder."""
    if move.other is None:
        return False
    return move.played.win_probability - move.other.win_probability >= BLUNDER


def accuracy(moves: Iterable[JudgedMove]) -> float | None:
    """Return the accuracy of a side from 0 to 100, or None if it never had a choice.

    >>> accuracy([JudgedMove(30, played=Score(0), other=Score(0))])
    100.0
    """
    scored = [(math.exp(-_STEEPNESS * probability_lost(move)), _weight(move)) for move in moves if move.legal > 1]
    if not scored:
        return None
    return round(100 * sum(value * weight for value, weight in scored) / sum(weight for _, weight in scored), 1)


def _weight(move: JudgedMove) -> float:
    """Return the weight of a move. It is low if the game is nearly decided, because then most moves are good enough."""
    best = move.played if move.other is None else max(move.played, move.other)
    return 0.1 + 0.9 * (1 - (2 * best.win_probability - 1) ** 2)


def turning_points(lost: Sequence[float], first_ply: int = 0) -> tuple[int, ...]:
    """Return the plies of the moves that lost the most win probability, the worst first.

    At most five moves are returned, all of them mistakes or worse.

    >>> turning_points([0.0, 0.3, 0.02, 0.12])
    (1, 3)
    """
    worst = sorted((-value, ply) for ply, value in enumerate(lost, first_ply) if value >= MISTAKE)
    return tuple(ply for _, ply in worst[:_MAX_TURNING_POINTS])
