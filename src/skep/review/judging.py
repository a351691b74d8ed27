"""What a move is called, how accurate a side was, and where the game turned. docs/review.md explains the numbers."""

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
    "Choice",
    "Judgement",
    "accuracy",
    "judgement",
    "lost",
    "turning_points",
]

Judgement = Literal["best", "only-move", "good", "inaccuracy", "mistake", "blunder", "missed-win", "forced"]
JUDGEMENTS: Final[tuple[Judgement, ...]] = get_args(Judgement)

INACCURACY: Final = 0.05
MISTAKE: Final = 0.10
BLUNDER: Final = 0.20
"""Win probability given away from which a move is called so."""
_AS_GOOD: Final = 0.01
"""Two moves no further apart than this are equally good: the engine cannot tell them apart."""
_PLAIN_WIN: Final = 2
"""A win in so few moves is missed however good the position stays."""
_MOST_TURNS: Final = 5
_STEEPNESS: Final = 8.0
"""How fast a move's accuracy falls with what it gave away."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A move that was played and the best other one. Scores are for the player who moved, equally deep searched."""

    legal: int
    """How many moves there were."""
    played: Score
    line: tuple[Move, ...] = ()
    """How the game would best go on, the played move first."""
    other: Score | None = None
    """None where there was no other move, or none that the engine looked at."""
    other_line: tuple[Move, ...] = ()

    @property
    def best_line(self) -> tuple[Move, ...]:
        """The better of the two lines; of two equal ones, that of the played move."""
        return self.line if self.other is None or self.played >= self.other else self.other_line


def lost(choice: Choice) -> float:
    """The win probability that a move gave away, from 0 to 1.

    >>> lost(Choice(30, played=Score(0), other=Score(0))), lost(Choice(30, played=Score(-30_000), other=Score(0)))
    (0.0, 0.5)
    """
    if choice.other is None:
        return 0.0
    return max(0.0, choice.other.win_probability - choice.played.win_probability)


def judgement(choice: Choice) -> Judgement:
    """What a move is called.

    >>> judgement(Choice(30, played=Score(40), other=Score(10))), judgement(Choice(1, played=Score(-200)))
    ('best', 'forced')
    """
    if choice.legal == 1:
        return "forced"
    given = lost(choice)
    if _missed_a_win(choice, given):
        return "missed-win"
    for bound, name in _BAD:
        if given >= bound:
            return name
    if not _is_as_good(choice, given):
        return "good"
    return "only-move" if _is_only(choice) else "best"


_BAD: Final[tuple[tuple[float, Judgement], ...]] = (
    (BLUNDER, "blunder"),
    (MISTAKE, "mistake"),
    (INACCURACY, "inaccuracy"),
)


def _missed_a_win(choice: Choice, given: float) -> bool:
    """Whether a forced win was let go. One far off may still be there, though nothing proves it any more."""
    if choice.other is None or choice.other.wins_in is None or choice.played.wins_in is not None:
        return False
    return given >= INACCURACY or choice.other.wins_in <= _PLAIN_WIN


def _is_as_good(choice: Choice, given: float) -> bool:
    """Whether no better move is known: not one that the engine can tell apart, nor a quicker win or a slower loss."""
    if choice.other is None or choice.played >= choice.other:
        return True
    return given <= _AS_GOOD and choice.other.plies_to_end is None


def _is_only(choice: Choice) -> bool:
    """Whether any other move would have been a blunder."""
    if choice.other is None:
        return False
    return choice.played.win_probability - choice.other.win_probability >= BLUNDER


def accuracy(choices: Iterable[Choice]) -> float | None:
    """How well a side played, from 0 to 100; None when it never had a choice.

    >>> accuracy([Choice(30, played=Score(0), other=Score(0))])
    100.0
    """
    counted = [(math.exp(-_STEEPNESS * lost(choice)), _weight(choice)) for choice in choices if choice.legal > 1]
    if not counted:
        return None
    return round(100 * sum(kept * weight for kept, weight in counted) / sum(weight for _, weight in counted), 1)


def _weight(choice: Choice) -> float:
    """How much a move counts: little where the game is as good as decided and hardly any move could spoil it."""
    best = choice.played if choice.other is None else max(choice.played, choice.other)
    chance = best.win_probability
    return 0.1 + 0.9 * (1 - (2 * chance - 1) ** 2)


def turning_points(given: Sequence[float], first_ply: int = 0) -> tuple[int, ...]:
    """The plies of the moves that changed the expected result the most, the heaviest first.

    Only mistakes and worse count, and no more than five of them.

    >>> turning_points([0.0, 0.3, 0.02, 0.12])
    (1, 3)
    """
    heavy = [(-value, ply) for ply, value in enumerate(given, first_ply) if value >= MISTAKE]
    return tuple(ply for _, ply in sorted(heavy)[:_MOST_TURNS])
