"""Reviews as plain values that can be stored as JSON."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import msgspec

from skep.errors import SkepError
from skep.review.efforts import EffortName
from skep.review.judgement import Judgement
from skep.views import MoveView

__all__ = ["FORMAT", "Review", "ReviewedMove", "ReviewedSide"]

FORMAT: Final = 1
"""The version of the JSON format and of the judgements."""


class ReviewedMove(MoveView, frozen=True, kw_only=True, gc=False):
    """One move of the game. All values are from White's side."""

    ply: int
    """The number of turns before the move, including those before a set-up position. White has the even plies."""
    value: float
    """The evaluation after the move, in units; 300 or -300 for a forced win."""
    white_wins: float
    """White's win probability after the move, from 0 to 1. A draw counts as half a win."""
    forced: int | None
    """The number of the winner's moves to a forced win; 0 if the move won the game."""
    judgement: Judgement
    lost: float
    """The win probability that the player lost with the move, from 0 to 1."""
    best: str
    """The best known move, which can be the played one."""
    line: tuple[str, ...]
    """The best line as MoveStrings, beginning with the best move."""
    depth: int
    """The search depth of the position after the move, in plies."""
    clock: float | None
    """The player's remaining time after the move in seconds, if recorded."""
    spent: float | None
    """The time the move took in seconds, if recorded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewedSide:
    """Summary of one side's moves."""

    accuracy: float | None
    """The accuracy from 0 to 100, or None if the side never had a choice."""
    counts: dict[Judgement, int]
    """The number of moves for every judgement."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """The engine's review of the main line of a game.

    The same game, engine and effort always give the same review and the same JSON.
    """

    format: int = FORMAT
    engine: str
    """The version and hash of the engine, from :func:`skep.review.engine_signature`."""
    effort: EffortName
    start: str
    """The position string of the first position."""
    value: float
    """The evaluation of the first position, as for a move."""
    white_wins: float
    forced: int | None
    moves: tuple[ReviewedMove, ...]
    white: ReviewedSide
    black: ReviewedSide
    turning_points: tuple[int, ...]
    """The plies of the moves that lost the most win probability, the worst first."""

    def to_json(self) -> str:
        """Return the review as JSON."""
        return msgspec.json.encode(self).decode()

    @classmethod
    def from_json(cls, text: str | bytes) -> Review:
        """Parse a review from JSON. Raises SkepError if it is invalid or has another format version."""
        try:
            review = _decoder.decode(text)
        except (msgspec.MsgspecError, UnicodeError) as error:
            raise SkepError(f"not a review: {error}") from error
        if review.format != FORMAT:
            raise SkepError(f"unsupported review format {review.format}: expected format {FORMAT}")
        return review

    def move(self, ply: int) -> ReviewedMove:
        """Return the move at a ply, for example one of :attr:`turning_points`."""
        first = self.moves[0].ply if self.moves else 0
        if not 0 <= ply - first < len(self.moves):
            raise SkepError(f"the review has no move at ply {ply}")
        return self.moves[ply - first]


# Created at import, because msgspec can crash if two threads create a decoder for the same type simultaneously.
_decoder: Final = msgspec.json.Decoder(Review)
