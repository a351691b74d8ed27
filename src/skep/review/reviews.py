"""Review: what was found about a game, as plain values that can be kept and read again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import msgspec

from skep.errors import SkepError
from skep.review.efforts import EffortName
from skep.review.judging import Judgement

__all__ = ["FORMAT", "Review", "ReviewedMove", "ReviewedSide"]

FORMAT: Final = 1
"""Changes when a review is judged or written differently."""
Place = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewedMove:
    """One move of the game. All values are White's."""

    ply: int
    """Turns taken before it, those before a set-up position included: White takes the even ones."""
    uhp: str
    piece: str | None
    """None for a pass, and so are origin and place; a placed piece has no origin."""
    origin: Place | None
    to: Place | None
    value: float
    """Of the position after the move, in units of the evaluation; plus or minus 300 where the end is proven."""
    white_wins: float
    """How often White would win after the move, from 0 to 1, draws counted half."""
    forced: int | None
    """In how many moves of the winner the win is forced; 0 when the move won."""
    judgement: Judgement
    lost: float
    """The win probability given away by the one who moved, from 0 to 1."""
    best: str
    """The best move that is known: the played one, or a better one."""
    line: tuple[str, ...]
    """How the game would best go on with it, in MoveStrings, the best move first."""
    depth: int
    """How many plies deep the position after the move was searched."""
    clock: float | None
    """Seconds left to the player after the move, where the record has them."""
    spent: float | None
    """Seconds the move took."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewedSide:
    """How one side played."""

    accuracy: float | None
    """From 0 to 100; None for a side that never had a choice."""
    counts: dict[Judgement, int]
    """How many moves of each judgement, none left out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """What the engine found about the main line of a game.

    The same game, engine and effort give the same review, to the last bit of :meth:`to_json`.
    """

    format: int = FORMAT
    engine: str
    """Version and signature of the engine."""
    effort: EffortName
    start: str
    """The position string of the first position."""
    value: float
    """Of the first position; as for a move."""
    white_wins: float
    forced: int | None
    moves: tuple[ReviewedMove, ...]
    white: ReviewedSide
    black: ReviewedSide
    turning_points: tuple[int, ...]
    """The plies of the moves that turned the game, the heaviest first."""

    def to_json(self) -> str:
        """The review as JSON."""
        return msgspec.json.encode(self).decode()

    @classmethod
    def from_json(cls, text: str | bytes) -> Review:
        """Read a review again; raises SkepError when it is none, or one of another format."""
        try:
            review = _decoder.decode(text)
        except (msgspec.MsgspecError, UnicodeError) as error:
            raise SkepError(f"this is not a review: {error}") from error
        if review.format != FORMAT:
            raise SkepError(f"this is a review of format {review.format}, and only format {FORMAT} can be read")
        return review

    def move(self, ply: int) -> ReviewedMove:
        """The move of a ply, as :attr:`turning_points` counts."""
        first = self.moves[0].ply if self.moves else 0
        if not 0 <= ply - first < len(self.moves):
            raise SkepError(f"no move of ply {ply} was reviewed")
        return self.moves[ply - first]


# made here: two threads must not be the first to read a review, msgspec crashes then
_decoder: Final = msgspec.json.Decoder(Review)
